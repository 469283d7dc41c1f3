"""Reading a paper section without a model: the eyes of the offline cast.

Public API (stable):

- `read_section(text) -> Section`: sentences, formulas, quantities, series of comparable numbers,
  enumerations, processes, events, comparisons, symbol notes, tables, functions that can be drawn.
  Works on a whole section and on a scene's evidence alike; never raises, never guesses beyond the
  text. Every part names the sentence it comes from, and every tuple may be empty.
- `plain(text, lossy=False) -> str`: inline math as Unicode where it reads well (`$x_i$` is xᵢ,
  `$a \\le b$` is a ≤ b). Other math keeps its dollar signs, so `"$" in plain(text)` says that
  typesetting is needed; with `lossy=True` it is spelled out on one line and no formula is left.
- `plain_math(tex, lossy=False) -> str | None`: the same for the inside of one formula; None when
  it needs typesetting.
- `shorten(sentence, max_words) -> str`: cut at clause boundaries; a formula counts as one word.
- `content_words(text) -> tuple[str, ...]`: words that carry meaning, lower case, each once.
- `word_count(text) -> int`: words as a viewer reads them, a formula counting as one.
- `symbols(tex)`, `sides(tex)`: symbols of a formula; its left side, relation and right side.
- `plot_function(tex) -> PlotFunction | None` and `sample(function, count)`: a drawable function
  and points of it. `PlotFunction.python` is an expression in `x` with `np.` functions only.
"""

from pipeline.agents.offline.reading.formulas import sides, symbols
from pipeline.agents.offline.reading.functions import plot_function, sample
from pipeline.agents.offline.reading.model import (
    Comparison,
    Enumeration,
    Event,
    Formula,
    PlotFunction,
    Process,
    Quantity,
    Section,
    Sentence,
    Series,
    Step,
    SymbolNote,
    Table,
)
from pipeline.agents.offline.reading.plain import plain, plain_math
from pipeline.agents.offline.reading.section import read_section
from pipeline.agents.offline.reading.shorten import shorten
from pipeline.agents.offline.reading.words import content_words, word_count

__all__ = [
    "Comparison",
    "Enumeration",
    "Event",
    "Formula",
    "PlotFunction",
    "Process",
    "Quantity",
    "Section",
    "Sentence",
    "Series",
    "Step",
    "SymbolNote",
    "Table",
    "content_words",
    "plain",
    "plain_math",
    "plot_function",
    "read_section",
    "sample",
    "shorten",
    "sides",
    "symbols",
    "word_count",
]
