"""A person's own rating of one video: only the video and the questions are on the screen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.editing.ratings import (
    COMMENT_CHARACTERS,
    FLAGS,
    MAJOR_REPAIR,
    QUESTION,
    SCALE_ENDS,
    SCALES,
    Rating,
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
from ui.widgets.basics import ElidedLabel, column


class RatingPage(QWidget):
    """`rated` carries scene id, t and a `Rating`; `left` is sent without one; `other_chosen` has
    the place of another version, from 0."""

    rated = Signal(str, int, object)
    left = Signal()
    other_chosen = Signal(int)

    def __init__(self, context: StudioContext) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self._context = context
        self._place = ("", -1)
        self._place_shown, self._first_rated = 0, False
        self.form: RatingForm | None = None
        outer = column(self, margin=0, gap=0)
        bar, line = page_bar()
        self._title = ElidedLabel(tr("Rate this video"), "title")
        line.addWidget(self._title, 1)
        self.versions = QComboBox()
        self.versions.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.versions.setAccessibleName(tr("Version to rate"))
        self.versions.activated.connect(self._choose)
        line.addWidget(self.versions)
        told = ElidedLabel(tr("Scores, code and memory are hidden until you save"), "muted")
        told.setAlignment(Qt.AlignmentFlag.AlignRight)
        line.addWidget(told, 1)
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
        self.form.questionnaire.changed.connect(self._allow_choice)
        self._box.addWidget(self.form)

    def offer(self, rated: Sequence[bool], place: int) -> None:
        """Which versions there are, by letters only, and which of them is asked about. Another one
        may be chosen once the first is rated."""
        self.versions.clear()
        for number, known in enumerate(rated):
            words = tr("Video {letter} \u00b7 rated") if known else tr("Video {letter}")
            self.versions.addItem(words.format(letter=letters(number)))
        self.versions.setCurrentIndex(place)
        self._place_shown = place
        self._first_rated = bool(rated) and rated[0]
        self.versions.setVisible(len(rated) > 1)
        self._allow_choice()

    def show_rating(self, rating: Rating) -> None:
        """Fill in what was answered before; saving keeps both, the later one counts."""
        if self.form is not None:
            self.form.fill(rating)

    def _allow_choice(self) -> None:
        unsaved = self.form is not None and self.form.unsaved
        self.versions.setEnabled(self._first_rated and not unsaved)
        why = "" if self._first_rated else tr("Rate this one first; then the others can be chosen")
        self.versions.setToolTip(tr("Save or cancel first") if unsaved else why)

    def _choose(self, place: int) -> None:
        if place != self._place_shown:
            self.other_chosen.emit(place)

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


def letters(number: int) -> str:
    """A, B, ... Z, then A2, B2, ...: names that say nothing of how good a version is."""
    rounds, place = divmod(number, 26)
    return chr(ord("A") + place) + (str(rounds + 1) if rounds else "")


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
