"""Models of different abilities, for the loopback server."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.models.loopback import Seen, pictures_of
from tests.models.replies import Reply, error, say, say_json

RED = (214, 40, 40)


@dataclass
class Player:
    """A server that answers the test of a profile.

    Attributes:
        json: strongest way in which it gives JSON: `schema`, `object`, `text` or `none`.
        refuses: it says no to what it cannot, instead of passing it over.
        sight: `sees`, `refuses` pictures, or `ignores` them.
        scores: of the review, one after the other.
        counts: reports usage.
    """

    json: str = "schema"
    refuses: bool = True
    sight: str = "sees"
    scores: Sequence[float] = (80, 82, 81)
    counts: bool = True
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._scores = itertools.cycle(self.scores)

    def __call__(self, seen: Seen) -> Reply:
        """The answer to a request."""
        reply = self._answer(seen)
        return reply if self.counts or reply.message is None else reply.but(usage=None)

    def _answer(self, seen: Seen) -> Reply:
        form = (seen.body.get("response_format") or {}).get("type", "text")
        kind = {"json_schema": "schema", "json_object": "object"}.get(form, "text")
        pictures = pictures_of(seen.body)
        if pictures and self.sight == "refuses":
            return error(500, "image input is not supported - provide the mmproj")
        if len(pictures) == 4:
            return self._review()
        if pictures:
            self.asked.append("picture")
            assert pictures[0].convert("RGB").getpixel((140, 160)) == RED
            sees = self.sight == "sees"
            return say("It says 7 2 9 beside a red disc." if sees else "It says 42, by a cat.")
        if "red ball" in seen.text:
            return self._ball(kind)
        self.asked.append("text")
        return say("ready")

    def _ball(self, kind: str) -> Reply:
        self.asked.append(kind)
        strength = ["none", "text", "object", "schema"]
        if strength.index(kind) > strength.index(self.json):
            if self.refuses and kind != "text":
                return error(400, f"response_format {kind} is not supported")
            return say("It is a red ball, of course.")
        if kind == "schema":
            return say_json({"colour": "red", "size": 12})
        ball = {"colour": "red", "size": 12}
        return (
            say_json(ball) if kind == "object" else say(f"Here:\n```json\n{json.dumps(ball)}\n```")
        )

    def _review(self) -> Reply:
        self.asked.append("review")
        score = next(self._scores)
        return say_json(
            {
                "issues": ["The labels are small."],
                "reasons": ["It builds up.", "It is tidy.", "It is right."],
                "scores": {"logical_flow": score, "layout": score, "accuracy": score},
                "verdict": "revise",
                "instruction": "Make the labels larger.",
            }
        )
