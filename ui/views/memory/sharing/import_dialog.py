"""What an archive would bring, record by record, before anything is written."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from app.faults import words_of
from app.harmless import one_line
from app.memory.banks import Banks
from app.memory.sharing import bring_in, embed_into_new
from app.texts import ngettext, tr
from memory_store.bank import Bank
from memory_store.changes import Change
from memory_store.exchange import ImportReport, OtherEncoder, Outcome, preview
from ui.context import StudioContext
from ui.theme.tokens import px
from ui.views.memory.session import MemorySession
from ui.widgets.basics import Tone, button, column, label, row, set_property
from ui.widgets.form import Form

SIZE = (640, 560)
"""Logical pixels."""
MOST = 2000
"""Lines of the list; what is beyond is counted."""
SIGNS = {"success": "M+", "failure": "M\u2212"}


class ImportDialog(QDialog):
    """Shows a dry run of one archive for the open bank, then imports it on demand.

    Signals:
        imported(int): so many records are new in the open bank.
        made(Path): a new bank was made, with the texts embedded again.
    """

    imported = Signal(int)
    made = Signal(object)

    def __init__(
        self, context: StudioContext, session: MemorySession, source: Path,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(tr("Import {name}").format(name=source.name))
        self.resize(*SIZE)
        self._context, self._session, self._source = context, session, source
        self.about = label("", "muted", wrap=True)
        self.said = label(tr("Reading the archive…"), wrap=True)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setAccessibleName(tr("What would happen with each record"))
        self.pending = QCheckBox(tr("New records wait in the inbox until I have looked at them"))
        self.pending.setChecked(True)
        self.name = QLineEdit(source.stem)
        self._new_bank = Form()
        self._new_bank.add(
            tr("New bank"), self.name,
            tr("Its texts are embedded again with this studio's encoder; that may take minutes."),
        )  # fmt: skip
        self._new_bank.hide()
        self.go = button(tr("Import"), "primary")
        self.go.setEnabled(False)
        self.close_button = button(tr("Close"))
        self._other_encoder = False
        self._lay_out()
        self.go.clicked.connect(self._begin)
        self.close_button.clicked.connect(self.reject)
        self._look()

    def _lay_out(self) -> None:
        box = column(self, margin=px("gap"), gap=px("gap"))
        for part in (self.about, self.said):
            box.addWidget(part)
        box.addWidget(self.list, 1)
        box.addWidget(self.pending)
        box.addWidget(self._new_bank)
        line = row()
        line.addStretch(1)
        line.addWidget(self.close_button)
        line.addWidget(self.go)
        box.addLayout(line)

    def _look(self) -> None:
        source = self._source
        self._session.ask(
            lambda bank: preview(source, bank.identity, bank), self._show, self._refused
        )

    def _show(self, report: ImportReport) -> None:
        self._tell_about(report)
        self.list.clear()
        for outcome in report.outcomes[:MOST]:
            QListWidgetItem(_line(outcome), self.list)
        if len(report.outcomes) > MOST:
            more = tr("and {n} more").format(n=f"{len(report.outcomes) - MOST:,}")
            QListWidgetItem(more, self.list).setFlags(Qt.ItemFlag.NoItemFlags)
        new, known, bad = len(report.added), len(report.duplicates), len(report.refused)
        parts = [
            ngettext("{n} is new", "{n} are new", new).format(n=f"{new:,}"),
            ngettext("{n} is there already", "{n} are there already", known).format(n=f"{known:,}"),
        ]
        told = tr("Nothing has been written yet: {counts}.").format(counts=", ".join(parts))
        if bad:
            told = ngettext(
                "{n} record does not fit, so nothing of this archive is imported.",
                "{n} records do not fit, so nothing of this archive is imported.", bad,
            ).format(n=bad)  # fmt: skip
        self._say(told, "bad" if bad else "")
        writable = not self._session.read_only
        if not writable:
            self._say(tr("{counts} The open bank is read-only.").format(counts=told), "warn")
        self.go.setEnabled(writable and bool(new) and not bad)

    def _tell_about(self, report: ImportReport) -> None:
        if (manifest := report.manifest) is None:
            return
        left_out = ", ".join(manifest.stripped)
        facts = [
            tr("Licence: {licence}").format(licence=manifest.licence or tr("not said")),
            tr("Author: {author}").format(author=manifest.author or tr("not said")),
            tr("Made with studio {version}").format(version=manifest.studio_version or "?"),
        ]
        if left_out:
            facts.append(tr("Left out: {what}").format(what=left_out))
        self.about.setText("  ·  ".join(one_line(fact, 200) for fact in facts))

    def _refused(self, error: Exception) -> None:
        self._other_encoder = isinstance(error, OtherEncoder)
        if self._other_encoder:
            self._say(
                tr("This archive was made with another encoder, so it cannot join the open bank. "
                   "It can become a new bank.") + f"\n{error}", "warn",
            )  # fmt: skip
            self.pending.hide()
            self.list.hide()
            self._new_bank.show()
            self.go.setText(tr("Make the new bank"))
            self.go.setEnabled(True)
        else:
            self._say(words_of(error), "bad")

    def _say(self, words: str, tone: Tone = "") -> None:
        self.said.setText(words)
        set_property(self.said, "tone", tone)

    def _begin(self) -> None:
        self.go.setEnabled(False)
        if self._other_encoder:
            self._make_bank()
        else:
            self._import()

    def _progress(self, done: int, total: int) -> None:
        bridge = self._context.bridge
        told = tr("{done} of {total} records").format(done=f"{done:,}", total=f"{total:,}")
        bridge.post(partial(self._say, told))

    def _import(self) -> None:
        source, pending = self._source, self.pending.isChecked()

        def work(bank: Bank) -> Change:
            report = bring_in(bank, source, as_pending=pending, progress=self._progress)
            return Change("import", added=report.added)

        def done(change: Change) -> None:
            self.imported.emit(len(change.added))
            self.accept()

        self._session.ask(work, done, self._failed)

    def _make_bank(self) -> None:
        source, banks, name = self._source, Banks(self._context.paths), self.name.text().strip()

        def work() -> Path:
            from memory_store.embedding.minilm import MiniLmEmbedder  # not before it is needed

            dest = banks.free_folder(name)
            embedder = MiniLmEmbedder()
            try:
                embed_into_new(source, dest, embedder, self._progress)
            finally:
                embedder.close()
            return dest

        def done(path: Path) -> None:
            self.made.emit(path)
            self.accept()

        self._context.bridge.submit(work, done, self._failed)

    def _failed(self, error: Exception) -> None:
        self._say(words_of(error), "bad")
        self.go.setEnabled(True)


def _line(outcome: Outcome) -> str:
    words = {
        "add": tr("new"), "duplicate": tr("there already"), "refuse": tr("refused"),
    }[outcome.action]  # fmt: skip
    if outcome.action == "refuse":
        return tr("line {n}: refused, {reason}").format(
            n=outcome.line + 1, reason=one_line(outcome.reason)
        )
    headline = one_line(outcome.headline, 160)
    return f"{words}  ·  {SIGNS.get(outcome.polarity, '')}  {headline}"
