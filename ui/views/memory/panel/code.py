"""Programs of records: highlighted, as high as they are up to a limit, compared where there are
two."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.harmless import harmless
from app.texts import tr
from ui.bridge import Bridge, Ticket
from ui.theme.appearance import Appearance
from ui.views.diff.canvas import CodeCanvas
from ui.views.diff.layout import build_layout
from ui.views.diff.prepared import Prepared, prepare
from ui.views.diff.source import Source
from ui.widgets.basics import column

MOST_ROWS = 16
LEAST_ROWS = 1
LONGEST = 200_000


class CodeBlock(QFrame):
    """One program, or an anti-example against a good example as a diff in one column."""

    def __init__(
        self,
        appearance: Appearance,
        bridge: Bridge,
        before: str | None,
        after: str | None,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "inset")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._prepared: Prepared | None = None
        self._opened: set[int] = set()
        self._name = name
        self.canvas = CodeCanvas(appearance)
        self.canvas.setMinimumHeight(0)
        self.canvas.setAccessibleName(name)
        self.canvas.fold_opened.connect(self._open)
        column(self, 4, 0).addWidget(self.canvas)
        old = _source(tr("Anti-example"), before)
        new = _source(tr("Good example") if before is not None else tr("Program"), after)
        rows = max(text.program.count("\n") + 1 for text in (old, new) if text is not None)
        self._fit(rows)
        self._ticket: Ticket = bridge.submit(lambda: prepare(old, new), self._show, lambda _: None)

    def drop(self) -> None:
        """It is not shown any more."""
        self._ticket.drop()

    def sizeHint(self) -> QSize:
        """Any width, the height of its lines."""
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        """Any width."""
        return QSize(60, self.height())

    def _show(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._arrange(keep=False)
        self.canvas.setAccessibleName(self._name)

    def _open(self, fold: int) -> None:
        self._opened.add(fold)
        self._arrange(keep=True)

    def _arrange(self, keep: bool) -> None:
        assert self._prepared is not None
        layout = build_layout(self._prepared, "inline", self._opened)
        self.canvas.set_layout(layout, keep_place=keep)
        self._fit(len(layout.items))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower block may need a bar to scroll with."""
        super().resizeEvent(event)
        if self._prepared is not None and event.size().width() != event.oldSize().width():
            self._fit(len(self.canvas.layout_shown.items))

    def _fit(self, rows: int) -> None:
        shown = max(LEAST_ROWS, min(rows, MOST_ROWS))
        sideways = self.canvas.horizontalScrollBar()
        bar = sideways.sizeHint().height() if sideways.maximum() > 0 else 0
        self.setFixedHeight(shown * self.canvas.line_height + bar + 10)
        self.updateGeometry()


def _source(title: str, text: str | None) -> Source | None:
    return Source(title, harmless(text, LONGEST)) if text is not None else None
