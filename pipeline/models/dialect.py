"""What one endpoint takes of a request. Servers differ; a refused field is left out or renamed."""

import re
import threading
from typing import Any, Literal

from pydantic import BaseModel

from pipeline.models.faults import Fault
from pipeline.models.profile import JsonMode, ModelChoice, Profile
from pipeline.models.schema import response_schema

Level = Literal["schema", "plain_schema", "object", "text"]
"""`plain_schema` is a schema without the lengths of texts and lists."""
LEVELS: tuple[Level, ...] = ("schema", "plain_schema", "object", "text")
_AT_MOST = re.compile(r"at most (\d+)|maximum (?:value )?(?:is|of) (\d+)|<= ?(\d+)", re.IGNORECASE)


class Dialect:
    """The fields that an endpoint takes, as far as is known. Thread-safe.

    It starts with everything the profile says. `learn` is told of refused requests; what it
    learns holds for this session, and the profile's test writes the JSON mode down.
    """

    def __init__(self, choice: ModelChoice, profile: Profile) -> None:
        self._lock = threading.Lock()
        self._model = choice.model
        self._level: Level = choice.json_mode
        self._limit_name = "max_tokens"
        self._most = profile.limits.max_output_tokens
        self._optional: dict[str, Any] = {"stream_options": {"include_usage": True}}
        if profile.temperature is not None:
            self._optional["temperature"] = profile.temperature
        if profile.seed is not None:
            self._optional["seed"] = profile.seed
        self.notes: list[str] = []

    @property
    def json_mode(self) -> JsonMode:
        """The strongest JSON mode that the endpoint has not refused."""
        return "schema" if self._level == "plain_schema" else self._level

    def body(
        self, messages: list[dict[str, Any]], max_tokens: int, schema: type[BaseModel] | None
    ) -> tuple[dict[str, Any], Level]:
        """The body of a request, and how it asks for JSON."""
        with self._lock:
            body: dict[str, Any] = {
                "model": self._model,
                "messages": messages,
                "stream": True,
                self._limit_name: min(max_tokens, self._most),
                **self._optional,
            }
            level = self._level
        if schema is None or level == "text":
            return body, "text"
        form: dict[str, Any] = {"type": "json_object"}
        if level != "object":
            described = response_schema(schema, lengths=level == "schema")
            form = {"type": "json_schema", "json_schema": described}
        return body | {"response_format": form}, level

    def learn(self, fault: Fault, body: dict[str, Any], level: Level) -> bool:
        """Whether the refused request `body` can be asked in another way that may be taken.

        Each lesson takes something away that the request had, so this ends.
        """
        name = fault.parameter
        if fault.kind != "bad_request" or not name:
            return False
        with self._lock:
            if name == "response_format":
                return self._weaker(level)
            if name in ("max_tokens", "max_completion_tokens"):
                return self._other_limit(fault.message, body)
            if name not in body or name not in self._optional:
                return name in body  # another thread has learnt it in the meantime
            del self._optional[name]
            self.notes.append(f"it does not take {name}")
            return True

    def _weaker(self, sent: Level) -> bool:
        if sent == "text":
            return False
        if self._level == sent:
            self._level = LEVELS[LEVELS.index(sent) + 1]
            self.notes.append(f"it refuses the JSON mode {sent}")
        return True

    def _other_limit(self, message: str, body: dict[str, Any]) -> bool:
        sent = next(n for n in ("max_tokens", "max_completion_tokens") if n in body)
        found = _AT_MOST.search(message)
        most = int(next(group for group in found.groups() if group)) if found else 0
        if 0 < most < body[sent]:
            self._most = most
            self.notes.append(f"it writes at most {most} tokens")
            return True
        if sent == "max_completion_tokens":
            return False
        self._limit_name = "max_completion_tokens"
        return True
