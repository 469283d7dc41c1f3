"""The author's own commands: what defines them is taken out, what uses them is spelled out."""

import re
from dataclasses import dataclass

_DEFINES = re.compile(
    r"\\(?P<how>newcommand|renewcommand|providecommand|DeclareRobustCommand|DeclareMathOperator"
    r"|DeclarePairedDelimiter|newtheorem|def|let)(?P<star>\*?)\s*"
)
_NAME = re.compile(r"\{?\s*\\([A-Za-z]+)\s*\}?")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_COUNT = re.compile(r"\s*\[(\d)\]")
_DEFAULT = re.compile(r"\s*\[([^\]]*)\]")
_HASHES = re.compile(r"((?:#\d)*)")
_PASSES = 12
_GROWTH = 3  # how often its length a text may become by spelling out
_UNSAFE = re.compile(r"@|\\(?:if|else|fi|expandafter|csname|futurelet|def|newcommand)")


@dataclass(frozen=True)
class Macro:
    """A command with `count` arguments; `default` is that of the first, None if it has none."""

    count: int
    body: str
    default: str | None = None


def group_at(text: str, at: int) -> tuple[str, int] | None:
    """The inside of the brace group at `at` (blanks before it allowed) and the place after it."""
    while at < len(text) and text[at].isspace():
        at += 1
    if at >= len(text) or text[at] != "{":
        return None
    depth, place = 0, at
    while place < len(text):
        sign = text[place]
        if sign == "\\":
            place += 2
            continue
        depth += (sign == "{") - (sign == "}")
        place += 1
        if depth == 0:
            return text[at + 1 : place - 1], place
    return None


def take_macros(text: str) -> tuple[str, dict[str, Macro], dict[str, str]]:
    """The text without definitions, the commands, and theorem-like environments with their names.

    A definition that cannot be read stays where it is.
    """
    macros: dict[str, Macro] = {}
    theorems: dict[str, str] = {}
    kept: list[str] = []
    start = 0
    for found in _DEFINES.finditer(text):
        if found.start() < start:
            continue
        end = _definition(text, found, macros, theorems)
        if end is not None:
            kept.append(text[start : found.start()])
            start = end
    kept.append(text[start:])
    return "".join(kept), macros, theorems


def _definition(
    text: str, found: re.Match[str], macros: dict[str, Macro], theorems: dict[str, str]
) -> int | None:
    how, at = found["how"], found.end()
    if how == "newtheorem":
        return _theorem(text, at, theorems)
    name = _NAME.match(text, at)
    if name is None:
        return None
    at = name.end()
    if how == "let":
        other = re.compile(r"\s*=?\s*(\\[A-Za-z]+)").match(text, at)
        if other:
            macros[name[1]] = Macro(0, other[1])
        return other.end() if other else None
    if how == "DeclarePairedDelimiter":
        left = group_at(text, at)
        right = group_at(text, left[1]) if left else None
        if left and right:
            macros[name[1]] = Macro(1, rf"\left{left[0]} #1 \right{right[0]}")
        return right[1] if right else None
    count, default = 0, None
    if how == "def":
        hashes = _HASHES.match(text, at)
        count, at = (len(hashes[1]) // 2, hashes.end()) if hashes else (0, at)
    elif number := _COUNT.match(text, at):
        count, at = int(number[1]), number.end()
        if given := _DEFAULT.match(text, at):
            default, at = given[1], given.end()
    body = group_at(text, at)
    if body is None:
        return None
    told = body[0]
    if how == "DeclareMathOperator":
        told = rf"\operatorname{found['star']}{{{told}}}"
    if not _UNSAFE.search(told):
        macros[name[1]] = Macro(count, told, default)
    return body[1]


def _theorem(text: str, at: int, theorems: dict[str, str]) -> int | None:
    name = group_at(text, at)
    if name is None:
        return None
    at = name[1]
    counter = _DEFAULT.match(text, at)
    title = group_at(text, counter.end() if counter else at)
    if title is None:
        return None
    theorems[name[0]] = title[0]
    within = _DEFAULT.match(text, title[1])
    return within.end() if within else title[1]


def spell_out(text: str, macros: dict[str, Macro]) -> str:
    """The text with the author's commands replaced by what they stand for.

    Ends when nothing is left to replace, after 12 passes, or when the text has grown threefold.
    """
    limit = _GROWTH * len(text) + 10_000
    for _ in range(_PASSES):
        spelled = _once(text, macros, limit)
        if spelled == text or len(spelled) > limit:
            return text
        text = spelled
    return text


def _once(text: str, macros: dict[str, Macro], limit: int) -> str:
    pieces: list[str] = []
    start = length = 0
    for found in _COMMAND.finditer(text):
        macro = macros.get(found[1])
        if macro is None or found.start() < start or length > limit:
            continue
        filled = _filled(text, found.start() + 1 + len(found[1]), macro)
        if filled is None:
            continue
        pieces += [text[start : found.start()], filled[0]]
        length += len(filled[0])
        start = filled[1]
    return "".join([*pieces, text[start:]])


def _filled(text: str, at: int, macro: Macro) -> tuple[str, int] | None:
    given: list[str] = []
    if macro.default is not None:
        option = _DEFAULT.match(text, at)
        given.append(option[1] if option else macro.default)
        at = option.end() if option else at
    while len(given) < macro.count:
        group = group_at(text, at)
        if group is None:
            token = re.compile(r"\s*(\\[A-Za-z]+|[^\s\\{}])").match(text, at)
            if token is None:
                return None
            group = token[1], token.end()
        given.append(group[0])
        at = group[1]
    body = re.sub(
        r"#(\d)", lambda f: given[int(f[1]) - 1] if int(f[1]) <= len(given) else "", macro.body
    )
    if not macro.count and text[at : at + 2] == "{}":
        at += 2
    # "\al x" must not become "\alphax".
    joins = re.search(r"\\[A-Za-z]+$", body) and text[at : at + 1].isalpha()
    return body + (" " if joins else ""), at
