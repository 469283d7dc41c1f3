"""Rows of code in words: for screen readers, and for the tips of findings."""

from app.texts import ngettext, tr
from app.vocabulary import in_words
from ui.views.diff.caret import Caret
from ui.views.diff.layout import Cell, Layout
from ui.widgets.speech import plain_tip


def row_words(layout: Layout, caret: Caret) -> str:
    """The row of the caret: its program, number, change, text and findings."""
    if not layout.items:
        return ""
    item = layout.items[caret.at[0]]
    if item.fold >= 0:
        start, end = layout.prepared.folds[item.fold]
        count = end - start
        return ngettext("{count} equal line, folded", "{count} equal lines, folded", count).format(
            count=count
        )
    cell = caret.cell()
    if cell is None:
        return tr("no line here")
    side = layout.prepared.sides[cell.which]
    said = [
        side.title,
        tr("line {line}").format(line=cell.line + 1),
        in_words(cell.tone),
        layout.text(cell),
    ]
    said += [f"{in_words(f.severity)}: {f.text}" for f in side.findings.get(cell.line, ())]
    return ", ".join(part for part in said if part.strip())


def findings_tip(layout: Layout, cell: Cell) -> str:
    """What was found in a line; empty for nothing."""
    found = layout.prepared.sides[cell.which].findings.get(cell.line, ())
    return plain_tip("\n".join(f"{in_words(f.severity)}: {f.text}" for f in found))
