"""Inline LaTeX as readable Unicode, for text that is not typeset."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re

from pipeline.agents.offline.reading.maths import MASK, mask_math
from pipeline.agents.offline.reading.words import word_set

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
_MARKS = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈",
    "sim": "∼", "equiv": "≡", "propto": "∝", "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉",
    "to": "→", "rightarrow": "→", "mapsto": "↦", "Rightarrow": "⇒", "leftarrow": "←", "iff": "⇔",
    "times": "×", "cdot": "·", "pm": "±", "mp": "∓", "infty": "∞", "partial": "∂", "nabla": "∇",
    "sum": "∑", "prod": "∏", "int": "∫", "ldots": "…", "dots": "…", "cdots": "⋯", "prime": "′",
    "hbar": "ħ", "ell": "ℓ", "circ": "∘", "otimes": "⊗", "oplus": "⊕", "subset": "⊂",
    "subseteq": "⊆", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "langle": "⟨",
    "rangle": "⟩", "lvert": "|", "rvert": "|", "vert": "|", "mid": "|", "Vert": "‖", "|": "‖",
    "dagger": "†", "top": "⊤", "perp": "⊥", "emptyset": "∅", "degree": "°", "quad": " ",
    "qquad": " ", "%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", ",": " ",
    ";": " ", ":": " ", "!": "", " ": " ", "star": "⋆", "ast": "∗",
}  # fmt: skip
_SPACED = frozenset("=<>≤≥≠≈∼≡∝≪≫∈∉→↦⇒←⇔×±∓⊗⊕⊂⊆∪∩")
_OPERATORS = word_set(
    "sin cos tan exp log ln max min arg argmax argmin det dim ker lim sup inf gcd tr rank"
)
_SUPERSCRIPT = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW∗⊤′†",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ*ᵀ′†",
        strict=True,
    )
)
_SUBSCRIPT = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
_BLACKBOARD = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "E": "𝔼", "P": "ℙ"}
_ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307"}
_KEEP = word_set("mathrm text textrm operatorname mathbf mathit mathsf boldsymbol mathcal")
_TOKEN_RE = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)


class _NotSimpleError(Exception):
    """The formula needs real typesetting."""


def plain(text: str, *, lossy: bool = False) -> str:
    """`text` with inline math as Unicode where that reads well.

    Math that needs typesetting (fractions, roots, matrices, sums with limits, scripts without a
    Unicode letter) keeps its dollar signs; with `lossy` it is spelled out on one line instead, so
    that the result never holds a dollar-marked formula.
    """
    masked = mask_math(text)

    def replace(found: re.Match[str]) -> str:
        span = masked.span(found.group())
        simple = None if span.display and not lossy else plain_math(span.tex, lossy=lossy)
        return masked.unmask(found.group()) if simple is None else simple

    return re.sub(MASK, replace, masked.text)


def plain_math(tex: str, *, lossy: bool = False) -> str | None:
    """A formula as one line of Unicode, or None when it is not simple (never None if `lossy`)."""
    try:
        written = _Writer(_TOKEN_RE.findall(tex), lossy).group(stop=None)
    except (_NotSimpleError, RecursionError):
        if lossy:
            return " ".join(re.sub(r"\\[a-zA-Z]+|[{}$&\\]", " ", tex).split())
        return None
    written = re.sub(r"(?<=[\w)\]⟩])\s*-\s*(?=[\w(\[⟨])", " − ", written)
    written = re.sub(r"(?<=[\w)\]⟩])\s*\+\s*(?=[\w(\[⟨])", " + ", written)
    return (
        " ".join(written.replace("-", "−").split()) if _is_math(tex) else " ".join(written.split())
    )


def _is_math(tex: str) -> bool:
    return not tex.startswith((r"\text", r"\mathrm", r"\operatorname"))


class _Writer:
    """Walks the tokens of a formula and writes them on one line."""

    def __init__(self, tokens: list[str], lossy: bool) -> None:
        self._tokens = tokens
        self._lossy = lossy
        self._at = 0

    def group(self, stop: str | None) -> str:
        out: list[str] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token == stop:
                return "".join(out)
            out.append(self._write(token, out))
        if stop is not None and not self._lossy:
            raise _NotSimpleError
        return "".join(out)

    def _argument(self) -> str:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1
        if self._at >= len(self._tokens):
            raise _NotSimpleError
        token = self._tokens[self._at]
        self._at += 1
        return self.group("}") if token == "{" else self._write(token, [])

    def _write(self, token: str, out: list[str]) -> str:
        if token in "^_":
            return self._script(token)
        if token == "{":
            return self.group("}")
        if token.startswith("\\"):
            return self._command(token[1:])
        if token.isspace():
            return " " if out and out[-1].isalpha() and len(out[-1]) > 1 else ""
        if token in "&~":
            return " "
        return f" {token} " if token in _SPACED else "′" if token == "'" else token

    def _script(self, mark: str) -> str:
        body = self._argument()
        table = _SUPERSCRIPT if mark == "^" else _SUBSCRIPT
        tight = body.replace(" ", "")
        if tight and all(letter in table for letter in tight) and len(tight) <= 8:
            return "".join(table[letter] for letter in tight)
        if not self._lossy:
            raise _NotSimpleError
        return f"{mark}{body}" if len(tight) == 1 else f"{mark}({body})"

    def _command(self, name: str) -> str:
        if name in GREEK:
            return GREEK[name]
        if name in _MARKS:
            mark = _MARKS[name]
            return f" {mark} " if mark in _SPACED else mark
        if name in _OPERATORS:
            return self._operator(name)
        if name in _KEEP:
            return self._argument()
        if name == "mathbb":
            letter = self._argument()
            return _BLACKBOARD.get(letter, letter)
        if name in _ACCENTS:
            return self._accent(name)
        if name in {"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "displaystyle"}:
            return ""
        return self._structure(name)

    def _operator(self, name: str) -> str:
        following = self._tokens[self._at] if self._at < len(self._tokens) else ""
        return name if following in {"(", "_", "^", ""} else f"{name} "

    def _accent(self, name: str) -> str:
        letter = self._argument()
        if len(letter) != 1 and not self._lossy:
            raise _NotSimpleError
        return letter + _ACCENTS[name]

    def _structure(self, name: str) -> str:
        if not self._lossy:
            raise _NotSimpleError
        if name in {"frac", "tfrac", "dfrac"}:
            return f"{_bracket(self._argument())}/{_bracket(self._argument())}"
        if name == "sqrt":
            return f"√{_bracket(self._argument())}"
        if name == "ket":
            return f"|{self._argument()}⟩"
        if name == "bra":
            return f"⟨{self._argument()}|"
        return " "


def _bracket(body: str) -> str:
    return body if len(body) == 1 or re.fullmatch(r"\w+", body) else f"({body})"
