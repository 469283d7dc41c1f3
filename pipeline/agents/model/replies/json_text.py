"""Finding JSON objects in the text of a reply.

Around the object there may be fences, thinking, prose, a byte order mark; in it trailing commas
and the lone backslashes of LaTeX. What was cut off stays cut off: nothing is completed by guess.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.checks.reply import without_thinking

MAX_CHARACTERS = 200_000
MAX_DEPTH = 20
MAX_STARTS = 40
_INVISIBLE = "\ufeff\u200b\u2060\u200e"

# A string that never ends is read to the end once: where one quote has no partner, those after it
# have none either, and to try each of them would take the square of the time.
_STRING = r'"(?:[^"\\]|\\.)*+(?:"|(?P<open>\\?\Z))'
_TOKEN = re.compile(_STRING + r"|[{}\[\]]", re.DOTALL)
_BRACKET = re.compile(r"[{}\[\]]")
_TRAILING_COMMA = re.compile(rf"(?P<string>{_STRING})|,(?P<end>\s*+[}}\]])", re.DOTALL)
_BEGINNING = re.compile(r'\{\s*"|\[\s*\{')
_LONE_BACKSLASH = re.compile(r'\\(\\|["/bfnrt]|u[0-9a-fA-F]{4})|\\')


@dataclass(frozen=True)
class Found:
    """One object of a reply.

    Attributes:
        value: its fields.
        source: its text as the model wrote it.
        conflicts: keys that stand in it more than once with different values.
    """

    value: dict[str, Any]
    source: str
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Search:
    """All objects of a reply in order; `cut` if one begins and does not end.

    `fault` is why the first thing that looks like an object is none.
    """

    objects: tuple[Found, ...]
    cut: bool
    fault: str = ""


def find_objects(reply: str, list_key: str = "") -> Search:
    """The outermost JSON objects of a reply.

    Args:
        list_key: if given, a bare list counts as an object with that one field.
    """
    text = reply[:MAX_CHARACTERS].lstrip(_INVISIBLE).strip()
    whole = _parse(text, list_key)
    if isinstance(whole, Found):
        return Search((whole,), cut=False)
    return _scan(without_thinking(text), list_key)


def _scan(text: str, list_key: str) -> Search:
    found: list[Found] = []
    cut, fault, at = False, "", 0
    opening = re.compile(r"[{\[]" if list_key else r"\{")
    for _ in range(MAX_STARTS):
        start = opening.search(text, at)
        if start is None:
            break
        end = _end(text, start.start())
        if end is None:
            cut = cut or _BEGINNING.match(text, start.start()) is not None
            at = start.end()
            continue
        outcome = _parse(text[start.start() : end], list_key)
        if isinstance(outcome, Found):
            found.append(outcome)
            at = end
        else:
            # A brace of the prose: the object may begin further in. What is too deep is left.
            fault = fault or outcome
            at = end if "deep" in outcome else start.end()
    return Search(tuple(found), cut, fault)


def _end(text: str, start: int) -> int | None:
    """Where the bracket at `start` closes (excluded), None if it does not."""
    depth = 0
    for token in _brackets(text, start):
        if token.group() in "{[":
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _brackets(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """Brackets outside of strings; a quote without a partner begins none."""
    for token in _TOKEN.finditer(text, start):
        if token["open"] is not None:
            yield from _BRACKET.finditer(text, token.start() + 1)
        elif token.group()[0] != '"':
            yield token


def _depth(text: str) -> int:
    depth = deepest = 0
    for token in _brackets(text):
        depth += 1 if token.group() in "{[" else -1
        deepest = max(deepest, depth)
    return deepest


def _parse(text: str, list_key: str) -> Found | str:
    """The object that a text is, or why it is none."""
    if not text.startswith(("{", "[")):
        return "it is no JSON object"
    if _depth(text) > MAX_DEPTH:
        return f"it is more than {MAX_DEPTH} levels deep"
    conflicts: list[str] = []
    reasons = []
    for candidate in (text, _mended(text)):
        conflicts.clear()
        try:
            value = json.loads(
                candidate,
                strict=False,
                parse_constant=_refuse_constant,
                object_pairs_hook=lambda pairs: _object(pairs, conflicts),
            )
        except (ValueError, RecursionError) as error:
            reasons.append(str(error))
            continue
        if isinstance(value, list) and list_key:
            value = {list_key: value}
        if not isinstance(value, dict):
            return "it is no JSON object"
        return Found(value, text, tuple(dict.fromkeys(conflicts)))
    return reasons[0]


def _mended(text: str) -> str:
    """Without trailing commas; a backslash that JSON does not know stands for itself."""
    text = _TRAILING_COMMA.sub(lambda m: m["string"] or m["end"], text)
    return _LONE_BACKSLASH.sub(lambda m: m.group() if m.group(1) else "\\\\", text)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")


def _object(pairs: list[tuple[str, Any]], conflicts: list[str]) -> dict[str, Any]:
    """Keys in lower case with underscores; a key with two values is a conflict."""
    value: dict[str, Any] = {}
    for name, item in pairs:
        key = plain_key(name)
        if key in value and not _same(value[key], item):
            conflicts.append(key)
        value[key] = item
    return value


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def plain_key(name: str) -> str:
    """`Logical Flow` and `logical-flow` are `logical_flow`."""
    return re.sub(r"[^0-9a-z]+", "_", name.strip().lower()).strip("_")
