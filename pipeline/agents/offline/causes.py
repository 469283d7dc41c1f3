"""What is known of crashes: how the cause shows in a log, and the cure in a sentence or two."""

TEX_CAUSES: tuple[tuple[str, str], ...] = (
    (
        r"Undefined control sequence[^\\]*(?P<what>\\[A-Za-z]+)?",
        "LaTeX does not know the command {what}. Use an amsmath command instead, or write its "
        "meaning in plain text.",
    ),
    (
        r"Missing \$ inserted",
        "A math command or one of _ and ^ stands outside math. Typeset the piece with MathTex, or "
        "escape it.",
    ),
    (
        r"Extra (?:\}|alignment tab)|Missing (?:\}|\\right|delimiter)|Runaway argument|"
        r"File ended while scanning",
        "Braces or \\left and \\right do not pair up. Keep every group whole: do not split a "
        "formula inside a fraction, a root or a bracket.",
    ),
    (
        r"File .(?P<what>[\w.-]+\.sty). not found",
        "The package {what} is not installed here, and a scene cannot install it. Leave it out: "
        "amsmath, amssymb and mathtools are always loaded.",
    ),
    (
        r"only in preamble",
        "A command of the preamble stands in an expression. Leave it out, since amsmath, amssymb "
        "and mathtools are loaded, or give "
        "tex_template=TexTemplate().add_to_preamble(...) with it.",
    ),
    (
        r"Bad math environment|Erroneous nesting|only in paragraph mode",
        "MathTex is math (align*) already. Take $, \\( \\) and environments such as align or "
        "equation out; rows end with \\\\.",
    ),
    (
        r"[Aa]lignment tab|noalign",
        "An & or \\hline stands where there are no cells. Write \\& for the sign itself; in a "
        "formula keep & outside of braces and of \\left and \\right.",
    ),
    (
        r"macro parameter character",
        "A # stands alone, which TeX keeps for itself. Write \\#.",
    ),
    (
        r"invalid character|Unicode character \S*\s*\(U\+00[01]",
        'The string holds a control character, as from "\\beta" in a string that is not raw. '
        'Write TeX in raw strings: r"...".',
    ),
    (
        r"Missing \{ inserted",
        "A script or a command lacks its braces, or its braces stand in another string. Write "
        "x^{...} and \\frac{...}{...} whole, within one string.",
    ),
    (
        r"no line here to end",
        "A line break \\\\ has no line before it, or stands within dollar signs. Take it out.",
    ),
    (
        r"in(?:valid in| accents in)? math mode|mathaccent|only in math mode",
        "A command stands in the wrong mode. In MathTex put words into \\text{...}; in Tex put "
        "formulas between dollar signs.",
    ),
    (
        r"Limit controls",
        "\\limits must follow an operator such as \\sum directly. Use \\operatorname*{...} for "
        "names.",
    ),
    (
        r"Environment (?P<what>\w+) undefined",
        "The environment {what} is unknown. Use aligned, pmatrix, bmatrix or cases.",
    ),
    (
        r"Unicode character|inputenc|not set up for use",
        "A character outside ASCII stands in a formula. Write it as a LaTeX command, or show the "
        "piece with Text.",
    ),
    (
        r"Double (?:super|sub)script",
        "Two scripts of one kind follow each other. Put the first base and script in braces.",
    ),
    (
        r"Paragraph ended|Missing number|Illegal unit",
        "A formula holds a blank line or a bare length command. Write it on one line without "
        "spacing commands.",
    ),
    (
        r"holds no picture|converting \.?dvi|DVI",
        "TeX stopped before the end of the formula; an unescaped % often does that. Write \\%.",
    ),
)
BY_CATEGORY: dict[str, str] = {
    "static": "The check refused the program. Change what it names and keep the rest.",
    "python": "The program raised an error of its own. Write that step in the simplest way that "
    "shows the same thing.",
    "latex": "A formula does not compile. Simplify it, or show it as plain text.",
    "manim_runtime": "Manim refused an animation. Use FadeIn or Write of whole objects.",
    "timeout": "The render took too long. Use fewer objects, shorter waits and no updaters that "
    "rebuild text.",
    "memory": "The render used too much memory. Draw fewer objects and no large grids or surfaces.",
    "unknown": "The render ended without a known reason. Write a plainer scene: text, one formula, "
    "FadeIn and Write.",
}
