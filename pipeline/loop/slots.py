"""Retrieved records as the two prompt slots, with the caps holding once more."""

import ast
from collections.abc import Sequence

from memory_store.queries import Hit
from memory_store.records import FailureRecord, SuccessRecord
from pipeline.schema.memory import EMPTY_SLOT, KnownPitfall, MemorySlots, ReferenceExample
from pipeline.syntax_tree import tree_of

EXCERPT_CHARACTERS = 1500
SHORT_FIELD_CHARACTERS = 400
EXAMPLE_CHARACTERS = 800


def make_slots(
    successes: Sequence[Hit[SuccessRecord]],
    failures: Sequence[Hit[FailureRecord]],
    *,
    code_excerpt: bool = True,
) -> MemorySlots:
    """Slots from hits, best first. Failure records lose their diagnostic here.

    Without `code_excerpt` the examples hold their rationale alone.
    """
    return MemorySlots(
        examples=tuple(_example(hit.record, hit.similarity, code_excerpt) for hit in successes),
        pitfalls=tuple(_pitfall(hit.record, hit.similarity) for hit in failures),
    )


def _example(record: SuccessRecord, similarity: float, code: bool) -> ReferenceExample:
    return ReferenceExample(
        record_id=record.id,
        similarity=similarity,
        rationale=record.rationale[:SHORT_FIELD_CHARACTERS],
        code_excerpt=excerpt(record.code) if code else "",
        score=record.score,
    )


def _pitfall(record: FailureRecord, similarity: float) -> KnownPitfall:
    return KnownPitfall(
        record_id=record.id,
        similarity=similarity,
        trigger=record.trigger[:SHORT_FIELD_CHARACTERS],
        root_cause=record.root_cause[:SHORT_FIELD_CHARACTERS],
        recipe=record.recipe[:SHORT_FIELD_CHARACTERS],
        anti_example=record.anti_example[:EXAMPLE_CHARACTERS],
        good_example=record.good_example[:EXAMPLE_CHARACTERS],
    )


def excerpt(program: str, limit: int = EXCERPT_CHARACTERS) -> str:
    """The start of a program, at most `limit` characters, ending after a whole statement.

    A program that does not parse is cut at a line end.
    """
    if len(program) <= limit:
        return program
    lines = program.splitlines(keepends=True)
    ends = _statement_ends(program) or list(range(1, len(lines) + 1))
    kept = ""
    for end in ends:
        prefix = "".join(lines[:end])
        if len(prefix) > limit:
            break
        kept = prefix
    return kept.rstrip("\n")


def _statement_ends(program: str) -> list[int]:
    """Last lines of all statements that hold no other statement, in order."""
    try:
        tree = tree_of(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    ends = {
        node.end_lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and not hasattr(node, "body") and node.end_lineno
    }
    return sorted(ends)


def slot_texts(slots: MemorySlots) -> tuple[str, str]:
    """The text of both slots as a prompt holds them: Reference Examples, Known Pitfalls."""
    examples = "\n\n".join(_example_text(e) for e in slots.examples)
    pitfalls = "\n\n".join(
        f"Trigger: {p.trigger}\nRoot cause: {p.root_cause}\nRecipe: {p.recipe}\n"
        f"Instead of:\n{p.anti_example}\nWrite:\n{p.good_example}"
        for p in slots.pitfalls
    )
    return examples or EMPTY_SLOT, pitfalls or EMPTY_SLOT


def _example_text(example: ReferenceExample) -> str:
    reason = f"Why it worked: {example.rationale}"
    code = example.code_excerpt
    return f"{reason}\nCode excerpt:\n{code}" if code else reason
