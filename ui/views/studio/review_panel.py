"""What is thought of the iteration on show and why it came about."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.readable import shortened
from app.run_view.loading import RunFiles
from app.run_view.values import DASH, IterationView, SceneView, category_words
from app.texts import mark, tr
from app.vocabulary import in_words
from pipeline.schema.finding import Finding
from ui.theme.appearance import Appearance
from ui.theme.tokens import px
from ui.views.studio.pairing import PairFiles
from ui.views.studio.score_bars import ScoreTable, change_words
from ui.widgets.arranging import clear_layout
from ui.widgets.basics import Tone, button, chip, column, heading, label, row, set_property
from ui.widgets.speech import plain_tip

RECORD_CHARACTERS = 180
LEAST_WIDTH = 270
"""Logical pixels."""
_SIGNS: dict[str, str] = {"error": "✕", "warning": "!", "note": "i"}
_VERDICT_TONES: dict[str, Tone] = {"pass": "good", "fail": "bad"}
_POLARITY = {
    "M+": mark("an example of what has worked"),
    "M−": mark("a pitfall: what went wrong, and how to do better"),
}
_TONES: dict[str, Tone] = {"error": "bad", "warning": "warn", "note": ""}


class FindingRow(QFrame):
    """One finding: sign, sentence, line; activated by click, Enter or Space."""

    activated = Signal(object)

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self._finding = finding
        line = row(self, gap=6)
        sign = label(_SIGNS[finding.severity], "strong", _TONES[finding.severity])
        sign.setFixedWidth(12)
        line.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(label(finding.message, wrap=True), 1)
        if finding.line is not None:
            go = button(
                tr("l. {line}").format(line=finding.line),
                "link",
                tr("Go to this line of the program"),
            )
            go.clicked.connect(lambda: self.activated.emit(self._finding))
            line.addWidget(go, 0, Qt.AlignmentFlag.AlignTop)
        elif finding.time is not None:
            go = button(
                tr("{seconds:.1f} s").format(seconds=finding.time),
                "link",
                tr("Go to this moment of the video"),
            )
            go.clicked.connect(lambda: self.activated.emit(self._finding))
            line.addWidget(go, 0, Qt.AlignmentFlag.AlignTop)
        self.setToolTip(plain_tip(finding.suggestion))
        self.setAccessibleName(f"{in_words(finding.severity)}: {finding.message}")


class RecordCard(QFrame):
    """A retrieved record: polarity, similarity, what it says, what it changed."""

    opened = Signal(int)

    def __init__(
        self,
        record_id: int,
        sign: str,
        similarity: float | None,
        text: str,
        changed: Sequence[str],
    ) -> None:
        super().__init__()
        self.setProperty("role", "inset")
        box = column(self, margin=px("tight"), gap=2)
        top = row()
        polarity = label(sign, "strong", "good" if sign == "M+" else "bad")
        polarity.setToolTip(tr(_POLARITY[sign]))
        top.addWidget(polarity)
        link = button(
            tr("Record {record_id}").format(record_id=record_id), "link", tr("Show this record")
        )
        link.clicked.connect(lambda: self.opened.emit(record_id))
        top.addWidget(link)
        top.addStretch(1)
        near = DASH if similarity is None else f"{similarity:.3f}"
        top.addWidget(label(tr("similarity {near}").format(near=near), "faint"))
        box.addLayout(top)
        box.addWidget(label(text, "muted", wrap=True))
        for change in changed:
            box.addWidget(label(tr("Changed: {change}").format(change=change), wrap=True))
        self.setAccessibleName(
            tr("{sign} record {record_id}, {polarity}, similarity {near}").format(
                sign=sign, record_id=record_id, polarity=tr(_POLARITY[sign]), near=near
            )
        )


class ReviewPanel(QFrame):
    """Scores, findings, instruction, and the reasons, of the pair on show."""

    finding_activated = Signal(object)
    record_opened = Signal(int)
    rate_requested = Signal()
    deliver_requested = Signal(int)
    learn_requested = Signal(int)
    take_up_requested = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._after_t = -1
        self.setProperty("role", "card")
        self.setAccessibleName(tr("Review"))
        outer = column(self)
        top = row()
        self._title = heading(tr("Review"))
        top.addWidget(self._title)
        top.addStretch(1)
        self._figure = label(DASH, "figure")
        self._change = label("", "strong")
        top.addWidget(self._figure)
        top.addWidget(self._change)
        outer.addLayout(top)
        self.scores = ScoreTable(appearance)
        self._rated = label("", "muted", wrap=True)
        self._rated.hide()
        # The bars scroll away as well, so that reasons can be read in a low window.
        self._inside = QWidget()
        whole = QVBoxLayout(self._inside)
        whole.setContentsMargins(0, 0, px("hair"), 0)
        whole.setSpacing(px("tight"))
        whole.addWidget(self.scores)
        whole.addWidget(self._rated)
        self._box = QVBoxLayout()
        self._box.setSpacing(px("tight"))
        whole.addLayout(self._box, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._inside)
        outer.addWidget(area, 1)
        buttons = row()
        self._rate = button(tr("Rate video…"))
        self._rate.clicked.connect(self.rate_requested)
        self._deliver = button(tr("Deliver this one"))
        self._deliver.clicked.connect(lambda: self.deliver_requested.emit(self._after_t))
        self._learn = button(tr("Learn from this version"), "link")
        self._learn.setToolTip(tr("Writes a memory record that waits for your yes"))
        self._learn.clicked.connect(lambda: self.learn_requested.emit(self._after_t))
        outer.addWidget(self._learn)
        self.take_up = button(tr("Finish this version"), "primary")
        self.take_up.setToolTip(
            tr("Goes on where it was broken off; what is done is not done again")
        )
        self.take_up.clicked.connect(lambda: self.take_up_requested.emit(self._after_t))
        self.take_up.hide()
        outer.addWidget(self.take_up)
        buttons.addWidget(self._rate, 1)
        buttons.addWidget(self._deliver, 1)
        outer.addLayout(buttons)

    def minimumSizeHint(self) -> QSize:
        """Wide enough for the scores, and for the words of its buttons."""
        hint = super().minimumSizeHint()
        return QSize(max(LEAST_WIDTH, hint.width()), hint.height())

    def show_rating(self, words: str) -> None:
        """The person's own rating of the version on show; empty for none."""
        self._rated.setText(words[:1].upper() + words[1:])
        self._rated.setVisible(bool(words))

    def show_pair(
        self,
        scene: SceneView | None,
        before: IterationView | None,
        after: IterationView | None,
        files: PairFiles | None,
        run_files: RunFiles,
        similarity: dict[int, float],
        can_choose: bool,
    ) -> None:
        """Bring everything up to date."""
        self._head(before, after)
        self._buttons(scene, after, can_choose)
        clear_layout(self._box)
        if after is None:
            nothing = tr(
                "Nothing to review here. Scores, findings and reasons belong to the versions of a "
                "scene: choose one in the storyboard."
            )
            self._box.addWidget(label(nothing, "muted", wrap=True))
        else:
            self._failure(after)
            self._review(after, files)
            self._findings(before, after)
            self._why(after, run_files, similarity)
        self._box.addStretch(1)

    def _head(self, before: IterationView | None, after: IterationView | None) -> None:
        names = " → ".join(i.name for i in (before, after) if i is not None)
        self._title.setText(tr("Review · {names}").format(names=names) if names else tr("Review"))
        old = before.u if before else None
        new = after.u if after else None
        self._figure.setText(DASH if new is None else f"{new:.1f}")
        text, tone = change_words(old, new, digits=1)
        arrow = {"good": "▲ ", "bad": "▼ "}.get(tone, "")
        self._change.setText(arrow + text.lstrip("+−"))
        set_property(self._change, "tone", tone)
        self.scores.show_scores(before.axes if before else None, after.axes if after else None)

    def _buttons(
        self, scene: SceneView | None, after: IterationView | None, can_choose: bool
    ) -> None:
        self._after_t = after.t if after else -1
        rendered = after is not None and bool(after.ok)
        self._rate.setEnabled(rendered)
        by_hand = after is not None and after.loop == "human" and rendered
        self._learn.setVisible(by_hand and can_choose)
        self.take_up.setVisible(after is not None and bool(after.stopped) and can_choose)
        shown = scene is not None and after is not None and scene.shown == after.t
        self._deliver.setEnabled(rendered and can_choose and not shown)
        self._deliver.setText(tr("Delivered") if shown else tr("Deliver this one"))
        self._deliver.setToolTip(
            tr("This version is in the animation") if shown
            else tr(
                "Put this version into the animation instead; the automatic choice stays on record"
            )
        )  # fmt: skip

    def _failure(self, after: IterationView) -> None:
        if after.ok is False:
            self._section(tr("What failed"))
            kind = category_words(after.category)
            words = f"{kind[:1].upper()}{kind[1:]}: {after.message}" if kind else after.message
            self._box.addWidget(label(words, tone="bad", wrap=True))
            if after.hint:
                self._box.addWidget(
                    label(tr("Hint: {hint}").format(hint=after.hint), "muted", wrap=True)
                )
        if after.stopped:
            self._section(tr("Broken off"))
            told = tr("Work on this version ended early: {reason}. Its program is kept.")
            reason = in_words(after.stopped).rstrip(".")
            self._box.addWidget(label(told.format(reason=reason), tone="warn", wrap=True))
        if after.review_error:
            self._section(tr("No score"))
            self._box.addWidget(label(after.review_error, tone="warn", wrap=True))

    def _review(self, after: IterationView, files: PairFiles | None) -> None:
        review = files.after.review if files and files.pair.after == after.t else None
        if not after.reviewer:
            return
        line = row()
        tone = _VERDICT_TONES.get(after.verdict, "warn")
        line.addWidget(chip(in_words(after.verdict), tone))
        by = tr("measured layout") if after.reviewer.startswith("measured") else after.reviewer
        line.addWidget(label(tr("by {by}").format(by=by), "faint"))
        line.addStretch(1)
        self._box.addLayout(line)
        for note in after.notes:
            self._box.addWidget(label(note, "faint", wrap=True))
        if review is not None:
            reasons = "\n".join(review.reasons)
            for issue in review.issues:
                if issue.rstrip(".") not in reasons:  # what a reason says is said once
                    self._box.addWidget(label(f"· {issue}", wrap=True))
            if reasons:
                self._box.addWidget(label(reasons, "muted", wrap=True))
        if after.instruction:
            self._section(tr("To revise"))
            self._box.addWidget(label(after.instruction, wrap=True))

    def _findings(self, before: IterationView | None, after: IterationView) -> None:
        for iteration in (after, before):
            if iteration is None or not iteration.findings:
                continue
            self._section(tr("Findings in {name}").format(name=iteration.name))
            for finding in iteration.findings:
                line = FindingRow(finding)
                line.activated.connect(self.finding_activated)
                self._box.addWidget(line)

    def _why(self, after: IterationView, run_files: RunFiles, similarity: dict[int, float]) -> None:
        self._section(tr("Why it changed") if after.t else tr("What it read"))
        if after.trigger:
            self._box.addWidget(label(after.trigger, wrap=True))
        changes: dict[int, list[str]] = {}
        for applied in after.applied:
            changes.setdefault(applied.record_id, []).append(applied.change)
        slots = run_files.slots
        records = [(e.record_id, "M+", e.rationale) for e in slots.examples]
        records += [(p.record_id, "M−", f"{p.trigger} {p.recipe}") for p in slots.pitfalls]
        for record_id, sign, text in records:
            card = RecordCard(
                record_id,
                sign,
                similarity.get(record_id),
                shortened(text, RECORD_CHARACTERS),
                changes.get(record_id, ()),
            )
            card.opened.connect(self.record_opened)
            self._box.addWidget(card)
        if records:
            signs = tr("M+ holds what worked before, M− what failed before and how it was cured.")
            self._box.addWidget(label(signs, "faint", wrap=True))
        if not records:
            self._box.addWidget(
                label(tr("Memory held nothing for this section."), "faint", wrap=True)
            )

    def _section(self, words: str) -> None:
        self._box.addWidget(heading(words))
