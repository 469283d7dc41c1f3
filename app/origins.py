"""What is known of a section beside its text, and whether a text is still that section.

A person opens a section and then changes it, or puts another one in its place; title, role and
domain of the one must not stick to the other.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.readable import readable
from pipeline.intake.reading import read_task
from pipeline.schema.task import Task

FIELDS = ("title", "role", "domain", "paper_id", "section_id", "abstract", "prior_context")
"""What a document may say of its section beside the text."""
ENOUGH = 0.3
"""Share of runs of words, in [0, 1], that two texts of one section have in common."""
RUN = 3
"""Words in a row: single words such as "the" say nothing of where a text is from."""
TITLE_WORDS, TITLE_CHARACTERS = 9, 60
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s")


@dataclass(frozen=True)
class Origin:
    """Where a section came from, and the text that it had there.

    Attributes:
        source: for the manifest, such as the name of a file; empty for what was typed.
        known: fields of a task beside its text, see `FIELDS`.
    """

    text: str = ""
    source: str = ""
    known: Mapping[str, str] = field(default_factory=dict)

    def holds_for(self, text: str) -> bool:
        """Whether `text` is this section, as it was, shortened, added to or corrected."""
        mine, its = _runs(self.text), _runs(text)
        if not mine or not its:
            return False
        return len(mine & its) >= ENOUGH * min(len(mine), len(its))


TYPED = Origin()


def origin_of(text: str, origins: Sequence[Origin]) -> Origin:
    """The newest of `origins` that holds for the text; `TYPED` where none does."""
    return next((origin for origin in reversed(origins) if origin.holds_for(text)), TYPED)


def task_of(text: str, origins: Sequence[Origin] = ()) -> tuple[Task, Origin]:
    """The section as it stands in an editor, with what is known of it and where it is from.

    What the text itself says wins: its heading over a title that was known. Without either the
    title is its first words.

    Raises:
        IntakeError: it is no section.
    """
    origin = origin_of(text, origins)
    known = origin.known
    task = read_task(text, name="the section", role=known.get("role"), domain=known.get("domain"))
    told = {
        name: known[name]
        for name in FIELDS
        if known.get(name) and name not in ("role", "domain") and not getattr(task, name)
    }
    told["title"] = task.title or told.get("title") or first_words(task.text)
    return Task.model_validate(task.model_dump() | told), origin


def first_words(text: str) -> str:
    """A title for a section that has none: how its first sentence begins."""
    sentence = _SENTENCE_END.split(readable(text), maxsplit=1)[0]
    words = sentence.split()
    title = " ".join(words[:TITLE_WORDS])
    cut = len(words) > TITLE_WORDS or len(title) > TITLE_CHARACTERS
    return f"{title[:TITLE_CHARACTERS].rstrip(' ,;')}…" if cut else title.rstrip(".:")


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return frozenset(
        tuple(words[at : at + RUN]) for at in range(max(1, len(words) - RUN + 1)) if words
    )
