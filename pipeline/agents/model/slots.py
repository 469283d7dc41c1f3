"""The two memory slots as the Coder and the VisualReviser see them.

Both slots always stand in the prompt when memory is on, in the same order and under the same
headings; an empty one says so. When memory is off there are none.
"""

import re

from pipeline.agents.model.data import block
from pipeline.schema.memory import (
    EMPTY_SLOT,
    AppliedRecord,
    KnownPitfall,
    MemorySlots,
    ReferenceExample,
)

HEADING = "# Memory"
EXAMPLES = "## Reference Examples"
PITFALLS = "## Known Pitfalls"
EXCERPT_CHARACTERS = 1500
RATIONALE_CHARACTERS = 400
CHANGE_CHARACTERS = 200

_EXAMPLES_ARE = "Earlier scenes that scored well. Guidance: take over what fits, copy nothing else."
_PITFALLS_ARE = (
    "Mistakes that were made and cured before. Binding: the program must not contain what the "
    "anti-example shows."
)
_CLAIM = re.compile(r"^[ \t]*# applied ([EP])(\d{1,3}):[ \t]*(\S.*)$", re.MULTILINE)


def memory_text(slots: MemorySlots | None, *, code_excerpts: bool = True) -> str:
    """Both slots, or nothing when memory is off.

    Args:
        code_excerpts: False leaves the code out of the examples (an ablation).
    """
    if slots is None:
        return ""
    examples = [
        block(f"reference example E{n}", _example(example, code_excerpts))
        for n, example in enumerate(slots.examples, start=1)
    ]
    pitfalls = [
        block(f"known pitfall P{n}", _pitfall(pitfall))
        for n, pitfall in enumerate(slots.pitfalls, start=1)
    ]
    return "\n".join(
        (
            HEADING,
            EXAMPLES,
            _EXAMPLES_ARE,
            "\n".join(examples) or EMPTY_SLOT,
            PITFALLS,
            _PITFALLS_ARE,
            "\n".join(pitfalls) or EMPTY_SLOT,
        )
    )


def _example(example: ReferenceExample, code: bool) -> str:
    why = f"Why it worked: {example.rationale[:RATIONALE_CHARACTERS]}"
    if not code or not example.code_excerpt:
        return why
    return f"{why}\nCode excerpt:\n{example.code_excerpt[:EXCERPT_CHARACTERS]}"


def _pitfall(pitfall: KnownPitfall) -> str:
    return (
        f"Trigger: {pitfall.trigger}\nRoot cause: {pitfall.root_cause}\nRecipe: {pitfall.recipe}\n"
        f"Anti-example:\n{pitfall.anti_example}\nGood example:\n{pitfall.good_example}"
    )


def applied_records(program: str, slots: MemorySlots | None) -> tuple[AppliedRecord, ...]:
    """Which records the writer of a program says it used, in comments such as

        # applied P1: the formula is scaled to the width of the frame

    This is the model's own word. Numbers that no slot has are passed over.
    """
    if slots is None:
        return ()
    ids = {f"E{n}": e.record_id for n, e in enumerate(slots.examples, start=1)}
    ids |= {f"P{n}": p.record_id for n, p in enumerate(slots.pitfalls, start=1)}
    found: dict[int, str] = {}
    for letter, number, change in _CLAIM.findall(program):
        record = ids.get(f"{letter}{int(number)}")
        if record is not None and record not in found:
            found[record] = change.strip()[:CHANGE_CHARACTERS]
    return tuple(AppliedRecord(record_id=id_, change=change) for id_, change in found.items())
