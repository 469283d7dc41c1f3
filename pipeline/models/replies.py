"""Replies of a run, kept so that a resumed run does not ask (and pay) for them again.

A step of the loop may take several calls: a reply that does not fit, and its repair. The step is
kept when it is done; a stop in between would lose the replies that came before it.
"""

import hashlib
from pathlib import Path

from pydantic import BaseModel

from pipeline.model_events import ModelAsked
from pipeline.models.port import ChatReply, ChatRequest
from pipeline.run.journal import Journal
from pipeline.run.step import Step
from pipeline.schema.base import Value

FOLDER = "replies"
DIGITS = 12


class _Kept(Value):
    """A reply and the model that was to give it."""

    model: str
    reply: ChatReply


def request_hash(request: ChatRequest, schema: type[BaseModel] | None) -> str:
    """The first digits of a SHA-256 of everything that is asked, pictures included."""
    asked = hashlib.sha256()
    for part in (request.agent, request.role, request.system, request.prompt):
        asked.update(hashlib.sha256(part.encode("utf-8", "surrogatepass")).digest())
    for picture in request.pictures:
        asked.update(hashlib.sha256(picture.path.read_bytes()).digest())
        asked.update(hashlib.sha256(picture.caption.encode()).digest())
    shape = schema.__name__ if schema is not None else ""
    asked.update(f"{request.max_tokens} {shape}".encode())
    return asked.hexdigest()[:DIGITS]


class ReplyStore:
    """Hands out each kept reply once. Used under its owner's lock."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._handed_out: set[Path] = set()

    def take(self, step: Step, agent: str, request: str, model: str) -> ChatReply | None:
        """The next kept reply to this request by this model, None if it has to be asked."""
        folder, stem = self._place(step, agent, request)
        for path in sorted(folder.glob(f"{stem}-*.json")):
            if path in self._handed_out:
                continue
            self._handed_out.add(path)
            kept = self._journal.recall(path, _Kept)
            if kept is not None and kept.model == model:
                return kept.reply
        return None

    def find(self, asked: ModelAsked) -> ChatReply | None:
        """The kept reply of one call, without handing it out."""
        folder, stem = self._place(Step(asked.scene_id, asked.t), asked.agent, asked.request)
        kept = self._journal.recall(folder / f"{stem}-{asked.call:03d}.json", _Kept)
        return None if kept is None else kept.reply

    def keep(
        self, step: Step, agent: str, request: str, call: int, model: str, reply: ChatReply
    ) -> None:
        """Keep a reply as soon as it is there."""
        folder, stem = self._place(step, agent, request)
        path = folder / f"{stem}-{call:03d}.json"
        self._handed_out.add(path)
        self._journal.keep(path, _Kept(model=model, reply=reply))

    def _place(self, step: Step, agent: str, request: str) -> tuple[Path, str]:
        folder = self._journal.folder.file(FOLDER) / (step.scene_id or "task")
        place = "task" if step.t is None else f"i{step.t:02d}"
        return folder, f"{place}-{agent}-{request}"
