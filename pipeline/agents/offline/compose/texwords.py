"""The TeX a program may hold: everything that is not named here is shown as plain letters.

An allow-list, since TeX can read and write files; names are those of LaTeX, amsmath and amssymb.
"""

# The letters and signs that look like Latin ones are what this module reads.
# ruff: noqa: RUF001

from typing import Final

from pipeline.agents.offline.reading.words import word_set

GREEK: Final = word_set(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta "
    "Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)

SYMBOLS: Final = GREEK | word_set(
    "times cdot div pm mp ast star circ bullet oplus otimes odot wedge vee cap cup setminus "
    "ell hbar imath jmath infty partial nabla forall exists emptyset varnothing Re Im aleph "
    "angle perp dots ldots cdots vdots ddots prime dagger ddagger top bot langle rangle lvert "
    "rvert lVert rVert vert Vert lfloor rfloor lceil rceil lbrace rbrace backslash degree"
)

RELATIONS: Final = word_set(
    "le leq ge geq neq ne approx equiv sim simeq cong propto ll gg in notin ni subset subseteq "
    "supset supseteq to rightarrow leftarrow Rightarrow Leftarrow leftrightarrow Leftrightarrow "
    "longrightarrow mapsto mid parallel succ prec triangleq leftrightarrows implies iff "
    "coloneqq"
)

FUNCTIONS: Final = word_set(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh exp log ln lg det dim ker deg "
    "arg gcd hom Pr"
)

BIG: Final = word_set(
    "sum prod coprod int iint iiint oint bigcup bigcap bigoplus bigotimes lim limsup liminf max "
    "min sup inf argmax argmin"
)
"""Operators that take limits: their scripts stay with them."""

OPERATORS: Final = word_set("times cdot div pm mp ast star circ oplus otimes odot wedge vee")

SPACES: Final = word_set(", ; : ! quad qquad thinspace") | {" "}

STYLES: Final = word_set("displaystyle textstyle limits nolimits")

ONE_ARGUMENT: Final = word_set(
    "sqrt hat widehat bar overline underline tilde widetilde vec dot ddot check breve acute grave "
    "mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol operatorname text "
    "textbf textit textrm mathop"
)
TEXT_ARGUMENT: Final = word_set("text textbf textit textrm mathrm operatorname")
TWO_ARGUMENTS: Final = word_set("frac dfrac tfrac cfrac binom stackrel overset underset")
UNDER: Final = word_set("underbrace overbrace")

ENVIRONMENTS: Final = word_set("matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases")
LINE_ENVIRONMENTS: Final = word_set(
    "aligned align align* split gather gathered equation equation* multline"
)
"""Their content is taken as one line: the program gives its own environment."""

DELIMITERS: Final = word_set(
    "( ) [ ] | . / < > lbrace rbrace { } langle rangle lvert rvert lVert rVert vert Vert lfloor "
    "rfloor lceil rceil |"
)

RENAMED: Final[dict[str, str]] = {
    "bm": "boldsymbol",
    "mathbold": "boldsymbol",
    "bf": "",
    "rm": "",
    "it": "",
    "cal": "",
    "mathscr": "mathcal",
    "textsc": "text",
    "mbox": "text",
    "hbox": "text",
    "textnormal": "text",
    "textsf": "text",
    "tfrac": "tfrac",
    "lt": "<",
    "gt": ">",
    "land": "wedge",
    "lor": "vee",
    "gets": "leftarrow",
    "colon": ":",
    "hdots": "dots",
    "dotsc": "ldots",
    "dotsb": "cdots",
    "intercal": "top",
    "transpose": "top",
    "R": r"mathbb{R}",
    "E": r"mathbb{E}",
    "N": r"mathbb{N}",
    "Z": r"mathbb{Z}",
    "C": r"mathbb{C}",
}

UNICODE: Final[dict[str, str]] = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu",
    "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi",
    "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi",
    "Ω": "Omega", "×": "times", "·": "cdot", "÷": "div", "±": "pm", "≤": "le", "≥": "ge",
    "≠": "ne", "≈": "approx", "≡": "equiv", "∝": "propto", "∈": "in", "∞": "infty",
    "∂": "partial", "∇": "nabla", "→": "to", "⇒": "Rightarrow", "∑": "sum", "∏": "prod",
    "∫": "int", "ℏ": "hbar", "ℓ": "ell", "†": "dagger", "⟨": "langle", "⟩": "rangle",
    "⊗": "otimes", "⊕": "oplus", "∘": "circ", "∼": "sim", "…": "dots", "′": "prime",
}  # fmt: skip
ASCII: Final[dict[str, str]] = {"−": "-", "–": "-", "—": "-", "’": "'", "∗": "*", "⋅": r"\cdot"}
