"""Substrings to isolate that tear a TeX command apart: Manim marks `a` within `\\frac` too."""

import re
from collections.abc import Sequence

from pipeline.checks.latex.compose import Composed
from pipeline.checks.latex.faults import Fault
from pipeline.checks.latex.known import known
from pipeline.checks.latex.template import Template
from pipeline.checks.patterns import Pattern

_COMMAND = Pattern(r"\\([A-Za-z]+)")


def torn_command(
    parts: Sequence[str], isolated: Sequence[str], template: Template, composed: Composed
) -> Fault | None:
    """The first command that an isolated string tears apart.

    It is certain where what is left of the command is none: then TeX refuses it, in words that
    name only the rest.
    """
    if not isolated or not any("\\" in part for part in parts):
        return None
    # As Manim looks for them: longer strings first.
    choice = "|".join(re.escape(text) for text in sorted(isolated, key=len, reverse=True) if text)
    for number, part in enumerate(parts):
        commands = list(_COMMAND.finditer(part))
        for found in re.finditer(choice, part) if choice and commands else ():
            for command in commands:
                left = _left_of(command, found)
                if left is not None:
                    place = (number, found.start())
                    at = composed.origins.index(place) if place in composed.origins else 0
                    return _fault(command.group(), found.group(), left, template, at)
    return None


def _left_of(command: re.Match[str], found: re.Match[str]) -> str | None:
    """What is left of a command, without its backslash, if a match takes a part of it away."""
    if found.end() <= command.start() or found.start() >= command.end():
        return None
    if found.start() <= command.start() and found.end() >= command.end():
        return None
    end = found.start() if found.start() > command.start() else found.end()
    return command.string[command.start() + 1 : end]


def _fault(command: str, key: str, left: str, template: Template, at: int) -> Fault:
    exists = left in known().commands or left in template.commands
    return Fault(
        "tex-torn-command",
        at,
        f"The string {key[:20]!r} to be coloured or isolated also stands within `{command}`, "
        "which Manim tears apart there.",
        f"Give the formula in several strings, with {key[:20]!r} as one of its own, or choose a "
        "string that stands in no command.",
        certain=not exists and template.closed,
        local=True,
    )
