"""Mending a program without a model: the edits that its findings carry, where they help.

A finding offers at most one fix, and only a safe one. Here the fixes are put together, and nothing
is believed: the mended program is checked again, and a fix that does not make it better stays out.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from pipeline.checks.edits import Cut, Draft, LinePlaces, unified_diff
from pipeline.checks.parsing import parse_program
from pipeline.checks.patterns import Pattern
from pipeline.checks.report import CheckReport
from pipeline.schema.finding import Finding, TextEdit, has_error

MAX_PASSES = 4
# Fixes tried one at a time, should all of a pass together not help.
MAX_SINGLES = 20

_LINE_NUMBER = Pattern(r"\blines? \d+")


class Repair(NamedTuple):
    """A mended program.

    Attributes:
        program: the whole text, with the line ends of the original.
        edits: what was changed, as edits of the original text, in order and not overlapping.
        diff: the same for people, as a unified diff.
        mended: the findings whose fixes were applied, with the lines where they stood then.
        findings: what the check still says about `program`.
    """

    program: str
    edits: tuple[TextEdit, ...]
    diff: str
    mended: tuple[Finding, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether the check accepts the mended program."""
        return not has_error(self.findings)

    @property
    def words(self) -> str:
        """What was mended, one sentence a finding."""
        return " ".join(f"Line {f.line}: {f.message}" if f.line else f.message for f in self.mended)


def propose(
    source: str,
    findings: tuple[Finding, ...],
    check: Callable[[str], CheckReport],
    *,
    name: str = "scene.py",
) -> Repair | None:
    """Apply the fixes of `findings`, and those of what shows up then, as long as that helps.

    Errors and warnings that carry edits are mended together. A pass counts if the new text
    parses, has no error that was not there before, and fewer errors; if only warnings could be
    mended, fewer warnings and not more errors. Where all fixes of a pass together do not count,
    those that count by themselves are taken.

    Args:
        source: the program that was checked.
        findings: what `check` said about it.
        check: the static check of a program text.
        name: how the diff calls the file.

    Returns:
        The repair, None if no fix was offered or none helped.
    """
    mark = "\ufeff" if source.startswith("\ufeff") else ""
    draft = Draft(source.removeprefix("\ufeff"))
    mended: list[Finding] = []
    for _ in range(MAX_PASSES):
        step = _pass(draft, findings, check)
        if step is None:
            break
        draft, taken, findings = step
        mended += taken
    if draft.text == draft.original:
        return None
    return Repair(
        program=mark + draft.text,
        edits=draft.edits,
        diff=unified_diff(draft.original, draft.text, name),
        mended=tuple(mended),
        findings=findings,
    )


_Step = tuple[Draft, list[Finding], tuple[Finding, ...]]


def _pass(
    draft: Draft, findings: tuple[Finding, ...], check: Callable[[str], CheckReport]
) -> _Step | None:
    """The next state of the draft, what was mended for it, and what the check says about it."""
    offered = [f for f in findings if f.edits and f.severity != "note"]
    if not offered:
        return None
    step = _try(draft, offered, findings, check)
    if step is not None or len(offered) == 1:
        return step
    kept: list[Finding] = []
    best: _Step | None = None
    for finding in offered[:MAX_SINGLES]:
        step = _try(draft, [*kept, finding], best[2] if best else findings, check)
        if step is not None and len(step[1]) == len(kept) + 1:
            best, kept = step, step[1]
    return best


def _try(
    draft: Draft,
    offered: list[Finding],
    before: tuple[Finding, ...],
    check: Callable[[str], CheckReport],
) -> _Step | None:
    cuts, taken = _compatible(draft.text, offered)
    if not cuts:
        return None
    after = draft.copy()
    after.apply(cuts)
    if after.text == draft.text or isinstance(parse_program(after.text), Finding):
        return None
    found = check(after.text).findings
    return (after, taken, found) if _is_better(before, found) else None


def _compatible(text: str, offered: list[Finding]) -> tuple[list[Cut], list[Finding]]:
    """The fixes that lie apart, each whole or not at all; an edit that several share counts once.

    What has to wait for another fix comes in the next pass, with its place in the new text.
    """
    places = LinePlaces(text)
    chosen: list[Cut] = []
    taken = []
    for finding in offered:
        cuts = [places.cut(edit) for edit in finding.edits]
        fresh = [cut for cut in cuts if cut is not None and cut not in chosen]
        if None in cuts or _collide(fresh, chosen):
            continue
        chosen += fresh
        taken.append(finding)
    return chosen, taken


def _collide(fresh: list[Cut], chosen: list[Cut]) -> bool:
    """Whether any of the new cuts overlaps another cut, or inserts where another one begins."""
    ordered = sorted([*fresh, *chosen], key=lambda cut: (cut.start, cut.end))
    return any(
        other.start < one.end or other.start == one.start for one, other in pairwise(ordered)
    )


def _is_better(before: tuple[Finding, ...], after: tuple[Finding, ...]) -> bool:
    errors, left = _count(before, "error"), _count(after, "error")
    if left - errors:
        return False
    if left.total() < errors.total():
        return True
    return _count(after, "warning").total() < _count(before, "warning").total()


def _count(findings: tuple[Finding, ...], severity: str) -> Counter[tuple[str, str]]:
    """Findings by rule and message; the lines change under edits."""
    return Counter(
        (f.rule, _LINE_NUMBER.sub("line", f.message)) for f in findings if f.severity == severity
    )
