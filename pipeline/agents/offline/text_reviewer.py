"""The offline TextReviewer: reads a crash, names its cause and the cure, or advises to stop."""

import re

from pipeline.agents.offline.causes import BY_CATEGORY, TEX_CAUSES
from pipeline.agents.offline.crash_causes import PLACE_CAUSES, RUNTIME_CAUSES, TIMEOUT_CAUSES
from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.checks.latex import check_latex
from pipeline.checks.parsing import parse_program
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderResult
from pipeline.schema.review import Hint

WORDS = 60
_MEASURED = frozenset({"geometry", "content"})
"""Layers that speak about a picture: they never stop a program."""


class CrashReader:
    """Hints from the category, the findings and the TeX log of the last attempt."""

    def hint(self, request: CodeRequest) -> Hint:
        """At most 60 words; give_up for a fault of the machine or one that came back."""
        if not request.attempts:
            return Hint(text="There is no failed attempt to read.", decision="give_up")
        *earlier, last = request.attempts
        if last.result is not None and last.result.environment:
            return Hint(text=advice(last), decision="give_up")
        if any(_same_fault(last, attempt) for attempt in earlier):
            text = f"The same fault came back: {_fault(last)} Another try would not help."
            return Hint(text=_cut(text), decision="give_up")
        return Hint(text=advice(last), decision="retry")


def advice(attempt: Attempt) -> str:
    """What a failed attempt died of and the cure, in at most 60 words."""
    if attempt.result is not None and attempt.result.environment:
        return _cut(f"This machine is at fault, not the program: {attempt.result.message}")
    return _cut(f"{_fault(attempt)} {_cure(attempt)}")


def _same_fault(one: Attempt, other: Attempt) -> bool:
    """The same refused rules, or the same exception at the same place with the same message."""
    errors = [{f.rule for f in a.findings if f.severity == "error"} for a in (one, other)]
    if errors[0] or errors[1]:
        return errors[0] == errors[1]
    if one.result is None or other.result is None:
        return False
    first = (one.result.category, one.result.signature or one.result.message)
    return first == (other.result.category, other.result.signature or other.result.message)


def _fault(attempt: Attempt) -> str:
    """What happened and where, in one sentence."""
    errors = [f for f in attempt.findings if f.severity == "error"]
    if errors:
        where = f"Line {errors[0].line}: " if errors[0].line else ""
        return _sentence(where + errors[0].message)
    result = attempt.result
    if result is None:
        return "The program could not be run."
    where = f"Line {result.line}: " if result.line else ""
    message = result.message.strip().splitlines()
    return _sentence(where + (message[0] if message else f"{result.category} failure"))


def _cure(attempt: Attempt) -> str:
    errors = [f for f in attempt.findings if f.severity == "error"]
    if errors:
        return errors[0].suggestion or BY_CATEGORY["static"]
    result = attempt.result
    if result is None:
        return BY_CATEGORY["unknown"]
    if result.category == "latex":
        read = _read_tex(attempt.program, result.line)
        return read or _known(TEX_CAUSES, _evidence(result)) or BY_CATEGORY["latex"]
    if result.category in {"python", "manim_runtime"}:
        cure = _known(RUNTIME_CAUSES, result.message)
        return cure or _known(PLACE_CAUSES, result.traceback_tail) or BY_CATEGORY[result.category]
    if result.category == "timeout":
        return _known(TIMEOUT_CAUSES, result.message) or BY_CATEGORY["timeout"]
    return BY_CATEGORY[result.category or "unknown"]


def _read_tex(program: str, line: int | None) -> str:
    """What the program itself shows of the fault that TeX met at a line, or nothing.

    TeX often names a consequence: a dollar sign in a formula is a missing brace to it.
    """
    parsed = parse_program(program)
    if isinstance(parsed, Finding):
        return ""
    found = [f for f in check_latex(parsed) if f.severity == "error"]
    here = [f for f in found if f.line == line] or found
    return f"{_sentence(here[0].message)} {here[0].suggestion}" if here else ""


def crash_words(diagnostic: str, findings: tuple[Finding, ...] = ()) -> tuple[str, str]:
    """Fault and cure in a sentence each, from a stored diagnostic instead of an attempt."""
    errors = [f for f in findings if f.severity == "error" and f.layer not in _MEASURED]
    if errors:
        return _sentence(errors[0].message), errors[0].suggestion or BY_CATEGORY["static"]
    lines = diagnostic.strip().splitlines()
    category = lines[0].partition(":")[0] if lines else "unknown"
    cure = _known(TEX_CAUSES if category == "latex" else RUNTIME_CAUSES, diagnostic)
    general = BY_CATEGORY.get(category, "Keep what worked before and change one thing at a time.")
    return _sentence(lines[0] if lines else "An earlier version failed."), cure or general


def _evidence(result: RenderResult) -> str:
    return "\n".join((result.message, result.tex_log, result.traceback_tail))


def _known(causes: tuple[tuple[str, str], ...], evidence: str) -> str:
    for pattern, cure in causes:
        match = re.search(pattern, evidence)
        if match:
            what = match.groupdict().get("what") or "it names"
            return cure.replace("{what}", what)
    return ""


def _sentence(text: str) -> str:
    text = " ".join(text.split())[:200]
    return text if text.endswith((".", "!", "?")) else text + "."


def _cut(text: str) -> str:
    """At most `WORDS` words, ending at a word."""
    words = text.split()
    return " ".join(words) if len(words) <= WORDS else " ".join(words[: WORDS - 1]) + " ..."
