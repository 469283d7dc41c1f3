"""What one run retrieved and how its scenes went, read from its log line by line.

Only lines that say so are parsed; programs, reviews and whole outcomes are never read.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.library.section import section_id
from pipeline.run.folder import EVENTS, MANIFEST, TASK
from pipeline.schema.base import Value

LOOP_SETTINGS = (
    "t_text", "t_vis", "theta_conv", "k_plus", "k_minus", "measured_findings", "own_checks",
    "repair", "code_excerpt",
)  # fmt: skip
"""Settings on which first attempts and rounds depend: scenes are compared only if all agree."""
_MEMORY_SETTINGS = ("k_plus", "k_minus", "code_excerpt")

_KIND = re.compile(rb'"kind": ?"([a-z_]+)"')
_TELLING = frozenset(
    {
        b"retrieved",
        b"scene_started",
        b"candidate_written",
        b"checked",
        b"rendered",
        b"reviewed",
        b"scene_delivered",
        b"scene_skipped",
    }
)

Ranked = tuple[tuple[int, float], ...]


class Applied(Value):
    """What a record changed in the program of iteration `t`, in words."""

    t: int
    record: int
    change: str


class SceneFacts(Value):
    """One scene that has ended, or was begun.

    Attributes:
        again: it was made anew, for a person, after its run had finished.
        examples, pitfalls: what its prompts held, as (record id, similarity), best first.
        first: score of the first attempt in [0, 100], None where it has none: it failed, or there
            is no review. A mended program (no reflection round) counts as the attempt it mends.
        first_ok: whether the first attempt rendered; None if that is not known.
        rounds: reflection rounds, None for a scene that has not ended.
        score: of the delivered rendition.
        reviewer: who scored; empty without a review.
        applied: what records changed, over all iterations.
    """

    scene_id: str
    name: str = ""
    again: bool = False
    examples: Ranked = ()
    pitfalls: Ranked = ()
    first: float | None = None
    first_ok: bool | None = None
    rounds: int | None = None
    score: float | None = None
    reviewer: str = ""
    applied: tuple[Applied, ...] = ()


class RunFacts(Value):
    """What a run says about the memory it read; no path but that of the bank, as the run says it.

    `loop` are the settings `LOOP_SETTINGS` in one string. A `problem` says why nothing is known.
    """

    title: str = ""
    started: str = ""
    cast: str = ""
    models: str = ""
    role: str = ""
    domain: str = ""
    section: str = ""
    loop: str = ""
    bank: str = ""
    bank_path: str = ""
    bank_id: str = ""
    snapshot: str = ""
    shuffled: bool = False
    scenes: tuple[SceneFacts, ...] = ()
    problem: str = ""


def read_run_facts(folder: Path) -> RunFacts:
    """The facts of a run; one that cannot be read has no scenes and says why."""
    try:
        manifest, task = _object(folder / MANIFEST), _object(folder / TASK)
        memory, settings = _part(manifest, "memory"), _part(manifest, "settings")
        return RunFacts(
            title=_text(manifest, "title"),
            started=_text(manifest, "started"),
            cast=_text(manifest, "cast"),
            models=_text(_part(manifest, "models"), "text"),
            role=_text(task, "role"),
            domain=_text(task, "domain"),
            section=section_id(_text(task, "text")),
            loop=_loop(settings),
            bank=_text(memory, "bank"),
            bank_path=_text(memory, "path"),
            bank_id=_text(memory, "bank_id"),
            snapshot=_text(memory, "snapshot_sha256"),
            shuffled=memory.get("shuffled") is True,
            scenes=_scenes(folder / EVENTS),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        return RunFacts(problem=f"{folder.name} cannot be read ({type(error).__name__}: {error})")


def _object(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_bytes())
    if not isinstance(value, dict):
        raise ValueError(f"{path.name} does not hold a JSON object")
    return value


def _part(source: dict[str, Any], name: str) -> dict[str, Any]:
    value = source.get(name)
    return value if isinstance(value, dict) else {}


def _text(source: dict[str, Any], name: str) -> str:
    value = source.get(name)
    return value if isinstance(value, str) else ""


def _loop(settings: dict[str, Any]) -> str:
    """Without memory, how much of it would have been read makes no difference."""
    off = settings.get("memory_mode") == "off"
    told = [n for n in LOOP_SETTINGS if n not in _MEMORY_SETTINGS or not off]
    return ", ".join(f"{name}={settings.get(name)}" for name in told)


def _scenes(log: Path) -> tuple[SceneFacts, ...]:
    story = _Story()
    try:
        data = log.read_bytes()
    except FileNotFoundError:
        return ()
    for line in data.split(b"\n")[:-1]:
        kind = _KIND.search(line)
        if kind is not None and kind.group(1) in _TELLING:
            story.add(json.loads(line))
    return story.scenes()


@dataclass
class _Attempts:
    """What is known of one scene so far. `first` is the last iteration before any round."""

    name: str = ""
    again: bool = False
    first: int = -1
    ok: dict[int, bool] = field(default_factory=dict)
    scores: dict[int, float] = field(default_factory=dict)
    reviewer: str = ""
    rounds: int | None = None
    delivered: int | None = None
    applied: list[Applied] = field(default_factory=list)


@dataclass
class _Story:
    """The telling lines of a log, folded."""

    begun: dict[str, _Attempts] = field(default_factory=dict)
    retrieved: dict[str, tuple[Ranked, Ranked]] = field(default_factory=dict)

    def add(self, event: dict[str, Any]) -> None:
        """Take in one event."""
        name = event.get("scene_id", "")
        if event["kind"] == "retrieved":
            self.retrieved[name] = (_ranked(event["examples"]), _ranked(event["pitfalls"]))
            return
        scene = self.begun.setdefault(name, _Attempts())
        match event["kind"]:
            case "scene_started":
                scene.name, scene.again = event["name"], bool(event.get("replaces"))
            case "candidate_written":
                _written(scene, event)
            case "checked" if not event["ok"]:
                scene.ok[event["t"]] = False
            case "rendered":
                scene.ok[event["t"]] = bool(event["ok"])
            case "reviewed":
                scene.scores[event["t"]] = float(event["u"])
                scene.reviewer = scene.reviewer or event["reviewer"]
            case "scene_delivered":
                scene.rounds, scene.delivered = int(event["rounds"]), int(event["delivered"])
            case "scene_skipped":
                scene.rounds = int(event["rounds"])

    def scenes(self) -> tuple[SceneFacts, ...]:
        """What it all says."""
        shared = self.retrieved.get("", ((), ()))
        found = []
        for scene_id, scene in self.begun.items():
            examples, pitfalls = self.retrieved.get(scene_id, shared)
            delivered = -1 if scene.delivered is None else scene.delivered
            found.append(
                SceneFacts(
                    scene_id=scene_id,
                    name=scene.name,
                    again=scene.again,
                    examples=examples,
                    pitfalls=pitfalls,
                    first=scene.scores.get(scene.first),
                    first_ok=scene.ok.get(scene.first),
                    rounds=scene.rounds,
                    score=scene.scores.get(delivered),
                    reviewer=scene.reviewer,
                    applied=tuple(scene.applied),
                )
            )
        return tuple(found)


def _written(scene: _Attempts, event: dict[str, Any]) -> None:
    if event["loop"] != "human" and not event["revision"] and not event["attempt"]:
        scene.first = max(scene.first, int(event["t"]))
    scene.applied += [
        Applied(t=event["t"], record=one["record_id"], change=one["change"])
        for one in event.get("applied", ())
    ]


def _ranked(pairs: list[list[float]]) -> Ranked:
    return tuple((int(record), float(similarity)) for record, similarity in pairs)
