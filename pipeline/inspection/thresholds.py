"""All limits of the geometry findings, with their reasons."""

from pipeline.schema.base import Value


class Thresholds(Value):
    """Where a measured quantity becomes a finding. Lengths as shares of the frame's
    shorter side, times in seconds, shares in [0, 1].

    Attributes:
        dwell: what shows for less than this is a passing phase of a movement.
        overlap_glyph: part of the smaller glyph box that must be covered; neighbouring letters of
            a formula share up to a tenth.
        overlap_share: part of a text's glyphs that must be hit to count (with three glyphs hit).
        overlap_short: the same for texts of few glyphs, where one hit is much.
        faint: texts fainter than this opacity are traces, not obstacles.
        inside: part of a text's glyphs inside a shape that makes it a text in that shape.
        closed_shapes: outlines of that many closed shapes through a text are an overlap; one is
            a label on its outline.
        crossings: outlines and lines together that are an overlap; two may be a cross-out.
        off_frame: how far a text may stand out of the picture unnoticed.
        small_text: least height of the tallest glyph, 1.65% of the frame; found by trial on
            Manim's own examples: smaller cannot be read in a 480-line film.
        small_label: factor on that for tick labels, which may be smaller than body text.
        contrast: least WCAG 2 contrast ratio; WCAG asks 3 of large text, Manim's dimmer palette
            colours reach 2 on black and are in wide use.
        contrast_tinted, tint: a text whose hue sets it apart (CIE 1976 difference of at least
            `tint`) may go down to this ratio, as the dark blue bar labels of Manim do.
        seconds_per_word, seconds_per_symbol, seconds_to_start: a quick reader's need: 300 words a
            minute, a little per glyph of a formula, and a moment to find the text.
        reading_share: a text that shows for less than this part of the need is an error; lenient,
            since the reveal counts as reading time and speech may carry the text.
        reading_words: shorter texts are labels, taken in at a glance.
        still: longest time without any change in the picture.
        still_film: a whole film of at least this length in which nothing ever changes.
        blank: longest time with nothing at all on screen.
        clutter_texts, clutter_pairs: that many texts with that many overlapping pairs.
        groups: more things on screen than this are a warning.
        cover: opacity from which a shape hides what is under it.
        covered_share: hidden part of a text that counts.
        covered_long: a partly covered text is not excused by showing later after this time.
        duration_share: allowed difference from the duration hint.
        per_moment: overlaps reported for one moment; more would say nothing new.
    """

    dwell: float = 0.5
    overlap_glyph: float = 0.15
    overlap_share: float = 0.1
    overlap_short: float = 0.3
    faint: float = 0.2
    inside: float = 0.9
    closed_shapes: int = 2
    crossings: int = 3
    off_frame: float = 0.006
    small_text: float = 0.0165
    small_label: float = 0.7
    contrast: float = 2.0
    contrast_tinted: float = 1.75
    tint: float = 28.0
    seconds_per_word: float = 0.2
    seconds_per_symbol: float = 0.05
    seconds_to_start: float = 0.3
    reading_share: float = 0.45
    reading_words: int = 4
    still: float = 10.0
    still_film: float = 4.0
    blank: float = 4.0
    clutter_texts: int = 15
    clutter_pairs: int = 8
    groups: int = 30
    cover: float = 0.85
    covered_share: float = 0.25
    covered_long: float = 2.0
    duration_share: float = 0.2
    per_moment: int = 6


DEFAULT = Thresholds()

YARDSTICK = Thresholds(
    dwell=0.3,
    overlap_glyph=0.25,
    overlap_share=0.06,
    overlap_short=0.25,
    faint=0.15,
    off_frame=0.012,
    small_text=0.019,
    small_label=0.65,
    contrast=2.4,
    contrast_tinted=2.0,
    seconds_per_word=0.24,
    seconds_per_symbol=0.06,
    reading_share=0.55,
    reading_words=5,
    still=8.0,
    blank=3.0,
    clutter_texts=12,
    clutter_pairs=6,
    covered_share=0.2,
)
"""A second reading for benchmarks, which no gate reads: mostly stricter (text size, contrast,
reading time, stillness), here and there looser (how deep glyphs must overlap, how far out)."""
