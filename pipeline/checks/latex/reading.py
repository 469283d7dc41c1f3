"""From TeX source to a tree: what TeX drops is dropped first, then pylatexenc reads the rest.

pylatexenc is imported on first use only: most programs hold no faulty TeX, many no TeX at all.
"""

import functools
import re
from typing import Any, NamedTuple

from pipeline.checks.latex import specs
from pipeline.checks.latex.compose import Composed
from pipeline.checks.patterns import Pattern

MAX_LENGTH = 6_000
MAX_DEPTH = 25

_COMMENT = Pattern(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*)?")
_TOKEN = Pattern(
    r"\\(?P<edge>begin|end)\s*\{(?P<name>[^{}\n]*)\}|\\(?:[A-Za-z]+|.)|[{}]", re.DOTALL
)


class Read(NamedTuple):
    """A source as TeX sees it, without comments.

    Attributes:
        text: what is left. A carriage return ends a line, as in TeX.
        places: for each of its characters, the place in the composed source.
        comments: start and end of each comment, its line end included, in the composed source.
    """

    text: str
    places: tuple[int, ...]
    comments: tuple[tuple[int, int], ...]


class Unpaired(NamedTuple):
    """A brace or environment without its partner: what it is, and where."""

    kind: str
    at: int
    name: str = ""
    expected: str = ""


def read(composed: Composed) -> Read:
    """Drop what TeX drops."""
    text = composed.text.replace("\r", "\n")
    comments = []
    places: list[int] = []
    at = 0
    for found in _COMMENT.finditer(text):
        start = found.start() + len(found.group(1))
        places += range(at, start)
        comments.append((start, found.end()))
        at = found.end()
    places += range(at, len(text))
    return Read("".join(text[k] for k in places), tuple(places), tuple(comments))


def unpaired(text: str) -> tuple[Unpaired | None, int]:
    """The first brace or environment that does not pair up, and how deep they nest."""
    stack: list[tuple[str, str, int]] = []
    deepest = 0
    for token in _TOKEN.finditer(text):
        edge, name, at = token.group("edge"), token.group("name") or "", token.start()
        if edge == "begin":
            stack.append(("environment", name, at))
        elif token.group() == "{":
            stack.append(("brace", "", at))
        elif edge == "end" or token.group() == "}":
            kind = "environment" if edge else "brace"
            if not stack:
                return Unpaired(f"closing-{kind}", at, name), deepest
            top = stack.pop()
            if top[:2] != (kind, name):
                return Unpaired(f"crossed-{top[0]}", at, name, top[1]), deepest
        deepest = max(deepest, len(stack))
    if stack:
        kind, name, at = stack[-1]
        return Unpaired(f"open-{kind}", at, name), deepest
    return None, deepest


@functools.cache
def _context() -> Any:
    from pylatexenc.macrospec import (
        EnvironmentSpec,
        LatexContextDb,
        MacroSpec,
        MacroStandardArgsParser,
    )

    macros = [MacroSpec(name, spec) for name, spec in specs.OPAQUE_ARGUMENTS.items()]
    macros += [MacroSpec(name, spec) for name, spec in specs.MIXED_ARGUMENTS.items()]
    for names, math in ((specs.TEXT_ARGUMENT, False), (specs.MATH_ARGUMENT, True)):
        macros += [
            MacroSpec(name, args_parser=MacroStandardArgsParser("*{", args_math_mode=[None, math]))
            for name in sorted(names)
        ]
    environments = [
        EnvironmentSpec(
            name,
            args_parser=MacroStandardArgsParser(environment.arguments),
            is_math_mode=environment.mode == "math",
        )
        for name, environment in specs.ENVIRONMENTS.items()
    ]
    context = LatexContextDb()
    context.add_context_category("studio", macros=macros, environments=environments, specials=[])
    context.set_unknown_macro_spec(MacroSpec(""))
    context.set_unknown_environment_spec(EnvironmentSpec(""))
    return context


class Complaint(NamedTuple):
    """Why pylatexenc could not read a source: where, in its words, and what was open there."""

    at: int
    words: str
    open: tuple[tuple[str, int], ...] = ()


def tree(text: str) -> tuple[list[Any], Complaint | None]:
    """pylatexenc's nodes for `text`, or its complaint."""
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerError, LatexWalkerParseError

    walker = LatexWalker(text, latex_context=_context(), tolerant_parsing=False)
    try:
        nodes, _, _ = walker.get_latex_nodes()
    except LatexWalkerParseError as error:
        inside = tuple((str(context[0]), int(context[1])) for context in error.open_contexts)
        return [], Complaint(int(error.pos or 0), str(error.msg), inside)
    except (LatexWalkerError, RecursionError, IndexError) as error:
        return [], Complaint(0, str(error))
    return list(nodes), None
