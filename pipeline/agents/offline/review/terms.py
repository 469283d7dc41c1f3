"""What a scene has to get across: the numbers, formulas and key terms of a piece of text."""

import re
from collections import Counter

from pipeline.agents.offline.reading.maths import mask_math
from pipeline.agents.offline.reading.plain import plain_math
from pipeline.agents.offline.reading.words import content_words
from pipeline.agents.offline.revise.tokens import tex_tokens
from pipeline.schema.base import Value
from pipeline.schema.storyboard import SceneSpec

_NUMBER = re.compile(r"(?<![\w.,^_])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.^_])\d+(?:\.\d+)?")
_SHORTEST_FORMULA = 3  # tokens; "x" or "n_0" is a symbol, not a formula


class Terms(Value):
    """Numbers as canonical text, formulas as LaTeX, key terms as word stems; each once."""

    numbers: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Nothing that could be looked for."""
        return not (self.numbers or self.formulas or self.words)


def terms_of(text: str) -> Terms:
    """The terms of a text with inline math between dollar signs."""
    masked = mask_math(text)
    formulas = (span.tex for span in masked.spans if len(tex_tokens(span.tex)) >= _SHORTEST_FORMULA)
    return Terms(
        numbers=numbers_in(masked.text),
        formulas=tuple(dict.fromkeys(formulas)),
        words=tuple(dict.fromkeys(stem(word) for word in content_words(text))),
    )


def spec_terms(spec: SceneSpec) -> Terms:
    """The terms of claim, evidence and takeaway together."""
    return terms_of(f"{spec.claim}\n{spec.evidence}\n{spec.takeaway}")


def numbers_in(text: str) -> tuple[str, ...]:
    """Numbers of a text in a canonical form (`1,200` and `1200.0` are `1200`), each once."""
    found = (f"{float(m.group().replace(',', '')):.10g}" for m in _NUMBER.finditer(text))
    return tuple(dict.fromkeys(found))


def stem(word: str) -> str:
    """A word without its plural or common verb ending, so that inflections are one term."""
    word = word.lower()
    for ending in ("ies", "es", "s", "ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word.removesuffix("e") if len(word) > 4 else word


def formula_share(tex: str, shown_tex: tuple[str, ...], shown_text: str) -> float:
    """How much of a formula one thing on screen shows, in [0, 1].

    The overlap of its tokens with the labels that are typeset at one time; 1 when its one-line
    Unicode form stands in a text.
    """
    wanted = Counter(tex_tokens(tex))
    total = sum(wanted.values())
    if not total:
        return 1.0
    line = plain_math(tex, lossy=True)
    if line and _bare(line) in _bare(shown_text):
        return 1.0
    shown: Counter[str] = Counter()
    for label in shown_tex:
        # A formula may stand in pieces (the entries of a matrix): what is there at once counts.
        shown += Counter(tex_tokens(label))
    return sum((wanted & shown).values()) / total


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text).replace("\u2212", "-")
