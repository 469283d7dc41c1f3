"""The renderer the loop uses: one sandboxed worker process per program.

from pathlib import Path
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings

with SandboxRenderer(Path("/tmp/scratch")) as renderer:
    result = renderer.render(
        program, "MyScene", Path("out"), RenderSettings(), CancelToken()
    )
    print(result.ok, result.video, result.keyframes)
"""

import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType

from pipeline.render import bubblewrap, cache, intake, space
from pipeline.render.endings import explain
from pipeline.render.link import START_SECONDS, ServerError, ServerLink
from pipeline.render.scratch import remove_folder
from pipeline.render.wire import Ending, Job, Layers, Ready
from pipeline.render_port import CancelledError, CancelToken
from pipeline.schema.render import RenderResult, RenderSettings

_POLL_SECONDS = 0.05
_GRACE_SECONDS = 6.0  # past the wall limit, for the supervisor to end a job
_CANCEL_SECONDS = 1.6  # for a cancelled job to be gone before the whole server is ended
_OWN_DOING = ("volume", "files", "log")  # a program that wrote so much filled the disk itself
_LEFTOVERS = ("render.mp4", "geometry.json", intake.OUTPUT)


class SandboxRenderer:
    """Implements `Renderer`. May be used from several threads; `workers` jobs run at a time.

    Args:
        scratch_root: an absolute folder for job folders; made if missing. Empty between jobs,
            but for the server's own home.
        cache_dir: where successful renders are kept for all runs; None keeps none.
        tex_dir: where compiled TeX of this run is kept; None compiles anew for each job.
        workers: renders that may run at the same time.
        layers: for tests and benchmarks alone; see `Layers`.
        wrapped: run the server in bubblewrap; None decides by what the machine has.
    """

    def __init__(
        self,
        scratch_root: Path,
        cache_dir: Path | None = None,
        tex_dir: Path | None = None,
        workers: int = 2,
        layers: Layers = Layers(),  # noqa: B008  # frozen
        wrapped: bool | None = None,
    ) -> None:
        self._wrapped = bubblewrap.wanted() if wrapped is None else wrapped
        self.layers = layers
        self._scratch = scratch_root.resolve()
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._home = Path(tempfile.mkdtemp(prefix="server-", dir=self._scratch))
        self._shared = (cache_dir.resolve() if cache_dir else self._home) / "worker"
        self._cache = cache.RenderCache(cache_dir / "renders") if cache_dir else None
        self._tex_dir = tex_dir.resolve() if tex_dir else None
        self._slots = threading.BoundedSemaphore(workers)
        self._lock = threading.Lock()
        self._link: ServerLink | None = None
        self._closed = False

    def __enter__(self) -> "SandboxRenderer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        """Begin to warm the server up without waiting; the first render then starts sooner."""
        self._server()

    def ready(self) -> Ready:
        """Wait until the server is warm; its process id, isolation layers and versions.

        Raises `ServerError` if it cannot start.
        """
        return self._server().ready()

    def render(
        self, program: str, scene: str, folder: Path, settings: RenderSettings, cancel: CancelToken
    ) -> RenderResult:
        """See `pipeline.render_port.Renderer`. Never raises for what the program does.

        Raises `CancelledError` on cancel and `OSError` if `folder` cannot be written.
        """
        started = time.monotonic()
        cancel.check()
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        name = cache.key(program, scene, settings)
        if self._cache is not None:
            found = self._cache.fetch(name, folder)
            if found is not None:
                return found.model_copy(update={"seconds": time.monotonic() - started})
        while not self._slots.acquire(timeout=_POLL_SECONDS):
            cancel.check()
        try:
            result = self._run(program, scene, folder, settings, cancel)
        except OSError as error:
            if not space.says_full(error):
                raise
            _clear(folder)
            result = self._blamed(RenderResult(ok=False, message=str(error.strerror)), folder)
        finally:
            self._slots.release()
        result = result.model_copy(update={"seconds": time.monotonic() - started})
        if self._cache is not None:
            self._cache.store(name, result, folder)
        return result

    def close(self) -> None:
        """End the server with all jobs and remove its folder; bounded to some seconds."""
        with self._lock:
            self._closed = True
            link, self._link = self._link, None
        if link is not None:
            link.close()
        shutil.rmtree(self._home, ignore_errors=True)

    def _server(self) -> ServerLink:
        with self._lock:
            if self._closed:
                raise ServerError("the renderer is closed")
            if self._link is None or not self._link.alive:
                self._link = ServerLink(self._home, self._shared, self._scratch, self._wrapped)
            return self._link

    def _run(
        self, program: str, scene: str, folder: Path, settings: RenderSettings, cancel: CancelToken
    ) -> RenderResult:
        job_folder = Path(tempfile.mkdtemp(prefix="job-", dir=self._scratch))
        try:
            data = program.encode("utf-8", errors="replace")
            (job_folder / "scene.py").write_bytes(data)
            if self._tex_dir is not None:
                intake.lend_tex(self._tex_dir, job_folder / "tex")
            job = _job(job_folder, scene, settings, self.layers)
            try:
                link = self._server()
                self._await_warm(link, cancel)
                ending = _wait(link, job, link.submit(job), cancel)
            except ServerError as error:
                result = RenderResult(
                    ok=False, category="unknown", environment=True, message=str(error)
                )
                return self._blamed(result, folder) if self._is_short(folder) else result
            return self._take_in(job, ending, folder)
        finally:
            remove_folder(job_folder)

    def _await_warm(self, link: ServerLink, cancel: CancelToken) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                link.ready(_POLL_SECONDS)
            except ServerError:
                if cancel.cancelled or not link.alive or time.monotonic() > deadline:
                    cancel.check()
                    raise
            else:
                return

    def _take_in(self, job: Job, ending: Ending, folder: Path) -> RenderResult:
        job_folder = Path(job.folder)
        if self._tex_dir is not None:
            intake.keep_tex(job_folder / "tex", self._tex_dir)
        names = [(job.folder, "job"), (str(self._scratch), "scratch"), (sys.prefix, "python")]
        intake.take_output(job_folder / "output.log", folder, names)
        answer = intake.read_answer(job_folder / "out") if ending.cause == "exit" else None
        result = answer or explain(ending, job)
        if not result.ok:
            if ending.cause not in _OWN_DOING and (
                (result.environment and result.message.startswith(space.FULL))
                or self._is_short(folder)
                or space.is_cut_short(result, job_folder)
            ):
                return self._blamed(result, folder)
            return result.model_copy(update={"video": None, "keyframes": (), "geometry": None})
        try:
            return intake.take_files(result, job_folder / "out", folder, job.file_bytes)
        except intake.IntakeError as error:
            return RenderResult(
                ok=False, category="manim_runtime", message=f"no playable video: {error}"
            )

    def _is_short(self, folder: Path) -> bool:
        return space.is_short(self._scratch) or space.is_short(folder)

    def _blamed(self, result: RenderResult, folder: Path) -> RenderResult:
        short = space.is_short(folder) and not space.is_short(self._scratch)
        return space.blamed(result, folder if short else self._scratch)


def _job(folder: Path, scene: str, settings: RenderSettings, layers: Layers) -> Job:
    width, height = settings.pixels
    return Job(
        id=folder.name,
        folder=str(folder),
        scene=scene,
        width=width,
        height=height,
        fps=settings.fps,
        keyframes=settings.keyframes,
        wall_seconds=settings.wall_seconds,
        cpu_seconds=settings.cpu_seconds,
        memory_bytes=settings.memory_bytes,
        layers=layers,
    )


def _wait(link: ServerLink, job: Job, ended: threading.Event, cancel: CancelToken) -> Ending:
    """Wait for the end of a job; every wait is bounded, with the server ended as last resort."""
    deadline = time.monotonic() + job.wall_seconds + _GRACE_SECONDS
    while not ended.wait(_POLL_SECONDS):
        if cancel.cancelled:
            link.cancel(job.id)
            if not ended.wait(_CANCEL_SECONDS):
                link.close(0.2)
            link.collect(job.id)
            raise CancelledError
        if time.monotonic() > deadline:
            link.close(0.2)
            link.collect(job.id)
            return Ending(id=job.id, cause="wall", seconds=job.wall_seconds)
    if cancel.cancelled:
        link.collect(job.id)
        raise CancelledError
    return link.collect(job.id)


def _clear(folder: Path) -> None:
    """Remove what an earlier render of this iteration left."""
    for name in _LEFTOVERS:
        (folder / name).unlink(missing_ok=True)
    for still in (folder / "keyframes").glob("k*.png"):
        still.unlink(missing_ok=True)
