"""What a reading of a section holds. Indices count from 0; texts keep inline math in `$..$`."""

from pydantic import Field

from pipeline.schema.base import Value


class Sentence(Value):
    """One sentence of the section, Markdown marks removed.

    Attributes:
        index: position in `Section.sentences`.
        paragraph: number of the paragraph, list item or table the sentence stands in.
        text: the sentence; inline math as `$..$`, a display formula as `$$..$$` where it stood.
        item: True when it stood in a list item.
    """

    index: int
    paragraph: int
    text: str
    item: bool = False


class Formula(Value):
    """A formula as LaTeX without its dollar signs.

    Attributes:
        tex: the body; `align` rows joined by `\\\\` and without `&` only in `left` and `right`.
        display: True for `$$..$$`, `\\[..\\]` and equation environments.
        sentence: index of the sentence that holds it.
        intro: the words of that sentence before the formula, "" when it opens the sentence.
        after: the words of that sentence after it.
        symbols: letters and named symbols in order of appearance, e.g. `("X", "k", "\\omega_0")`;
            a subscript belongs to its symbol.
        left, relation, right: split at the first top-level relation (`=`, `\\le`, `\\approx` ...);
            without one, `left` is the whole formula and the other two are "".
    """

    tex: str
    display: bool
    sentence: int
    intro: str = ""
    after: str = ""
    symbols: tuple[str, ...] = ()
    left: str = ""
    relation: str = ""
    right: str = ""


class Quantity(Value):
    """A number with what it measures.

    Attributes:
        value: the number, without its unit's scale (`44.1 kHz` is 44.1; `3 million` is 3e6).
        printed: as the section prints it with unit, e.g. `12.2 rounds`, `$1,200`, `84.9%`.
        unit: `%`, `$`, `kHz`, `rounds` ...; "" when none is printed or understood.
        label: what the number belongs to, e.g. `empty bank`; "" when not understood.
        sentence: index of the sentence.
    """

    value: float
    printed: str
    unit: str = ""
    label: str = ""
    sentence: int = 0


class Series(Value):
    """Two or more labelled numbers that may stand on one axis: same unit, distinct labels.

    Attributes:
        caption: what is compared, e.g. `rounds` or a table's column name; may be "".
        unit: the shared unit, may be "".
        points: the quantities in the order of the section.
        sentences: indices of the sentences they come from.
    """

    caption: str
    unit: str
    points: tuple[Quantity, ...] = Field(min_length=2)
    sentences: tuple[int, ...] = ()


class Enumeration(Value):
    """Parallel items: a Markdown list, `first .. second ..`, `(i) .. (ii) ..` or a comma list.

    Attributes:
        intro: the words that announce the items, may be "".
        items: one text each, without its marker.
        ordered: True when the section numbers or orders them.
        sentences: indices of the sentences they come from.
    """

    intro: str
    items: tuple[str, ...] = Field(min_length=2)
    ordered: bool = False
    sentences: tuple[int, ...] = ()


class Step(Value):
    """One step of a process: `name` is short (at most six words), `text` is the full wording."""

    name: str
    text: str
    sentence: int


class Process(Value):
    """Steps in the order in which they happen; `cycle` when the last leads back to the first."""

    intro: str
    steps: tuple[Step, ...] = Field(min_length=2)
    cycle: bool = False


class Event(Value):
    """Something that happened in a year. `label` is how the date is printed, e.g. `1960s`."""

    year: int
    label: str
    text: str
    sentence: int


class Comparison(Value):
    """Two things set against each other; `cue` is the word that does it (`versus`, `unlike`)."""

    left: str
    right: str
    cue: str
    sentence: int


class SymbolNote(Value):
    """What the section says a symbol means: `symbol` is LaTeX, `meaning` plain words."""

    symbol: str
    meaning: str
    sentence: int


class Table(Value):
    """A Markdown table: column names and rows of equal length."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    paragraph: int


class PlotFunction(Value):
    """A function of one variable that can be drawn.

    Attributes:
        tex: the right-hand side as printed.
        name: the left-hand side, e.g. `f(x)` or `y`; "" when there is none.
        variable: its letter.
        python: the same as a Python expression in `x`, using only numbers, operators and `np.`
            functions; built from a parsed tree and never from the text itself.
        parameters: symbols other than the variable with the value they were given for drawing.
        low, high: a domain on which the function is finite, low < high.
        sentence: index of the sentence.
    """

    tex: str
    name: str
    variable: str
    python: str
    parameters: tuple[tuple[str, float], ...] = ()
    low: float
    high: float
    sentence: int


class Section(Value):
    """A whole reading. Every tuple is in the order of the section and may be empty."""

    title: str = ""
    headings: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    formulas: tuple[Formula, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    series: tuple[Series, ...] = ()
    enumerations: tuple[Enumeration, ...] = ()
    processes: tuple[Process, ...] = ()
    events: tuple[Event, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    symbols: tuple[SymbolNote, ...] = ()
    tables: tuple[Table, ...] = ()
    functions: tuple[PlotFunction, ...] = ()
