"""How a job ended, from what its run returned or raised."""

from typing import TYPE_CHECKING

from app.errors import ExitCode, StudioError
from app.faults import as_studio_error, report_of, write_report
from app.jobs.updates import JobEnded, JobHandle, Trouble
from app.paths import DataPaths
from app.remedies import in_window
from app.texts import tr
from pipeline.models.port import PausedError
from pipeline.render_port import CancelledError, CancelToken

if TYPE_CHECKING:
    from pipeline.run.outcome import RunOutcome


def ended_well(job: JobHandle, outcome: "RunOutcome") -> JobEnded:
    """The end of a run that finished, with or without a video."""
    if outcome.video is not None:
        return JobEnded(job, job.run_id, "finished")
    reasons = "; ".join(f"{trace.spec.name}: {trace.skipped}" for trace in outcome.scenes)
    return JobEnded(
        job,
        job.run_id,
        "finished",
        tr("No scene could be rendered. {reasons}").format(reasons=reasons),
        tr(
            "Look at the attempts of each scene, change the storyboard or the section, "
            "and try again."
        ),
        kind="work",
        fault="no_scene",
    )


def ended_by(
    job: JobHandle, error: BaseException, cancel: CancelToken, paths: DataPaths
) -> JobEnded:
    """The end of a run that was stopped, paused or met trouble."""
    if isinstance(error, CancelledError):
        if cancel.to_pause:
            return JobEnded(job, job.run_id, "paused", tr("Paused on request."), fault="person")
        return JobEnded(job, job.run_id, "stopped", tr("Stopped on request."), fault="person")
    if isinstance(error, PausedError):
        kind: Trouble = "" if error.kind == "approval" else "environment"
        told, remedy = in_window(error.message), in_window(error.remedy)
        return JobEnded(job, job.run_id, "paused", told, remedy, kind=kind, fault=error.kind)
    known = as_studio_error(error)
    return _bug(job, error, paths) if known is None else _trouble(job, known)


def _trouble(job: JobHandle, error: StudioError) -> JobEnded:
    kind: Trouble = "environment" if error.code is ExitCode.ENVIRONMENT else "work"
    told, remedy = in_window(error.message), in_window(error.remedy)
    return JobEnded(job, job.run_id, "failed", told, remedy, kind=kind, fault=error.kind)


def _bug(job: JobHandle, error: BaseException, paths: DataPaths) -> JobEnded:
    return JobEnded(
        job,
        job.run_id,
        "failed",
        tr("A fault of the studio itself: {name}.").format(name=type(error).__name__),
        tr(
            "Your files and memory are as they were, and the run can be resumed. "
            "Please report this."
        ),
        kind="bug",
        fault="internal",
        report=report_of(error),
        report_file=write_report(error, paths),
    )
