r"""The TeX source that Manim makes of the strings of a `MathTex` or `Tex`, with its origin.

Manim 0.22 splits at `{{ }}`, puts each part between two `\special` commands, joins them, mends
some unpaired `\left`, `\right` and braces, and puts an environment around the whole
(`MathTex._prepare_tex_strings`, `_join_tex_strings_with_unique_deliminters`,
`SingleStringMathTex._modify_special_strings`). What TeX accepts depends on all of it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

# Stand for the two `\special` commands, which have no other effect than a command has.
OPENING, CLOSING = "\ue000", "\ue001"
_FILLER = r"{\quad}"
_NOWHERE = (-1, -1)

Origin = tuple[int, int]
"""Which part a character comes from, and its place there; (-1, -1) if Manim put it there."""


class Composed(NamedTuple):
    """TeX source; `origins[k]` says where the character `text[k]` comes from."""

    text: str
    origins: tuple[Origin, ...]

    def origin(self, place: int) -> Origin:
        """The nearest origin at or before `place`, or (-1, -1)."""
        for k in range(min(place, len(self.origins) - 1), -1, -1):
            if self.origins[k] != _NOWHERE:
                return self.origins[k]
        return _NOWHERE


class Builder:
    """Puts a source together, keeping origins."""

    def __init__(self) -> None:
        self.text = ""
        self.origins: list[Origin] = []

    def put(self, text: str, origins: Sequence[Origin] | None = None) -> None:
        """Append a text, written by Manim unless origins are given."""
        self.text += text
        self.origins += [_NOWHERE] * len(text) if origins is None else origins

    def strip(self) -> None:
        """Leave out white space at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        end = len(self.text.rstrip())
        self.text, self.origins = self.text[start:end], self.origins[start:end]

    def replace(self, old: str, new: str) -> None:
        """As `str.replace`."""
        result = Builder()
        at = 0
        while (found := self.text.find(old, at)) >= 0:
            result.put(self.text[at:found], self.origins[at:found])
            result.put(new, [self.origins[found]] * len(new))
            at = found + len(old)
        result.put(self.text[at:], self.origins[at:])
        self.text, self.origins = result.text, result.origins

    def prepend(self, text: str) -> None:
        """Put a text of Manim's in front."""
        self.text, self.origins = text + self.text, [_NOWHERE] * len(text) + self.origins


def compose(
    parts: Sequence[str],
    environment: str | None,
    separator: str,
    isolated: Sequence[str] = (),
    *,
    single: bool = False,
) -> Composed:
    """The source that is compiled, from `\\begin{environment}` to its end.

    Args:
        parts: the strings of the call.
        environment: as `tex_environment` has it, `None` for none.
        separator: what stands between the parts.
        isolated: strings that are marked wherever they occur.
        single: a `SingleStringMathTex`, which has no parts.
    """
    source = Builder()
    if single:
        source.put(parts[0], [(0, k) for k in range(len(parts[0]))])
    else:
        pieces = [piece for number, part in enumerate(parts) for piece in _split(part, number)]
        for number, (text, origins) in enumerate(pieces):
            source.put(OPENING)
            _put_isolated(source, text, origins, [s for s in isolated if s])
            if number < len(pieces) - 1:
                source.put(separator)
            source.put(CLOSING)
    _mend(source)
    if environment is not None:
        begin, end = _environment(environment)
        source.prepend(begin + "\n")
        source.put("\n" + end)
    return Composed(source.text, tuple(source.origins))


def environment_name(environment: str) -> str:
    """The bare name in a `tex_environment` such as `tabular}{cc` or `\\begin{minipage}{9em}`."""
    return environment.removeprefix(r"\begin").removeprefix("{").split("}", 1)[0]


def _environment(environment: str) -> tuple[str, str]:
    begin = r"\begin{" + environment.removeprefix(r"\begin").removeprefix("{")
    if not begin.endswith(("}", "]")):
        begin += "}"
    return begin, rf"\end{{{environment_name(environment)}}}"


def _split(text: str, number: int) -> list[tuple[str, list[Origin]]]:
    """A part at its double braces; empty pieces are left out."""
    cuts, depth, inside, k = [0], 0, False, 0
    while k < len(text):
        if text[k] == "\\" and text[k + 1 : k + 2] and text[k + 1] in "\\{}":
            k += 2
            continue
        double = text[k : k + 2]
        if not inside and double == "{{" and (k == 0 or text[k - 1].isspace()):
            cuts += [k, k + 2]
            inside, depth, k = True, 0, k + 2
        elif inside and double == "}}" and depth == 0:
            cuts += [k, k + 2]
            inside, k = False, k + 2
        else:
            depth += (text[k] == "{") - (text[k] == "}") if inside else 0
            k += 1
    cuts.append(len(text))
    return [
        (text[a:b], [(number, k) for k in range(a, b)])
        for a, b in zip(cuts[::2], cuts[1::2], strict=True)
        if b > a
    ]


def _put_isolated(
    source: Builder, text: str, origins: Sequence[Origin], isolated: Sequence[str]
) -> None:
    if not isolated:
        source.put(text, origins)
        return
    # Longer strings first: at one place the longest wins, else the first place.
    choice = "|".join(re.escape(s) for s in sorted(isolated, key=len, reverse=True))
    at = 0
    for found in re.finditer(choice, text):
        source.put(text[at : found.start()], origins[at : found.start()])
        source.put(OPENING)
        source.put(found.group(), origins[found.start() : found.end()])
        source.put(CLOSING)
        at = found.end()
    source.put(text[at:], origins[at:])


def _mend(source: Builder) -> None:
    source.strip()
    text = source.text
    short = text in (r"\over", r"\overline", r"\sqrt", r"\sqrt{")
    if short or text.endswith(("_", "^", "dot")):
        source.put(_FILLER)
    if source.text in ("", r"\substack"):
        source.text, source.origins = "", []
        source.put(r"\quad")
    if source.text.startswith(r"\\"):
        source.replace(r"\\", r"\quad\\")
    lefts, rights = (
        sum(1 for s in source.text.split(word)[1:] if s and s[0] in "(){}[]|.\\")
        for word in (r"\left", r"\right")
    )
    if lefts != rights:
        source.replace(r"\left", r"\big")
        source.replace(r"\right", r"\big")
    opened, closed = (
        source.text.count(b) - source.text.count("\\" + b) + source.text.count("\\\\" + b)
        for b in "{}"
    )
    source.prepend("{" * max(0, closed - opened))
    source.put("}" * max(0, opened - closed))
    if (r"\begin{array}" in source.text) != (r"\end{array}" in source.text):
        source.text, source.origins = "", []
