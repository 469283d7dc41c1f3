"""Putting the parts together: cast, renderer, memory and run folder for one run."""

import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from app.errors import environment_fault, wrong_use
from app.memory.backing_up import BackupBeside, backup_schedule
from app.memory.choice import bank_for
from app.paths import DataPaths, tables_folder
from app.players import Players
from app.run_plan import RunPlan
from app.scratch import scratch_folder
from app.texts import tr
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.errors import EncoderFailed
from memory_store.indexes import load_faiss
from memory_store.layout import MANIFEST
from pipeline.agents.offline.assembly import offline_cast
from pipeline.agents.offline.review import lost_content
from pipeline.checks import TablesError, check_program, load_tables
from pipeline.checks.report import ALL_GROUPS, OWN_GROUPS
from pipeline.loop.services import Check, Services
from pipeline.render import SandboxRenderer
from pipeline.render.link import ServerError
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.manifest import MemoryUse
from pipeline.run.video import load_av
from pipeline.settings import RunSettings

NEEDED_BYTES = 300 * 1024**2
"""Free space a run of a few scenes may need: videos, compiled TeX and scratch folders."""

RENDER_WORKERS = 2
"""Renders at the same time; each may take the memory and processor time of its limits."""


def make_cast(plan: RunPlan, paths: DataPaths, cancel: CancelToken) -> Players:
    """The cast of a plan, ready to play.

    Raises:
        StudioError: a profile or a key is missing.
    """
    if plan.cast == "offline":
        return Players(offline_cast())
    # Its agents, prompts and endpoints are loaded for those who use them alone.
    from app.model_cast import load_profiles, open_model_cast

    profiles = load_profiles(paths, plan.settings, plan.profile, plan.reviewer_profile)
    return open_model_cast(paths, plan.settings, profiles, cancel)


@contextmanager
def open_services(
    plan: RunPlan,
    paths: DataPaths,
    folder: RunFolder,
    cancel: CancelToken,
    players: Players,
) -> Iterator[tuple[Services, MemoryUse]]:
    """Start what the run needs and end it afterwards.

    Raises:
        MemoryStoreError: the bank cannot be used.
        StudioError: the disk is full.
    """
    require_space(paths)
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder(paths))
        ending: list[Callable[[], None]] = []
        stack.callback(_end_together, ending)
        memory, use, embedder = None, MemoryUse(), None
        if plan.settings.memory_mode != "off" and not plan.settings.empty_slots:
            embedder = MiniLmEmbedder()
            ending.append(embedder.close)
            memory, use = open_memory(plan, paths, embedder)
            stack.callback(memory.close)
            if not memory.read_only:
                backup = BackupBeside(memory.path, backup_schedule(paths))
                stack.callback(backup.wait)
            _start_encoder(embedder, use, plan.settings)
        renderer = SandboxRenderer(
            scratch_root=scratch,
            cache_dir=paths.cache / "renders",
            tex_dir=folder.tex,
            workers=min(plan.settings.parallel_scenes, RENDER_WORKERS),
        )
        ending.append(renderer.close)
        renderer.start()
        _prepare_the_end(plan, renderer, embedder)
        services = Services(
            cast=players.cast,
            renderer=renderer,
            cancel=cancel,
            lost_content=lost_content,
            check=make_check(plan.settings),
            memory=memory,
            ledger=players.ledger,
        )
        yield services, use


def _start_encoder(embedder: MiniLmEmbedder, use: MemoryUse, settings: RunSettings) -> None:
    """It takes seconds until the first vector. Scenes wait for it where there is something to
    retrieve; on an empty bank it is needed once they are drawn."""
    if any(use.records.values()):
        embedder.start()
    elif settings.memory_mode == "rw":
        embedder.start(patient=True)


def open_memory(
    plan: RunPlan, paths: DataPaths, embedder: MiniLmEmbedder
) -> tuple[Bank, MemoryUse]:
    """The bank or snapshot that the run reads, and its description for the manifest."""
    path = bank_for(paths, plan.memory, plan.task.domain)
    mode = plan.settings.memory_mode
    if mode == "rw" and (path / MANIFEST).exists():
        raise wrong_use(
            tr("{path} is a frozen snapshot: nothing can be written to it.").format(path=path),
            tr("Add --memory-mode ro to read it, or name a bank."),
            kind="read_only",
        )
    bank = Bank.open(path, embedder, mode="rw" if mode == "rw" else "ro", create=mode == "rw")
    use = MemoryUse(
        bank=path.name,
        path=str(path),
        bank_id=bank.bank_id,
        snapshot_sha256=bank.snapshot.sha256 if bank.snapshot else "",
        shuffled=bool(bank.snapshot and bank.snapshot.shuffled_from),
        encoder=bank.identity.describe(),
        records=bank.stats().by_polarity,
    )
    return bank, use


def make_check(settings: RunSettings) -> Check:
    """The static check with its tables of Manim's names kept on disk.

    The preset `paper` has none of the checks that are ours: only safety and structure remain.

    They take seconds to make once; a thread begins with it before the first program is written.
    """
    tables = tables_folder()
    threading.Thread(target=_warm_tables, args=(tables,), name="tables", daemon=True).start()
    rules = ALL_GROUPS if settings.own_checks else ALL_GROUPS - OWN_GROUPS
    return partial(check_program, rules=rules, cache_dir=tables)


def _prepare_the_end(
    plan: RunPlan, renderer: SandboxRenderer, embedder: MiniLmEmbedder | None
) -> None:
    """Do, while the first scene is drawn, what is needed once all are drawn.

    Libraries are loaded, and the section is embedded whose records will be written. Whoever needs
    them later reports what fails here.
    """

    def prepare() -> None:
        with suppress(ServerError):
            renderer.ready()
        load_faiss()
        load_av()
        if embedder is not None and plan.settings.memory_mode == "rw":
            with suppress(EncoderFailed):
                embedder.context(plan.task.text, plan.task.role)

    threading.Thread(target=prepare, name="prepare", daemon=True).start()


def _end_together(endings: list[Callable[[], None]]) -> None:
    """End the child processes side by side: each takes some hundredths of a second."""
    with ThreadPoolExecutor(max_workers=max(len(endings), 1)) as pool:
        for ended in [pool.submit(end) for end in endings]:
            ended.result()


def _warm_tables(folder: Path) -> None:
    # The check itself reports what fails here, with the program it fails for.
    with suppress(TablesError):
        load_tables(folder)


def require_space(paths: DataPaths) -> None:
    """Refuse to begin a run on a disk that is nearly full."""
    paths.root.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(paths.root).free
    if free < NEEDED_BYTES:
        raise environment_fault(
            tr(
                "Only {free} MB are free on the disk of {root}; a run may need {needed_bytes} MB."
            ).format(free=free // 1024**2, root=paths.root, needed_bytes=NEEDED_BYTES // 1024**2),
            tr(
                "Free some space, or choose a data folder on another disk in Settings (or set "
                "MANIMAGENT_STUDIO_HOME to one)."
            ),
            kind="disk_full",
        )
