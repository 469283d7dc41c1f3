"""The right side of a run: the review, or a person's comments."""

from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from app.editing.comments import Comment
from app.texts import mark, tr, translated
from ui.theme.appearance import Appearance
from ui.views.player.comments import CommentList
from ui.views.player.values import CommentPin, Side
from ui.views.studio.controller import Pair
from ui.views.studio.review_panel import ReviewPanel
from ui.widgets.basics import column
from ui.widgets.segmented import Segmented

TABS = (("review", mark("Review")), ("comments", mark("Comments")))


class SidePanel(QWidget):
    """Two cards behind two tabs."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.review = ReviewPanel(appearance)
        self.comments = CommentList(appearance)
        card = QFrame()
        card.setProperty("role", "card")
        column(card).addWidget(self.comments)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.review)
        self._stack.addWidget(card)
        self.tabs = Segmented(translated(TABS), tr("Right side"))
        self.tabs.chosen.connect(self.show_tab)
        box = column(self, margin=0)
        box.addWidget(self.tabs)
        box.addWidget(self._stack, 1)

    def show_tab(self, key: str) -> None:
        """Bring the review or the comments to the front."""
        self.tabs.choose(key)
        self._stack.setCurrentIndex([name for name, _ in TABS].index(key))


def pins_of(comments: tuple[Comment, ...], pair: Pair) -> tuple[CommentPin, ...]:
    """The comments on the two iterations on show."""
    sides: dict[int | None, Side] = {pair.before: "before", pair.after: "after"}
    return tuple(
        CommentPin(
            id=comment.id,
            seconds=comment.seconds,
            x=comment.x,
            y=comment.y,
            text=comment.text,
            resolved=bool(comment.resolved),
            side=sides[comment.t],
            sent=bool(comment.sent),
        )
        for comment in comments
        if comment.scene_id == pair.scene_id and comment.t in sides
    )
