"""An endpoint on the loopback address that thinks for a fixed time and answers by a small script.

It speaks just enough of the chat protocol to play a run: the answer follows from the JSON schema
that is asked for, or is a program of the scene that the request names.
"""

import json
import re
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

SCENES = ("Doubling", "Halving", "Balance")
FIRST_SCORE, LATER_SCORE = 70, 92
_NAMED = re.compile("|".join(SCENES))

PROGRAM = """from manim import *


class {scene}(Scene):
    def construct(self):
        title = Text("{scene}", font_size={size}).to_edge(UP)
        row = VGroup(*[Square(side_length=0.8) for _ in range(6)]).arrange(RIGHT, buff=0.4)
        self.play(Write(title), run_time=1.5)
        self.play(LaggedStart(*[Create(box) for box in row], lag_ratio=0.2), run_time=2)
        {fault}self.play(row.animate.set_fill(BLUE, opacity=0.6), run_time=1.5)
        self.play(row.animate.shift(DOWN), run_time=1)
        self.wait(2)
"""
_FAULT = "row[9].set_fill(RED)\n        "


Write = Callable[[str, str], str]
"""The program of a scene, given its name and the text of the request."""


class Script:
    """What a model answers. Each scene is revised once. Thread-safe.

    Args:
        write: the programs; the first one of the second scene fails while it is drawn.
    """

    def __init__(self, write: Write | None = None) -> None:
        self._write = write or _program
        self._reviewed: dict[str, int] = {}
        self._lock = threading.Lock()

    def answer(self, body: dict[str, Any]) -> tuple[str, int, int]:
        """The text of a reply, and the tokens in and out that it reports."""
        asked = "\n".join(_texts(body))
        form = body.get("response_format", {}).get("json_schema", {}).get("name", "")
        with self._lock:
            text = self._text(form, _scene(asked), asked)
        return text, len(asked) // 4, len(text) // 4

    def _text(self, form: str, scene: str, asked: str) -> str:
        if not form:
            return f"```python\n{self._write(scene, asked)}```\n"
        if form == "ReviewReply":
            self._reviewed[scene] = self._reviewed.get(scene, 0) + 1
            return json.dumps(_review(self._reviewed[scene]))
        return json.dumps(_WORDS[form])


class ReplayServer:
    """Alive inside a `with` block. `calls` counts what was asked; `tokens` what was reported."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.calls = 0
        self.tokens = 0
        self._script = Script()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="replay", daemon=True
        )

    @property
    def base_url(self) -> str:
        """What a profile names."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "ReplayServer":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, body: dict[str, Any]) -> tuple[str, int, int]:
        """See `Script.answer`; counted."""
        text, *used = self._script.answer(body)
        with self._lock:
            self.calls += 1
            self.tokens += sum(used)
        return text, used[0], used[1]


def _program(scene: str, asked: str) -> str:
    retry = "# Failed attempt" in asked
    revised = f"class {scene}(Scene)" in asked and not retry
    faulty = scene == SCENES[1] and not retry and not revised
    size = 40 if revised else 36
    return PROGRAM.format(scene=scene, size=size, fault=_FAULT if faulty else "")


def _review(number: int) -> dict[str, object]:
    first = number == 1
    score = FIRST_SCORE if first else LATER_SCORE
    return {
        "issues": ["The title is small."] if first else [],
        "reasons": ["The order is clear."],
        "scores": dict.fromkeys(("logical_flow", "layout", "accuracy"), score),
        "verdict": "revise" if first else "pass",
        "instruction": "Make the title larger." if first else "",
    }


_WORDS: dict[str, object] = {
    "StoryboardReply": {
        "scenes": [
            {
                "name": name,
                "claim": f"{name} changes a quantity by a fixed factor.",
                "evidence": "Every step multiplies by the same number.",
                "takeaway": "The factor decides.",
                "duration_hint": 8,
            }
            for name in SCENES
        ]
    },
    "HintReply": {"hint": "The group has six members; leave out the tenth.", "decision": "retry"},
    "RationaleReply": {"rationale": "One row of equal shapes carries one idea at a time."},
    "LessonReply": {
        "trigger": "A title that is small.",
        "root_cause": "The font size was chosen too low.",
        "recipe": "Use font size 40 for titles.",
        "anti_example": "Text('a', font_size=36)",
        "good_example": "Text('a', font_size=40)",
        "diagnostic": "The title is small.",
    },
}


def _scene(asked: str) -> str:
    """The scene that a request is about: the one that is named last."""
    found = _NAMED.findall(asked)
    return found[-1] if found else SCENES[0]


def _texts(body: dict[str, Any]) -> list[str]:
    texts: list[str] = []
    for message in body["messages"]:
        content = message["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        texts += [part["text"] for part in parts if "text" in part]
    return texts


def _handler(replay: ReplayServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            time.sleep(replay.delay)
            text, tokens_in, tokens_out = replay.answer(body)
            data = b"".join(_events(text, tokens_in, tokens_out))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            data = json.dumps({"object": "list", "data": [{"id": "replay"}]}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: standard error belongs to the benchmark."""

    return Handler


def _events(text: str, tokens_in: int, tokens_out: int) -> list[bytes]:
    head = {"id": "replay", "object": "chat.completion.chunk", "model": "replay"}
    usage = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    usage["total_tokens"] = tokens_in + tokens_out
    chunks: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": text}}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": usage},
    ]
    lines = [b"data: " + json.dumps(head | chunk).encode() + b"\n\n" for chunk in chunks]
    return [*lines, b"data: [DONE]\n\n"]
