"""The records that a run retrieved, as it was shown them."""

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from app.export.report.html import details, esc
from pipeline.run.folder import RETRIEVAL, RunFolder
from pipeline.run.journal import RunDamagedError, read_json
from pipeline.schema.memory import KnownPitfall, MemorySlots, ReferenceExample

_SLOTS = TypeAdapter(MemorySlots)


def memory_card(folder: RunFolder, used: tuple[int, ...]) -> str:
    """All retrieved records; `used` are those that changed a program."""
    examples, pitfalls = retrieved(folder)
    if not examples and not pitfalls:
        return (
            '<section class="card"><h2>Memory</h2>'
            '<p class="muted">Nothing was retrieved for this run.</p></section>'
        )
    told = [_example(e, e.record_id in used) for e in examples]
    told += [_pitfall(p, p.record_id in used) for p in pitfalls]
    return f'<section class="card"><h2>Memory</h2>{"".join(told)}</section>'


def retrieved(
    folder: RunFolder,
) -> tuple[tuple[ReferenceExample, ...], tuple[KnownPitfall, ...]]:
    """The examples and pitfalls of all scenes, each record once."""
    examples: dict[int, ReferenceExample] = {}
    pitfalls: dict[int, KnownPitfall] = {}
    for path in [folder.file(RETRIEVAL), *sorted(folder.root.glob(f"scenes/*/{RETRIEVAL}"))]:
        slots = _slots(path)
        for example in slots.examples:
            examples.setdefault(example.record_id, example)
        for pitfall in slots.pitfalls:
            pitfalls.setdefault(pitfall.record_id, pitfall)
    return tuple(examples.values()), tuple(pitfalls.values())


def _slots(path: Path) -> MemorySlots:
    if not path.exists():
        return MemorySlots()
    try:
        return _SLOTS.validate_python(read_json(path).get("slots", {}))
    except ValidationError as error:
        raise RunDamagedError(f"{path} does not hold retrieved records") from error


def _head(sign: str, record: int, similarity: float, used: bool) -> str:
    chip = ' <span class="chip">changed the program</span>' if used else ""
    return f"<strong>{sign} record {record}</strong>, similarity {similarity:.2f}{chip}"


def _example(example: ReferenceExample, used: bool) -> str:
    code = details("Code", f'<div class="code prose">{esc(example.code_excerpt)}</div>')
    return (
        f'<div class="record"><p>{_head("M+", example.record_id, example.similarity, used)}</p>'
        f"<p>{esc(example.rationale)}</p>{code if example.code_excerpt else ''}</div>"
    )


def _pitfall(pitfall: KnownPitfall, used: bool) -> str:
    head = _head("M\u2212", pitfall.record_id, pitfall.similarity, used)
    return (
        f'<div class="record"><p>{head}</p>'
        f"<p><strong>When:</strong> {esc(pitfall.trigger)}</p>"
        f"<p><strong>Why:</strong> {esc(pitfall.root_cause)}</p>"
        f"<p><strong>What helps:</strong> {esc(pitfall.recipe)}</p></div>"
    )
