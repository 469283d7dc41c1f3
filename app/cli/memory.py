"""`./run memory`: look into a bank or snapshot and keep it."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app.cli.memory_share import export, import_
from app.cli.output import Output, counted
from app.errors import ExitCode, wrong_use
from app.paths import DataPaths, data_paths
from app.version import STUDIO_VERSION
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.opening import Mode
from memory_store.queries import Filter
from memory_store.records import Record
from pipeline.render_port import CancelToken

Action = Callable[[Bank, argparse.Namespace, DataPaths, Output], ExitCode]
WRITING = frozenset({"import"})
NEEDS_ENCODER = frozenset({"search", "import"})


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """One action on one bank; only `import` creates a missing one."""
    paths = data_paths()
    action = ACTIONS[options.action]
    with _open(options, paths) as store:
        return action(store, options, paths, output)


@contextmanager
def _open(options: argparse.Namespace, paths: DataPaths) -> Iterator[Bank]:
    writes = options.action in WRITING
    with ExitStack() as stack:
        embedder = None
        if options.action in NEEDS_ENCODER:
            embedder = stack.enter_context(MiniLmEmbedder())
        if options.action == "search" and embedder is not None:
            embedder.start()
        # Freezing takes the write lock of a live bank, so that it waits for a writer.
        mode: Mode = "rw" if writes or options.action == "freeze" else "ro"
        path = paths.bank(options.bank)
        yield stack.enter_context(Bank.open(path, embedder, mode=mode, create=writes))


def _stats(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
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
        "bytes": stats.bytes_on_disk,
        "encoder": stats.encoder,
    }
    output.document(document)
    output.line(f"{store.path}: {counted(stats.total, 'record')}")
    for title in ("by_polarity", "by_status", "by_origin", "by_domain", "by_role"):
        counts: dict[str, int] = getattr(stats, title)
        told = ", ".join(f"{name} {count}" for name, count in counts.items())
        output.line(f"  {title.replace('_', ' ')}: {told or '-'}")
    return ExitCode.DONE


def _list(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    if options.limit < 1 or options.offset < 0:
        raise wrong_use("--limit must be at least 1 and --offset at least 0.", "")
    page = store.list(
        Filter(polarity=options.polarity, status=options.status),
        limit=options.limit,
        offset=options.offset,
    )
    output.document({"total": page.total, "records": [brief(r) for r in page.records]})
    for record in page.records:
        output.line(_line(record))
    output.line(f"{len(page.records)} of {counted(page.total, 'record')}")
    return ExitCode.DONE


def _search(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    if not options.text.strip():
        raise wrong_use("The text to search for is empty.", "Say what to look for.")
    if options.k < 1:
        raise wrong_use("-k must be at least 1.", "")
    hits = store.search(options.text, k=options.k, polarity=options.polarity)
    output.document(
        {"results": [brief(hit.record) | {"similarity": hit.similarity} for hit in hits]}
    )
    for hit in hits:
        output.line(f"{hit.similarity:.3f}  {_line(hit.record)}")
    if not hits:
        output.line("Nothing found: the bank has no records of that kind.")
    return ExitCode.DONE


def _show(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    record = store.show(options.id)
    document = record.model_dump(mode="json") | {"polarity": record.polarity}
    output.document({"record": document})
    for name, value in document.items():
        output.line(f"{name}: {value}")
    return ExitCode.DONE


def _freeze(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    if store.snapshot is not None:
        raise wrong_use(f"{store.path} is frozen already.", "Name a live bank with --bank.")
    root = Path(options.out) if options.out else paths.snapshots
    info = store.freeze(
        options.name, root, description=options.description, studio_version=STUDIO_VERSION
    )
    path = (root / options.name).absolute()
    output.document(
        {
            "name": info.name,
            "path": str(path),
            "sha256": info.sha256,
            "counts": dict(info.counts),
        }
    )
    told = ", ".join(f"{count} {name}" for name, count in info.counts.items())
    output.line(f"Frozen as {path} ({told}), sha256 {info.sha256}")
    return ExitCode.DONE


def _verify(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    report = store.verify()
    output.document({"ok": report.ok, "problems": list(report.problems), "records": report.records})
    for problem in report.problems:
        output.line(problem)
    for name, state in report.indexes.items():
        if state != "ok":
            output.line(f"The {name} index was {state} and has been made again.")
    output.line(f"{store.path}: {'sound' if report.ok else 'not sound'}")
    return ExitCode.DONE if report.ok else ExitCode.FAILED


def _export(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    return export(store, options, output)


def _import(store: Bank, options: argparse.Namespace, paths: DataPaths, output: Output) -> ExitCode:
    return import_(store, options, output)


ACTIONS: dict[str, Action] = {
    "stats": _stats,
    "list": _list,
    "search": _search,
    "show": _show,
    "freeze": _freeze,
    "verify": _verify,
    "export": _export,
    "import": _import,
}


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
