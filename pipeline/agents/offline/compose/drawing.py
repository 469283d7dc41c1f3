"""What a figure gives to a program: numbers, mobjects, and the steps that reveal them."""

from dataclasses import dataclass, field

from pipeline.agents.offline.compose.palette import accent
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.compose.quote import literal, raw
from pipeline.agents.offline.layout import Layout


@dataclass(frozen=True)
class Step:
    """One reveal: animation expressions that play together; `name` is what it shows.

    A free step may be told before the ones drawn earlier: a formula beside the figure goes with
    the words that introduce it.
    """

    animations: tuple[str, ...]
    name: str = ""
    free: bool = False

    @property
    def completes_formula(self) -> bool:
        """Whether a formula stands complete after it, so that it can be read."""
        return "formula" in self.name.split()


@dataclass
class Drawing:
    """The parts of a program that belong to its figure.

    Attributes:
        numbers: constants for the top of the program, as (name, expression, remark).
        helpers: names of functions of `helpers` that the program needs.
        setup: lines at the start of `construct`, after the heading.
        steps: the reveals, in order.
    """

    numbers: list[tuple[str, str, str]] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)
    setup: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def number(self, name: str, value: float | int | str, remark: str = "") -> None:
        """State a constant at the top of the program."""
        text = value if isinstance(value, str) else f"{value:g}"
        self.numbers.append((name, text, remark))

    def lines(self, block: str) -> None:
        """Add a block of set-up lines."""
        lines = block.rstrip("\n").split("\n")
        if lines and not lines[0].strip() and not self.setup:
            lines = lines[1:]
        self.setup.extend(lines)

    def step(self, *animations: str, name: str = "", free: bool = False) -> None:
        """Add a reveal."""
        self.steps.append(Step(animations, name, free))


@dataclass(frozen=True)
class Pen:
    """What a figure needs to know of its scene: the layout and the colours of symbols."""

    plan: ScenePlan
    layout: Layout

    @property
    def narrow(self) -> bool:
        """Whether the frame has no room for things side by side."""
        return self.layout.aspect != "16:9"

    def by_frame(self, wide: str, tall: str, square: str) -> str:
        """The value for the frame that is composed for."""
        return {"16:9": wide, "9:16": tall, "1:1": square}[self.layout.aspect]

    def label(self, text: str, colour: str = "INK", width: str = "LABEL_WIDTH") -> str:
        """The expression for a wrapped label."""
        tail = "" if colour == "INK" else f", color={colour}"
        return f"paragraph({literal(text)}, LABEL_SIZE, {width}{tail})"

    def formula(self, *parts: str, size: str = "FORMULA_SIZE") -> str:
        """The expression for a formula of canonical parts, symbols in their colours."""
        words = ", ".join(raw(p) for p in parts)
        style = f"font_size={size}, color=INK{self.map_argument}"
        if len(words) + len(style) < 70:
            return f"MathTex({words}, {style})"
        if len(words) < 84:
            return f"MathTex(\n    {words},\n    {style},\n)"
        inner = ",\n    ".join(raw(p) for p in parts)
        return f"MathTex(\n    {inner},\n    {style},\n)"

    @property
    def map_argument(self) -> str:
        """The keyword that colours symbols, or nothing."""
        return ", tex_to_color_map=SYMBOLS" if any(t.forms for t in self.plan.tints) else ""

    def tint_of(self, symbol: str) -> str:
        """The accent of a symbol, or nothing."""
        return next((t.colour for t in self.plan.tints if t.symbol == symbol), "")

    def colour_of(self, symbol: str, index: int = 0) -> str:
        """The accent of a symbol (or of one of its forms), or the `index`-th one."""
        for tint in self.plan.tints:
            if symbol == tint.symbol or f"{{{symbol}}}" in tint.forms:
                return tint.colour
        return accent(index)
