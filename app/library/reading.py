"""The facts of a run from its files, the log read line by line, the outcome never in full.

A score, the rounds and what was delivered all stand in the event log, which is a tenth of the
outcome's size; of the log only the lines that say so are parsed.
"""

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.library.entry import TITLE_CHARACTERS, RunFacts
from app.library.section import folded, section_id
from app.library.titles import TITLE, read_title
from app.run_state import RunState
from app.texts import mark
from pipeline.run.folder import EVENTS, MANIFEST, OUTCOME, TASK

STAMPED = (MANIFEST, OUTCOME, EVENTS, TASK, TITLE)
"""The files that make up the facts: if size and time of all are the same, so are the facts."""
TEXT_CHARACTERS = 8000
"""Characters of a section that the index keeps for search."""
OPENING_CHARACTERS = 70
FORMAT = 1
"""Of the manifest; see `pipeline.run.manifest`."""

_KIND = re.compile(rb'"kind": ?"([a-z_]+)"')
_TELLING = frozenset(
    {
        b"storyboard_ready",
        b"storyboard_approved",
        b"run_resumed",
        b"rearranged",
        b"candidate_written",
        b"rendered",
        b"reviewed",
        b"scene_delivered",
        b"scene_skipped",
        b"rendition_chosen",
        b"run_finished",
    }
)
_ASIDE = frozenset({b"model_asked", b"model_answered", b"reply_noted"})
"""Not what happened last in a run: a model may be asked for a card while the run waits."""
_NOT_BEGUN = mark("Delete it: it goes to the trash, from where it can be put back.")

Stamp = tuple[tuple[int, int], ...]


class DamagedError(Exception):
    """A file of the run cannot be read, at `line` if that is known; what to do: `remedy`.

    Both are marked words: what is kept in the index is translated where it is shown.
    """

    def __init__(self, problem: str, remedy: str, line: int = 0) -> None:
        super().__init__(problem)
        self.remedy = remedy
        self.line = line


def stamp_of(folder: Path) -> Stamp:
    """Time of change (ns) and size (bytes) of each file in `STAMPED`; (0, -1) for none."""
    found = []
    root = str(folder)  # a path object for each of thousands of files would cost half the time
    for name in STAMPED:
        try:
            status = os.stat(os.path.join(root, name))
        except OSError:
            found.append((0, -1))
        else:
            found.append((status.st_mtime_ns, status.st_size))
    return tuple(found)


def read_facts(folder: Path, *, whole: bool = True) -> RunFacts:
    """The facts of a run; damage is a state with a remedy, never an error.

    Without `whole` only manifest and titles are read, for a first look.
    """
    known: dict[str, Any] = {"given_title": read_title(folder)}
    try:
        known |= _from_manifest(_object(folder, MANIFEST, *_manifest_words(folder)))
        if not whole:
            return RunFacts(state=_state_without_log(folder), **known)
        known |= _from_task(folder)
        log = _read_log(folder)
        known |= log.facts(folder)
        state = log.state
        if (folder / OUTCOME).exists():
            _require_outcome(folder)
            state = state if log.anew else "finished"
        return RunFacts(state=state, **known)
    except DamagedError as error:
        told = {"problem": str(error), "remedy": error.remedy, "line": error.line}
        return RunFacts(state="damaged", **told, **known)


def _manifest_words(folder: Path) -> tuple[str, str]:
    if (folder / MANIFEST).exists():
        remedy = mark("Put the file back from a copy if there is one; else delete the run.")
        return mark("manifest.json cannot be read, so nothing is known about this run."), remedy
    return mark(
        "There is no manifest.json: the run was never begun, or the file was lost."
    ), _NOT_BEGUN


def _object(folder: Path, name: str, problem: str, remedy: str) -> dict[str, Any]:
    try:
        value = json.loads((folder / name).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise DamagedError(problem, remedy) from error
    if not isinstance(value, dict):
        raise DamagedError(problem, remedy)
    return value


def _from_manifest(manifest: dict[str, Any]) -> dict[str, Any]:
    if manifest.get("format", FORMAT) != FORMAT:
        raise DamagedError(
            mark(
                "This run was made by another version of the studio, which keeps runs differently."
            ),
            mark("Open it with the version that made it; its videos lie in its folder."),
        )
    models = manifest.get("models")
    text = models.get("text", "") if isinstance(models, dict) else ""
    return {
        "own_title": _text(manifest, "title")[:TITLE_CHARACTERS],
        "started": _text(manifest, "started"),
        "ended": _text(manifest, "ended"),
        "cast": _text(manifest, "cast"),
        "models": text if isinstance(text, str) else "",
    }


def _text(source: dict[str, Any], name: str) -> str:
    value = source.get(name, "")
    return value if isinstance(value, str) else ""


def _from_task(folder: Path) -> dict[str, Any]:
    task = _object(
        folder,
        TASK,
        mark("task.json, which holds the section, cannot be read."),
        mark("The videos lie in the run's folder. Make the animation again from the section."),
    )
    text = _text(task, "text")
    words = " ".join(text[: 4 * OPENING_CHARACTERS].split())
    cut = len(words) > OPENING_CHARACTERS
    searched = folded(text)
    return {
        "text": searched[:TEXT_CHARACTERS],
        "whole_text": len(searched) <= TEXT_CHARACTERS,
        "opening": words[:OPENING_CHARACTERS].rstrip() + "…" if cut else words,
        "section": section_id(text),
        "role": _text(task, "role"),
        "domain": _text(task, "domain"),
    }


def _state_without_log(folder: Path) -> RunState:
    if (folder / OUTCOME).exists():
        return "finished"
    return "interrupted" if (folder / EVENTS).exists() else "queued"


def _require_outcome(folder: Path) -> None:
    remedy = mark(
        "Delete this one file, then resume the run: the finished steps are read back from their "
        "own files and no step is paid for again."
    )
    problem = mark("outcome.json cannot be read.")
    if not isinstance(_object(folder, OUTCOME, problem, remedy).get("scenes"), list):
        raise DamagedError(problem, remedy)


@dataclass
class _Log:
    """What the telling lines of a log add up to. `arranged` are the scenes of the animation since
    they were first made anew or reordered; `anew` those whose making anew has begun and not ended.
    """

    last: bytes = b""
    arranged: tuple[str, ...] = ()
    anew: set[str] = field(default_factory=set)
    planned: int = 0
    rounds: int | None = None
    delivered: dict[str, int | None] = field(default_factory=dict)
    chosen: dict[str, int | None] = field(default_factory=dict)
    scores: dict[tuple[str, int], float] = field(default_factory=dict)
    rendered: list[tuple[str, int]] = field(default_factory=list)
    human: set[tuple[str, int]] = field(default_factory=set)

    def add(self, event: dict[str, Any]) -> None:
        """Take in one event."""
        scene, t = event.get("scene_id", ""), event.get("t")
        match event["kind"]:
            case "storyboard_ready" | "storyboard_approved":
                self.planned = len(event["scenes"])
            case "candidate_written" if event["loop"] == "human":
                self.human.add((scene, int(event["t"])))
            case "rendered" if event["ok"]:
                self.rendered.append((scene, int(event["t"])))
            case "reviewed":
                self.scores[scene, int(event["t"])] = float(event["u"])
            case "scene_delivered":
                self.delivered[scene] = int(event["delivered"])
            case "scene_skipped":
                self.delivered[scene] = None
            case "rendition_chosen":
                self.chosen[scene] = None if t is None else int(t)
            case "rearranged":
                self.arranged = tuple(event["scenes"])
                self.anew.discard(scene)
            case "run_resumed" if scene:
                self.anew.add(scene)
            case "run_finished":
                self.rounds = int(event["rounds"])

    @property
    def state(self) -> RunState:
        """Of a run that has not come to its end."""
        match self.last:
            case b"":
                return "queued"
            case b"run_stopped":
                return "stopped"
            case b"run_paused":
                return "paused"
        return "interrupted"

    def facts(self, folder: Path) -> dict[str, Any]:
        """What the log says about the run."""
        known = self.delivered | self.chosen
        order = self.arranged or sorted(known, key=_in_order)
        shown = [(s, t) for s in order if (t := known.get(s)) is not None]
        scores = [self.scores[place] for place in shown if place in self.scores]
        return {
            "score": sum(scores) / len(scores) if scores else None,
            "rounds": self.rounds,
            "scenes": len(self.arranged) or max(self.planned, len(self.delivered)),
            "delivered": len(shown),
            "thumbnail": _thumbnail(folder, shown or self.rendered[-1:]),
            "human": len(self.human),
            "chosen": any(self.delivered.get(s) != t for s, t in shown),
        }


def _in_order(scene: str) -> tuple[int, str]:
    """By the number in a scene's id, as the animation shows them until they are rearranged."""
    digits = re.match(r"s(\d+)", scene)
    return (int(digits.group(1)) if digits else 1_000_000, scene)


def _read_log(folder: Path) -> _Log:
    log = _Log()
    try:
        data = (folder / EVENTS).read_bytes()
    except FileNotFoundError:
        return log
    except OSError as error:
        raise DamagedError(*_log_words(0)) from error
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        kind = _KIND.search(line)
        if kind is None or not (line.startswith(b"{") and line.endswith(b"}")):
            raise DamagedError(*_log_words(number))
        if kind.group(1) not in _ASIDE:
            log.last = kind.group(1)
        if kind.group(1) in _TELLING:
            try:
                log.add(json.loads(line))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise DamagedError(*_log_words(number)) from error
    return log


def _log_words(number: int) -> tuple[str, str, int]:
    problem = mark("events.jsonl, the log of this run, cannot be read.")
    if number:
        problem = mark("Line {line} of events.jsonl, the log of this run, cannot be read.")
    remedy = mark(
        "The videos and programs lie in the run's folder and can be opened there. "
        "Make the animation again, or put the log back from a copy."
    )
    return problem, remedy, number


def _thumbnail(folder: Path, places: list[tuple[str, int]]) -> str:
    """The keyframe with the most on it, of the first rendition that has one.

    How much a still shows is told by the size of its file: a fuller picture compresses worse.
    """
    for scene, t in places:
        stills = list((folder / "scenes" / scene / f"i{t:02d}" / "keyframes").glob("*.png"))
        if stills:
            fullest = max(stills, key=lambda still: (still.stat().st_size, still.name))
            return fullest.relative_to(folder).as_posix()
    return ""
