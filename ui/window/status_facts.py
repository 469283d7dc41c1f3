"""What the status line tells, found out in worker threads."""

import shutil
import sys
from dataclasses import dataclass

from app.errors import StudioError
from app.paths import DataPaths
from app.preferences import Preferences, load_preferences
from memory_store.counting import count_records
from pipeline.render.confine import landlock_version
from ui.context import StudioContext
from ui.widgets.basics import Tone
from ui.window.status_line import StatusLine


@dataclass(frozen=True)
class Fact:
    """Words for the line, their tone, and what to do about it."""

    words: str
    tone: Tone
    tip: str = ""


@dataclass(frozen=True)
class Facts:
    """The four facts of the line."""

    isolation: Fact
    latex: Fact
    memory: Fact
    cast: Fact


class StatusFacts:
    """Looks, and writes what it found into the line."""

    def __init__(self, context: StudioContext, line: StatusLine) -> None:
        self._context, self._line = context, line

    def look(self) -> None:
        """Begin to find out; the line changes when it is known."""
        paths = self._context.paths
        self._context.bridge.submit(lambda: look(paths), self._show, self._unknown)

    def _show(self, facts: Facts) -> None:
        line = self._line
        for place, fact in (
            (line.isolation, facts.isolation),
            (line.latex, facts.latex),
            (line.memory, facts.memory),
            (line.cast, facts.cast),
        ):
            place.say(fact.words, fact.tone, fact.tip)

    def _unknown(self, error: Exception) -> None:
        self._line.tell(f"The state of this machine could not be read: {error}")


def look(paths: DataPaths) -> Facts:
    """Everything at once; takes some milliseconds."""
    preferences = _preferences(paths)
    return Facts(_isolation(), _latex(), _memory(paths, preferences), _cast(preferences))


def _preferences(paths: DataPaths) -> Preferences:
    try:
        return load_preferences(paths)
    except StudioError:
        return Preferences()  # Settings says what is wrong with the file


def _isolation() -> Fact:
    if sys.platform != "linux":
        return Fact(
            "Isolated in part", "warn", "Process, limits and audit hook; see the doctor in Settings"
        )
    if landlock_version() > 0 or shutil.which("bwrap"):
        return Fact("Isolated: files, network, processes", "good", "Programs run in a sandbox")
    tip = "This kernel has no Landlock; install bubblewrap for a full sandbox"
    return Fact("Isolated in part", "warn", tip)


def _latex() -> Fact:
    missing = [name for name in ("latex", "dvisvgm") if shutil.which(name) is None]
    if missing:
        tip = "Formulas cannot be drawn. The doctor in Settings says what to install"
        return Fact(f"LaTeX: {' and '.join(missing)} missing", "bad", tip)
    return Fact("LaTeX ready", "good")


def _memory(paths: DataPaths, preferences: Preferences) -> Fact:
    mode = {"rw": "read and write", "ro": "read only", "off": "off"}[preferences.run.memory_mode]
    bank = paths.bank(preferences.bank or None)
    if preferences.run.memory_mode == "off":
        return Fact("Memory off", "", "Nothing is read from memory and nothing is learned")
    count = count_records(bank)
    if count is None:
        tip = f"{bank} cannot be read. `./run memory verify` says why"
        return Fact(f"Bank: {bank.name} · damaged", "bad", tip)
    if not count:
        return Fact(f"Bank: {bank.name} · empty · {mode}", "", "It is filled by runs")
    plural = "" if count == 1 else "s"
    return Fact(f"Bank: {bank.name} · {count} record{plural} · {mode}", "good", str(bank))


def _cast(preferences: Preferences) -> Fact:
    if preferences.cast == "offline":
        return Fact("Offline cast · no language model", "good", "Scores are measured, not judged")
    return Fact(f"Models: {preferences.profile or 'default profile'}", "good")
