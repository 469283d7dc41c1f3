"""Leaving things out of a record before it goes to somebody else.

The key of a record stays unique: names are replaced by pseudonyms, equal ones for equal names. A
pseudonym hides a name from readers; whoever can guess the name can check the guess.
"""

import hashlib
from collections.abc import Collection
from typing import Any, Literal, get_args

from memory_store.records import Edit, Record, SuccessRecord

Strip = Literal["code", "names", "provenance"]
"""`code`: programs, examples and diagnostics. `names`: runs, scenes, papers, casts, frames and
people. `provenance`: scores before and after, reviewer, writer and the history of edits; the score
of a success stays, as it decides its place among equals."""
STRIPS: tuple[Strip, ...] = get_args(Strip)

NO_CODE = "# The program was not shared."
CODE = ("code", "anti_example", "good_example", "diagnostic")
NAMED = ("run_id", "scene_id", "paper_id", "section_id", "cast", "frame_hash")
DIGITS = 20


def strip(
    record: Record, history: tuple[Edit, ...], what: Collection[Strip]
) -> tuple[Record, tuple[Edit, ...]]:
    """The record and its history without what is to be left out."""
    if not what:
        return record, history
    content = record.model_dump()
    gone: set[str] = set()
    if "code" in what:
        gone.update(CODE)
        if isinstance(record, SuccessRecord):
            content["code"] = NO_CODE
        else:
            content |= {"anti_example": "", "good_example": "", "diagnostic": ""}
    if "names" in what:
        gone.update(NAMED)
        _hide_names(content)
    if "provenance" in what:
        content["provenance"] |= {
            "score_before": None, "score_after": None, "reviewer": "", "writer": ""
        }  # fmt: skip
        history = ()
    left = (_strip_edit(edit, gone, "names" in what) for edit in history)
    return type(record).model_validate(content), tuple(edit for edit in left if edit.changes)


def pseudonym(kind: str, name: str) -> str:
    """The same for the same name; empty for none."""
    if not name:
        return ""
    digest = hashlib.sha256(f"{kind}\0{name}".encode()).hexdigest()
    return f"{kind}-{digest[:DIGITS]}"


def _hide_names(content: dict[str, Any]) -> None:
    origin, context = content["provenance"], content["context"]
    origin["scene_id"] = pseudonym("scene", f"{origin['run_id']}\0{origin['scene_id']}")
    origin["run_id"] = pseudonym("run", origin["run_id"])
    origin["cast"] = ""
    if context["section_id"]:
        whole = f"{context['paper_id']}\0{context['section_id']}"
        context["section_id"] = pseudonym("section", whole)
    context["paper_id"] = pseudonym("paper", context["paper_id"])
    if "frame_hash" in content:
        content["frame_hash"] = ""


def _strip_edit(edit: Edit, gone: set[str], names: bool) -> Edit:
    changes = {name: values for name, values in edit.changes.items() if name not in gone}
    if not names:
        return edit.model_copy(update={"changes": changes})
    hidden = {"author": pseudonym("person", edit.author), "why": "", "changes": changes}
    return edit.model_copy(update=hidden)
