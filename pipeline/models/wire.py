"""One HTTP exchange through the `openai` client, in a thread of its own.

The caller never blocks on the network: it takes pieces from a queue and hears a cancel within
`POLL` seconds, whatever the network does. Giving up shuts the socket down, which ends the thread.
Every exchange has a connection of its own: an idle one that the server has closed meanwhile is a
common fault, and a handshake costs little beside a reply.
"""

import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pipeline.models.profile import Limits, ModelChoice
from pipeline.models.secrets import Key
from pipeline.render_port import CancelledError, CancelToken

if TYPE_CHECKING:
    import ssl

    import httpx2
    import openai

    Send = Callable[[openai.OpenAI], AbstractContextManager[Any]]

POLL = 0.03
"""Seconds between looks at the cancel token."""
BIGGEST_REPLY = 16 * 1024**2
"""Bytes of one reply; the longest that a model writes has some hundred thousand."""
BIGGEST_ERROR = 1024**2
"""Bytes that are read of an answer that is no success."""
PLACEHOLDER = "none"
"""The key of an endpoint that needs none: the client library refuses an empty one."""

HEADERS = frozenset(
    {
        "accept", "accept-encoding", "connection", "content-length", "content-type", "host",
        "transfer-encoding", "user-agent",
        "x-stainless-raw-response",  # the library reads it back to know how it was called
    }
)  # fmt: skip
OPENAI_HEADERS = frozenset({"openai-organization", "openai-project"})


@dataclass(frozen=True)
class Head:
    """Status and headers (names in lower case), before any of the body."""

    status: int
    headers: Mapping[str, str]

    @property
    def content_type(self) -> str:
        """Without its parameters."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


class BrokenOffError(Exception):
    """The exchange ended by itself; `kind` is connect, certificate, cut, stall, or garbled."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind, self.words = kind, words


class OverdueError(Exception):
    """A limit was reached: `stall` or `total`."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Exchange:
    """One request and its answer.

    Args:
        send: starts the request on a client; its context gives a response with `iter_bytes`.
    """

    def __init__(self, choice: ModelChoice, key: Key | None, limits: Limits, send: "Send") -> None:
        self._choice, self._key, self._limits, self._send = choice, key, limits, send
        self._queue: queue.SimpleQueue[Head | bytes | BrokenOffError | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._given_up = False
        self._refused = False
        self._began = time.monotonic()
        threading.Thread(target=self._work, name="model request", daemon=True).start()

    def pieces(self, cancel: CancelToken) -> Iterator[Head | bytes]:
        """The head, then the body as it comes. Leaving the iteration ends the exchange.

        Raises:
            BrokenOffError: it ended before its end.
            OverdueError: nothing came for the stall limit, or all of it took too long.
            CancelledError: at once.
        """
        heard = self._began
        size = 0
        try:
            while True:
                piece = self._next(cancel, heard)
                heard = time.monotonic()
                if piece is None:
                    return
                if isinstance(piece, BrokenOffError):
                    raise piece
                if isinstance(piece, bytes):
                    size += len(piece)
                    if size > BIGGEST_REPLY:
                        raise OverdueError("size")
                yield piece
        finally:
            self.give_up()

    def _next(self, cancel: CancelToken, heard: float) -> "Head | bytes | BrokenOffError | None":
        while True:
            if cancel.cancelled:
                raise CancelledError
            now = time.monotonic()
            if now - self._began > self._limits.total:
                raise OverdueError("total")
            try:
                return self._queue.get(timeout=POLL)
            except queue.Empty:
                if now - max(heard, self._began) > self._limits.stall:
                    raise OverdueError("stall") from None

    def give_up(self) -> None:
        """Close the connection now; safe from any thread and more than once."""
        with self._lock:
            self._given_up = True
            for open_socket in self._sockets:
                with suppress(OSError):
                    # Not SSLSocket.shutdown: it takes the TLS state from under the reader.
                    socket.socket.shutdown(open_socket, socket.SHUT_RDWR)

    def _work(self) -> None:
        import httpx2
        import openai

        try:
            self._began = time.monotonic()  # the import may take seconds, which are ours
            with self._http_client() as http, self._send(self._client(http)) as response:
                self._queue.put(Head(response.status_code, _lower(response.headers)))
                for piece in response.iter_bytes():
                    self._queue.put(piece)
            self._queue.put(None)
        except (openai.APIError, httpx2.HTTPError, OSError) as error:
            self._queue.put(None if self._refused else _broken(error))
        except Exception as error:
            # Not passed over: the caller raises it as a named fault.
            self._queue.put(BrokenOffError("garbled", type(error).__name__))

    def _http_client(self) -> "httpx2.Client":
        import httpx2

        limits = self._limits
        timeout = httpx2.Timeout(limits.stall + 5, connect=limits.connect)
        return httpx2.Client(
            # A proxy that is set for the web has no way to this machine.
            trust_env=not self._choice.local,
            verify=_trusted(not self._choice.local),
            follow_redirects=False,
            timeout=timeout,
            event_hooks={"request": [self._watch], "response": [self._hear]},
        )

    def _client(self, http: "httpx2.Client") -> "openai.OpenAI":
        import openai

        return openai.OpenAI(
            api_key=self._secret,
            base_url=self._choice.base_url,
            http_client=http,
            max_retries=0,
            default_query=dict(self._choice.query),
        )

    @property
    def _secret(self) -> str:
        return self._key.reveal() if self._key else PLACEHOLDER

    def _watch(self, request: "httpx2.Request") -> None:
        request.extensions["trace"] = self._trace
        # The library adds what environment variables say, meant for another endpoint, and facts
        # about this machine. Only what a request needs goes out.
        kept = HEADERS | (OPENAI_HEADERS if self._choice.host == "api.openai.com" else set())
        for name in [name for name in request.headers if name.lower() not in kept]:
            del request.headers[name]
        header = self._choice.key_header
        bearer = "Bearer " if header == "authorization" else ""
        request.headers[header] = f"{bearer}{self._secret}"

    def _hear(self, response: "httpx2.Response") -> None:
        """Read the body of an error as it comes: the library would take it in whole, however
        long it is."""
        if response.is_success:
            return
        self._refused = True
        self._queue.put(Head(response.status_code, _lower(response.headers)))
        size = 0
        for piece in response.iter_bytes():
            self._queue.put(piece)
            size += len(piece)
            if size > BIGGEST_ERROR:
                break
        raise ConnectionAbortedError("the endpoint refused the request")

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Called by the transport at each step: remember sockets, send nothing once given up."""
        with self._lock:
            if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
                opened = info["return_value"].get_extra_info("socket")
                if isinstance(opened, socket.socket):
                    self._sockets.append(opened)
            if self._given_up and event.endswith(".started") and "close" not in event:
                raise ConnectionAbortedError("the request was given up")


@cache
def _trusted(trust_env: bool) -> "ssl.SSLContext":
    """The certificates that are trusted; reading them takes as long as a short call."""
    import httpx2

    return httpx2.create_ssl_context(trust_env=trust_env)


def warm_up() -> None:
    """Load the client library and the certificates in a thread, before the first request."""

    def load() -> None:
        import openai  # noqa: F401

        _trusted(True)
        _trusted(False)

    threading.Thread(target=load, name="model client", daemon=True).start()


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _broken(error: BaseException) -> BrokenOffError:
    """What ended an exchange, from the innermost cause."""
    import ssl

    import httpx2

    chain: list[BaseException] = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) and cause not in chain:
        chain.append(cause)
    words = str(chain[-1]) or type(chain[-1]).__name__
    if any(isinstance(link, ssl.SSLCertVerificationError) for link in chain):
        return BrokenOffError("certificate", words)
    kinds: tuple[tuple[type[BaseException], str], ...] = (
        (httpx2.ConnectTimeout, "connect"),
        (httpx2.ConnectError, "connect"),
        (httpx2.ProxyError, "connect"),
        (httpx2.UnsupportedProtocol, "connect"),
        (httpx2.TimeoutException, "stall"),
        (httpx2.DecodingError, "garbled"),
        (httpx2.TransportError, "cut"),
        (OSError, "cut"),
    )
    for kind, name in kinds:
        if any(isinstance(link, kind) for link in chain):
            return BrokenOffError(name, words)
    return BrokenOffError("garbled", words)
