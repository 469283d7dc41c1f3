"""`./run memory stats|list|search|show|verify`: what is in a bank."""

import argparse

from app.cli.memory.action import Call, MemoryAction
from app.cli.output import counted
from app.errors import ExitCode, wrong_use
from memory_store.bank import Bank
from memory_store.queries import Filter
from memory_store.records import Record


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
    if call.options.limit < 1 or call.options.offset < 0:
        raise wrong_use("--limit must be at least 1 and --offset at least 0.", "")
    page = store.list(
        Filter(polarity=call.options.polarity, status=call.options.status),
        limit=call.options.limit,
        offset=call.options.offset,
    )
    call.output.document({"total": page.total, "records": [brief(r) for r in page.records]})
    for record in page.records:
        call.output.line(_line(record))
    call.output.line(f"{len(page.records)} of {counted(page.total, 'record')}")
    return ExitCode.DONE


def _search(store: Bank, call: Call) -> ExitCode:
    if not call.options.text.strip():
        raise wrong_use("The text to search for is empty.", "Say what to look for.")
    if call.options.k < 1:
        raise wrong_use("-k must be at least 1.", "")
    hits = store.search(call.options.text, k=call.options.k, polarity=call.options.polarity)
    call.output.document(
        {"results": [brief(hit.record) | {"similarity": hit.similarity} for hit in hits]}
    )
    for hit in hits:
        call.output.line(f"{hit.similarity:.3f}  {_line(hit.record)}")
    if not hits:
        call.output.line("Nothing found: the bank has no records of that kind.")
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


def summary(record: Record) -> str:
    """The text of a record that says most in one line."""
    return record.rationale if record.polarity == "success" else record.trigger  # type: ignore[union-attr]


def brief(record: Record) -> dict[str, object]:
    """A record in lists and search results."""
    return {
        "id": record.id,
        "polarity": record.polarity,
        "text": summary(record),
        "role": record.context.role,
        "domain": record.context.domain,
        "status": record.status,
        "score_before": record.provenance.score_before,
        "score_after": record.provenance.score_after,
        "hit_count": record.hit_count,
        "run": record.provenance.run_id,
        "scene": record.provenance.scene_id,
    }


def _line(record: Record) -> str:
    sign = "M+" if record.polarity == "success" else "M-"
    text = " ".join(summary(record).split())
    return f"{record.id:>6}  {sign}  {record.status:<11}  {record.context.domain:<18}  {text[:90]}"


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--polarity", choices=("success", "failure"))
    parser.add_argument("--status", choices=("active", "pending", "quarantined"))
    parser.add_argument("--limit", type=int, default=50, metavar="N")
    parser.add_argument("--offset", type=int, default=0, metavar="N")


def _search_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT")
    parser.add_argument("-k", type=int, default=10, metavar="N")
    parser.add_argument("--polarity", choices=("success", "failure"))


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, metavar="ID")


ACTIONS = (
    MemoryAction("stats", "counts by polarity, status and origin", _stats),
    MemoryAction("list", "records, newest first", _list, _list_arguments),
    MemoryAction("search", "records by meaning", _search, _search_arguments, encoder=True),
    MemoryAction("show", "one record, whole", _show, _show_arguments),
    MemoryAction("verify", "compare database, indexes and hashes", _verify),
)
