"""The offline TextReviewer: reads a crash, names its cause and the cure, or advises to stop."""

import re

from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderResult
from pipeline.schema.review import Hint

WORDS = 60
_MEASURED = frozenset({"geometry", "content"})
"""Layers that speak about a picture: they never stop a program."""

_TEX_CAUSES: tuple[tuple[str, str], ...] = (
    (
        r"Undefined control sequence[^\\]*(?P<what>\\[A-Za-z]+)?",
        "LaTeX does not know the command {what}. Use an amsmath command instead, or write its "
        "meaning in plain text.",
    ),
    (
        r"Missing \$ inserted",
        "A math command or one of _ and ^ stands outside math. Typeset the piece with MathTex, or "
        "escape it.",
    ),
    (
        r"Extra (?:\}|alignment tab)|Missing (?:\}|\{|\\right|delimiter)|Runaway argument|"
        r"File ended while scanning",
        "Braces or \\left and \\right do not pair up. Keep every group whole: do not split a "
        "formula inside a fraction, a root or a bracket.",
    ),
    (
        r"File .(?P<what>[\w.-]+\.sty). not found",
        "The package {what} is not available to a scene. Use amsmath, amssymb or mathtools only.",
    ),
    (
        r"Environment (?P<what>\w+) undefined",
        "The environment {what} is unknown. Use aligned, pmatrix, bmatrix or cases.",
    ),
    (
        r"Unicode character|inputenc|not set up for use",
        "A character outside ASCII stands in a formula. Write it as a LaTeX command, or show the "
        "piece with Text.",
    ),
    (
        r"Double (?:super|sub)script",
        "Two scripts of one kind follow each other. Put the first base and script in braces.",
    ),
    (
        r"Paragraph ended|Missing number|Illegal unit",
        "A formula holds a blank line or a bare length command. Write it on one line without "
        "spacing commands.",
    ),
    (
        r"DVI|dvisvgm",
        "TeX stopped before the end of the formula; an unescaped % often does that. Write \\%.",
    ),
)
_RUNTIME_CAUSES: tuple[tuple[str, str], ...] = (
    (
        r"fewer than two|no video|plays?\b.*\b(?:0|1|one|none)",
        "The scene must play at least two animations: reveal the claim, then the evidence, with "
        "self.play for each.",
    ),
    (r"run_?time|duration|wait", "A duration is zero or negative. Wait at least 0.1 s."),
    (
        r"list index|index out of range|has no (?:sub)?part|get_part",
        "A part of a formula is addressed that it does not have. Give the parts as separate "
        "strings and animate the whole formula where a part is missing.",
    ),
    (r"camera", "The base class does not have this camera. Keep to a plain Scene without zooming."),
    (
        r"(?P<what>'\w+' object has no attribute '\w+'|name '\w+' is not defined)",
        "{what}: use a name that this version of Manim has, or leave the decoration out.",
    ),
    (
        r"unexpected keyword argument (?P<what>'\w+')",
        "The keyword {what} does not exist here. Leave it out, or set the property afterwards.",
    ),
    (r"broadcast|shape", "A point has two coordinates. Manim points have three: [x, y, 0]."),
    (r"math domain|division by zero|ZeroDivision|invalid value", "The function has no value at an "
     "edge of its range. Narrow the plotted range away from it."),
    (r"SyntaxError|unterminated|was never closed", "The program is cut off or malformed. Write it "
     "again as a whole, shorter."),
)  # fmt: skip
_BY_CATEGORY: dict[str, str] = {
    "static": "The check refused the program. Follow its suggestion on the line it names and keep "
    "the rest.",
    "python": "The program raised an error of its own on the line named. Write that step in the "
    "simplest way that shows the same thing.",
    "latex": "A formula does not compile. Simplify it, or show it as plain text.",
    "manim_runtime": "Manim refused an animation. Use FadeIn or Write of whole objects.",
    "timeout": "The render took too long. Use fewer objects, shorter waits and no updaters that "
    "rebuild text.",
    "memory": "The render used too much memory. Draw fewer objects and no large grids or surfaces.",
    "unknown": "The render ended without a known reason. Write a plainer scene: text, one formula, "
    "FadeIn and Write.",
}


class CrashReader:
    """Hints from the category, the findings and the TeX log of the last attempt."""

    def hint(self, request: CodeRequest) -> Hint:
        """At most 60 words; give_up for a fault of the machine or one that came back."""
        if not request.attempts:
            return Hint(text="There is no failed attempt to read.", decision="give_up")
        *earlier, last = request.attempts
        if last.result is not None and last.result.environment:
            text = f"This machine is at fault, not the program: {last.result.message}"
            return Hint(text=_cut(text), decision="give_up")
        if any(_same_fault(last, attempt) for attempt in earlier):
            text = f"The same fault came back: {_fault(last)} Another try would not help."
            return Hint(text=_cut(text), decision="give_up")
        return Hint(text=_cut(f"{_fault(last)} {_cure(last)}"), decision="retry")


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
        return errors[0].suggestion or _BY_CATEGORY["static"]
    result = attempt.result
    if result is None:
        return _BY_CATEGORY["unknown"]
    if result.category == "latex":
        return _known(_TEX_CAUSES, _evidence(result)) or _BY_CATEGORY["latex"]
    if result.category in {"python", "manim_runtime"}:
        return _known(_RUNTIME_CAUSES, _evidence(result)) or _BY_CATEGORY[result.category]
    return _BY_CATEGORY[result.category or "unknown"]


def crash_words(diagnostic: str, findings: tuple[Finding, ...] = ()) -> tuple[str, str]:
    """Fault and cure in a sentence each, from a stored diagnostic instead of an attempt."""
    errors = [f for f in findings if f.severity == "error" and f.layer not in _MEASURED]
    if errors:
        return _sentence(errors[0].message), errors[0].suggestion or _BY_CATEGORY["static"]
    lines = diagnostic.strip().splitlines()
    category = lines[0].partition(":")[0] if lines else "unknown"
    cure = _known(_TEX_CAUSES if category == "latex" else _RUNTIME_CAUSES, diagnostic)
    general = _BY_CATEGORY.get(category, "Keep what worked before and change one thing at a time.")
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
