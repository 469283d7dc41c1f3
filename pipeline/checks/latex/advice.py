"""What to write instead: for commands of packages that are not there, and for characters."""

import functools
import unicodedata

from pipeline.checks.api.nearest import closest
from pipeline.checks.latex.known import known

# Command -> what does the same within our template.
_INSTEAD = {
    "bm": r"\boldsymbol{...}",
    "mathscr": r"\mathcal{...}",
    "mathbbm": r"\mathbb{...} or \mathbf{1}",
    "mathds": r"\mathbb{...} or \mathbf{1}",
    "textcolor": "the argument tex_to_color_map or the method set_color of Manim",
    "color": "the argument color or tex_to_color_map of Manim",
    "colorbox": "SurroundingRectangle or BackgroundRectangle of Manim",
    "qty": r"\left( ... \right)",
    "abs": r"\left| ... \right|",
    "norm": r"\left\| ... \right\|",
    "SI": r"3\,\text{m}, with the unit as text",
    "si": r"\text{...}",
    "unit": r"\text{...}",
    "num": "the number itself",
    "ang": r"90^\circ",
    "degree": r"^\circ",
    "celsius": r"^\circ\text{C}",
    "ce": r"\mathrm{...} with subscripts, as in \mathrm{H_2O}",
    "cancel": "Cross or Line of Manim over the part",
    "dv": r"\frac{d...}{d...}",
    "pdv": r"\frac{\partial ...}{\partial ...}",
    "dd": r"\,d",
    "bra": r"\langle ... |",
    "ket": r"| ... \rangle",
    "braket": r"\langle ... | ... \rangle",
    "grad": r"\nabla",
    "curl": r"\nabla \times",
    "div": r"\nabla \cdot",
    "laplacian": r"\nabla^2",
    "vb": r"\mathbf{...}",
    "vu": r"\hat{\mathbf{...}}",
    "Tr": r"\operatorname{Tr}",
    "tr": r"\operatorname{tr}",
    "argmax": r"\operatorname*{arg\,max}",
    "argmin": r"\operatorname*{arg\,min}",
    "softmax": r"\operatorname{softmax}",
    "sgn": r"\operatorname{sgn}",
    "sign": r"\operatorname{sign}",
    "diag": r"\operatorname{diag}",
    "rank": r"\operatorname{rank}",
    "erf": r"\operatorname{erf}",
    "Var": r"\operatorname{Var}",
    "Cov": r"\operatorname{Cov}",
    "E": r"\mathbb{E}",
    "R": r"\mathbb{R}",
    "N": r"\mathbb{N}",
    "Z": r"\mathbb{Z}",
    "C": r"\mathbb{C}",
    "Q": r"\mathbb{Q}",
    "url": "the plain address, or Text of Manim",
    "href": "the plain text",
    "sout": "Line of Manim over the text",
    "uline": r"\underline{...}",
    "includegraphics": "ImageMobject or SVGMobject of Manim",
    "tikz": "shapes of Manim",
    "nicefrac": r"\tfrac{...}{...}",
    "sfrac": r"\tfrac{...}{...}",
    "llbracket": r"[\![",
    "rrbracket": r"]\!]",
    "eqref": r"(1)",
    "faIcon": "a shape of Manim",
    "euro": "Text of Manim",
}
_PACKAGES = {
    "bm": "bm",
    "mathscr": "mathrsfs",
    "mathbbm": "bbm",
    "mathds": "dsfont",
    "cancel": "cancel",
    "bcancel": "cancel",
    "xcancel": "cancel",
    "cancelto": "cancel",
    "textcolor": "xcolor",
    "color": "xcolor",
    "qty": "physics",
    "dv": "physics",
    "pdv": "physics",
    "bra": "physics",
    "ket": "physics",
    "braket": "physics",
    "abs": "physics",
    "norm": "physics",
    "SI": "siunitx",
    "si": "siunitx",
    "ce": "mhchem",
    "llbracket": "stmaryrd",
    "rrbracket": "stmaryrd",
    "sout": "ulem",
    "nicefrac": "nicefrac",
    "sfrac": "xfrac",
}
_CHARACTERS = {
    "−": "-",
    "∞": r"\infty",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∼": r"\sim",
    "∝": r"\propto",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∀": r"\forall",
    "∃": r"\exists",
    "∅": r"\emptyset",
    "∇": r"\nabla",
    "∂": r"\partial",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "√": r"\sqrt{...}",
    "→": r"\to",
    "←": r"\leftarrow",
    "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow",
    "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow",
    "↦": r"\mapsto",
    "⋅": r"\cdot",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "⊗": r"\otimes",
    "⊕": r"\oplus",
    "†": r"\dagger",
    "ℏ": r"\hbar",
    "ℓ": r"\ell",
    "∘": r"\circ",
    "⋯": r"\cdots",
    "⋮": r"\vdots",
    "✓": r"\checkmark",
    "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}",
    "ℤ": r"\mathbb{Z}",
    "ℂ": r"\mathbb{C}",
    "ℚ": r"\mathbb{Q}",
}


@functools.lru_cache(maxsize=500)
def instead_of_command(name: str) -> str:
    """A sentence on what to write instead of an undefined command."""
    instead, package = _INSTEAD.get(name), _PACKAGES.get(name)
    if instead and package and package in known().packages:
        return (
            f"Write {instead}, or give `tex_template=TexTemplate().add_to_preamble("
            f'r"\\usepackage{{{package}}}")`.'
        )
    if instead:
        return f"Write {instead}."
    if package and package in known().packages:
        return (
            "Give `tex_template=TexTemplate().add_to_preamble("
            f'r"\\usepackage{{{package}}}")` or write it with amsmath commands.'
        )
    near = closest(name, _ordinary(), 0.75) if len(name) > 2 else None
    if near:
        return f"Did you mean \\{near}?"
    return "Use a command of amsmath, amssymb or mathtools, or \\text{...} for words."


def command_for(character: str) -> str:
    """What typesets a character in a formula, or "" if that is not known."""
    return _CHARACTERS.get(character) or _letter(character)


def instead_of_character(character: str, in_math: bool) -> str:
    """A sentence on what to write instead of a character that TeX does not know."""
    command = command_for(character)
    if command:
        return f"Write {command}." if in_math else f"Write ${command}$."
    where = r"\text{...}" if in_math and character in known().text_characters else "Text(...)"
    return f"Leave it out, or write it with {where}."


def _letter(character: str) -> str:
    """Greek letters and letters with accents by their Unicode names, other ones by their parts."""
    words = unicodedata.name(character, "").split()
    if words[:1] == ["GREEK"] and words[2:3] == ["LETTER"] and len(words) == 4:
        name = words[3].lower().replace("lamda", "lambda")
        name = name.capitalize() if words[1] == "CAPITAL" else name
        return "\\" + name if name in known().commands else ""
    plain = unicodedata.normalize("NFKC", character)
    simple = len(plain) == 1 and plain.isascii() and plain.isprintable()
    if words[:1] == ["SUPERSCRIPT"] and simple:
        return "^" + plain
    if words[:1] == ["SUBSCRIPT"] and simple:
        return "_" + plain
    return plain if simple else ""


@functools.cache
def _ordinary() -> list[str]:
    """Commands a person writes: short lower-case names first."""
    return sorted((n for n in known().commands if n.isalpha() and len(n) < 20), key=len)
