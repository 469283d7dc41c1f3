"""Where a record comes from by its own account, and how it was changed since."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QGridLayout, QWidget

from app.harmless import one_line
from app.texts import ngettext, tr
from memory_store.records import Edit, Record
from ui.theme.tokens import px
from ui.views.memory.panel.texts import FlowText
from ui.views.memory.words import DASH, age_words, moment_words, source_words
from ui.widgets.basics import ElidedLabel, button, column, heading, label, row

MOST_EDITS = 50
REVERTED = frozenset(
    {"rationale", "code", "trigger", "root_cause", "recipe", "anti_example", "good_example",
     "diagnostic", "text", "role", "domain", "paper_id", "section_id", "status"}
)  # fmt: skip
"""What can be set back; tags, pins and merges are taken back as operations."""


def provenance_part(record: Record) -> QWidget:
    """Names and times in two columns; what is too long for one is its tip."""
    source = record.provenance
    used = ngettext("{n} time", "{n} times", record.hit_count).format(n=record.hit_count)
    if record.last_used is not None:
        used = tr("{times}, last {when}").format(times=used, when=age_words(record.last_used))
    facts = (
        (tr("Learned"), source_words(source.source)),
        (tr("Cast"), source.cast or DASH),
        (tr("Reviewer"), source.reviewer or DASH),
        (tr("Writer"), source.writer or DASH),
        (tr("Created"), moment_words(source.created)),
        (tr("Retrieved"), used),
        (tr("Paper"), record.context.paper_id or DASH),
    )
    made = QWidget()
    box = column(made, 0, 4)
    box.addSpacing(4)
    box.addWidget(heading(tr("Provenance")))
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(px("gap"))
    grid.setVerticalSpacing(2)
    grid.setColumnStretch(1, 1)
    for number, (name, value) in enumerate(facts):
        grid.addWidget(label(name, "muted"), number, 0)
        grid.addWidget(ElidedLabel(one_line(value, 300)), number, 1)
    box.addLayout(grid)
    return made


def history_part(edits: Sequence[Edit], revert: Callable[[int], None] | None = None) -> QWidget:
    """The edits, the newest first: who, when, why, and each text before and after.

    Args:
        revert: sets back what an edit changed, by its number; None where nothing can be changed.
    """
    made = QWidget()
    box = column(made, 0, px("tight"))
    for edit in reversed(edits[-MOST_EDITS:]):
        line = row(gap=6)
        line.addWidget(label(one_line(edit.author, 40), "strong"))
        line.addWidget(label(moment_words(edit.at), "muted"))
        line.addStretch(1)
        if revert is not None and REVERTED & set(edit.changes):
            back = button(tr("Set back"), "link")
            back.setAccessibleName(
                tr("Set back the edit of {when}").format(when=moment_words(edit.at))
            )
            back.clicked.connect(partial(_call, revert, edit.id))
            line.addWidget(back)
        box.addLayout(line)
        if edit.why.strip():
            box.addWidget(FlowText(edit.why, tr("Why")))
        for name, (before, after) in edit.changes.items():
            box.addWidget(heading(one_line(name.replace("_", " "), 40)))
            box.addWidget(FlowText(f"\u2212 {before or DASH}", tr("Before"), "removed"))
            box.addWidget(FlowText(f"+ {after or DASH}", tr("After"), "added"))
    if len(edits) > MOST_EDITS:
        words = tr("{n} older edits are not shown.").format(n=len(edits) - MOST_EDITS)
        box.addWidget(label(words, "faint"))
    return made


def _call(revert: Callable[[int], None], edit_id: int, _checked: bool = False) -> None:
    revert(edit_id)
