"""Canonical TeX of a section's formulas: written out, split into parts, its symbols found."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from pipeline.agents.offline.compose import texwords
from pipeline.agents.offline.compose.texparse import Atom, TexError, parse

MAX_PARTS = 7
INDEX_LETTERS = frozenset("ijklmnt")
_CONSTANTS = frozenset({"d", "e", r"\pi", r"\infty", r"\partial", r"\nabla", r"\top", r"\prime",
                        r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots", r"\dagger",
                        r"\bot", r"\ell", r"\forall", r"\exists", r"\vert", r"\Vert",
                        r"\backslash", r"\angle", r"\degree", r"\ddagger", r"\star"})  # fmt: skip
_SYMBOL_FONTS = frozenset({r"\mathbf", r"\boldsymbol", r"\mathcal", r"\hat", r"\vec", r"\bar",
                           r"\tilde", r"\dot"})  # fmt: skip

Wrap = Callable[[Atom], bool]


def canonical(tex: str) -> str | None:
    """Canonical TeX of a formula, or None when it cannot be shown as one."""
    try:
        return write(parse(tex))
    except TexError:
        return None


def write(atoms: Sequence[Atom], wrap: Wrap | None = None) -> str:
    """The TeX of atoms; atoms that `wrap` accepts stand in braces of their own."""
    out = ""
    for atom in atoms:
        piece = write_atom(atom, wrap)
        if out and piece[:1].isalpha() and _ends_in_command(out):
            out += " "
        out += piece
    return out


def write_atom(atom: Atom, wrap: Wrap | None = None) -> str:
    """The TeX of one atom with its scripts."""
    nucleus = _nucleus(atom, wrap)
    lower = f"_{{{write(atom.sub, wrap)}}}" if atom.sub else ""
    primes = "'" * atom.primes
    upper = f"^{{{write(atom.sup, wrap)}}}" if atom.sup else ""
    if primes and upper:
        primes, upper = "", f"^{{\\prime {write(atom.sup or [], wrap)}}}"
    if wrap is not None and wrap(atom) and both_scripts(atom):
        return f"{{{_nucleus(atom, None)}}}" + primes + lower + upper
    if wrap is not None and wrap(atom):
        own = f"{{{_nucleus(atom, None)}{f'_{{{write(atom.sub)}}}' if atom.sub else ''}}}"
        return own + primes + upper
    return nucleus + primes + lower + upper


def both_scripts(atom: Atom) -> bool:
    """Whether a running index stands below a power: then only the nucleus has the colour, so
    that the two scripts stand one above the other."""
    return bool(atom.sub and atom.sup) and _is_index(atom.sub or ())


def _nucleus(atom: Atom, wrap: Wrap | None) -> str:
    if atom.shape == "group":
        inner = write(atom.arguments[0], wrap) if atom.arguments else ""
        return f"{{{' ' if inner.startswith('{') else ''}{inner}}}"  # Manim splits at "{{"
    if atom.shape == "words":
        return f"{atom.name}{{{atom.arguments[0][0].name}}}"
    if atom.shape == "environment":
        return _environment(atom, wrap)
    if atom.shape == "delimited":
        opening, closing = atom.name.split(" ")
        return f"\\left{opening} {write(atom.arguments[0], wrap)} \\right{closing}"
    return atom.name + "".join(f"{{{write(a, wrap)}}}" for a in atom.arguments)


def _environment(atom: Atom, wrap: Wrap | None) -> str:
    name, *breaks = atom.name.split(" ")
    out = write(atom.arguments[0], wrap)
    for mark, cell in zip(breaks, atom.arguments[1:], strict=False):
        out += f" {mark} {write(cell, wrap)}"
    return f"\\begin{{{name}}} {out} \\end{{{name}}}"


def _ends_in_command(text: str) -> bool:
    letters = len(text) - len(text.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
    return letters > 0 and text[: len(text) - letters].endswith("\\")


# -- symbols -----------------------------------------------------------------------------------


def symbol_of(atom: Atom) -> str | None:
    """The identity of a symbol: its nucleus, with a lower script that is no running index."""
    name = _bare_symbol(atom)
    if name is None or (name in _CONSTANTS and not atom.sub):
        return None
    if atom.sub and not _is_index(atom.sub):
        return f"{name}_{{{write(atom.sub)}}}"
    return name


def _bare_symbol(atom: Atom) -> str | None:
    if atom.shape == "letter" and len(atom.name.lstrip("\\")) >= 1:
        if atom.name.startswith("\\") and atom.name[1:] not in texwords.GREEK:
            return r"\hbar" if atom.name == r"\hbar" else None
        return atom.name
    if atom.shape != "words" and atom.name in _SYMBOL_FONTS and len(atom.arguments) == 1:
        inner = write(atom.arguments[0])
        return f"{atom.name}{{{inner}}}" if len(inner.lstrip("\\")) <= 7 else None
    return None


def _is_index(atoms: Sequence[Atom]) -> bool:
    return all(
        a.name in INDEX_LETTERS or a.shape in ("digit", "op", "punct", "space") for a in atoms
    )


def symbols(atoms: Sequence[Atom]) -> list[str]:
    """The symbols of a formula in order, with repeats, without running indices and constants."""
    found = []
    for atom in atoms:
        if atom.shape == "words":
            continue
        symbol = symbol_of(atom)
        scripts = [*(atom.sub or []), *(atom.sup or [])]
        if symbol is not None:
            found.append(symbol)
            scripts = list(atom.sup or [])
        else:
            for argument in atom.arguments:
                found += symbols(argument)
        found += symbols(scripts)
    return found


def forms_of(atoms: Sequence[Atom], symbol: str) -> list[str]:
    """The written forms (`{x_{i}}`) in which a symbol occurs, each once."""
    forms = []
    for top in atoms:
        for atom in top.walk():
            if symbol_of(atom) == symbol:
                sub = f"_{{{write(atom.sub)}}}" if atom.sub and not both_scripts(atom) else ""
                forms.append(f"{{{_nucleus(atom, None)}{sub}}}")
    return list(dict.fromkeys(forms))


# -- parts -------------------------------------------------------------------------------------


def split(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """The parts in which a formula is built up: sides of relations, then terms, then factors."""
    sides = _cut(atoms, lambda a: a.shape == "rel")
    parts: list[list[Atom]] = []
    for index, side in enumerate(sides):
        if (index == 0 and len(sides) > 1) or (len(side) == 1 and side[0].shape == "rel"):
            parts.append(side)
            continue
        terms = _cut_terms(side)
        parts += terms if len(terms) > 1 else _factors(side)
    return _merge(parts)


def statements(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """A displayed formula that holds several, set apart by wide spaces, one by one."""
    pieces: list[list[Atom]] = [[]]
    for atom in atoms:
        if atom.name in (r"\quad", r"\qquad"):
            pieces.append([])
        else:
            pieces[-1].append(atom)
    pieces = [_without_comma(p) for p in pieces]
    if len(pieces) < 2 or not all(any(a.shape == "rel" for a in p) for p in pieces):
        return [list(atoms)]
    return pieces


def _without_comma(atoms: list[Atom]) -> list[Atom]:
    while atoms and (atoms[-1].name in (",", ";", ".") or atoms[-1].shape == "space"):
        atoms = atoms[:-1]
    return atoms


def _cut(atoms: Sequence[Atom], at: Callable[[Atom], bool]) -> list[list[Atom]]:
    parts: list[list[Atom]] = [[]]
    depth = 0
    for atom in atoms:
        depth += (atom.shape == "open") - (atom.shape == "close")
        if depth <= 0 and at(atom) and not atom.sub and not atom.sup:
            parts += [[atom], []]
        else:
            parts[-1].append(atom)
    return [p for p in parts if p]


def _cut_terms(atoms: Sequence[Atom]) -> list[list[Atom]]:
    pieces = _cut(atoms, lambda a: a.name in ("+", "-"))
    terms: list[list[Atom]] = []
    sign: list[Atom] = []
    for piece in pieces:
        if len(piece) == 1 and piece[0].name in ("+", "-"):
            sign = piece
        else:
            terms.append(sign + piece)
            sign = []
    return terms or [list(atoms)]


def _factors(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """A product in up to four pieces, cut before operators, fractions and brackets."""
    if len(atoms) < 3:
        return [list(atoms)]
    parts: list[list[Atom]] = [[]]
    depth = 0
    previous: Atom | None = None
    for atom in atoms:
        starts = atom.shape in ("big", "delimited", "environment", "words", "function") or (
            atom.name in (r"\frac", r"\dfrac", r"\tfrac", r"\sqrt")
        )
        after = previous is not None and (previous.shape in ("big", "delimited")
                                          or previous.name in (r"\frac", r"\dfrac"))  # fmt: skip
        bound = previous is not None and previous.shape in ("words", "function", "op")
        if depth == 0 and parts[-1] and (starts or after) and not bound:
            parts.append([])
        parts[-1].append(atom)
        depth += (atom.shape == "open") - (atom.shape == "close")
        previous = atom if atom.shape != "space" else previous
    return [p for p in parts if p]


def _merge(parts: list[list[Atom]]) -> list[list[Atom]]:
    while len(parts) > MAX_PARTS:
        sizes = [len(a) + len(b) for a, b in pairwise(parts)]
        at = sizes.index(min(sizes))
        parts = [*parts[:at], parts[at] + parts[at + 1], *parts[at + 2 :]]
    return parts
