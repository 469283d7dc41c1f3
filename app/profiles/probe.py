"""The test of a profile: what its models really do, in plain sentences."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from app.profiles.sample import FOLDER, Score
from pipeline.agents.protocols import ReviewFailedError
from pipeline.models.endpoint import ModelChat
from pipeline.models.faults import outside_a_run
from pipeline.models.port import ChatReply, ChatRequest, ModelError, Picture, Role
from pipeline.models.profile import Found, JsonMode, Profile
from pipeline.models.retry import RetryPolicy
from pipeline.models.secrets import Key
from pipeline.models.window import ENOUGH, window_of
from pipeline.render_port import CancelToken

ONCE = RetryPolicy(attempts=2, first=0.5, asked=10.0)
"""A person waits for the answer; only what passes at once is asked again."""
SCORES = 3
ROOM = 2000
"""Output tokens of a small reply, so that a model which thinks first comes to its answer."""
NUMBER = "729"
"""What is written in the shipped picture, beside a red disc: a guess does not hit it."""
MODES: tuple[JsonMode, ...] = ("schema", "object", "text")
PICK_ANOTHER = "Pick another model for reviewing (--vision-model), or review by measurement alone."

Make = Callable[[Profile], ModelChat]


class Ball(BaseModel):
    """The JSON that the test asks for."""

    colour: Literal["red", "green", "blue"]
    size: int = Field(ge=0, le=1000)


@dataclass(frozen=True)
class Step:
    """One thing that was tried; `detail` is a sentence, `remedy` is empty when `ok`."""

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
                "No vision model is named: reviews will be measured from the geometry alone."
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
            self._say(f"asking {choice.host} for its models")
            self._listed[choice.base_url] = []
            try:
                listed = self._chat(outcome.profile).models(role)
            except ModelError as error:
                # Not every server lists its models; whether they answer is tried anyway.
                outcome.steps.append(_failed("models", error))
                return
            names = sorted(str(model["id"]) for model in listed)
            for model in listed:
                if (window := window_of(model)) is not None:
                    self._windows[choice.base_url, str(model["id"])] = window
            self._listed[choice.base_url] = names
            more = f" and {len(names) - 8} more" if len(names) > 8 else ""
            told = ", ".join(names[:8]) + more if names else "no model"
            outcome.steps.append(Step("models", True, f"{choice.host} lists {told}."))
        names = self._listed[choice.base_url]
        if names and choice.model not in names:
            outcome.warnings.append(
                f"{choice.model} is not among the models that {choice.host} lists."
            )
        window = self._windows.get((choice.base_url, choice.model), ENOUGH)
        if window < ENOUGH:
            outcome.warnings.append(
                f"{choice.model} reads {window:,} tokens at once, prompt and reply together. With "
                f"lessons from memory and long programs a call needs up to {ENOUGH:,}: where one "
                "does not fit, it fails. Start the server with a larger window if you can."
            )

    def _text(self, outcome: Outcome) -> bool:
        self._say("asking for a short text")
        request = _request("text", "Answer with the single word: ready")
        began = time.monotonic()
        try:
            reply = self._chat(outcome.profile).complete(request)
        except ModelError as error:
            outcome.steps.append(_failed("text reply", error))
            return False
        seconds = time.monotonic() - began
        model = outcome.profile.text.model
        if not reply.text.strip():
            outcome.steps.append(_empty("text reply", model, reply))
            return False
        if reply.estimated:
            outcome.warnings.append(
                "The endpoint does not report how many tokens it used: the cost will be estimated."
            )
        outcome.steps.append(Step("text reply", True, f"{model} answered in {seconds:.1f} s."))
        return True

    def _json(self, outcome: Outcome, role: Role) -> None:
        """Find the strongest JSON mode that works, and write it into the profile."""
        self._say(f"asking the {role} model for JSON")
        name = "JSON reply" if role == "text" else "JSON reply of the vision model"
        last: ModelError | None = None
        for mode in MODES:
            tried = _with_mode(outcome.profile, role, mode)
            chat = self._chat(tried)
            try:
                reply = chat.complete(_request(role, _json_prompt(mode)), Ball)
            except ModelError as error:
                last = error
                if error.kind not in ("bad_request", "overloaded", "unreadable", "cut_off"):
                    break
                continue
            if chat.json_mode(role) == mode and _is_ball(reply.text, mode):
                outcome.profile = tried
                outcome.steps.append(Step(name, True, _MODE_TOLD[mode]))
                return
        if last is not None:
            outcome.steps.append(_failed(name, last))
            return
        outcome.steps.append(
            Step(
                name,
                False,
                "In none of three ways did the model give the small JSON that was asked for.",
                "Take a larger model: with this one most replies would not fit.",
                "no_json",
            )
        )

    def _image(self, outcome: Outcome) -> bool:
        self._say("showing the vision model a picture")
        choice = outcome.profile.vision
        assert choice is not None
        picture = Picture(path=FOLDER / "seen.png")
        request = _request("vision", _PICTURE_PROMPT, (picture,))
        try:
            reply = self._chat(outcome.profile).complete(request)
        except ModelError as error:
            blind = error.kind == "text_only"
            said = f"{choice.model} cannot see images: pick another for reviewing."
            step = _failed("image reply", error)
            outcome.steps.append(
                Step("image reply", False, said, PICK_ANOTHER, "text_only") if blind else step
            )
            return False
        if not reply.text.strip():
            outcome.steps.append(_empty("image reply", choice.model, reply))
            return False
        sees = NUMBER in reply.text.replace(" ", "")
        detail = (
            f"{choice.model} sees images: it read the number in the shipped picture."
            if sees
            else f"{choice.model} cannot see images, or not well: it answered and did not name "
            "the number in the shipped picture. Pick another for reviewing."
        )
        remedy = "" if sees else PICK_ANOTHER
        outcome.steps.append(Step("image reply", sees, detail, remedy, "" if sees else "blind"))
        return sees

    def _spread(self, outcome: Outcome) -> None:
        if self._score is None:
            return
        for number in range(SCORES):
            self._say(f"having the shipped render scored ({number + 1} of {SCORES})")
            try:
                outcome.scores.append(self._score(self._chat(_reseeded(outcome.profile, number))))
            except ModelError as error:
                outcome.steps.append(_failed("scores", error))
                return
            except ReviewFailedError as error:
                outcome.steps.append(
                    Step("scores", False, str(error), PICK_ANOTHER, "review_failed")
                )
                return
        spread = outcome.spread or 0.0
        told = ", ".join(f"{score:.1f}" for score in outcome.scores)
        detail = f"One render scored {told}: a spread of {spread:.1f} points."
        outcome.steps.append(Step("scores", True, detail))
        if self._delta_fail < 2 * spread:
            outcome.warnings.append(
                f"The reviewer's scores of one render differ by {spread:.1f} points. A lesson "
                f"needs a gain of {self._delta_fail:g}, which is less than twice that: chance "
                "alone could write lessons. Lower the temperature, take another vision model, or "
                "raise delta_fail."
            )


_MODE_TOLD: dict[JsonMode, str] = {
    "schema": "Replies keep to a strict JSON schema.",
    "object": "Replies are JSON (JSON mode); a strict schema does not work here.",
    "text": "Replies are JSON when asked for in words; the endpoint enforces nothing.",
}
_PICTURE_PROMPT = (
    "Which number is written in this picture, and which shape of which colour is beside it? "
    "Answer in one short sentence with the number in digits."
)


def _json_prompt(mode: JsonMode) -> str:
    if mode == "schema":
        # Nothing about the fields: only an endpoint that enforces the schema gets them right.
        return "Describe a red ball of size 12 as JSON."
    return (
        'Describe a red ball of size 12 as a JSON object with the fields "colour" (one of "red", '
        '"green", "blue") and "size" (a whole number). Answer with that object only.'
    )


def _is_ball(text: str, mode: JsonMode) -> bool:
    text = text.strip()
    if mode == "text" or text.startswith("```"):
        text = text[text.find("{") : text.rfind("}") + 1]
    try:
        ball = Ball.model_validate(json.loads(text))
    except (ValueError, ValidationError):
        return False
    return ball.colour == "red"


def _with_mode(profile: Profile, role: Role, mode: JsonMode) -> Profile:
    choice = profile.choice(role)
    assert choice is not None
    return profile.model_copy(update={role: choice.model_copy(update={"json_mode": mode})})


def _reseeded(profile: Profile, number: int) -> Profile:
    """With one seed, three scores of one picture would be one score."""
    if profile.seed is None:
        return profile
    return profile.model_copy(update={"seed": (profile.seed + number) % 2**31})


def _request(role: Role, prompt: str, pictures: tuple[Picture, ...] = ()) -> ChatRequest:
    return ChatRequest(
        agent="ProfileTest",
        role=role,
        system="You answer exactly what is asked, as shortly as you can.",
        prompt=prompt,
        pictures=pictures,
        max_tokens=ROOM,
    )


def _failed(name: str, error: ModelError) -> Step:
    return Step(name, False, error.message, outside_a_run(error.remedy), error.kind)


def _empty(name: str, model: str, reply: ChatReply) -> Step:
    if reply.finish == "length":
        return Step(
            name,
            False,
            f"{model} used up {ROOM} tokens before its first word: it thinks without end.",
            "Switch its thinking off or down, or take another model.",
            "truncated",
        )
    why = f" ({reply.finish})" if reply.finish not in ("", "stop") else ""
    said = f' and said "{reply.refusal[:200]}"' if reply.refusal else ""
    return Step(name, False, f"{model} gave an empty reply{why}{said}.", "Take another model.", "")
