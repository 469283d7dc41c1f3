"""The list of runs as a view: cards that fill the width, or rows under their headings."""

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.library import LibraryEntry
from app.texts import mark, tr, translated
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.library.delegate import EntryDelegate
from ui.views.library.model import ENTRY, LibraryModel
from ui.views.library.places import CARD_WIDTH, GAP, Form, row_places
from ui.views.library.thumbnails import Thumbnails


class Shelf(QListView):
    """Shows the model. `opened(run)` for Enter or a double click; `chosen` when others are."""

    opened = Signal(str)
    chosen = Signal()
    delete_pressed = Signal()

    def __init__(
        self,
        appearance: Appearance,
        model: LibraryModel,
        thumbnails: Thumbnails,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._delegate = EntryDelegate(appearance, thumbnails, self)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self.setAccessibleName(tr("Runs"))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there: one that comes and goes with the width of the cards would make them jump.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setMouseTracking(True)
        self.setStyleSheet(
            "QListView { background: transparent; } QListView::item { border: none; }"
            "QScrollBar::handle:vertical:disabled { background: transparent; }"
        )
        bar = self.verticalScrollBar()
        bar.setSingleStep(40)
        bar.rangeChanged.connect(lambda low, high: bar.setEnabled(high > low))
        self.activated.connect(self._open)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        model.modelReset.connect(self.chosen)
        appearance.changed.connect(self.viewport().update)
        thumbnails.loaded.connect(self.viewport().update)
        self.set_form("grid")

    @property
    def form(self) -> Form:
        """Cards or rows."""
        return self._delegate.form

    def set_form(self, form: Form) -> None:
        """Show cards or rows."""
        self._delegate.form = form
        if form == "grid":
            self.setViewMode(QListView.ViewMode.IconMode)
            self.setMovement(QListView.Movement.Static)
            self.setResizeMode(QListView.ResizeMode.Adjust)
            self.setWrapping(True)
        else:
            self.setViewMode(QListView.ViewMode.ListMode)
            self.setWrapping(False)
            self.setGridSize(QSize())
        self.setSpacing(0)
        self._fit()
        self.scrollTo(self.currentIndex())

    def selected(self) -> list[LibraryEntry]:
        """The chosen runs from top to bottom."""
        indexes = sorted(self.selectionModel().selectedIndexes(), key=QModelIndex.row)
        found = [index.data(ENTRY) for index in indexes]
        return [entry for entry in found if isinstance(entry, LibraryEntry)]

    def rename_current(self) -> None:
        """Type the title of the run that the keyboard is at."""
        index = self.currentIndex()
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.scrollTo(index)
            self.edit(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The cards fill the width."""
        self._fit()
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete deletes; the rest is Qt's."""
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # the field let it through: it belongs to the title being typed
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._open(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY)
        if isinstance(entry, LibraryEntry):
            self.opened.emit(entry.run)

    def _fit(self) -> None:
        if self.form != "grid":
            self.scheduleDelayedItemsLayout()
            return
        width = self.viewport().width()
        columns = max(1, width // (CARD_WIDTH + GAP))
        self._delegate.card_width = (width - 2) // columns  # with no slack Qt wraps one earlier
        size = self._delegate.size()
        self._thumbnails.set_size(size * self.devicePixelRatioF())
        self.setGridSize(size)


class RowHeadings(QWidget):
    """What the columns of the rows are called."""

    _WORDS = (
        ("title", mark("title")),
        ("state", mark("state")),
        ("score", mark("score")),
        ("rounds", mark("rounds")),
        ("cast", mark("cast")),
        ("date", mark("date")),
    )

    def __init__(self, appearance: Appearance, shelf: Shelf) -> None:
        super().__init__()
        self._appearance, self._shelf = appearance, shelf
        self.setFixedHeight(28)
        appearance.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Small capitals above their columns."""
        painter = QPainter(self)
        font = QFont(self.font())
        font.setPixelSize(px("label_px"))
        font.setWeight(QFont.Weight.DemiBold)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        painter.setFont(font)
        painter.setPen(self._appearance.theme.color("muted"))
        places = row_places(QRect(0, 0, self._shelf.viewport().width(), self.height()))
        for place, word in translated(self._WORDS):
            area: QRect = getattr(places, place)
            if area.width() > 0:
                right = place in ("score", "rounds", "date")
                side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
                painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, word)
        painter.end()
