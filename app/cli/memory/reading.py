"""`./run memory stats|list|search|facets|show|verify`: what is in a bank."""

import argparse
from dataclasses import asdict

from app.cli.memory.action import Call, MemoryAction
from app.cli.memory.criteria import fill_criteria, fill_sort, read_criteria, read_sort
from app.cli.output import counted
from app.errors import ExitCode, wrong_use
from memory_store.bank import Bank
from memory_store.browsing import Row, admitted_by, browse, by_meaning, facets


def _stats(store: Bank, call: Call) -> ExitCode:
    stats = store.stats()
    document = {
        "bank": str(store.path),
        "frozen": store.snapshot is not None,
        "total": stats.total,
        "by_polarity": stats.by_polarity,
        "by_status": stats.by_status,
        "by_origin": stats.by_origin,
        "by_domain": stats.by_domain,
        "by_role": stats.by_role,
        "sections": stats.sections,
        "retrieved": stats.retrieved,
        "trashed": stats.trashed,
        "bytes": stats.bytes_on_disk,
        "encoder": stats.encoder,
    }
    call.output.document(document)
    call.output.line(f"{store.path}: {counted(stats.total, 'record')}")
    for title in ("by_polarity", "by_status", "by_origin", "by_domain", "by_role"):
        counts: dict[str, int] = getattr(stats, title)
        told = ", ".join(f"{name} {count}" for name, count in counts.items())
        call.output.line(f"  {title.replace('_', ' ')}: {told or '-'}")
    if stats.trashed:
        call.output.line(f"  in the trash: {stats.trashed}")
    return ExitCode.DONE


def _list(store: Bank, call: Call) -> ExitCode:
    options = call.options
    if options.limit < 1 or options.offset < 0:
        raise wrong_use("--limit must be at least 1 and --offset at least 0.", "")
    criteria = read_criteria(options, options.words)
    page = browse(store, criteria, read_sort(options), options.limit, offset=options.offset)
    document: dict[str, object] = {
        "total": page.total,
        "records": [brief(row) for row in page.rows],
    }
    call.output.document(document | ({"note": page.note} if page.note else {}))
    for row in page.rows:
        call.output.line(_line(row))
    call.output.line(f"{len(page.rows)} of {counted(page.total, 'record')}")
    if page.note:
        call.output.line(page.note)
    return ExitCode.DONE


def _search(store: Bank, call: Call) -> ExitCode:
    options = call.options
    if not options.text.strip():
        raise wrong_use("The text to search for is empty.", "Say what to look for.")
    if options.k < 1:
        raise wrong_use("-k must be at least 1.", "")
    if options.words:
        return _search_words(store, call)
    hits = by_meaning(store, options.text, read_criteria(options), options.k)
    call.output.document(
        {"results": [brief(hit.row) | {"similarity": hit.similarity} for hit in hits]}
    )
    for hit in hits:
        call.output.line(f"{hit.similarity:.3f}  {_line(hit.row)}")
    if not hits:
        call.output.line("Nothing found: the bank has no records of that kind.")
    return ExitCode.DONE


def _search_words(store: Bank, call: Call) -> ExitCode:
    options = call.options
    page = browse(store, read_criteria(options, options.text), limit=options.k)
    results = [brief(row) | {"similarity": None} for row in page.rows]
    document: dict[str, object] = {"results": results, "total": page.total}
    call.output.document(document | ({"note": page.note} if page.note else {}))
    for row in page.rows:
        call.output.line(_line(row))
    call.output.line(f"{len(page.rows)} of {counted(page.total, 'record')} with these words")
    if page.note:
        call.output.line(page.note)
    return ExitCode.DONE


def _facets(store: Bank, call: Call) -> ExitCode:
    found = facets(store)
    admissions = [asdict(one) for one in admitted_by(store)]
    call.output.document({**asdict(found), "admitted_by": admissions})
    for name, counts in asdict(found).items():
        if isinstance(counts, dict):
            first = list(counts.items())[: call.options.limit]
            told = ", ".join(f"{value or '(none)'} {number}" for value, number in first)
            more = f", and {len(counts) - len(first)} more" if len(counts) > len(first) else ""
            call.output.line(f"{name}: {told or '-'}{more}")
        else:
            call.output.line(f"{name}: {counts}")
    return ExitCode.DONE


def _show(store: Bank, call: Call) -> ExitCode:
    record = store.show(call.options.id)
    document = record.model_dump(mode="json") | {"polarity": record.polarity}
    call.output.document({"record": document})
    for name, value in document.items():
        call.output.line(f"{name}: {value}")
    return ExitCode.DONE


def _verify(store: Bank, call: Call) -> ExitCode:
    report = store.verify()
    call.output.document(
        {"ok": report.ok, "problems": list(report.problems), "records": report.records}
    )
    for problem in report.problems:
        call.output.line(problem)
    for name, state in report.indexes.items():
        if state != "ok":
            call.output.line(f"The {name} index was {state} and has been made again.")
    call.output.line(f"{store.path}: {'sound' if report.ok else 'not sound'}")
    return ExitCode.DONE if report.ok else ExitCode.FAILED


def brief(row: Row) -> dict[str, object]:
    """A record in lists and search results."""
    return {
        "id": row.id,
        "polarity": row.polarity,
        "text": row.headline,
        "role": row.role,
        "domain": row.domain,
        "status": row.status,
        "score_before": row.score_before,
        "score_after": row.score_after,
        "hit_count": row.hit_count,
        "last_used": row.last_used.isoformat() if row.last_used else None,
        "run": row.run,
        "scene": row.scene,
        "source": row.source,
        "origin": row.origin,
        "created": row.created.isoformat(),
        "cast": row.cast,
        "reviewer": row.reviewer,
        "writer": row.writer,
        "pinned": row.pinned,
        "trashed": row.trashed,
        "tags": list(row.tags),
    }


def _line(row: Row) -> str:
    sign = "M+" if row.polarity == "success" else "M-"
    text = " ".join(row.headline.split())
    return f"{row.id:>6}  {sign}  {row.status:<11}  {row.domain:<18}  {text[:90]}"


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    fill_criteria(parser)
    fill_sort(parser)
    parser.add_argument("--words", default="", metavar="TEXT", help="full-text search")
    parser.add_argument("--limit", type=int, default=50, metavar="N")
    parser.add_argument("--offset", type=int, default=0, metavar="N")


def _search_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT")
    parser.add_argument("-k", type=int, default=10, metavar="N")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--words", action="store_true", help="these words, newest record first")
    how.add_argument("--meaning", action="store_true", help="nearest in meaning (default)")
    fill_criteria(parser)


def _facets_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--limit", type=int, default=12, metavar="N", help="values shown of each (not with --json)"
    )


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, metavar="ID")


ACTIONS = (
    MemoryAction("stats", "counts by polarity, status and origin", _stats),
    MemoryAction("list", "records, filtered and sorted", _list, _list_arguments),
    MemoryAction(
        "search",
        "records by meaning or by words",
        _search,
        _search_arguments,
        encoder=lambda options: not options.words,
    ),
    MemoryAction(
        "facets", "what records can be filtered by, with counts", _facets, _facets_arguments
    ),
    MemoryAction("show", "one record, whole", _show, _show_arguments),
    MemoryAction("verify", "compare database, indexes and hashes", _verify),
)
