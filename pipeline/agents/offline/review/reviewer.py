"""The offline VisualReviewer: reads the measured trace, the findings and the source."""

from pathlib import Path

from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.review.axes import (
    COMFORT_RULES,
    Axis,
    accuracy_axis,
    flow_axis,
    layout_axis,
)
from pipeline.agents.offline.review.comfort import comfort_faults
from pipeline.agents.offline.review.pace import hasty_sentences
from pipeline.agents.offline.review.screen import read_screen
from pipeline.agents.offline.revise.composer import Composer
from pipeline.agents.offline.revise.wording import instruction_for
from pipeline.agents.protocols import ReviewFailedError, ReviewRequest
from pipeline.inspection.findings import inspect
from pipeline.schema.finding import Finding, has_error
from pipeline.schema.review import AxisScores, Review, Verdict
from pipeline.schema.trace import GeometryTrace

IDENTITY = "measured/1"
PASS = 85.0


class MeasuredReviewer:
    """Scores a render without a model. See the package for the score formula."""

    def __init__(self, composer: Composer) -> None:
        self._composer = composer

    @property
    def identity(self) -> str:
        """The version of the score formula; scores of two versions are never compared."""
        return IDENTITY

    def review(self, request: ReviewRequest) -> Review:
        """Raises `ReviewFailedError` when the render left no readable geometry trace."""
        trace = _read_trace(request)
        measured = request.findings or inspect(trace, duration_hint=request.spec.duration_hint)
        plan = self._composer.plan(request.task, request.spec)
        comfort = comfort_faults(trace, plan.figure.kind == "formula") + hasty_sentences(trace)
        findings = measured + comfort
        screen = read_screen(trace, request.program)
        layout = layout_axis(findings, trace.duration)
        flow = flow_axis(request.spec, screen, findings, trace.duration)
        accuracy = accuracy_axis(request.task, request.spec, screen)
        scores = AxisScores(logical_flow=flow.value, layout=layout.value, accuracy=accuracy.value)
        issues = _issues(findings, flow, accuracy)
        instruction = self._instruction(request, findings, plan)
        verdict = _verdict(scores.mean, findings, issues, instruction, request)
        return Review(
            reviewer=IDENTITY,
            axes=scores,
            verdict=verdict,
            issues=issues,
            instruction=instruction if verdict == "revise" else "",
            reasons=_reasons(scores, (flow, layout, accuracy)),
        )

    def _instruction(
        self, request: ReviewRequest, findings: tuple[Finding, ...], plan: ScenePlan
    ) -> str:
        layout = self._composer.read(request.program)
        return "" if layout is None else instruction_for(findings, plan, layout)


def _read_trace(request: ReviewRequest) -> GeometryTrace:
    name = request.result.geometry
    path = request.folder / name if name else None
    try:
        if path is None:
            raise FileNotFoundError(f"the render of {request.spec.name} left no geometry trace")
        return GeometryTrace.model_validate_json(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        message = f"Scene {request.spec.name} cannot be scored: {error}. Render it again."
        raise ReviewFailedError(message) from error


def _issues(findings: tuple[Finding, ...], flow: Axis, accuracy: Axis) -> tuple[str, ...]:
    flagged = [f.message for f in findings if f.severity != "note"]
    return tuple(dict.fromkeys(flagged + flow.reasons + accuracy.reasons))


def _verdict(
    u: float,
    findings: tuple[Finding, ...],
    issues: tuple[str, ...],
    instruction: str,
    request: ReviewRequest,
) -> Verdict:
    """Pass without an error or a fault of comfort at u >= 85; fail where a revision would change
    nothing."""
    faulty = has_error(findings) or any(f.rule in COMFORT_RULES for f in findings)
    if not faulty and u >= PASS:
        return "pass"
    fell_flat = bool(request.earlier) and request.earlier[-1].issues == issues
    return "fail" if fell_flat or not instruction else "revise"


def _reasons(scores: AxisScores, axes: tuple[Axis, Axis, Axis]) -> tuple[str, ...]:
    named = (
        ("Logical flow", scores.logical_flow, axes[0]),
        ("Layout", scores.layout, axes[1]),
        ("Accuracy", scores.accuracy, axes[2]),
    )
    lines = []
    for name, score, axis in named:
        why = "; ".join(axis.reasons) or "nothing was found"
        cap = f"; such a fault caps the axis at {axis.cap:.0f}" if axis.cap < 100 else ""
        lines.append(f"{name} {score:.0f}: {why}{cap}.")
    return tuple(lines)
