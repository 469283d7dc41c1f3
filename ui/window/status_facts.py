"""What the status line tells, found out in worker threads."""

import shutil
import sys
from dataclasses import dataclass

from app.errors import StudioError
from app.memory.choice import name_for
from app.paths import DataPaths
from app.preferences import Preferences, load_preferences
from app.texts import ngettext, tr
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
        self._line.tell(
            tr("The state of this machine could not be read: {error}").format(error=error)
        )


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
            tr("Isolated in part"),
            "warn",
            tr("Process, limits and audit hook; see the doctor in Settings"),
        )
    if landlock_version() > 0 or shutil.which("bwrap"):
        return Fact(
            tr("Isolated: files, network, processes"), "good", tr("Programs run in a sandbox")
        )
    tip = tr("This kernel has no Landlock; install bubblewrap for a full sandbox")
    return Fact(tr("Isolated in part"), "warn", tip)


def _latex() -> Fact:
    missing = [name for name in ("latex", "dvisvgm") if shutil.which(name) is None]
    if missing:
        tip = tr("Formulas cannot be drawn. The doctor in Settings says what to install")
        both = tr("LaTeX: {first} and {second} missing")
        words = tr("LaTeX: {first} missing") if len(missing) == 1 else both
        return Fact(words.format(first=missing[0], second=missing[-1]), "bad", tip)
    return Fact(tr("LaTeX ready"), "good")


def _memory(paths: DataPaths, preferences: Preferences) -> Fact:
    mode = {"rw": tr("read and write"), "ro": tr("read only"), "off": tr("off")}[
        preferences.run.memory_mode
    ]
    bank = paths.bank(name_for(preferences, ""))
    if preferences.run.memory_mode == "off":
        return Fact(tr("Memory off"), "", tr("Nothing is read from memory and nothing is learned"))
    count = count_records(bank)
    if count is None:
        tip = tr("{bank} cannot be read. The banks of the Memory room say why").format(bank=bank)
        return Fact(tr("Bank: {name} · damaged").format(name=bank.name), "bad", tip)
    if not count:
        return Fact(
            tr("Bank: {name} · empty · {mode}").format(name=bank.name, mode=mode),
            "",
            tr("It is filled by runs"),
        )
    words = ngettext(
        "Bank: {name} · {count} record · {mode}", "Bank: {name} · {count} records · {mode}", count
    )
    return Fact(
        words.format(name=bank.name, count=count, mode=mode),
        "good",
        str(bank),
    )


def _cast(preferences: Preferences) -> Fact:
    if preferences.cast == "offline":
        return Fact(
            tr("Offline cast · no language model"), "good", tr("Scores are measured, not judged")
        )
    profile = preferences.profile or tr("default profile")
    return Fact(tr("Models: {profile}").format(profile=profile), "good")
