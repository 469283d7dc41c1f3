"""Functions and methods that a composed program carries along."""

from typing import Final

PARAGRAPH: Final = '''
def lines_of(words, room):
    """Words broken into lines of at most so many letters."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def paragraph(words, size, width, centred=True, **style):
    """Words in even lines that suit the width, by the usual width of a letter."""
    lines = lines_of(words, width / (size * LETTER))
    even = lines_of(words, 1.15 * len(words) / len(lines))
    lines = even if len(even) == len(lines) else lines
    style = {"color": INK, "t2c": WORDS, "line_spacing": 0.7, **style}
    block = Text("\\n".join(lines), font_size=size, disable_ligatures=True, **style)
    start = 0
    for line in lines if centred else []:
        block[start : start + len(line)].set_x(block.get_x())
        start += len(line) + 1
    return block
'''

READING_TIME: Final = '''
def reading_time(words):
    """Seconds that a viewer needs for some words."""
    return HOLD + len(words.split()) / WORDS_PER_SECOND
'''

CARD: Final = '''
def card(words, colour):
    """A box with a few words in it."""
    label = paragraph(words, LABEL_SIZE, LABEL_WIDTH)
    box = RoundedRectangle(
        width=BOX_WIDTH, height=BOX_HEIGHT, corner_radius=0.16,
        stroke_color=colour, stroke_width=4, fill_color=PANEL, fill_opacity=1,
    )
    return VGroup(box, label.move_to(box).set_z_index(1))
'''

MEANING: Final = '''
def meaning(symbol, words, colour):
    """A symbol beside what it stands for."""
    sign = MathTex(symbol, font_size=1.5 * LABEL_SIZE, color=colour)
    return VGroup(sign, paragraph(words, LABEL_SIZE, LABEL_WIDTH)).arrange(RIGHT, buff=0.2)
'''

NUMBERED: Final = '''
def numbered(index, words, colour):
    """A card with its number above the corner."""
    item = card(words, colour)
    number = paragraph(str(index), LABEL_SIZE, 1, color=colour)
    return item.add(number.next_to(item, UP, buff=0.12).align_to(item, LEFT))
'''

ALL: Final[dict[str, str]] = {"card": CARD, "numbered": NUMBERED, "meaning": MEANING}

METHODS: Final = '''
    def open_with(self, claim):
        """The claim stays at the top while its reason is shown."""
        self.camera.background_color = BACKGROUND
        heading = paragraph(claim, HEADING_SIZE, HEADING_WIDTH, centred=False, weight=SEMIBOLD)
        heading.to_corner(UL, buff=MARGIN)
        rule = Line(ORIGIN, 1.2 * RIGHT, color=@ACCENT@, stroke_width=5)
        rule.next_to(heading, DOWN, buff=0.2, aligned_edge=LEFT)
        self.play(FadeIn(heading, shift=0.3 * RIGHT), Create(rule))
        self.wait(HOLD)
        self.caption = None

    def tell(self, words, *steps):
        """Say one thing below the figure while the figure shows it, step by step."""
        if self.caption:
            self.play(FadeOut(self.caption, shift=0.15 * UP), run_time=0.3)
        self.caption = paragraph(words, CAPTION_SIZE, CAPTION_WIDTH).move_to(CAPTION_PLACE)
        first, *later = steps or [Wait(1)]
        self.play(FadeIn(self.caption, shift=0.15 * UP), first)
        for step in later:
            self.play(step)
        self.wait(max(HOLD, reading_time(words) - 1 - len(later)))

    def close_with(self, takeaway):
        """Only the takeaway remains."""
        self.play(*[FadeOut(mobject) for mobject in self.mobjects])
        words = paragraph(takeaway, TAKEAWAY_SIZE, TAKEAWAY_WIDTH).set_z_index(1)
        frame = SurroundingRectangle(
            words, buff=GAP, corner_radius=0.2, color=@ACCENT@, stroke_width=5,
            fill_color=PANEL, fill_opacity=1,
        )
        self.play(Create(frame), FadeIn(words, shift=0.2 * UP))
        self.wait(reading_time(takeaway))
'''
