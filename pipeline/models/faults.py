"""Every way in which an endpoint fails, named, with what happened and what to do.

A fault says three things: whether asking again may help (`retry`), whether the run has to stop for
a person (`pause`), and the words. Words hold no key: whoever raises a fault redacts it.
"""

import re
from dataclasses import dataclass, replace

from pipeline.agents.protocols import TokenUse
from pipeline.models.port import ModelError, PausedError
from pipeline.models.window import room_left

SERVERS = {11434: "Ollama", 1234: "LM Studio", 8080: "the llama.cpp server", 8000: "vLLM"}
"""Usual ports of local servers, for the question whether it was started."""
QUOTED = 300
"""Characters of an endpoint's own words that are shown."""


@dataclass(frozen=True)
class Site:
    """Where a request went: what the words of a fault need."""

    base_url: str
    host: str
    model: str
    key: str
    local: bool = False
    pictures: bool = False

    @property
    def server(self) -> str:
        """What usually listens there, by its port."""
        port = self.host.rpartition(":")[2]
        return SERVERS.get(int(port), "the server") if port.isdigit() else "the server"

    @property
    def key_place(self) -> str:
        """Where a person finds and changes the key."""
        if self.key.startswith("env:"):
            return f"the environment variable {self.key.removeprefix('env:')}"
        if self.key == "keyring":
            return "the system keyring"
        return "this session" if self.key == "session" else "no key at all"


@dataclass(eq=False)
class Fault(Exception):
    """One failed request.

    Attributes:
        kind: one word per kind, for code and tests.
        wait: seconds that the endpoint asked for, None if it did not.
        said: the reply as far as it came, for the estimate of what it cost.
        parameter: what a refused request is refused for, if the endpoint names it.
        began: the endpoint may have worked on a reply, and may bill it.
        room: tokens that a reply may have, where prompt and reply together were too long.
    """

    kind: str
    message: str
    remedy: str = ""
    retry: bool = False
    pause: bool = False
    wait: float | None = None
    said: str = ""
    parameter: str = ""
    began: bool = False
    room: int = 0

    def but(self, **changes: object) -> "Fault":
        """The same fault with other fields."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def error(self, lost: TokenUse, attempts: int = 1) -> ModelError:
        """What the caller gets when no retry is left."""
        kind = PausedError if self.pause else ModelError
        times = f" Asked {attempts} times." if attempts > 1 else ""
        return kind(self.message + times, self.remedy, kind=self.kind, lost=lost)


def quoted(text: str) -> str:
    """An endpoint's own words on one line, short, without control characters."""
    line = shown(text)
    return line if len(line) <= QUOTED else f"{line[:QUOTED]} ..."


def shown(text: str) -> str:
    """A text on one line, without control characters, half pairs and marks that reorder it."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def outside_a_run(remedy: str) -> str:
    """The same remedy where there is no run to resume: in a test of a profile, in the doctor."""
    return remedy.replace("resume the run", "try again").replace("Resume the run", "Try again")


def key_refused(site: Site, words: str) -> Fault:
    """401 or 403."""
    return Fault(
        "key_refused",
        f"Key refused: {site.host} does not take the key from {site.key_place} {_said(words)}",
        "Set a valid key, see that it may use this model, then resume the run.",
        pause=True,
    )


def quota(site: Site, words: str) -> Fault:
    """The account is used up; waiting does not help."""
    return Fault(
        "quota",
        f"Quota exhausted: {site.host} gives this account nothing more {_said(words)}",
        "Add credit or wait for the next period, or take another profile; then resume the run.",
        pause=True,
    )


def rate_limited(site: Site, words: str, wait: float | None) -> Fault:
    """429 that passes by itself."""
    return Fault(
        "rate_limited",
        f"{site.host} answers that there are too many requests {_said(words)}",
        "Wait a while and resume the run, or lower the profile's parallel requests.",
        retry=True,
        pause=True,
        wait=wait,
    )


def overloaded(site: Site, words: str, status: int, wait: float | None = None) -> Fault:
    """5xx, 408 and 409: a fault of the endpoint that may pass."""
    return Fault(
        "overloaded",
        f"{site.host} could not answer (error {status}) {_said(words)}",
        "Wait a while and resume the run; if it stays, look at the server's own log.",
        retry=True,
        pause=True,
        wait=wait,
    )


def web_page(site: Site, title: str) -> Fault:
    """HTML where an answer should be."""
    return Fault(
        "web_page",
        f"{site.base_url} answered with a web page instead of a reply {_said(title)}",
        "Log in to the network if it asks for that (a guest network does), and see that the base "
        "URL is the one for programs; it mostly ends in /v1.",
        pause=True,
    )


def redirected(site: Site, target: str) -> Fault:
    """3xx: not followed, so that no key and no text goes elsewhere."""
    return Fault(
        "redirected",
        f"{site.base_url} sends on to {quoted(target) or 'another address'}, "
        "which was not followed.",
        "Log in to the network if that is a login page; otherwise put the right base URL into the "
        "profile.",
        pause=True,
    )


def no_choices(site: Site) -> Fault:
    """`choices` is missing or empty."""
    return Fault(
        "no_choices",
        f"{site.host} answered without any reply in it (no choices).",
        "Try again; if it stays, the server or its model is not set up for chat.",
        retry=True,
        began=True,
    )


def unreadable(site: Site, content_type: str, words: str) -> Fault:
    """An answer that is neither JSON nor events."""
    return Fault(
        "unreadable",
        f"{site.host} sent something that is no reply ({content_type or 'no content type'}) "
        f"{_said(words)}",
        "See that the base URL is the one of an OpenAI-compatible server; it mostly ends in /v1.",
        retry=True,
        began=True,
    )


def cut_off(site: Site, said: str) -> Fault:
    """The connection ended before the reply did."""
    return Fault(
        "cut_off",
        f"The reply of {site.host} broke off before its end.",
        "Try again; if it stays, look at the server's own log and at its time limits.",
        retry=True,
        said=said,
        began=True,
    )


def stalled(site: Site, seconds: float, said: str) -> Fault:
    """Not a byte for the stall limit."""
    return Fault(
        "stalled",
        f"{site.host} sent nothing for {seconds:g} s.",
        "See whether the server is busy with another request, or raise the profile's stall limit "
        "(--stall): a slow machine needs long before its first word.",
        retry=True,
        pause=True,
        said=said,
        began=True,
    )


def too_slow(site: Site, seconds: float, said: str) -> Fault:
    """The total limit; asking again would cost the same again."""
    return Fault(
        "too_slow",
        f"The reply of {site.host} was not complete after {seconds:g} s.",
        "Take a faster model, lower the output tokens, or raise the profile's total limit "
        "(--total).",
        said=said,
        began=True,
    )


def too_large(site: Site, size: int) -> Fault:
    """More bytes than any reply has."""
    return Fault(
        "too_large",
        f"{site.host} sent more than {size // 1024**2} MB as one reply, which was not read on.",
        "The server or its model is not working; try another model.",
        began=True,
    )


def unreachable(site: Site, words: str) -> Fault:
    """No connection."""
    if site.local:
        remedy = f"Is {site.server} started? Start it, then resume the run."
        what = f"Nothing answers at {site.base_url}"
    else:
        remedy = (
            "See that this machine is online and that the base URL is right, then resume the run."
        )
        what = f"No connection to {site.base_url}"
    reason = re.sub(r"^\[Errno -?\d+\] ", "", quoted(words)) or "no reason is known"
    return Fault("unreachable", f"{what} ({reason}).", remedy, retry=True, pause=True)


def certificate(site: Site, words: str) -> Fault:
    """TLS cannot be trusted; the key was not sent."""
    return Fault(
        "certificate",
        f"The certificate of {site.host} cannot be trusted, so nothing was sent {_said(words)}",
        "See that the base URL is right and the machine's clock too; a server of your institution "
        "may need its certificate named in SSL_CERT_FILE.",
        pause=True,
    )


def context_too_long(site: Site, words: str) -> Fault:
    """The prompt does not fit into the model's context."""
    return Fault(
        "context_too_long",
        f"The request is longer than {site.model} can read {_said(words)}",
        "Take a shorter section or a model with a larger context; a local server may have to be "
        "started with one.",
        room=room_left(words),
    )


def text_only(site: Site, words: str) -> Fault:
    """A picture went to a model that cannot see."""
    return Fault(
        "text_only",
        f"{site.model} cannot see images {_said(words)}",
        "Pick another model for reviewing: ./run profile add with --vision-model.",
        pause=True,
    )


def model_missing(site: Site, words: str) -> Fault:
    """The endpoint does not have that model."""
    return Fault(
        "model_missing",
        f"{site.host} has no model {site.model} {_said(words)}",
        "Load it there, or put one of its models into the profile; ./run profile test lists them.",
        pause=True,
    )


def wrong_path(site: Site, status: int) -> Fault:
    """404 or 405 that is not about the model."""
    return Fault(
        "wrong_path",
        f"{site.base_url} has no chat completions (error {status}).",
        "Look at the base URL: it mostly ends in /v1.",
        pause=True,
    )


def bad_request(site: Site, words: str, status: int, parameter: str = "") -> Fault:
    """400 or 422 that is none of the above."""
    return Fault(
        "bad_request",
        f"{site.host} refuses the request (error {status}) {_said(words)}",
        "Run ./run profile test to see what this model takes.",
        parameter=parameter,
    )


def _said(words: str) -> str:
    words = quoted(words)
    return f'(it says: "{words}").' if words else "(it gives no reason)."
