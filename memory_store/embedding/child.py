"""The process that runs the text encoder, so that no other process imports torch.

Started as `python -m memory_store.embedding.child MODEL_DIRECTORY PARENT_PID [patient]`. It answers
frames on standard input with frames on standard output, one at a time, and ends with its parent.
"""

import ctypes
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from memory_store.embedding.base import MAX_PIECES, context_text
from memory_store.embedding.wire import read_frame, write_frame

Frame = tuple[dict[str, Any], bytes]
PR_SET_PDEATHSIG = 1
PATIENCE = 10
"""Steps by which a patient child gives way to other processes (`nice`)."""


def end_with_parent(parent: int) -> None:
    """On Linux, have the kernel kill this process when the starting thread's process dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the call above
            os._exit(0)


def listen(pipe: BinaryIO, frames: "queue.SimpleQueue[Frame]") -> None:
    """Put the frames of the parent in the queue; end at once when it closes the pipe."""
    try:
        while True:
            frames.put(read_frame(pipe))
    except (EOFError, OSError, ValueError):
        os._exit(0)


class Encoder:
    """The loaded model and its tokenizer."""

    def __init__(self, directory: Path) -> None:
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(1)  # two threads on a busy machine are ten times slower
        self._model = SentenceTransformer(str(directory), device="cpu", local_files_only=True)
        self._tokenizer = self._model.tokenizer

    def encode(self, texts: list[str]) -> bytes:
        """float32 rows of `texts` as little-endian bytes."""
        rows = self._model.encode(
            texts, normalize_embeddings=True, show_progress_bar=False, batch_size=32
        )
        return bytes(rows.astype("<f4").tobytes())

    def _pieces(self, text: str) -> list[tuple[int, int]]:
        """Where each word piece of `text` starts and ends, in characters."""
        read = self._tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, truncation=False,
            verbose=False,
        )  # fmt: skip
        return [(int(start), int(end)) for start, end in read["offset_mapping"]]

    def cut(self, text: str, role: str) -> tuple[str, int, int]:
        """The longest head of `text` that fits with the role; pieces read and pieces in all."""
        pieces = self._pieces(text)
        room = MAX_PIECES - 2 - len(self._pieces(role))
        kept = min(len(pieces), max(room, 0))
        head = text
        while kept < len(pieces):
            head = text[: pieces[kept - 1][1]] if kept else ""
            if len(self._pieces(context_text(head, role))) <= MAX_PIECES - 2:
                break
            kept -= 1
        return head, kept, len(pieces)

    def answer(self, head: dict[str, Any], body: bytes) -> Frame:
        """The answer to one request."""
        if head["do"] == "encode":
            texts: list[str] = head["texts"]
            return {"ok": True, "rows": len(texts)}, self.encode(texts) if texts else b""
        if head["do"] == "context":
            text, read, total = self.cut(head["text"], head["role"])
            vector = self.encode([context_text(text, head["role"])])
            return {"ok": True, "rows": 1, "read": read, "total": total}, vector
        return {"ok": False, "error": f"unknown request {head['do']!r}"}, b""


def serve(
    encoder: Callable[[dict[str, Any], bytes], Frame],
    frames: "queue.SimpleQueue[Frame]",
    out: BinaryIO,
) -> None:
    """Answer requests for ever; a request that fails gets its error as the answer."""
    while True:
        head, body = frames.get()
        try:
            answer, vectors = encoder(head, body)
        except Exception as error:  # whatever a text does to the model, the next one may work
            answer, vectors = {"ok": False, "error": f"{type(error).__name__}: {error}"}, b""
        write_frame(out, {**answer, "id": head.get("id")}, vectors)


def main() -> None:
    """Load the model, say so, and answer until the parent is gone."""
    directory, parent = Path(sys.argv[1]), int(sys.argv[2])
    end_with_parent(parent)
    if len(sys.argv) > 3 and hasattr(os, "nice"):
        os.nice(PATIENCE)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not write between our frames
    frames: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, frames), daemon=True).start()
    encoder = Encoder(directory)
    write_frame(out, {"ok": True, "ready": True, "id": 0})
    if frames.empty():
        encoder.encode(["The first text takes the longest, so it is one that nobody waits for."])
    serve(encoder.answer, frames, out)


if __name__ == "__main__":
    main()
