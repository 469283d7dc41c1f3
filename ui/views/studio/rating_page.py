"""A person's own rating of one video: only the video and the questions are on the screen."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.editing.ratings import (
    COMMENT_CHARACTERS,
    FLAGS,
    MAJOR_REPAIR,
    QUESTION,
    SCALE_ENDS,
    SCALES,
    rating_of,
)
from app.errors import StudioError
from app.faults import words_of
from app.texts import tr, translated
from ui.context import StudioContext
from ui.views.player.values import Clip
from ui.views.rating.form import RatingForm
from ui.views.rating.values import Questions, RatingDraft, Scale
from ui.widgets.arranging import page_bar
from ui.widgets.basics import column, label


class RatingPage(QWidget):
    """`rated` carries scene id, t and a `Rating`; `left` is sent without one."""

    rated = Signal(str, int, object)
    left = Signal()

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._context = context
        self._place = ("", -1)
        self.form: RatingForm | None = None
        outer = column(self, margin=0, gap=0)
        bar, line = page_bar()
        self._title = label(tr("Rate this video"), "title")
        line.addWidget(self._title)
        line.addStretch(1)
        line.addWidget(label(tr("Scores, code and memory are hidden until you save"), "muted"))
        outer.addWidget(bar)
        body = QWidget()
        self._box = column(body)
        outer.addWidget(body, 1)

    def open(self, scene_id: str, t: int, clip: Clip, section: str) -> None:
        """Ask for a rating of this iteration; an answer that was not saved is gone."""
        self.close_form()
        self._place = (scene_id, t)
        self._title.setText(tr("Rate this video · {title}").format(title=clip.title))
        self.form = RatingForm(
            self._context.appearance, self._context.bridge, questions(), clip, section
        )
        self.form.saved.connect(self._saved)
        self.form.cancelled.connect(self.left)
        self._box.addWidget(self.form)

    def close_form(self) -> None:
        """Let go of the form and its video."""
        if self.form is not None:
            self._box.removeWidget(self.form)
            self.form.player.clear()
            self.form.hide()
            self.form.deleteLater()
            self.form = None

    def _saved(self, draft: RatingDraft) -> None:
        try:
            rating = rating_of(draft.values())
        except StudioError as error:
            assert self.form is not None
            self.form.show_problem(words_of(error))
            return
        self.rated.emit(*self._place, rating)


def questions() -> Questions:
    """The questionnaire as the service defines it."""
    return Questions(
        tr(QUESTION),
        tr(MAJOR_REPAIR),
        (tr(SCALE_ENDS[0]), tr(SCALE_ENDS[1])),
        tuple(Scale(key, tr(title), tr(ask)) for key, (title, ask) in SCALES.items()),
        tuple(translated(FLAGS.items())),
        "other",
        COMMENT_CHARACTERS,
    )
