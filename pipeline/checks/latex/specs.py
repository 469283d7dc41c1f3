"""What the structure check knows about LaTeX's commands and environments.

Only what changes how something else is read: arguments that are text or math, arguments that are
no typesetting at all, environments with columns. Everything else is a command without arguments,
whose groups are read in the mode around them.
"""

from typing import Literal, NamedTuple

from pipeline.checks.words import words

Mode = Literal["math", "text", "unknown"]

# Their argument is text, also within math.
TEXT_ARGUMENT = words(
    "text textrm textsf texttt textbf textmd textit textsl textsc textup textnormal emph mbox"
    " fbox intertext shortintertext tag"
)
MATH_ARGUMENT = words("ensuremath")
# Names, lengths and other things that are not typeset: argument specification of the parser.
OPAQUE_ARGUMENTS = {
    "special": "{",
    "label": "{",
    "ref": "{",
    "eqref": "{",
    "hspace": "*{",
    "vspace": "*{",
    "setlength": "{{",
    "addtolength": "{{",
    "rule": "[{{",
    "fontsize": "{{",
    "usepackage": "[{",
    "RequirePackage": "[{",
    "documentclass": "[{",
    "color": "[{",
    "definecolor": "{{{",
    "newcommand": "*{[[{",
    "renewcommand": "*{[[{",
    "providecommand": "*{[[{",
    "DeclareMathOperator": "*{{",
    "DeclareRobustCommand": "*{[[{",
    "newenvironment": "{[[{{",
    "renewenvironment": "{[[{{",
    "includegraphics": "[{",
    "input": "{",
    "cline": "{",
    "cmidrule": "{",
    "arraystretch": "",
    "raisebox": "{",
    "hphantom": "",
}
# The first arguments are opaque, the last is read.
MIXED_ARGUMENTS = {"parbox": "[{{", "makebox": "[[{", "framebox": "[[{", "multicolumn": "{{{"}
DEFINERS = words("newcommand renewcommand providecommand DeclareMathOperator DeclareRobustCommand")
# With one of these a source is a program of its own, of which only TeX could tell the outcome.
PROGRAMMING = words(
    "def edef gdef xdef let futurelet catcode csname expandafter makeatletter halign valign"
    " ialign iftrue iffalse ifmmode ifx ifnum ifdim ifcase if else fi loop char mathchar"
    " afterassignment aftergroup everymath uppercase lowercase lccode scantokens verb lstinline"
    " obeylines obeyspaces discretionary newenvironment renewenvironment noalign omit span"
    " detokenize string unexpanded futurelet begingroup endgroup bgroup egroup noexpand"
)
DELIMITERS = words(
    "lbrace rbrace lbrack rbrack langle rangle lvert rvert lVert rVert vert Vert lfloor rfloor"
    " lceil rceil lgroup rgroup lmoustache rmoustache uparrow downarrow updownarrow Uparrow"
    " Downarrow Updownarrow backslash ulcorner urcorner llcorner lrcorner lt gt arrowvert"
    " Arrowvert bracevert { } |"
)
DELIMITER_CHARACTERS = frozenset("()[]/|.<>")
# Commands whose group may hold cells and rows.
CELL_GROUPS = words("substack matrix pmatrix cases bordermatrix eqalign displaylines halign")


class Environment(NamedTuple):
    """How the body of an environment is read.

    Attributes:
        mode: of its body.
        where: the mode it may stand in; `display` may stand in text only.
        columns: the most cells in a row; 0 if `&` has no meaning, None if not limited.
        arguments: argument specification of the parser, all opaque.
        rows: whether `\\\\` and `\\hline` have a meaning in it.
    """

    mode: Mode
    where: Literal["math", "text", "any", "display"]
    columns: int | None = None
    arguments: str = ""
    rows: bool = True


_MATRICES = words(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix matrix* pmatrix* bmatrix* Bmatrix* vmatrix*"
    " Vmatrix*"
)
ENVIRONMENTS: dict[str, Environment] = {
    **{name: Environment("math", "math", 10, "[" if "*" in name else "") for name in _MATRICES},
    **{name: Environment("math", "math", 2) for name in words("cases dcases rcases drcases split")},
    **{
        name: Environment("math", "math", None, "[")
        for name in words("smallmatrix psmallmatrix bsmallmatrix vsmallmatrix Bsmallmatrix")
    },
    "aligned": Environment("math", "math", None, "["),
    "alignedat": Environment("math", "math", None, "[{"),
    "gathered": Environment("math", "math", 1, "["),
    "multlined": Environment("math", "math", 1, "[["),
    "subarray": Environment("math", "math", None, "{"),
    "array": Environment("math", "math", None, "[{"),
    **{
        name: Environment("math", "display", None)
        for name in words("align align* flalign flalign*")
    },
    **{
        name: Environment("math", "display", None, "{")
        for name in words("alignat alignat* xalignat xalignat* xxalignat")
    },
    **{
        name: Environment("math", "display", 1)
        for name in words("gather gather* multline multline*")
    },
    "eqnarray": Environment("math", "display", 3),
    "eqnarray*": Environment("math", "display", 3),
    **{
        name: Environment("math", "display", 0, rows=False)
        for name in words("equation equation* displaymath math")
    },
    "tabular": Environment("text", "any", None, "[{"),
    "tabular*": Environment("text", "any", None, "{[{"),
    "minipage": Environment("text", "any", 0, "[[[{"),
    **{
        name: Environment("text", "text", 0)
        for name in words(
            "center flushleft flushright quote quotation verse sloppypar itemize enumerate"
            " description trivlist"
        )
    },
}
