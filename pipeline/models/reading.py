"""From the bytes of an answer to a reply: events or one document, whatever the header says."""

from dataclasses import dataclass, field
from typing import Any

from pipeline.agents.protocols import TokenUse
from pipeline.models import faults
from pipeline.models.classify import complaint_fault, is_page, page_title
from pipeline.models.faults import Fault, Site
from pipeline.models.json_values import parsed

DONE = "[DONE]"
_BLANK = b"\xef\xbb\xbf \t\r\n"
MOST_TOKENS = 10**9
"""A count above this is no count: no model reads or writes as much in one call."""


@dataclass
class Heard:
    """A reply as far as it has come."""

    text: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    finish: str = ""
    model: str = ""
    usage: TokenUse | None = None
    choices: bool = False
    hidden: int = 0

    @property
    def words(self) -> str:
        """The text; cleaned as a whole, since a character may come in two halves."""
        return clean("".join(self.text))


class ReplyReader:
    """Takes the body piece by piece. `whole` turns true when nothing more is expected.

    Raises `Fault` from `feed` and `finish`.
    """

    def __init__(self, site: Site, content_type: str) -> None:
        self._site = site
        self._content_type = content_type
        self._bytes = bytearray()
        self._events: bool | None = None
        self._pending = ""
        self.heard = Heard()
        self.whole = False

    def feed(self, piece: bytes) -> None:
        """The next bytes."""
        self._bytes += piece
        if self._events is None:
            # Gateways send empty lines, as many as it takes, until a model has begun.
            self._bytes = self._bytes.lstrip(_BLANK)
            start = bytes(self._bytes[:8])
            if len(start) < 6:
                return
            self._events = start.startswith((b"data:", b"event", b"id:", b"retry", b"error:", b":"))
        if not self._events:
            return
        while (end := self._bytes.find(b"\n")) >= 0:
            line = bytes(self._bytes[:end])
            del self._bytes[: end + 1]
            self._line(line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r"))

    def finish(self) -> Heard:
        """The reply, once the answer has ended."""
        if self._events:
            if self._bytes:
                self._line(self._bytes.decode("utf-8", "replace"))
            if not self.whole and not self.heard.finish:
                raise faults.cut_off(self._site, self.heard.words)
        else:
            self._document(self._bytes.decode("utf-8", "replace").lstrip("\ufeff"))
        if not self.heard.choices:
            raise faults.no_choices(self._site)
        return self.heard

    def _line(self, line: str) -> None:
        if self.whole or line.startswith(":"):
            return
        if not line.strip():
            if self._pending.strip():
                raise faults.unreadable(self._site, self._content_type, self._pending)
            return
        name, _, value = line.partition(":")
        if name not in ("data", "error"):  # llama.cpp has a field of its own for errors
            return
        value = value.removeprefix(" ")
        if value.strip() == DONE:
            self.whole = True
            return
        # An event is one line with every server known; the standard allows several.
        self._pending = f"{self._pending}\n{value}" if self._pending else value
        try:
            event = parsed(self._pending)
        except ValueError:
            return
        self._pending = ""
        self._take({"error": event} if name == "error" else event)

    def _document(self, text: str) -> None:
        try:
            value = parsed(text)
        except ValueError:
            if is_page(text):
                raise faults.web_page(self._site, page_title(text)) from None
            if text.lstrip().startswith(("{", "[")) or not text.strip():
                raise faults.cut_off(self._site, "") from None
            raise faults.unreadable(self._site, self._content_type, text) from None
        self._take(value)
        self.heard.finish = self.heard.finish or "stop"

    def _take(self, event: object) -> None:
        """One event, or the whole document."""
        if not isinstance(event, dict):
            raise faults.unreadable(self._site, self._content_type, str(event))
        if event.get("error") or _complains(event):
            raise self._complaint(event)
        heard = self.heard
        if isinstance(event.get("model"), str):
            heard.model = clean(event["model"])[:300]
        heard.usage = _usage(event.get("usage")) or heard.usage
        choices = event.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, dict) and choice.get("index") in (0, None):
                heard.choices = True
                self._choice(choice)

    def _choice(self, choice: dict[str, Any]) -> None:
        message = choice.get("delta") or choice.get("message") or {}
        if isinstance(message, dict):
            self.heard.text.append(_text(message.get("content")))
            self.heard.refusal.append(_text(message.get("refusal")))
            for name in ("reasoning_content", "reasoning"):
                self.heard.hidden += len(_text(message.get(name)))
        elif isinstance(message, str):
            self.heard.text.append(_text(message))
        if choice.get("finish_reason"):
            self.heard.finish = clean(str(choice["finish_reason"]))[:40]
        if choice.get("error"):
            raise self._complaint(choice)

    def _complaint(self, value: dict[str, Any]) -> Fault:
        said = self.heard.words
        return complaint_fault(value, self._site).but(said=said, began=bool(said))


def _complains(event: dict[str, Any]) -> bool:
    """Whether an object without choices is an error that does not say so: vLLM and gateways."""
    if "choices" in event:
        return False
    kinds = (event.get("object"), event.get("type"))
    words = (event.get("detail"), event.get("message"))
    return "error" in kinds or any(isinstance(word, (str, list)) and word for word in words)


def _text(value: object) -> str:
    """Text, or the text parts of a list."""
    if isinstance(value, list):
        parts = [part.get("text") if isinstance(part, dict) else part for part in value]
        return "".join(part for part in parts if isinstance(part, str))
    return value if isinstance(value, str) else ""


def clean(text: str) -> str:
    """`text` with NUL and lone surrogates replaced by U+FFFD."""
    return (
        text.encode("utf-16-le", "surrogatepass")
        .decode("utf-16-le", "replace")
        .replace("\0", "\ufffd")
    )


def _usage(value: object) -> TokenUse | None:
    if not isinstance(value, dict):
        return None
    counts = [value.get("prompt_tokens"), value.get("completion_tokens")]
    if not all(type(count) is int and 0 <= count <= MOST_TOKENS for count in counts):
        return None
    if not any(counts):
        return None
    return TokenUse(input=counts[0] or 0, output=counts[1] or 0)
