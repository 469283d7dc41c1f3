"""The test of a profile: what its models really do, in plain sentences."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.profiles.asking import (
    PICTURE_PROMPT,
    ROOM,
    Ball,
    is_ball,
    json_prompt,
    request_for,
    reseeded,
    with_mode,
)
from app.profiles.sample import FOLDER, Score
from app.texts import listed, mark, tr
from pipeline.agents.protocols import ReviewFailedError
from pipeline.models.endpoint import ModelChat
from pipeline.models.faults import outside_a_run
from pipeline.models.port import ChatReply, ModelError, Picture, Role
from pipeline.models.profile import Found, JsonMode, Profile
from pipeline.models.retry import RetryPolicy
from pipeline.models.secrets import Key
from pipeline.models.window import ENOUGH, window_of
from pipeline.render_port import CancelToken

ONCE = RetryPolicy(attempts=2, first=0.5, asked=10.0)
"""A person waits for the answer; only what passes at once is asked again."""
SCORES = 3
NUMBER = "729"
"""What is written in the shipped picture, beside a red disc: a guess does not hit it."""
MODES: tuple[JsonMode, ...] = ("schema", "object", "text")
PICK_ANOTHER = mark(
    "Pick another model for reviewing (--vision-model), or review by measurement alone."
)

Make = Callable[[Profile], ModelChat]


@dataclass(frozen=True)
class Step:
    """One thing that was tried; `detail` is a sentence, `remedy` is empty when `ok`.

    `name` is one of a few marked words, to be translated where it is shown.
    """

    name: str
    ok: bool
    detail: str
    remedy: str = ""
    kind: str = ""


@dataclass
class Outcome:
    """What the test saw. `profile` is the tested one with what works written into it."""

    profile: Profile
    steps: list[Step] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether a run can be made with the profile: it writes, and what is to see, sees."""
        return all(step.ok for step in self.steps if step.name != "models")

    @property
    def spread(self) -> float | None:
        """Points of u between the best and the worst score of one render."""
        return max(self.scores) - min(self.scores) if len(self.scores) == SCORES else None


class Probe:
    """Tests one profile.

    Args:
        score: scores the shipped render; None leaves that out.
        say: told of every step as it begins.
        delta_fail: the gain of u that makes a lesson, in points.
    """

    def __init__(
        self,
        keys: dict[Role, Key | None],
        cancel: CancelToken,
        score: Score | None,
        say: Callable[[str], None] = lambda text: None,
        delta_fail: float = 5.0,
    ) -> None:
        self._keys, self._cancel, self._score, self._say = keys, cancel, score, say
        self._delta_fail = delta_fail
        self._listed: dict[str, list[str]] = {}
        self._windows: dict[tuple[str, str], int] = {}

    def run(self, profile: Profile) -> Outcome:
        """Every step that makes sense after the ones before; raises only `CancelledError`."""
        outcome = Outcome(profile)
        roles: tuple[Role, ...] = ("text", "vision") if profile.vision else ("text",)
        for role in roles:
            self._models(outcome, role)
        writes = self._text(outcome)
        if writes:
            self._json(outcome, "text")
        if profile.vision is None:
            outcome.warnings.append(
                tr("No vision model is named: reviews will be measured from the geometry alone.")
            )
        elif not writes and profile.vision.base_url == profile.text.base_url:
            pass  # what failed for a text fails for a picture
        elif self._image(outcome):
            self._json(outcome, "vision")
            self._spread(outcome)
        sees = next((step.ok for step in outcome.steps if step.name == "image reply"), None)
        found = Found(
            at=datetime.now(UTC).isoformat(timespec="seconds"), images=sees, spread=outcome.spread
        )
        outcome.profile = outcome.profile.model_copy(update={"found": found})
        return outcome

    def _chat(self, profile: Profile) -> ModelChat:
        return ModelChat(profile, self._keys, self._cancel, ONCE)

    def _models(self, outcome: Outcome, role: Role) -> None:
        choice = outcome.profile.choice(role)
        assert choice is not None
        if choice.base_url not in self._listed:
            self._say(tr("asking {host} for its models").format(host=choice.host))
            self._listed[choice.base_url] = []
            try:
                found = self._chat(outcome.profile).models(role)
            except ModelError as error:
                # Not every server lists its models; whether they answer is tried anyway.
                outcome.steps.append(_failed(mark("models"), error))
                return
            names = sorted(str(model["id"]) for model in found)
            for model in found:
                if (window := window_of(model)) is not None:
                    self._windows[choice.base_url, str(model["id"])] = window
            self._listed[choice.base_url] = names
            told = listed(names, 8) if names else tr("no model")
            outcome.steps.append(
                Step(
                    mark("models"),
                    True,
                    tr("{host} lists {told}.").format(host=choice.host, told=told),
                )
            )
        names = self._listed[choice.base_url]
        if names and choice.model not in names:
            outcome.warnings.append(
                tr("{model} is not among the models that {host} lists.").format(
                    model=choice.model, host=choice.host
                )
            )
        window = self._windows.get((choice.base_url, choice.model), ENOUGH)
        if window < ENOUGH:
            outcome.warnings.append(
                tr(
                    "{model} reads {window:,} tokens at once, prompt and reply together. With "
                    "lessons from memory and long programs a call needs up to {enough:,}: where "
                    "one does not fit, it fails. Start the server with a larger window if you can."
                ).format(model=choice.model, window=window, enough=ENOUGH)
            )

    def _text(self, outcome: Outcome) -> bool:
        self._say(tr("asking for a short text"))
        request = request_for("text", "Answer with the single word: ready")
        began = time.monotonic()
        try:
            reply = self._chat(outcome.profile).complete(request)
        except ModelError as error:
            outcome.steps.append(_failed(mark("text reply"), error))
            return False
        seconds = time.monotonic() - began
        model = outcome.profile.text.model
        if not reply.text.strip():
            outcome.steps.append(_empty(mark("text reply"), model, reply))
            return False
        if reply.estimated:
            outcome.warnings.append(
                tr(
                    "The endpoint does not report how many tokens it used: "
                    "the cost will be estimated."
                )
            )
        outcome.steps.append(
            Step(
                mark("text reply"),
                True,
                tr("{model} answered in {seconds:.1f} s.").format(model=model, seconds=seconds),
            )
        )
        return True

    def _json(self, outcome: Outcome, role: Role) -> None:
        """Find the strongest JSON mode that works, and write it into the profile."""
        words = tr("asking the text model for JSON"), tr("asking the vision model for JSON")
        self._say(words[role == "vision"])
        name = mark("JSON reply") if role == "text" else mark("JSON reply of the vision model")
        last: ModelError | None = None
        for mode in MODES:
            tried = with_mode(outcome.profile, role, mode)
            chat = self._chat(tried)
            try:
                reply = chat.complete(request_for(role, json_prompt(mode)), Ball)
            except ModelError as error:
                last = error
                if error.kind not in ("bad_request", "overloaded", "unreadable", "cut_off"):
                    break
                continue
            if chat.json_mode(role) == mode and is_ball(reply.text, mode):
                outcome.profile = tried
                outcome.steps.append(Step(name, True, tr(_MODE_TOLD[mode])))
                return
        if last is not None:
            outcome.steps.append(_failed(name, last))
            return
        outcome.steps.append(
            Step(
                name,
                False,
                tr("In none of three ways did the model give the small JSON that was asked for."),
                tr("Take a larger model: with this one most replies would not fit."),
                "no_json",
            )
        )

    def _image(self, outcome: Outcome) -> bool:
        self._say(tr("showing the vision model a picture"))
        choice = outcome.profile.vision
        assert choice is not None
        picture = Picture(path=FOLDER / "seen.png")
        request = request_for("vision", PICTURE_PROMPT, (picture,))
        try:
            reply = self._chat(outcome.profile).complete(request)
        except ModelError as error:
            blind = error.kind == "text_only"
            said = tr("{model} cannot see images: pick another for reviewing.").format(
                model=choice.model
            )
            step = _failed(mark("image reply"), error)
            outcome.steps.append(
                Step(mark("image reply"), False, said, tr(PICK_ANOTHER), "text_only")
                if blind
                else step
            )
            return False
        if not reply.text.strip():
            outcome.steps.append(_empty(mark("image reply"), choice.model, reply))
            return False
        sees = NUMBER in reply.text.replace(" ", "")
        detail = (
            tr("{model} sees images: it read the number in the shipped picture.").format(
                model=choice.model
            )
            if sees
            else tr(
                "{model} cannot see images, or not well: it answered and did not name "
                "the number in the shipped picture. Pick another for reviewing."
            ).format(model=choice.model)
        )
        remedy = "" if sees else tr(PICK_ANOTHER)
        outcome.steps.append(
            Step(mark("image reply"), sees, detail, remedy, "" if sees else "blind")
        )
        return sees

    def _spread(self, outcome: Outcome) -> None:
        if self._score is None:
            return
        for number in range(SCORES):
            self._say(
                tr("having the shipped render scored ({number} of {scores})").format(
                    number=number + 1, scores=SCORES
                )
            )
            try:
                outcome.scores.append(self._score(self._chat(reseeded(outcome.profile, number))))
            except ModelError as error:
                outcome.steps.append(_failed(mark("scores"), error))
                return
            except ReviewFailedError as error:
                outcome.steps.append(
                    Step(mark("scores"), False, str(error), tr(PICK_ANOTHER), "review_failed")
                )
                return
        spread = outcome.spread or 0.0
        told = ", ".join(f"{score:.1f}" for score in outcome.scores)
        detail = tr("One render scored {told}: a spread of {spread:.1f} points.").format(
            told=told, spread=spread
        )
        outcome.steps.append(Step(mark("scores"), True, detail))
        if self._delta_fail < 2 * spread:
            outcome.warnings.append(
                tr(
                    "The reviewer's scores of one render differ by {spread:.1f} points. A lesson "
                    "needs a gain of {delta_fail:g}, which is less than twice that: chance "
                    "alone could write lessons. Lower the temperature, take another vision model, "
                    "or raise delta_fail."
                ).format(spread=spread, delta_fail=self._delta_fail)
            )


_MODE_TOLD: dict[JsonMode, str] = {
    "schema": mark("Replies keep to a strict JSON schema."),
    "object": mark("Replies are JSON (JSON mode); a strict schema does not work here."),
    "text": mark("Replies are JSON when asked for in words; the endpoint enforces nothing."),
}


def _failed(name: str, error: ModelError) -> Step:
    return Step(name, False, error.message, outside_a_run(error.remedy), error.kind)


def _empty(name: str, model: str, reply: ChatReply) -> Step:
    if reply.finish == "length":
        return Step(
            name,
            False,
            tr(
                "{model} used up {room} tokens before its first word: it thinks without end."
            ).format(model=model, room=ROOM),
            tr("Switch its thinking off or down, or take another model."),
            "truncated",
        )
    words = tr("{model} gave an empty reply.")
    if reply.refusal:
        words = tr('{model} gave an empty reply and said "{refusal}".')
    told = words.format(model=model, refusal=reply.refusal[:200])
    if reply.finish not in ("", "stop"):
        told = f"{told} ({reply.finish})"
    return Step(
        name,
        False,
        told,
        tr("Take another model."),
        "",
    )
