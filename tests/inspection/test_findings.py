"""The rules on traces made by hand."""

from pipeline.inspection.findings import DEFAULT, YARDSTICK, error_seconds, inspect
from pipeline.schema.finding import Finding, Severity
from pipeline.schema.trace import Boundary, FrameChange, GeometryTrace, Item, Rect

FRAME = Rect(x0=-7.111, y0=-4, x1=7.111, y1=4)


def text(label: str, x: float, y: float, *, height: float = 0.4, **more: object) -> Item:
    """A text of square glyphs whose lower left corner is at (x, y)."""
    step = height * 1.2
    glyphs = tuple(
        Rect(x0=x + i * step, y0=y, x1=x + i * step + height, y1=y + height)
        for i in range(len(label.replace(" ", "")))
    )
    box = Rect(x0=x, y0=y, x1=glyphs[-1].x1, y1=y + height)
    fields: dict[str, object] = {
        "key": label,
        "kind": "text",
        "type": "Text",
        "label": label,
        "box": box,
        "glyphs": glyphs,
        "fill_opacity": 1.0,
        "palette": (("#ffffff", 1.0, len(glyphs)),),
        "z": 5,
        "group": label,
    }
    return Item.model_validate({**fields, **more})


def film(*screens: tuple[Item, ...], seconds: float = 2.0) -> GeometryTrace:
    """Each screen is reached by an animation of `seconds`; the picture changes all the time."""
    boundaries, present = [], set[str]()
    for place, items in enumerate(screens):
        keys = {item.key for item in items}
        boundaries.append(
            Boundary(
                index=place,
                start=place * seconds,
                time=(place + 1) * seconds,
                animation="FadeIn",
                frame=FRAME,
                background="#000000",
                items=items,
                animated=tuple(keys ^ present),
            )
        )
        present = keys
    duration = seconds * len(screens)
    frames = tuple(
        FrameChange(time=i / 10, change=0.01, ink=0.1) for i in range(int(duration * 10))
    )
    return GeometryTrace(
        scene="Made",
        pixels=(854, 480),
        fps=10,
        duration=duration,
        boundaries=tuple(boundaries),
        frames=frames,
    )


def only(findings: tuple[Finding, ...]) -> Finding:
    assert len(findings) == 1, [f.message for f in findings]
    return findings[0]


def test_a_text_that_leaves_the_frame_is_named_with_the_distance_and_the_move() -> None:
    word = text("outside", 5.0, 0.0)
    finding = only(inspect(film((word,), (word,))))
    assert finding.rule == "off_frame"
    assert "the text 'outside'" in finding.message.lower()
    assert "on the right" in finding.message
    assert finding.amount is not None
    assert abs(finding.amount - (word.box.x1 - FRAME.x1)) < 0.001
    assert finding.shift is not None
    moved = word.box.x1 + finding.shift[0]
    assert moved < FRAME.x1
    assert finding.subjects == ("outside",)


def test_a_text_that_was_once_wholly_in_the_frame_is_not_off_it() -> None:
    inside, outside = text("moving", -2, 0), text("moving", 6, 0)
    assert not inspect(film((inside,), (outside,)))


def test_the_move_out_of_an_overlap_frees_both_texts() -> None:
    low, high = text("underneath", -2, 0), text("on top", -1, 0.1, z=6)
    finding = only(inspect(film((low,), (low, high))))
    assert finding.rule == "overlap"
    assert finding.subjects == ("on top", "underneath")
    assert finding.shift is not None
    dx, dy = finding.shift
    apart = (
        high.box.x0 + dx >= low.box.x1
        or high.box.x1 + dx <= low.box.x0
        or high.box.y0 + dy >= low.box.y1
        or high.box.y1 + dy <= low.box.y0
    )
    assert apart


def test_boxes_are_fractions_of_the_picture_from_the_top_left() -> None:
    low, high = text("underneath", -2, 0), text("on top", -1, 0.1, z=6)
    box = only(inspect(film((low,), (low, high)))).boxes[0]
    assert abs(box.left - (high.box.x0 - FRAME.x0) / FRAME.width) < 1e-3
    assert abs(box.top - (FRAME.y1 - high.box.y1) / FRAME.height) < 1e-3


def test_texts_side_by_side_do_not_overlap() -> None:
    left, right = text("left", -3, 0), text("right", 1, 0)
    assert not inspect(film((left, right), (left, right)))


def test_a_small_text_says_how_much_larger_it_must_be() -> None:
    finding = only(inspect(film((text("TINY", 0, 0, height=0.08),))))
    assert (finding.rule, finding.unit) == ("small_text", "% of frame height")
    assert finding.scale is not None
    assert 0.08 * finding.scale >= DEFAULT.small_text * FRAME.height


def test_a_dimmed_text_is_a_note_and_one_that_was_never_clear_an_error() -> None:
    clear = text("word", 0, 0)
    dim = text("word", 0, 0, palette=(("#ffffff", 0.1, 4),))
    assert [f.severity for f in inspect(film((clear,), (dim,), (dim,)))] == ["note"]
    assert [f.severity for f in inspect(film((dim,), (dim,)))] == ["error"]


def test_a_long_text_shown_briefly_needs_more_time() -> None:
    sentence = " ".join(["word"] * 6 + ["wörter"] * 6)
    item = text(sentence, -6, 0, height=0.2)
    finding = only(inspect(film((item,), (), seconds=0.4)))
    assert finding.rule == "reading_time"
    assert finding.amount is not None
    assert finding.limit is not None
    assert finding.amount < finding.limit


def test_a_still_and_an_empty_stretch_are_found_in_the_frames() -> None:
    made = film((text("word", 0, 0),), seconds=30)
    frames = (
        FrameChange(time=0, change=0, ink=0.1),
        FrameChange(time=0.1, change=0.01, ink=0.1, repeats=150),
        FrameChange(time=15.1, change=0.01, ink=0.0, repeats=60),
        FrameChange(time=21.1, change=0.01, ink=0.1, repeats=50),
    )
    findings = inspect(made.model_copy(update={"frames": frames, "duration": 26.1}))
    found = {f.rule: (f.time, f.until) for f in findings}
    assert found["static"] == (0.1, 15.1)
    assert found["blank"] == (15.1, 21.1)


def test_the_duration_is_judged_only_against_a_hint() -> None:
    made = film((text("word", 0, 0),), seconds=10)
    assert not inspect(made)
    assert not inspect(made, duration_hint=11)
    finding = only(inspect(made, duration_hint=20))
    assert (finding.rule, finding.severity) == ("duration", "warning")


def test_seconds_with_errors_are_counted_once_however_many_errors_hold() -> None:
    def error(start: float, end: float, severity: Severity = "error") -> Finding:
        return Finding(
            rule="overlap",
            severity=severity,
            message="m",
            layer="geometry",
            time=start,
            until=end,
        )

    findings = (error(1, 3), error(2, 4), error(6, 20), error(0, 10, "warning"))
    assert error_seconds(findings, 10) == 3 + 4
    assert error_seconds((), 10) == 0


def test_the_yardstick_reads_with_other_limits() -> None:
    item = text("SMALLISH", -3, 0, height=0.14)
    made = film((item,), (item,))
    assert not inspect(made)
    assert {f.rule for f in inspect(made, thresholds=YARDSTICK)} == {"small_text"}


def test_every_error_has_a_stretch_of_time() -> None:
    low, high = text("underneath", -2, 0), text("on top", -1, 0.1, z=6)
    for finding in inspect(film((low, high), (low, high, text("away", 9, 0)))):
        assert finding.time is not None
        assert finding.until is not None
        assert 0 <= finding.time < finding.until <= 4
