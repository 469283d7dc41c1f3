"""Examines one TeX expression: what Manim makes of its strings, read as TeX reads it."""

import functools
import re
from typing import NamedTuple

from pipeline.checks.folding import HOLE
from pipeline.checks.latex import specs
from pipeline.checks.latex.advice import instead_of_command
from pipeline.checks.latex.compose import CLOSING, OPENING, Composed, compose, environment_name
from pipeline.checks.latex.faults import Edit, Fault
from pipeline.checks.latex.known import known
from pipeline.checks.latex.nodes import MAX_FAULTS, Place
from pipeline.checks.latex.reading import (
    MAX_DEPTH,
    MAX_LENGTH,
    Complaint,
    Read,
    Unpaired,
    read,
    tree,
    unpaired,
)
from pipeline.checks.latex.template import PLAIN, Template, from_preamble
from pipeline.checks.latex.torn import torn_command
from pipeline.checks.latex.walk import BLANK_LINE, TAKE_OUT, Walk
from pipeline.checks.patterns import Pattern

_COMMAND = Pattern(r"\\(?:([A-Za-z]+)|.)", re.DOTALL)
_CONTROL = Pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BLANK = Pattern(r"\n[ \t]*\n")


class Expression(NamedTuple):
    """What goes into one TeX run.

    Attributes:
        parts: the strings, unknown stretches as holes.
        environment: `tex_environment`; None for none.
        separator: between the parts.
        isolated: `substrings_to_isolate` and the keys of `tex_to_color_map`.
        single: a `SingleStringMathTex`.
        template: what is defined.
    """

    parts: tuple[str, ...]
    environment: str | None = "align*"
    separator: str = " "
    isolated: tuple[str, ...] = ()
    single: bool = False
    template: Template = PLAIN


class Examined(NamedTuple):
    """The source that was examined and its faults, whose places are in `composed.text`."""

    composed: Composed
    faults: tuple[Fault, ...]


@functools.lru_cache(maxsize=2_000)
def examine(expression: Expression) -> Examined:
    """The faults of one expression."""
    composed = compose(
        expression.parts,
        expression.environment,
        expression.separator,
        expression.isolated,
        single=expression.single,
    )
    if sum(len(part) for part in expression.parts) > MAX_LENGTH or len(composed.text) > 20_000:
        long = Fault(
            "tex-too-long",
            0,
            f"The TeX string has over {MAX_LENGTH:,} characters and was not checked.",
            "Split it into several formulas.",
            certain=False,
        )
        return Examined(composed, (long,))
    torn = torn_command(expression.parts, expression.isolated, expression.template, composed)
    if torn is not None:
        return Examined(composed, (torn,))  # what else is wrong may come of it
    source = read(composed)
    faults = _comments(composed, source) + _controls(composed, expression)
    if any(fault.rule == "tex-comment" for fault in faults):
        source = read(_without(composed, [fault.at for fault in faults]))
    found = _structure(source, expression)
    faults += [_moved(fault, source) for fault in found]
    faults = [_weighed(fault, composed.text) for fault in faults]
    return Examined(composed, tuple(sorted(faults, key=lambda fault: fault.at)))


def _without(composed: Composed, places: list[int]) -> Composed:
    """With something harmless in some places, so that what a comment swallowed is read too."""
    characters = list(composed.text)
    for place in places:
        characters[place] = "0"
    return composed._replace(text="".join(characters))


def _structure(source: Read, expression: Expression) -> list[Fault]:
    text = source.text
    commands = {name for name in _COMMAND.findall(text) if name}
    if "verb" in commands:
        return _verbatim(text) if _is_math(expression) else []
    lonely, depth = unpaired(text)
    if depth > MAX_DEPTH:
        deep = "The TeX string is nested too deeply to be checked."
        return [Fault("tex-too-deep", 0, deep, "Define parts of it apart.", certain=False)]
    template = _with_own(expression.template, text, commands)
    walk = Walk(text, template)
    if lonely is not None:
        walk.faults += [_lonely(lonely), *_undefined(text, template)]
    else:
        nodes, complaint = tree(text)
        if complaint is not None:
            walk.faults += [*_complaint(complaint, text, expression), *_undefined(text, template)]
        walk.run(nodes, Place("text", 0, rows=True))
    if lonely is not None and _is_math(expression):
        walk.faults += [
            Fault("tex-blank-line", blank.start(), BLANK_LINE, TAKE_OUT)
            for blank in list(_BLANK.finditer(text))[:1]
        ]
    if commands & specs.PROGRAMMING:
        return [fault._replace(certain=False, edits=()) for fault in walk.faults]
    return walk.faults


def _verbatim(text: str) -> list[Fault]:
    words = r"`\verb` cannot stand in a formula."
    return [Fault("tex-text-in-math", text.find(r"\verb"), words, r"Use \texttt{...} or Tex.")]


def _is_math(expression: Expression) -> bool:
    if expression.environment is None:
        return False
    environment = specs.ENVIRONMENTS.get(environment_name(expression.environment))
    return environment is not None and environment.mode == "math"


def _with_own(template: Template, text: str, commands: set[str]) -> Template:
    """With what the expression defines itself."""
    if not commands & (specs.DEFINERS | specs.PROGRAMMING):
        return template
    own = from_preamble(text)
    return template._replace(
        commands=template.commands | own.commands,
        environments=template.environments | own.environments,
    )


def _comments(composed: Composed, source: Read) -> list[Fault]:
    """Comments that take the mark away which Manim puts behind each string, or a brace."""
    broken = unpaired(source.text)[0] is not None
    if not broken and source.text.count(OPENING) == source.text.count(CLOSING):
        return []
    return [
        Fault(
            "tex-comment",
            start,
            "An unescaped `%` starts a TeX comment, which swallows the rest of the line"
            " and what Manim writes behind it.",
            r"Write \%.",
            edits=(Edit(start, 1, r"\%"),),
        )
        for start, end in source.comments[:MAX_FAULTS]
        if CLOSING in composed.text[start:end]
        or (broken and re.search(r"[{}]", composed.text[start:end]))
    ]


def _controls(composed: Composed, expression: Expression) -> list[Fault]:
    faults = []
    for found in _CONTROL.finditer(composed.text):
        code = ord(found.group())
        faults.append(
            Fault(
                "tex-control",
                found.start(),
                f"The TeX string holds the control character U+{code:04X}.",
                'Write TeX in raw strings, r"...", so that Python leaves backslashes alone.',
                certain=code != 0x0C or _is_math(expression),
                local=True,
            )
        )
    return faults[:1]


def _lonely(lonely: Unpaired) -> Fault:
    kind, name, expected = lonely.kind, lonely.name, lonely.expected
    rule = "tex-braces"
    if kind == "closing-brace" or (kind == "crossed-environment" and not name):
        words = "A closing brace } comes before its opening brace."
    elif kind in ("open-brace", "crossed-brace"):
        words = "An opening brace { is never closed."
    else:
        rule = "tex-environment"
        if kind == "closing-environment":
            words = rf"\end{{{name}}} has no \begin{{{name}}}."
        elif kind == "open-environment":
            words = rf"\begin{{{name}}} is never ended."
        else:
            words = rf"\begin{{{expected}}} is ended by \end{{{name}}}."
    advice = "Close every brace and environment in the order in which they were opened."
    return Fault(rule, lonely.at, words, advice)


def _complaint(complaint: Complaint, text: str, expression: Expression) -> list[Fault]:
    """Only stray dollar signs: what else the parser does not like may be fine for TeX."""
    dollars = [at for what, at in complaint.open if what.startswith("math mode")]
    if not dollars and "math mode" not in complaint.words:
        return []
    at = dollars[-1] if dollars else complaint.at
    if _is_math(expression):
        words = "A dollar sign stands in a formula, which is math already."
        return [Fault("tex-dollar", at, words, "Leave it out, or write \\$ for the sign itself.")]
    count = len(re.findall(r"(?<!\\)\$", text))
    price = count == 1 and text[at + 1 : at + 2].isdigit()
    return [
        Fault(
            "tex-dollar",
            at,
            "A dollar sign that begins a formula has no partner.",
            "Write \\$ for the sign itself, or close the formula with another $.",
            edits=(Edit(at, 1, r"\$"),) if price else (),
        )
    ]


def _undefined(text: str, template: Template) -> list[Fault]:
    """Commands that do not exist, in a source that has no tree."""
    if not template.closed:
        return []
    found: dict[str, int] = {}
    for command in _COMMAND.finditer(text):
        name = command.group(1)
        cut = text[command.end() : command.end() + 1] == HOLE
        if name and not cut and name not in known().commands and name not in template.commands:
            found.setdefault(name, command.start())
    return [
        Fault(
            "tex-undefined",
            at,
            f"The TeX command `\\{name}` is not defined in the template.",
            instead_of_command(name),
            local=True,
        )
        for name, at in list(found.items())[:MAX_FAULTS]
    ]


def _moved(fault: Fault, source: Read) -> Fault:
    """With places in the composed source."""

    def place(at: int) -> int:
        return source.places[at] if 0 <= at < len(source.places) else 0

    edits = tuple(edit._replace(at=place(edit.at)) for edit in fault.edits)
    return fault._replace(at=place(fault.at), edits=edits)


def _weighed(fault: Fault, text: str) -> Fault:
    """Behind something unknown most faults are doubtful."""
    hole = text.find(HOLE)
    if hole < 0 or fault.local or fault.rule == "tex-comment":
        return fault
    pairs = fault.rule in ("tex-braces", "tex-environment", "tex-left-right", "tex-dollar")
    if fault.at > hole or pairs:
        return fault._replace(certain=False, edits=())
    return fault
