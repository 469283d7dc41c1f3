"""Functions and methods that a composed program carries along."""

from typing import Final

from pipeline.agents.offline.compose.pacing import USUAL

PARAGRAPH: Final = '''
def lines_of(words, room):
    """Words broken into lines of at most so many letters."""
    lines = [""]
    for word in words.split(" "):
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
    style = {"color": INK, "line_spacing": 0.7, **style}
    block = Text("\\n".join(lines), font_size=size, disable_ligatures=True, **style)
    start = 0
    for line in lines if centred else []:
        block[start : start + len(line)].set_x(block.get_x())
        start += len(line) + 1
    return block
'''

SIGNED: Final = '''
def lines_of(words, room):
    """Words broken into lines of at most so many letters; no sign is broken that fits a line."""
    for spelled in SIGNS:
        if len(spelled) < room:
            words = words.replace(spelled, spelled.replace(" ", "\\u00a0"))
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line.replace("\\u00a0", " ") for line in lines]


def signs_in(line):
    """Where mathematics is spelled in a line: its start, its end and its TeX, last one first."""
    found = []
    for spelled, tex in SIGNS.items():
        start = line.find(spelled)
        while start >= 0:
            end = start + len(spelled)
            around = line[:start][-1:] + line[end : end + 1]
            free = all(end <= other[0] or other[1] <= start for other in found)
            if free and not any(letter.isalnum() for letter in around):
                found.append((start, end, tex))
            start = line.find(spelled, end)
    return sorted(found, reverse=True)


def typeset(line, letters, size, color):
    """The letters of a line with each sign set as mathematics on the line's base."""
    feet = [m.get_bottom()[1] for c, m in zip(line, letters) if c.isalnum() and c not in "gjpqyQJ"]
    for start, end, tex in signs_in(line):
        sign = MathTex(
            r"\\textstyle " + tex, "x", font_size=SIGN_SCALE * size, color=color,
            tex_to_color_map=SYMBOLS,
        )
        foot = sign[-1].get_bottom()[1]
        sign.remove(sign[-1])
        spelling = VGroup(*letters[start:end])
        sign.shift((spelling.get_left()[0] - sign.get_left()[0]) * RIGHT)
        sign.shift((float(np.median(feet)) - foot) * UP)
        VGroup(*letters[end:]).shift((sign.width - spelling.width) * RIGHT)
        letters[start:end] = sign.family_members_with_points()
    return VGroup(*letters)


def paragraph(words, size, width, centred=True, **style):
    """Words in even lines that suit the width, by the usual width of a letter."""
    lines = lines_of(words, width / (size * LETTER))
    even = lines_of(words, 1.15 * len(words) / len(lines))
    lines = even if len(even) == len(lines) else lines
    style = {"color": INK, "line_spacing": 0.7, **style}
    block = Text("\\n".join(lines), font_size=size, disable_ligatures=True, **style)
    rows, start = VGroup(), 0
    for line in lines:
        rows.add(typeset(line, block[start : start + len(line)].submobjects, size, style["color"]))
        start += len(line) + 1
    for row in rows if centred else []:
        row.set_x(rows.get_x())
    block.submobjects = [letter for row in rows for letter in row]
    return block
'''

READING_TIME: Final = f'''
def reading_time(text):
    """Seconds that a viewer needs for some words; numbers and signs are said no faster than {USUAL}
    words a second, however brisk the words are told."""
    words = text.split()
    numbers = [word for word in words if any(c.isdigit() or c in MARKS for c in word)]
    return HOLD + len(words) / WORDS_PER_SECOND + (NUMBER_WORDS - 1) * len(numbers) / {USUAL}
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
    sign = MathTex(symbol, font_size=1.8 * LABEL_SIZE, color=colour)
    name = paragraph(words, 1.1 * LABEL_SIZE, 1.1 * LABEL_WIDTH)
    return VGroup(sign, name).arrange(RIGHT, buff=0.2)
'''

NUMBERED: Final = '''
def numbered(index, words, colour):
    """A card with its number above the corner."""
    item = card(words, colour)
    number = paragraph(str(index), LABEL_SIZE, 1, color=colour)
    return item.add(number.next_to(item, UP, buff=0.12).align_to(item, LEFT))
'''

IN_ROWS: Final = '''
def in_rows(formula, width=7.2):
    """A formula that is too wide is cut between its parts and set in rows."""
    rows, row = [], VGroup()
    for part in formula if formula.width > width else []:
        if len(row) and part.get_right()[0] - row.get_left()[0] > width:
            relation = row[-1] if len(row) > 1 and row[-1].width < 0.5 else None
            if relation is not None:
                row.remove(relation)
            rows.append(row)
            row = VGroup() if relation is None else VGroup(relation)
        row.add(part)
    for before, after in zip(rows, [*rows, row][1:]):
        after.next_to(before, DOWN, buff=0.3).align_to(rows[0], LEFT).shift(0.4 * RIGHT)
    return formula.scale(min(1, width / formula.width)).center()
'''

ALL: Final[dict[str, str]] = {
    "card": CARD,
    "numbered": NUMBERED,
    "meaning": MEANING,
    "in_rows": IN_ROWS,
}

METHODS: Final = '''
    def open_with(self, claim):
        """The claim stays at the top while its reason is shown."""
        self.camera.background_color = BACKGROUND
        heading = paragraph(claim, HEADING_SIZE, HEADING_WIDTH, centred=False, weight=SEMIBOLD)
        heading.to_corner(UL, buff=MARGIN)
        rule = Line(ORIGIN, 1.2 * RIGHT, color=@ACCENT@, stroke_width=5)
        rule.next_to(heading, DOWN, buff=0.2, aligned_edge=LEFT)
        self.play(FadeIn(heading, shift=0.3 * RIGHT), Create(rule))
        self.wait(0.4)
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
        self.rest(max(HOLD, reading_time(words) - 1 - len(later)), self.caption)

    def rest(self, seconds, words):
        """Wait; in a long rest a line runs along under the words that are to be read."""
        lines = int(seconds / STILL)
        for _ in range(lines):
            self.wait((seconds - lines) / (lines + 1))
            line = Line(words.get_left(), words.get_right(), color=@ACCENT@, stroke_width=7)
            self.play(ShowPassingFlash(line.next_to(words, DOWN, buff=0.1), time_width=0.5))
        self.wait((seconds - lines) / (lines + 1))

    def close_with(self, takeaway):
        """Only the takeaway remains."""
        self.play(*[FadeOut(mobject) for mobject in self.mobjects])
        words = paragraph(takeaway, TAKEAWAY_SIZE, TAKEAWAY_WIDTH).set_z_index(1)
        frame = SurroundingRectangle(
            words, buff=GAP, corner_radius=0.2, color=@ACCENT@, stroke_width=5,
            fill_color=PANEL, fill_opacity=1,
        )
        self.play(Create(frame), FadeIn(words, shift=0.2 * UP))
        self.rest(reading_time(takeaway), words)
'''
