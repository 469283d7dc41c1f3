"""`./run memory effect|links|map|growth|duplicates|contradictions|try`: a bank as a whole, and what
came of its records."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from app.cli.memory.action import Call, MemoryAction
from app.cli.output import counted
from app.errors import ExitCode, environment_fault, wrong_use
from app.memory.insight.contradictions import HINT, contradictions
from app.memory.insight.duplicates import duplicates
from app.memory.insight.effect import RULE, Average, Effect, effects, unused
from app.memory.insight.growth import growth
from app.memory.insight.links import Links, Rendition, links_of
from app.memory.insight.map import BankMap, bank_map
from app.memory.insight.trial import Ranking, Trial, try_section
from app.memory.insight.uses import Use, UseIndex, mark_of
from app.memory.insight.wording import meanings
from memory_store.bank import Bank
from memory_store.records import POLARITIES, ROLES
from pipeline.intake.reading import read_task

WIDTH = 84
SIGN = {"success": "M+", "failure": "M-"}


def _effect(store: Bank, call: Call) -> ExitCode:
    runs = UseIndex(call.paths).runs()
    found = effects(runs, mark_of(store))
    if call.options.id is None:
        ids = sorted(found, key=lambda record: (-found[record].retrieved, record))
    else:
        store.show(call.options.id)  # says so if there is none
        ids = [call.options.id]
    wanted = [found.get(record) or unused(record) for record in ids]
    call.output.document(
        {
            "rule": RULE,
            "effects": [_effect_document(effect) for effect in wanted],
            "unread": list(runs.unread),
        }
    )
    for effect in wanted:
        call.output.line(_effect_line(effect))
    if not wanted:
        call.output.line("No run has retrieved a record of this bank yet.")
    for problem in runs.unread:
        call.output.progress(f"Not counted: {problem}")
    call.output.line(RULE)
    return ExitCode.DONE


def _effect_document(effect: Effect) -> dict[str, object]:
    names = ("role", "cast", "models", "reviewer", "loop")
    kind = None if effect.kind is None else dict(zip(names, effect.kind, strict=True))
    document = asdict(effect) | {"kind": kind}
    document["with"], document["without"] = document.pop("present"), document.pop("absent")
    return document


def _effect_line(effect: Effect) -> str:
    present, absent = effect.present, effect.absent
    return (
        f"{effect.record:>6}  {effect.verdict:<7}  {counted(effect.retrieved, 'scene')}; "
        f"first {_average(present.first)} against {_average(absent.first)}; "
        f"rounds {_average(present.rounds)} against {_average(absent.rounds)}. {effect.why}"
    )


def _average(average: Average) -> str:
    if average.mean is None:
        return "- (0)"
    return f"{average.mean:.1f} ({average.scenes} of {counted(average.sections, 'section')})"


def _links(store: Bank, call: Call) -> ExitCode:
    record = store.show(call.options.id)
    links = links_of(call.paths, record, mark_of(store), UseIndex(call.paths).runs())
    call.output.document(
        {
            "id": record.id,
            "origin": {
                "run": links.origin.run,
                "scene": links.origin.scene_id,
                "name": links.origin.scene,
                "folder": _path(links.origin.folder),
                "trashed": links.origin.trashed,
                "before": _rendition(links.origin.before),
                "after": _rendition(links.origin.after),
                "same_frame": links.origin.same_frame,
                "problem": links.origin.problem,
            },
            "uses": [_use(use) for use in links.uses],
        }
    )
    for line in _link_lines(links):
        call.output.line(line)
    return ExitCode.DONE


def _path(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _rendition(shown: Rendition | None) -> dict[str, object] | None:
    if shown is None:
        return None
    return {
        "t": shown.t,
        "score": shown.score,
        "video": _path(shown.video),
        "frame": _path(shown.frame),
        "frames": [str(frame) for frame in shown.frames],
        "program": _path(shown.program),
    }


def _use(use: Use) -> dict[str, object]:
    return {
        "run": use.run,
        "title": use.title,
        "scene": use.scene.scene_id,
        "name": use.scene.name,
        "slot": use.slot,
        "rank": use.rank,
        "of": use.of,
        "similarity": use.similarity,
        "changes": [{"t": t, "change": words} for t, words in use.changes],
        "first": use.scene.first,
        "rounds": use.scene.rounds,
        "score": use.scene.score,
        "snapshot": use.snapshot,
    }


def _link_lines(links: Links) -> list[str]:
    origin = links.origin
    lines = [f"Learned in run {origin.run}, scene {origin.scene_id} {origin.scene}".rstrip()]
    for name, shown in (("before", origin.before), ("after", origin.after)):
        if shown is not None:
            score = "-" if shown.score is None else f"{shown.score:.1f}"
            lines.append(f"  {name}: v{shown.t}, score {score}, {shown.video or 'no video'}")
    if origin.problem:
        lines.append(f"  {origin.problem}")
    lines.append(f"Used in {counted(len(links.uses), 'scene')}")
    for use in links.uses:
        lines.append(
            f"  {use.run} {use.scene.scene_id}: {SIGN[use.slot]} {use.rank} of {use.of}, "
            f"similarity {use.similarity:.3f}"
        )
        lines += [f"    v{t}: {words}" for t, words in use.changes]
    return lines


def _map(store: Bank, call: Call) -> ExitCode:
    found = effects(UseIndex(call.paths).runs(), mark_of(store))
    drawn = bank_map(store, found)
    document = _map_document(drawn)
    if call.options.out:
        target = Path(call.options.out).absolute()
        try:
            target.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        except OSError as error:
            raise environment_fault(
                f"{target} could not be written: {error.strerror or error}.",
                "Name a file in a folder that exists and can be written.",
            ) from error
        document = {"file": str(target), "count": len(drawn.ids), "explained": drawn.explained}
        call.output.line(f"{counted(len(drawn.ids), 'point')} in {target}")
    else:
        for key, point in zip(drawn.ids.tolist(), drawn.points.tolist(), strict=True):
            call.output.line(f"{key:>6}  {point[0]:+.4f}  {point[1]:+.4f}")
    call.output.document(document)
    return ExitCode.DONE


def _map_document(drawn: BankMap) -> dict[str, object]:
    columns = (drawn.polarity, drawn.domain, drawn.role, drawn.status, drawn.outcome)
    names = ("polarity", "domain", "role", "status", "outcome")
    rows = zip(drawn.ids.tolist(), drawn.points.tolist(), *columns, strict=True)
    return {
        "count": len(drawn.ids),
        "explained": drawn.explained,
        "points": [
            {"id": key, "x": point[0], "y": point[1], **dict(zip(names, rest, strict=True))}
            for key, point, *rest in rows
        ],
    }


def _growth(store: Bank, call: Call) -> ExitCode:
    grown = growth(store)
    document = asdict(grown) | {"bins": [day.isoformat() for day in grown.bins]}
    for name in ("by_polarity", "by_domain", "by_role"):
        series = getattr(grown, name)
        document[name] = {s.name: {"learned": s.learned, "total": s.total} for s in series}
    call.output.document(document)
    for number, day in enumerate(grown.bins):
        told = ", ".join(
            f"{SIGN[s.name]} {s.total[number]} (+{s.learned[number]})" for s in grown.by_polarity
        )
        call.output.line(f"{grown.step} of {day}: {told}")
    for title, counts in (("status", grown.statuses), ("source", grown.sources)):
        told = ", ".join(f"{name} {count}" for name, count in counts.items())
        call.output.line(f"{title}: {told or '-'}")
    call.output.line(f"never retrieved: {grown.never} of {grown.active} active")
    for used in grown.most:
        call.output.line(f"{used.hits:>6} x {_brief(used.record, used.headline)}")
    return ExitCode.DONE


def _duplicates(store: Bank, call: Call) -> ExitCode:
    groups = duplicates(store)
    call.output.document(
        {
            "groups": [
                {
                    "polarity": group.polarity,
                    "ids": group.ids,
                    "likeness": group.likeness,
                    "pairs": [asdict(pair) | {"likeness": pair.likeness} for pair in group.pairs],
                }
                for group in groups
            ]
        }
    )
    texts = meanings(store, {record for group in groups for record in group.ids})
    for group in groups:
        differ = ", other numbers" if any(pair.numbers_differ for pair in group.pairs) else ""
        call.output.line(f"{SIGN[group.polarity]}, {group.likeness:.0%} alike{differ}:")
        for record in group.ids:
            call.output.line(f"  {_brief(record, texts[record])}")
    call.output.line(f"{counted(len(groups), 'group')} of records that say nearly the same")
    return ExitCode.DONE


def _contradictions(store: Bank, call: Call) -> ExitCode:
    pairs = contradictions(store)
    call.output.document({"hint": HINT, "pairs": [asdict(pair) for pair in pairs]})
    texts = meanings(store, {record for pair in pairs for record in (pair.one, pair.other)})
    for pair in pairs:
        reason = pair.reasons[0]
        call.output.line(f"{reason.kind}: {reason.one} | {reason.other}")
        for record in (pair.one, pair.other):
            call.output.line(f"  {_brief(record, texts[record])}")
    call.output.line(f"{counted(len(pairs), 'pair')}. {HINT}")
    return ExitCode.DONE


def _brief(record: int, text: str) -> str:
    return f"{record:>6}  {' '.join(text.split())[:WIDTH]}"


def _try(store: Bank, call: Call) -> ExitCode:
    options = call.options
    if min(options.n, options.k_plus, options.k_minus) < 0:
        raise wrong_use("-n, --k-plus and --k-minus count records: at least 0.", "")
    source = sys.stdin.buffer.read() if options.file == "-" else Path(options.file)
    task = read_task(source, role=options.role, domain=None)
    trial = try_section(
        store, task.text, task.role, without=options.without, added=options.added,
        most=options.n, k_plus=options.k_plus, k_minus=options.k_minus,
    )  # fmt: skip
    call.output.document(
        {
            "role": task.role,
            "pieces_read": trial.pieces_read,
            "pieces_total": trial.pieces_total,
            "as_it_is": _ranking(trial.plain),
            "changed": _ranking(trial.changed),
            "without": trial.without,
            "with": trial.added,
            "enters": trial.enters,
            "leaves": trial.leaves,
        }
    )
    for line in _trial_lines(trial):
        call.output.line(line)
    return ExitCode.DONE


def _ranking(ranking: Ranking) -> dict[str, object]:
    found: dict[str, object] = {
        polarity: [asdict(place) for place in ranking.places[polarity]] for polarity in POLARITIES
    }
    return found | {"slots": ranking.slots}


def _trial_lines(trial: Trial) -> list[str]:
    lines = []
    for polarity in POLARITIES:
        for place in trial.changed.places[polarity]:
            before = trial.plain.place(place.record)
            moved = "new" if before is None else f"was {before.rank}"
            kept = before is not None and before.rank == place.rank
            slot = "*" if place.in_slot else " "
            lines.append(
                f"{SIGN[polarity]} {place.rank:>3} {slot} {place.record:>6}  "
                f"{place.similarity:.5f}  {'' if kept else moved}".rstrip()
            )
    lines.append(
        f"* stands in the prompts. {trial.pieces_read} of {trial.pieces_total} word pieces read; "
        "no use was counted."
    )
    return lines


def _effect_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, nargs="?", metavar="ID")


def _links_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, metavar="ID")


def _map_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="FILE.json", help="write the points into this file")


def _try_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the section; - reads standard input")
    parser.add_argument("--role", choices=ROLES, help="default: what the file says, else method")
    parser.add_argument(
        "--without", type=int, action="append", default=[], metavar="ID", help="leave this one out"
    )
    parser.add_argument(
        "--with", dest="added", type=int, action="append", default=[], metavar="ID",
        help="count this pending record as active",
    )  # fmt: skip
    parser.add_argument("-n", type=int, default=10, metavar="N", help="places shown (10)")
    parser.add_argument("--k-plus", type=int, default=2, metavar="N")
    parser.add_argument("--k-minus", type=int, default=3, metavar="N")


ACTIONS = (
    MemoryAction("effect", "how scenes with a record did", _effect, _effect_arguments),
    MemoryAction("links", "where a record came from and who used it", _links, _links_arguments),
    MemoryAction("map", "the bank as points in a plane", _map, _map_arguments),
    MemoryAction("growth", "counts over time, most and never retrieved", _growth),
    MemoryAction("duplicates", "records that say nearly the same", _duplicates),
    MemoryAction("contradictions", "records that seem to oppose each other", _contradictions),
    MemoryAction("try", "what a section would retrieve", _try, _try_arguments, encoder=True),
)
