"""Colours in a text that is being edited: the whole of it in a worker, one line at once here."""

import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.views.diff.columns import is_plain, units
from ui.views.diff.highlight import Run, highlight

REST_MS = 120
SLICE_SECONDS = 0.005
"""Longest stretch of colouring before the GUI thread turns to other events."""


class Colouring(QSyntaxHighlighter):
    """Colours a document. A line just typed is read by itself until the whole was read again."""

    def __init__(self, document: QTextDocument, appearance: Appearance, bridge: Bridge) -> None:
        super().__init__(document)
        self._appearance, self._bridge = appearance, bridge
        self._runs: list[tuple[Run, ...]] = []
        self._texts: list[str] = []
        self._stale: list[int] = []
        self._ticket: Ticket | None = None
        self._looks: dict[str, QTextCharFormat] = {}
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._read_all)
        self._slices = QTimer(self, singleShot=True, interval=0)
        self._slices.timeout.connect(self._colour_some)
        document.contentsChange.connect(lambda *_: self._rest.start())
        appearance.changed.connect(self._recolour)

    def start_anew(self) -> None:
        """Another program is about to be put into the document."""
        self._texts, self._runs, self._stale = [], [], []
        if self._ticket is not None:
            self._ticket.drop()

    def highlightBlock(self, text: str) -> None:
        """Called by Qt for a line that changed, and by `_colour_some`."""
        number = self.currentBlock().blockNumber()
        if number < len(self._texts) and self._texts[number] == text:
            runs = self._runs[number]
        elif len(self._texts) == 0:
            return  # a program that was just opened: the worker is about to answer
        else:
            runs = _in_units(text, highlight((text,))[0])
        for run in runs:
            self.setFormat(run.start, run.length, self._look(run.token))

    def _read_all(self) -> None:
        program = self.document().toPlainText()
        if self._ticket is not None:
            self._ticket.drop()
        self._ticket = self._bridge.submit(lambda: _read(program), self._take, self._give_up)

    def _take(self, read: tuple[list[str], list[tuple[Run, ...]]]) -> None:
        texts, runs = read
        old, new = list(zip(self._texts, self._runs, strict=True)), list(zip(*read, strict=True))
        shortest = min(len(old), len(new))
        head = next((n for n in range(shortest) if old[n] != new[n]), shortest)
        rest = shortest - head
        tail = next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)
        self._stale = list(range(len(new) - tail - 1, head - 1, -1))
        self._texts, self._runs = texts, runs
        self._ticket = None
        self._colour_some()

    def _give_up(self, _error: Exception) -> None:
        self._ticket = None  # the text stays readable without colours

    def _colour_some(self) -> None:
        until = time.perf_counter() + SLICE_SECONDS
        while self._stale and time.perf_counter() < until:
            block = self.document().findBlockByNumber(self._stale.pop())
            if block.isValid():
                self.rehighlightBlock(block)
        if self._stale:
            self._slices.start()

    def _recolour(self) -> None:
        self._looks.clear()
        self._stale = list(range(self.document().blockCount()))[::-1]
        self._colour_some()

    def _look(self, token: str) -> QTextCharFormat:
        if token not in self._looks:
            self._looks[token] = QTextCharFormat()
            self._looks[token].setForeground(self._appearance.theme.color(token))
        return self._looks[token]


def _read(program: str) -> tuple[list[str], list[tuple[Run, ...]]]:
    texts = program.split("\n")
    runs = highlight(tuple(texts))
    return texts, [_in_units(text, line) for text, line in zip(texts, runs, strict=True)]


def _in_units(text: str, runs: tuple[Run, ...]) -> tuple[Run, ...]:
    if is_plain(text):
        return runs
    made = []
    for run in runs:
        start = units(text, run.start)
        made.append(Run(start, units(text, run.start + run.length) - start, run.token))
    return tuple(made)
