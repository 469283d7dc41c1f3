"""Beside the picture of a run: the review, a person's comments, or how far it is."""

from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from app.editing.comments import Comment
from app.texts import mark, tr, translated
from ui.theme.appearance import Appearance
from ui.views.player.comments import CommentList
from ui.views.player.values import CommentPin, Side
from ui.views.studio.pairing import Pair
from ui.views.studio.progress_panel import ProgressPanel
from ui.views.studio.review_panel import ReviewPanel
from ui.widgets.basics import column
from ui.widgets.segmented import Segmented

TABS = (
    ("review", mark("Review")), ("comments", mark("Comments")), ("progress", mark("Progress")),
)  # fmt: skip


class SidePanel(QWidget):
    """Three cards behind tabs. Until a person chooses one, a run at work shows its progress."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.review = ReviewPanel(appearance)
        self.comments = CommentList(appearance)
        self.progress = ProgressPanel()
        self._followed = ""
        self._stack = QStackedWidget()
        self._stack.addWidget(self.review)
        for part in (self.comments, self.progress):
            card = QFrame()
            card.setProperty("role", "card")
            column(card).addWidget(part)
            self._stack.addWidget(card)
        self.tabs = Segmented(translated(TABS), tr("Review and progress"))
        self.tabs.chosen.connect(self.show_tab)
        box = column(self, margin=0)
        box.addWidget(self.tabs)
        box.addWidget(self._stack, 1)

    def show_tab(self, key: str) -> None:
        """Bring the review or the comments to the front."""
        self._followed = key
        self._choose(key)

    def follow(self, at_work: bool) -> None:
        """A run is at work, or not; a tab that a person chose stays."""
        if not self._followed:
            self._choose("progress" if at_work else "review")

    def begin(self) -> None:
        """Another run is on show."""
        if self._followed != "comments":
            self._followed = ""

    def _choose(self, key: str) -> None:
        self.tabs.choose(key)
        self._stack.setCurrentIndex([name for name, _ in TABS].index(key))


def pins_of(comments: tuple[Comment, ...], pair: Pair) -> tuple[CommentPin, ...]:
    """The comments on the two iterations on show."""
    sides: dict[str, Side] = {
        c.id: side for c in comments if (side := pair.which(c.scene_id, c.t)) is not None
    }
    return tuple(
        CommentPin(
            id=comment.id,
            seconds=comment.seconds,
            x=comment.x,
            y=comment.y,
            text=comment.text,
            resolved=bool(comment.resolved),
            side=sides[comment.id],
            sent=comment.sent,
        )
        for comment in comments
        if comment.id in sides
    )
