"""One model at one endpoint: its doors, one request to it, and what went wrong with that."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pipeline.models import faults
from pipeline.models.classify import status_fault
from pipeline.models.dialect import Dialect
from pipeline.models.faults import Fault, Site
from pipeline.models.json_values import parsed
from pipeline.models.profile import Limits, ModelChoice, Profile
from pipeline.models.reading import Heard, ReplyReader
from pipeline.models.secrets import Key
from pipeline.models.wire import BIGGEST_REPLY, BrokenOffError, Exchange, Head, OverdueError
from pipeline.render_port import CancelledError, CancelToken


class StoppedError(CancelledError):
    """A cancel while a request was under way; `heard` is what of the reply had come."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self.heard = heard


class Gate:
    """The doors of one endpoint: so many requests at a time, and none before a set moment."""

    def __init__(self, parallel: int) -> None:
        self._places = threading.Semaphore(parallel)
        self._closed_until = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def place(self, cancel: CancelToken) -> Iterator[None]:
        """A place among the requests of this endpoint; raises `CancelledError` while waiting."""
        while not self._places.acquire(timeout=0.03):
            cancel.check()
        try:
            cancel.check()  # the place may be free because a cancel ended who had it
            while (seconds := self._closed_until - time.monotonic()) > 0:
                cancel.wait(seconds)
                cancel.check()
            yield
        finally:
            self._places.release()

    def hold(self, seconds: float) -> None:
        """Let nobody through for so long: the endpoint asked one of us to wait."""
        with self._lock:
            self._closed_until = max(self._closed_until, time.monotonic() + seconds)


class Line:
    """One model at one endpoint, with what has been learnt about it."""

    def __init__(self, choice: ModelChoice, profile: Profile, key: Key | None, gate: Gate) -> None:
        self.choice, self.key, self.gate = choice, key, gate
        self.limits: Limits = profile.limits
        self.dialect = Dialect(choice, profile)

    def site(self, pictures: bool = False) -> Site:
        """For the words of a fault."""
        choice = self.choice
        return Site(choice.base_url, choice.host, choice.model, choice.key, choice.local, pictures)

    def ask(self, body: dict[str, Any], pictures: bool, cancel: CancelToken) -> Heard:
        """One request and its reply. Raises `Fault`, `StoppedError`."""
        site = self.site(pictures)
        exchange = Exchange(
            self.choice,
            self.key,
            self.limits,
            lambda client: client.chat.completions.with_streaming_response.create(**body),
        )
        reader: ReplyReader | None = None
        try:
            for piece in exchange.pieces(cancel):
                if isinstance(piece, Head):
                    if not 200 <= piece.status < 300:
                        raise status_fault(
                            piece.status, piece.headers, _rest(exchange, cancel), site
                        )
                    reader = ReplyReader(site, piece.content_type)
                elif reader is not None:
                    reader.feed(piece)
                    if reader.whole:
                        break
            if reader is None:
                raise faults.cut_off(site, "")
            return reader.finish()
        except CancelledError:
            raise StoppedError(reader.heard if reader else Heard()) from None
        except (BrokenOffError, OverdueError) as error:
            heard = reader.heard if reader else Heard()
            if isinstance(error, BrokenOffError) and error.kind == "cut" and heard.finish:
                return heard  # all but the closing formality came
            raise self._broken(error, heard.words, site) from None

    def _broken(self, error: BrokenOffError | OverdueError, said: str, site: Site) -> Fault:
        if isinstance(error, OverdueError):
            if error.limit == "size":
                return faults.too_large(site, BIGGEST_REPLY)
            if error.limit == "total":
                return faults.too_slow(site, self.limits.total, said)
            return faults.stalled(site, self.limits.stall, said)
        if error.kind == "stall":
            return faults.stalled(site, self.limits.stall, said)
        if error.kind == "certificate":
            return faults.certificate(site, error.words)
        if error.kind == "connect":
            return faults.unreachable(site, error.words)
        if error.kind == "garbled":
            return faults.unreadable(site, "", error.words)
        return faults.cut_off(site, said)

    def models(self, cancel: CancelToken) -> list[dict[str, Any]]:
        """What the endpoint lists, each with an `id`. Raises `Fault`, `CancelledError`."""
        site = self.site()
        exchange = Exchange(
            self.choice,
            self.key,
            self.limits,
            lambda client: client.models.with_streaming_response.list(),
        )
        status, data = 0, bytearray()
        headers: Mapping[str, str] = {}
        try:
            for piece in exchange.pieces(cancel):
                if isinstance(piece, Head):
                    status, headers = piece.status, piece.headers
                else:
                    data += piece
        except (BrokenOffError, OverdueError) as error:
            raise self._broken(error, "", site) from None
        if not 200 <= status < 300:
            raise status_fault(status, headers, bytes(data), site)
        return _models(data, site)


def _rest(exchange: Exchange, cancel: CancelToken) -> bytes:
    """The body of an error, as far as it comes."""
    data = bytearray()
    try:
        for piece in exchange.pieces(cancel):
            if isinstance(piece, bytes):
                data += piece
    except (BrokenOffError, OverdueError):
        pass  # the status says enough
    return bytes(data)


def _models(data: bytearray, site: Site) -> list[dict[str, Any]]:
    text = data.decode("utf-8", "replace")
    try:
        value = parsed(text)
    except ValueError:
        raise faults.web_page(site, text) from None
    listed = value.get("data", value.get("models")) if isinstance(value, dict) else value
    if not isinstance(listed, list):
        raise faults.unreadable(site, "", text)
    return [model for model in listed if isinstance(model, dict) and model.get("id")]
