"""A strict OpenAI-compatible server on the loopback address, for tests.

    with Loopback([say("hello"), error(429, "slow down", {"retry-after": "1"})]) as server:
        ... base URL: server.base_url, model names: any, key: server.key ...
    assert server.problems == []          # also checked when the block ends
    server.bodies                         # the requests in order, as JSON
    server.counted                        # tokens that the server reported, in all

Replies are given in order; after the last one, the server answers 500 and the block fails. To
answer by what was asked, give a function of the request instead:

    def answer(seen: Seen) -> Reply:
        return say_json(STORYBOARD) if "storyboard" in seen.text else say(PROGRAM)

    with Loopback(answer) as server: ...

A request that breaks the wire format (see `strictness`) is answered 400 and noted in `problems`;
faults are fields of `Reply`. `lenient` switches the check of the format off.
"""

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from tests.models.replies import Reply, error, squeezed
from tests.models.strictness import expected, pictures_of, problems_of, text_of

__all__ = ["Loopback", "Seen", "pictures_of", "text_of"]


@dataclass(frozen=True)
class Seen:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All its text, system text first."""
        return text_of(self.body)


Answer = Callable[[Seen], Reply]


class Loopback:
    """One server on a port of its own, alive inside a `with` block.

    Args:
        replies: in order, or a function of the request.
        key: what the authorization header must hold; None takes any.
        key_header: where the key must be instead, without `Bearer`.
        query: what every address must end in, after a question mark.
        models: answered by /v1/models.
        lenient: take requests of any form.
        delay: seconds before every answer, as a fixed thinking time.
        tls: serve https with this certificate.
    """

    def __init__(
        self,
        replies: Sequence[Reply] | Answer = (),
        key: str | None = None,
        models: Sequence[str | dict[str, Any]] = ("fake",),
        lenient: bool = False,
        delay: float = 0.0,
        tls: ssl.SSLContext | None = None,
        key_header: str = "authorization",
        query: str = "",
    ) -> None:
        self.key_header, self.query = key_header, f"?{query}" if query else ""
        self.key, self.models, self.lenient, self.delay = key, list(models), lenient, delay
        self.problems: list[str] = []
        self.seen: list[Seen] = []
        self.arrivals: list[float] = []
        self.input_tokens = self.output_tokens = 0
        self.busy = self.peak = 0
        self.broken_off = threading.Event()
        self.closing = threading.Event()
        self._answer = replies if callable(replies) else self._in_order(list(replies))
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._scheme = "https" if tls else "http"
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="loopback"
        )

    @property
    def base_url(self) -> str:
        """What a profile names."""
        return f"{self._scheme}://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The chat requests in order."""
        return [seen.body for seen in self.seen]

    @property
    def counted(self) -> int:
        """Tokens that the server reported, in and out."""
        return self.input_tokens + self.output_tokens

    def __enter__(self) -> "Loopback":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error_: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        if kind is None:
            assert self.problems == [], self.problems

    def _in_order(self, replies: list[Reply]) -> Answer:
        def next_reply(seen: Seen) -> Reply:
            with self._lock:
                if replies:
                    return replies.pop(0)
            self.problems.append(f"request {len(self.seen)} was not expected: {seen.text!r:.200}")
            return error(500, "nothing more is scripted")

        return next_reply

    def reply_to(self, seen: Seen) -> Reply:
        """Note a request, check it, choose the answer."""
        found = (
            [] if self.lenient else problems_of(seen.body, seen.headers, self.key, self.key_header)
        )
        with self._lock:
            self.seen.append(seen)
            self.arrivals.append(time.monotonic())
            self.problems += found
        if found:
            return error(400, "; ".join(found), type="invalid_request_error")
        return self._answer(seen)

    def count(self, reply: Reply) -> None:
        """Add up what the reply says it used."""
        used = reply.reported
        with self._lock:
            self.input_tokens += used.input
            self.output_tokens += used.output

    def enter(self, step: int) -> None:
        """One request more (+1) or less (-1) in work."""
        with self._lock:
            self.busy += step
            self.peak = max(self.peak, self.busy)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, owner: Loopback) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is part of what is tested."""
        self.owner.broken_off.set()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on standard error."""

    def do_GET(self) -> None:
        """The list of models; anything else is not found."""
        owner = self.server.owner
        names = [{"id": m} if isinstance(m, str) else m for m in owner.models]
        listed = Reply(body={"object": "list", "data": [{"object": "model"} | n for n in names]})
        if self.path != f"/v1/models{owner.query}":
            self._send(error(404, f"no such path: {self.path}"), {})
        elif owner.key is not None and self.headers[owner.key_header] != expected(
            owner.key, owner.key_header
        ):
            self._send(error(401, "Incorrect API key provided", code="invalid_api_key"), {})
        else:
            self._send(listed, {})

    def do_POST(self) -> None:
        """A chat request."""
        owner = self.server.owner
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        if self.path != f"/v1/chat/completions{owner.query}":
            self._send(error(404, f"no such path: {self.path}"), {})
            return
        owner.enter(1)
        try:
            reply = owner.reply_to(Seen(self.path, dict(self.headers), body))
            self._send(reply, body or {})
        finally:
            owner.enter(-1)

    def _send(self, reply: Reply, body: dict[str, Any]) -> None:
        owner = self.server.owner
        if reply.hang:
            self._hold()
            return
        if owner.closing.wait(owner.delay + reply.delay):
            return
        with_usage = bool((body.get("stream_options") or {}).get("include_usage"))
        stream = bool(body.get("stream"))
        data, content_type = reply.encoded(stream, with_usage)
        if reply.echo:
            shown = self.headers.get("authorization", "").removeprefix("Bearer ")
            data = data.replace(b"{KEY}", shown.encode())
        if reply.packed:
            data = squeezed(data)
        streamed = content_type == "text/event-stream" or reply.http10
        self._head(reply, content_type, None if streamed and reply.cut is None else len(data))
        self._body(data[: reply.cut], reply)
        if reply.cut is None:
            owner.count(reply)

    def _head(self, reply: Reply, content_type: str, length: int | None) -> None:
        self.protocol_version = "HTTP/1.0" if reply.http10 else "HTTP/1.1"
        self.send_response(reply.status)
        sent = {name.lower(): value for name, value in reply.headers.items()}
        own = {"content-type": content_type, "connection": "close"}
        if reply.packed:
            own["content-encoding"] = "gzip"
        if length is not None:
            own["content-length"] = str(length)
        for name, value in (own | sent).items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True

    def _body(self, data: bytes, reply: Reply) -> None:
        if not reply.pause:
            self.wfile.write(data)
            return
        separator = b"\n\n" if data.count(b"\n\n") > 1 else b""
        pieces = [p + separator for p in data.split(separator) if p] if separator else [
            data[i : i + 1] for i in range(len(data))
        ]  # fmt: skip
        for piece in pieces:
            if self.server.owner.closing.wait(reply.pause):
                return
            self.wfile.write(piece)
            self.wfile.flush()

    def _hold(self) -> None:
        """Wait until the client goes away or the test ends."""
        self.close_connection = True
        self.connection.settimeout(0.05)
        while not self.server.owner.closing.is_set():
            with suppress(TimeoutError):
                if self.connection.recv(1, socket.MSG_PEEK) == b"":
                    self.server.owner.broken_off.set()
                    return
