"""Scripted replies of the loopback server: what real servers send, and what goes wrong."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

HTML_502 = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
LOGIN_PAGE = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Guest</body></html>"


@dataclass(frozen=True)
class Usage:
    """Tokens that the server says it counted."""

    input: int = 10
    output: int = 10

    def document(self) -> dict[str, int]:
        """As it stands on the wire."""
        return {
            "prompt_tokens": self.input,
            "completion_tokens": self.output,
            "total_tokens": self.input + self.output,
        }


@dataclass(frozen=True)
class Reply:
    """One answer.

    A `message` is answered in the form that was asked for: events with `stream`, else one document.
    A `body` is sent as it is: a JSON value, text or bytes.

    Attributes:
        usage: None for a server that does not count.
        piece: characters of content per event.
        pause: seconds before each event or byte (slow drip); `delay` before the whole answer.
        cut: end the connection after so many bytes of the body.
        ignore_stream: answer with one document though a stream was asked for.
        done: whether a stream ends with `[DONE]`.
        http10: answer in HTTP/1.0 without a length.
        packed: gzip the body.
        echo: replaces `{KEY}` in the body by the request's key.
        hang: send nothing and hold the connection until the server closes.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    message: Mapping[str, Any] | None = None
    finish: str | None = "stop"
    usage: Usage | None = field(default_factory=Usage)
    body: object = None
    model: str = "fake"
    piece: int = 12
    pause: float = 0.0
    delay: float = 0.0
    cut: int | None = None
    ignore_stream: bool = False
    done: bool = True
    http10: bool = False
    packed: bool = False
    echo: bool = False
    hang: bool = False

    def but(self, **changes: Any) -> "Reply":
        """The same reply with other fields."""
        return replace(self, **changes)

    @property
    def reported(self) -> Usage:
        """What the reply says that it used; nothing if it does not say."""
        if self.message is not None:
            return self.usage or Usage(0, 0)
        usage = self.body.get("usage") if isinstance(self.body, dict) else None
        if not isinstance(usage, dict):
            return Usage(0, 0)
        return Usage(usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0)

    def encoded(self, stream: bool, with_usage: bool) -> tuple[bytes, str]:
        """The whole body and its content type."""
        if self.message is None:
            return _raw(self.body)
        if stream and not self.ignore_stream:
            return b"".join(self._events(with_usage)), "text/event-stream"
        return json.dumps(self._document()).encode(), "application/json"

    def _document(self) -> dict[str, Any]:
        choice = {
            "index": 0,
            "finish_reason": self.finish,
            "message": {"role": "assistant"} | dict(self.message or {}),
        }
        head: dict[str, Any] = {"id": "x", "object": "chat.completion", "model": self.model}
        counted = {"usage": self.usage.document()} if self.usage else {}
        return head | {"choices": [choice]} | counted

    def _events(self, with_usage: bool) -> list[bytes]:
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": None}]
        for name, value in (self.message or {}).items():
            if isinstance(value, str):
                pieces = [value[i : i + self.piece] for i in range(0, len(value), self.piece)]
                deltas += [{name: piece} for piece in pieces]
        events = [self._chunk([{"index": 0, "delta": delta}]) for delta in deltas]
        if self.finish is not None:
            events.append(self._chunk([{"index": 0, "delta": {}, "finish_reason": self.finish}]))
        if with_usage and self.usage:
            events.append(self._chunk([], usage=self.usage.document()))
        lines = [b"data: " + json.dumps(event).encode() + b"\n\n" for event in events]
        return [b": keep-alive\n\n", *lines, *([b"data: [DONE]\n\n"] if self.done else [])]

    def _chunk(self, choices: list[dict[str, Any]], **more: object) -> dict[str, Any]:
        head = {"id": "x", "object": "chat.completion.chunk", "model": self.model}
        return head | {"choices": choices} | more


def _raw(body: object) -> tuple[bytes, str]:
    if isinstance(body, bytes):
        return body, "application/octet-stream"
    if isinstance(body, str):
        return body.encode(), "text/html" if body.lstrip().startswith("<") else "text/plain"
    return json.dumps(body).encode(), "application/json"


def squeezed(data: bytes) -> bytes:
    """The body of a reply with `content-encoding: gzip`."""
    return gzip.compress(data)


def say(text: str | None, **changes: Any) -> Reply:
    """A reply with that content; any field of `Reply` by name."""
    return Reply(message={"content": text}, **changes)


def say_json(value: object, **changes: Any) -> Reply:
    """A reply whose content is JSON."""
    return say(json.dumps(value), **changes)


def error(
    status: int, message: str, headers: Mapping[str, str] | None = None, **more: Any
) -> Reply:
    """An error as OpenAI's own servers word it; `more` are fields of the error object."""
    return Reply(status=status, headers=headers or {}, body={"error": {"message": message} | more})


def page(html: str = HTML_502, status: int = 502) -> Reply:
    """A page of HTML, with any status."""
    return Reply(status=status, body=html)


def redirect(to: str) -> Reply:
    """A redirect, for instance to a login page."""
    return Reply(status=302, headers={"location": to}, body=LOGIN_PAGE)


def of_case(response: Mapping[str, Any]) -> Reply:
    """A response of a case file of tests/cases, sent as it is."""
    headers = response.get("headers", {})
    body = response["body_raw"] if "body_raw" in response else response["body"]
    return Reply(status=response["status"], headers=headers, body=body)
