"""The text a scene is made from, read once: its evidence, the section around it, its symbols."""

import re
from collections import Counter
from dataclasses import dataclass

from pipeline.agents.offline.compose import tex as maths
from pipeline.agents.offline.compose.pacing import MOST_WORDS
from pipeline.agents.offline.compose.palette import ACCENT_NAMES
from pipeline.agents.offline.compose.plan import Note, Sign, Tint
from pipeline.agents.offline.compose.quote import clean
from pipeline.agents.offline.compose.signs import find_signs
from pipeline.agents.offline.compose.texparse import Atom, TexError, parse
from pipeline.agents.offline.reading import Formula, Section, plain, read_section
from pipeline.agents.offline.reading.words import is_verb
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

MAX_TINTS = 4
_OPERATORS = frozenset("PE")  # probability and expectation, unless the text defines the letter
MIN_SIGNS = 5
"""A formula with fewer atoms is no figure of its own: it stays in the words."""

_CLAUSE_RE = re.compile(
    r"^(?:where|with|here|and),?\s+"
    r"(?=(?:the\s+)?\S+(?:\s+and\s+\S+)?\s+(?:is|are|denotes?|holds?|means?)\b)"
)
_SYMBOL_FIRST_RE = re.compile(r"[\s.,;:]*(?:where|with|here|and)?,?\s*\$")
_DISPLAY_RE = re.compile(r"\$\$.*?\$\$|\\\[.*?\\\]", re.DOTALL)


@dataclass(frozen=True)
class Source:
    """What the readers of figures look at.

    Attributes:
        evidence: the reading of the scene's evidence; section: of the whole task.
        formulas: formulas of the evidence that can be shown, with their atoms, in order.
        notes: meanings of symbols that occur in them.
        tints: the symbols that get a colour.
        words: lower-case words of claim and evidence, for cues.
        signs: inline mathematics of claim, evidence and takeaway that is typeset in the words.
    """

    spec: SceneSpec
    evidence: Section
    section: Section
    formulas: tuple[tuple[Formula, list[Atom]], ...]
    notes: tuple[Note, ...]
    tints: tuple[Tint, ...]
    words: str
    signs: tuple[Sign, ...] = ()

    @property
    def main_formula(self) -> list[Atom] | None:
        """The formula the scene is about: the first displayed one, else the longest."""
        if not self.formulas:
            return None
        for formula, atoms in self.formulas:
            if formula.display:
                return atoms
        return max((a for _, a in self.formulas), key=len)

    def is_tinted(self, atom: Atom) -> bool:
        """Whether an atom is a symbol with a colour."""
        symbol = maths.symbol_of(atom)
        return any(t.symbol == symbol for t in self.tints)

    def tex(self, atoms: list[Atom]) -> str:
        """A formula as canonical TeX with its coloured symbols in braces."""
        return maths.write(atoms, self.is_tinted)

    def parts(self, atoms: list[Atom]) -> tuple[str, ...]:
        """A formula in the parts in which it is built up."""
        return tuple(maths.write(p, self.is_tinted) for p in maths.split(atoms))


def read_source(task: Task, spec: SceneSpec) -> Source:
    """Read a scene's texts. Works for any text; parts that are not understood are left out."""
    evidence = read_section(spec.evidence)
    section = read_section(task.text)
    formulas = _formulas(evidence)
    if not formulas:
        formulas = _formulas(read_section(spec.claim))
    trees = [atoms for _, atoms in formulas]
    notes = _notes(section, evidence, trees)
    tints = _tints(trees, notes)
    return Source(
        spec=spec,
        evidence=evidence,
        section=section,
        formulas=formulas,
        notes=notes,
        tints=tints,
        words=" ".join((spec.claim + " " + spec.evidence).lower().split()),
        signs=find_signs((spec.claim, spec.evidence, spec.takeaway), tints),
    )


def _formulas(section: Section) -> tuple[tuple[Formula, list[Atom]], ...]:
    found: dict[str, tuple[Formula, list[Atom]]] = {}
    for formula in section.formulas:
        try:
            atoms = parse(formula.tex.strip().rstrip(".,;"))
        except TexError:
            continue
        if formula.display or (_size(atoms) >= MIN_SIGNS and any(a.shape == "rel" for a in atoms)):
            found.setdefault(maths.write(atoms), (formula, atoms))
    return tuple(found.values())


def _size(atoms: list[Atom]) -> int:
    return sum(1 for top in atoms for a in top.walk() if a.shape not in ("space", "group"))


def _notes(section: Section, evidence: Section, trees: list[list[Atom]]) -> tuple[Note, ...]:
    present = {s for tree in trees for s in maths.symbols(tree)}
    notes: dict[str, Note] = {}
    for note in (*evidence.symbols, *section.symbols):
        try:
            atoms = parse(note.symbol)
        except TexError:
            continue
        symbol = maths.symbol_of(atoms[0]) if len(atoms) == 1 else None
        words = clean(plain(note.meaning, lossy=True))
        if symbol in present and symbol is not None and words and len(words.split()) <= 5:
            notes.setdefault(symbol, Note(tex=maths.write(atoms), words=words))
    order = list(dict.fromkeys(s for tree in trees for s in maths.symbols(tree)))
    return tuple(notes[s] for s in sorted(notes, key=order.index))


def _tints(trees: list[list[Atom]], notes: tuple[Note, ...]) -> tuple[Tint, ...]:
    counts = Counter(s for tree in trees for s in maths.symbols(tree))
    noted = [n.tex for n in notes]
    order = {s: i for i, s in enumerate(dict.fromkeys(s for t in trees for s in maths.symbols(t)))}

    def rank(symbol: str) -> tuple[int, int, int]:
        return (0 if symbol in noted else 1, -counts[symbol], order[symbol])

    chosen = [s for s in counts if s in noted or s not in (maths.INDEX_LETTERS | _OPERATORS)]
    chosen = sorted(chosen, key=rank)[:MAX_TINTS]
    chosen.sort(key=lambda s: order[s])
    return tuple(
        Tint(
            symbol=symbol,
            forms=tuple(dict.fromkeys(f for tree in trees for f in maths.forms_of(tree, symbol))),
            colour=ACCENT_NAMES[index % len(ACCENT_NAMES)],
        )
        for index, symbol in enumerate(chosen)
    )


def has_display(text: str) -> bool:
    """Whether a sentence holds a displayed formula."""
    return bool(_DISPLAY_RE.search(text))


def told(text: str) -> str:
    """A text as it is told: no displayed formula, inline math in Unicode, one line."""
    return _sentence(_DISPLAY_RE.sub(" ", text))


def told_parts(text: str) -> list[tuple[bool, str]]:
    """What is told of one sentence, and whether a displayed formula goes with it.

    Words before a displayed formula end in a colon that points to the figure; words after it are
    a text of their own. A formula without words before it goes with the words after it, and so
    does one that stands in the middle of its clause (`the loss $$..$$ is least at zero`).
    """
    pieces: list[tuple[str, bool]] = []
    for piece in _DISPLAY_RE.split(text):
        if pieces and _goes_on(pieces[-1][0], piece):
            pieces[-1] = (f"{pieces[-1][0].rstrip(' ,:')} {piece.strip()}", True)
        else:
            pieces.append((piece, False))
    parts: list[tuple[bool, str]] = []
    waiting = False
    for index, (piece, inside) in enumerate(pieces):
        last = index == len(pieces) - 1
        words = _sentence(piece, mark="." if last else ":")
        if len(words.split()) > 1:
            parts.append((waiting or inside or not last, words))
            waiting = False
        elif not last:
            waiting = True
    return parts


def _goes_on(before: str, after: str) -> bool:
    """Whether the words after a formula are no sentence without those before it."""
    first = after.split()[:1]
    both = len(before.split()) + len(after.split())
    return (
        bool(first)
        and len(before.split()) > 1
        and both <= MOST_WORDS
        and (is_verb(first[0]) or first[0] == "with")
    )


def _sentence(text: str, mark: str = ".") -> str:
    words = re.sub(r"\s+([.,;:!?])", r"\1", clean(plain(text, lossy=True)))
    words = words.lstrip(" .,;:!?").rstrip(" ,;:")
    words = _CLAUSE_RE.sub("", words)
    if not words:
        return ""
    if mark == ":" or words[-1] not in ".!?…":
        words = words.rstrip(".") + mark
    first = words.split(" ")[0]
    a_word = first.isascii() and first.isalpha() and (len(first) > 1 or first == "a")
    return words if _SYMBOL_FIRST_RE.match(text) or not a_word else words[:1].upper() + words[1:]
