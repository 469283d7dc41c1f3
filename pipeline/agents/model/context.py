"""What prompts say about a task, a scene, findings and failures; all of it as data blocks."""

from collections.abc import Iterable

from pipeline.agents.model.data import block, shorten
from pipeline.agents.protocols import Attempt
from pipeline.schema.finding import Finding
from pipeline.schema.render import Aspect, frame_of
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

PROGRAM_CHARACTERS = 40_000
TRACEBACK_CHARACTERS = 4000
TEX_CHARACTERS = 2000
SIDE_MARGIN, TOP_MARGIN = 0.5, 0.4
"""Manim units at the edges of the frame that a program is told to leave free."""
FINDINGS = 25
"""Findings shown; more are counted."""


def section_text(task: Task) -> str:
    """The section with everything about it that a model may see."""
    about = [
        ("Title", task.title),
        ("Domain", task.domain),
        ("Kind of source", task.source_type),
        ("Abstract", task.abstract),
        ("Earlier in the paper", task.prior_context),
        ("Already introduced", "; ".join(task.prior_objects)),
    ]
    known = "\n".join(f"{label}: {text}" for label, text in about if text)
    return (
        f"Role of the section in its paper: {task.role}.\n"
        + block("about the section", known)
        + "\n"
        + block("text of the section", task.text)
    )


def scene_text(spec: SceneSpec) -> str:
    """One storyboard entry."""
    body = f"Claim: {spec.claim}\nEvidence: {spec.evidence}\nTakeaway: {spec.takeaway}"
    return (
        f"Name of the class: {spec.name}\nIntended length: {spec.duration_hint:g} seconds.\n"
        + block("storyboard entry", body)
    )


def frame_text(aspect: Aspect) -> str:
    """How large the picture is; the same words for every aspect ratio."""
    width, height = frame_of(aspect)
    across, up = width / 2 - SIDE_MARGIN, height / 2 - TOP_MARGIN
    return (
        f"The picture is {width:.3g} units wide and {height:.3g} high; keep everything within "
        f"{across:.1f} to the sides and {up:.1f} up and down. "
        f"What may be long has {2 * across - 1.2:.0f} units of room."
    )


def program_text(program: str, name: str = "program") -> str:
    """A program, cut in the middle if it is absurdly long."""
    return block(name, shorten(program, PROGRAM_CHARACTERS))


def findings_text(findings: Iterable[Finding], name: str = "measured findings") -> str:
    """Findings, errors first, one a line; empty where there are none."""
    order = {"error": 0, "warning": 1, "note": 2}
    told = sorted(findings, key=lambda f: order[f.severity])
    if not told:
        return ""
    lines = [_finding(finding) for finding in told[:FINDINGS]]
    if len(told) > FINDINGS:
        lines.append(f"and {len(told) - FINDINGS} more")
    return block(name, "\n".join(lines))


def _finding(finding: Finding) -> str:
    where = [f"line {finding.line}"] if finding.line else []
    if finding.time is not None:
        until = f" to {finding.until:.1f}" if finding.until is not None else ""
        where.append(f"at {finding.time:.1f}{until} s")
    place = f" ({', '.join(where)})" if where else ""
    advice = f" Suggestion: {finding.suggestion}" if finding.suggestion else ""
    return f"- {finding.severity} {finding.rule}{place}: {finding.message}{advice}"


def failure_text(attempt: Attempt) -> str:
    """What came of a failed attempt: category, message, findings, traceback, TeX log."""
    parts = []
    result = attempt.result
    if result is not None:
        line = f" (line {result.line})" if result.line else ""
        parts.append(f"Category of the failure: {result.category or 'unknown'}")
        output = [f"{result.message}{line}"]
        if result.category != "static":
            output.append(shorten(result.traceback_tail, TRACEBACK_CHARACTERS))
        output.append(shorten(result.tex_log, TEX_CHARACTERS))
        parts.append(block("output of the failed attempt", "\n".join(t for t in output if t)))
    parts.append(findings_text(attempt.findings, "findings of the check"))
    if attempt.hint:
        parts.append(block("hint of a reviewer", attempt.hint))
    return "\n".join(part for part in parts if part)
