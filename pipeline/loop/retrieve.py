"""The first step of every scene: read the memory, once, as it was when the task began."""

from pipeline.events import Retrieved
from pipeline.loop.services import Services
from pipeline.loop.slots import make_slots
from pipeline.run.folder import RETRIEVAL
from pipeline.run.journal import Journal
from pipeline.schema.base import Value
from pipeline.schema.memory import MemorySlots
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task
from pipeline.settings import RunSettings


class _Retrieval(Value):
    """The stored outcome: the slots as they were read, so that a resumed run sees the same."""

    slots: MemorySlots
    pieces_read: int | None = None
    pieces_total: int | None = None


def recorded_slots(journal: Journal, scene_id: str, settings: RunSettings) -> MemorySlots | None:
    """The slots of a scene as the run read them, None if memory was off. Reads no bank.

    Raises `RunDamagedError`.
    """
    if settings.memory_mode == "off":
        return None
    folder = journal.folder
    for path in (folder.scene(scene_id) / RETRIEVAL, folder.file(RETRIEVAL)):
        found = journal.recall(path, _Retrieval)
        if found is not None:
            return found.slots
    return MemorySlots()


class Retriever:
    """Reads the memory for the scenes of one task."""

    def __init__(
        self, task: Task, services: Services, settings: RunSettings, journal: Journal
    ) -> None:
        self._task = task
        self._services = services
        self._settings = settings
        self._journal = journal

    def slots(self, scene_id: str, spec: SceneSpec) -> MemorySlots | None:
        """The two slots of a scene, None when memory is off.

        The paper's query is the section, so all scenes of a task share one retrieval; the
        scene-level query embeds claim and evidence instead.
        """
        return self._slots("" if self._settings.query == "section" else scene_id, spec)

    def slots_anew(self, scene_id: str, spec: SceneSpec) -> MemorySlots | None:
        """The slots of a scene that is made anew after its run: by the same query, from the memory
        as it is now, with what the run itself and others have added since."""
        return self._slots(scene_id, spec)

    def _slots(self, place: str, spec: SceneSpec) -> MemorySlots | None:
        if self._settings.empty_slots:
            return MemorySlots()
        if self._services.memory is None or self._settings.memory_mode == "off":
            return None
        if self._settings.query == "section":
            return self._retrieve(place, self._task.text)
        return self._retrieve(place, f"{spec.claim}\n{spec.evidence}")

    def _retrieve(self, scene_id: str, text: str) -> MemorySlots:
        folder = self._journal.folder
        path = folder.scene(scene_id) / RETRIEVAL if scene_id else folder.file(RETRIEVAL)
        found = self._journal.step(path, _Retrieval, lambda: self._read(text))
        self._journal.emit(
            Retrieved(
                scene_id=scene_id,
                examples=tuple((e.record_id, e.similarity) for e in found.slots.examples),
                pitfalls=tuple((p.record_id, p.similarity) for p in found.slots.pitfalls),
                pieces_read=found.pieces_read,
                pieces_total=found.pieces_total,
            )
        )
        return found.slots

    def _read(self, text: str) -> _Retrieval:
        memory, settings = self._services.memory, self._settings
        assert memory is not None
        self._services.cancel.check()
        if not memory.stats().by_status.get("active"):
            # Nothing to find: do not wait for the encoder.
            return _Retrieval(slots=MemorySlots())
        hits = memory.retrieve(
            text,
            self._task.role,
            k_plus=settings.k_plus,
            k_minus=settings.k_minus,
            count_use=settings.memory_mode == "rw",
            diversity=settings.diversity,
        )
        return _Retrieval(
            slots=make_slots(hits.successes, hits.failures, code_excerpt=settings.code_excerpt),
            pieces_read=hits.pieces_read,
            pieces_total=hits.pieces_total,
        )
