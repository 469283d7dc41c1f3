"""Why a text is no Python program: it was cut off, is a reply, is prose, or holds a mistake."""

import re
import unicodedata
from dataclasses import replace

from pipeline.checks.patterns import Pattern
from pipeline.checks.report import problem
from pipeline.schema.finding import Finding, TextEdit

# A line at a time: with line breaks in the leading space, many empty lines would take the square
# of the time.
_FENCE = Pattern(r"^[^\S\n]*+(```|~~~)", re.MULTILINE)
_THINKING = Pattern(r"</?think(ing)?>", re.IGNORECASE)
_CODE = Pattern(
    r"^[^\S\n]*+(?:from\s+\w|import\s+\w|class\s+\w|def\s+\w|@\w|[\w.\[\]]++[^\S\n]*+[-+*/]?="
    r"|[\w.]++\()|[(\[{;][^\S\n]*+$",
    re.MULTILINE,
)
_STRING = Pattern(r"([A-Za-z]*)(['\"])((?:\\.|(?!\2).)*)\2")
_DEEP = Pattern(r"[(\[{]{20}")
# Quotation marks and dashes of word processors.
_PLAIN = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"}
_CUT = (
    "unterminated",
    "was never closed",
    "unexpected EOF",
    "expected an indented block",
    "expected 'except' or 'finally' block",
)
_CUT_AT_THE_END = ("invalid syntax", "expected ':'")
_CUT_ANYWHERE = ("unterminated triple-quoted", "unexpected EOF")


def explained(text: str, error: SyntaxError) -> Finding:
    """What to say about a text that is no Python: cut off, wrapped, no program, or a mistake."""
    line = error.lineno or 1
    reason = error.msg or "invalid syntax"
    wrapper = _FENCE.search(text) or _THINKING.search(text)
    code = _CODE.search(text) is not None
    if wrapper is not None and (code or _FENCE.search(text)):
        return problem(
            "markdown-fence",
            "This is a reply with Markdown or thinking around the program, not a program.",
            "Give only the code of the block, without the fence.",
            text.count("\n", 0, wrapper.start()) + 1 + wrapper.group().count("\n"),
        )
    if wrapper is not None:
        return problem(
            "truncated",
            "The reply breaks off within its thinking; it holds no program.",
            "Let the reply be longer, or ask for the program alone.",
            line,
        )
    cut = _breaks_off(text, error, line, reason)
    if cut:
        return problem(
            "truncated",
            f"The program breaks off in its last lines (line {line}: {reason}).",
            "Continue or shorten the reply, so that the whole program fits.",
            line,
        )
    if not code and not _DEEP.search(text):
        return problem(
            "no-program",
            "This is no Python program: no import, class, assignment or call stands in it.",
            "Give the whole program, or a reply with the program in a code block.",
            line,
        )
    return _invalid(text, line, reason)


def _invalid(text: str, line: int, reason: str) -> Finding:
    advice = "Correct the line; nothing was rendered."
    edits: tuple[TextEdit, ...] = ()
    character = re.search(r"character '?(.)'? \(U\+|U\+([0-9A-F]{4,6})", reason)
    if "unicode error" in reason:
        reason = "a backslash of the string reads as an escape such as \\x or \\u"
        advice = 'Put r before the string, as in r"\\xi", so that backslashes stay as they are.'
        edits = _raw_prefix(text, line)
    elif character is not None:
        found = character.group(1) or chr(int(character.group(2), 16))
        plain = _PLAIN.get(found) or unicodedata.normalize("NFKC", found).strip()
        if len(plain) == 1 and plain.isascii() and plain.isprintable():
            advice = f"Write {plain} instead: Python reads ASCII punctuation only."
        elif not found.isprintable():
            advice = "Delete the invisible character, or write a plain space."
    finding = problem("syntax", f"Line {line} is not valid Python: {reason}.", advice, line)
    return replace(finding, edits=edits)


def _raw_prefix(text: str, line: int) -> tuple[TextEdit, ...]:
    """A prefix r for the one string of a line that holds TeX, and no escape that is meant."""
    lines = text.split("\n")
    strings = _STRING.finditer(lines[line - 1]) if 0 < line <= len(lines) else iter(())
    found = [
        string
        for string in strings
        if "r" not in string.group(1).lower() and re.search(r"\\[xuUN][^0-9a-f{]", string.group())
    ]
    if len(found) != 1 or re.search(r"\\[\\'\"n0-7]", found[0].group()):
        return ()
    at = found[0].start()
    return (TextEdit(line=line, column=at, end_line=line, end_column=at, replacement="r"),)


def _breaks_off(text: str, error: SyntaxError, line: int, reason: str) -> bool:
    """Whether an error looks like the end of a text that was meant to go on."""
    if any(part in reason for part in _CUT_ANYWHERE):
        return True
    lines = text.rstrip().splitlines()
    if any(part in reason for part in _CUT):
        return line >= len(lines) or ("never closed" in reason and line >= len(lines) - 12)
    at_the_end = line >= len(lines) and (error.offset or 0) >= len(lines[-1].rstrip())
    return at_the_end and reason in _CUT_AT_THE_END
