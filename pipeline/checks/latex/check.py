"""The LaTeX check of a program: findings of layer `latex`, with the edits that cure them."""

import ast
import itertools
from collections.abc import Iterator

from pipeline.checks.folding import HOLE
from pipeline.checks.latex.controls import Slip, slip_in
from pipeline.checks.latex.examine import Examined, Expression, examine
from pipeline.checks.latex.faults import Fault, excerpt
from pipeline.checks.latex.markup import markup_findings
from pipeline.checks.latex.reading import MAX_LENGTH
from pipeline.checks.latex.sinks import MATH, Names, Use, uses
from pipeline.checks.latex.template import OPEN, Template, from_preamble, missing
from pipeline.checks.latex.values import Source, TexFolder, Token, literals_of
from pipeline.checks.parsing import Program
from pipeline.schema.finding import Finding, TextEdit

_COMBINATIONS = 12
# Characters of TeX that are examined in one program: half a second at worst.
_BUDGET = 40_000
# The kinds of nodes that can change a template.
_TEMPLATING = frozenset((ast.Call, ast.Attribute, ast.Name, ast.Constant))
_MARKS = (
    "Tex",
    "Title",
    "BulletedList",
    "Matrix",
    "MathTable",
    "Brace",
    "label",
    "Label",
    "Variable",
    "unit",
    "BarChart",
    "MarkupText",
    "get_t",
)


def check_latex(program: Program) -> tuple[Finding, ...]:
    """Findings about the TeX of a program; errors only where TeX refuses it for certain.

    Nothing is run. A string is examined as Manim hands it to TeX: joined, marked, and within the
    environment of its class. What the text does not show is taken for harmless.
    """
    if not any(mark in program.text for mark in _MARKS):
        return ()
    return _Check(program).findings()


class _Check:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._folder = TexFolder(program.bindings)
        self._source = Source(program.text)
        self._names = Names(program.index)
        self._slipped: set[ast.expr] = set()
        self._found: dict[tuple[object, ...], Finding] = {}
        self._budget = _BUDGET

    def findings(self) -> tuple[Finding, ...]:
        """All findings, each once."""
        given, default = self._templates()
        for use in uses(self._program.index.of(ast.Call), self._names):
            template = default if use.template is None else given
            self._slips(use, template)
            self._examine(use, template)
        for finding in markup_findings(
            self._program.index.of(ast.Call), self._names, self._folder, self._program.text
        ):
            self._keep(finding)
        return tuple(self._found.values())

    def _keep(self, finding: Finding) -> None:
        key = (finding.rule, finding.line, finding.message)
        known = self._found.get(key)
        if known is None or (known.severity == "warning" and finding.severity == "error"):
            self._found[key] = finding

    def _templates(self) -> tuple[Template, Template]:
        """What a given template defines, and what holds where none is given."""
        given, everywhere = Template(), False
        for node in self._program.index.of_kinds(_TEMPLATING):
            match node:
                case ast.Call(func=function, args=args):
                    name, method = self._names.of(function)
                    if name == "TexTemplate" or (method and name.startswith("add_to_")):
                        texts = [*args, *(k.value for k in node.keywords if k.arg != "prepend")]
                        given = given.plus(self._preamble(node, texts))
                    elif name in ("set_default", "from_file"):
                        everywhere |= any(k.arg == "tex_template" for k in node.keywords)
                        given = given.plus(OPEN) if name == "from_file" else given
                case ast.Attribute(attr="tex_template" | "tex_template_file", ctx=ast.Store()):
                    everywhere = True
                case ast.Attribute(attr="preamble" | "body" | "documentclass", ctx=ast.Store()):
                    given = given.plus(OPEN)
                case ast.Name(id="TexTemplateLibrary" | "TexFontTemplates" | "tempconfig"):
                    given = given.plus(OPEN)
                    everywhere |= node.id == "tempconfig"
                case ast.Constant(value="tex_template"):
                    everywhere = True
        known = {"TexTemplate"} & {n.id for n in self._program.index.of(ast.Name)}
        given = given if known else OPEN
        return given, (given if everywhere else Template())

    def _preamble(self, call: ast.Call, texts: list[ast.expr]) -> Template:
        added = Template()
        for text in texts:
            for option in self._folder.strings(text):
                one = from_preamble(option)
                added = added.plus(one)
                for package in missing(one):
                    self._keep(_missing_package(package, call))
        return added

    def _slips(self, use: Use, template: Template) -> None:
        """Escapes of Python where TeX commands were meant."""
        for part in use.parts:
            for literal in self._literals(part, frozenset()):
                for token in self._source.tokens(literal):
                    slip = slip_in(token, use.environment == MATH, template.commands)
                    if slip is not None:
                        self._keep(_slip_finding(slip, token))
                        if slip.certain:
                            self._slipped.add(part)

    def _literals(self, part: ast.expr, seen: frozenset[str]) -> Iterator[ast.expr]:
        """The literals that a part is made of, through names."""
        yield from literals_of([part])
        for node in self._program.index.walk(part):
            if isinstance(node, ast.Name) and node.id not in seen and len(seen) < 4:
                for value in self._folder.values_of(node.id):
                    yield from self._literals(value, seen | {node.id})

    def _examine(self, use: Use, template: Template) -> None:
        if (
            self._budget < 0
            or use.environment == ""
            or any(part in self._slipped for part in use.parts)
        ):
            return
        options = [self._options(part) for part in use.parts]
        combined = list(itertools.islice(itertools.product(*options), _COMBINATIONS))
        isolated = tuple(s for node in use.isolated for s in self._folder.strings(node))
        certain = self._reached(use, len(combined))
        for texts in combined:
            if all(text == HOLE for text in texts) or self._budget < 0:
                continue
            expression = Expression(
                tuple(text + use.sink.suffix for text in texts),
                use.environment,
                use.separator,
                () if HOLE in "".join(isolated) else isolated,
                use.sink.single,
                template,
            )
            self._budget -= min(sum(len(text) + 60 for text in texts), MAX_LENGTH)
            examined = examine(expression)
            for fault, more in _merged(examined):
                self._keep(self._finding(use, texts, examined, fault, more, certain))
        if self._budget < 0:
            self._keep(_too_much(use.call))

    def _options(self, part: ast.expr) -> tuple[str, ...]:
        if isinstance(part, ast.Starred):
            return (HOLE,)
        return self._folder.strings(part)

    def _reached(self, use: Use, combinations: int) -> bool:
        """Whether the expression is compiled for certain, with every one of its combinations."""
        node: ast.AST = use.call
        looped = combinations == 1
        while (parent := self._program.index.above.get(id(node))) is not None:
            if isinstance(parent, ast.Try | ast.TryStar) and parent.handlers:
                return False
            conditional = isinstance(
                parent, ast.If | ast.IfExp | ast.Match | ast.While | ast.FunctionDef | ast.Lambda
            )
            if not looped:
                if isinstance(parent, ast.For | ast.GeneratorExp | ast.ListComp):
                    looped = True
                elif conditional:
                    return False
            node = parent
        return looped

    def _finding(
        self,
        use: Use,
        texts: tuple[str, ...],
        examined: Examined,
        fault: Fault,
        more: int,
        certain: bool,
    ) -> Finding:
        number, offset = examined.composed.origin(fault.at)
        number = min(max(number, 0), len(use.parts) - 1)
        part, text = use.parts[number], texts[number]
        literal = self._source.literal(part)
        line = part.lineno
        if literal is not None and offset >= 0:
            place = literal.places[min(offset, len(literal.places) - 1)][0]
            line = literal.token.position(place)[0]
        shown = f": {excerpt(text, max(offset, 0))}" if text.strip() and text != HOLE else ""
        times = f", and {more} more of the kind" if more else ""
        return Finding(
            rule=fault.rule,
            severity="error" if certain and fault.certain else "warning",
            layer="latex",
            line=line,
            message=f"{fault.message.rstrip('.')}{shown}{times}.",
            suggestion=fault.suggestion,
            edits=self._edits(use, examined, fault) if certain and fault.certain else (),
        )

    def _edits(self, use: Use, examined: Examined, fault: Fault) -> tuple[TextEdit, ...]:
        """Edits of the program, if every character concerned stands in a plain literal."""
        edits = []
        for edit in fault.edits:
            number, offset = examined.composed.origins[edit.at]
            literal = self._source.literal(use.parts[number]) if number >= 0 else None
            if literal is None or offset + edit.length > len(literal.places):
                return ()
            places = literal.places[offset : offset + edit.length]
            edits.append(_text_edit(literal.token, places[0][0], places[-1][1], edit.replacement))
        return tuple(edits)


def _merged(examined: Examined) -> list[tuple[Fault, int]]:
    """The first fault of each rule in each string with the edits of all, and how many follow."""
    kinds: dict[tuple[str, int, bool], list[Fault]] = {}
    for fault in examined.faults:
        part, _ = examined.composed.origin(fault.at)
        kinds.setdefault((fault.rule, part, fault.certain), []).append(fault)
    merged = []
    for first, *more in kinds.values():
        edits = tuple(edit for fault in (first, *more) for edit in fault.edits)
        curable = all(fault.edits for fault in (first, *more))
        merged.append((first._replace(edits=edits if curable else ()), len(more)))
    return merged


def _text_edit(token: Token, start: int, end: int, replacement: str) -> TextEdit:
    line, column = token.position(start)
    end_line, end_column = token.position(end)
    if not token.raw:
        replacement = replacement.replace("\\", "\\\\")
    return TextEdit(
        line=line, column=column, end_line=end_line, end_column=end_column, replacement=replacement
    )


def _slip_finding(slip: Slip, token: Token) -> Finding:
    listed = ", ".join(f"`{command}`" for command in slip.commands[:4])
    return Finding(
        rule="tex-control",
        severity="error" if slip.certain else "warning",
        layer="latex",
        line=slip.line,
        message=f"The string is not raw: Python reads the backslash of {listed} as an escape "
        f"({slip.made}), so TeX never sees the command.",
        suggestion='Write r"..." for TeX, or double every backslash.',
        edits=slip.edits,
    )


def _missing_package(package: str, call: ast.Call) -> Finding:
    return Finding(
        rule="tex-missing-package",
        severity="warning",
        layer="latex",
        line=call.lineno,
        message=f"The LaTeX package {package!r} may not be installed, and a scene cannot install "
        "it.",
        suggestion="Do without it: amsmath, amssymb and mathtools are always there.",
    )


def _too_much(call: ast.Call) -> Finding:
    return Finding(
        rule="tex-too-long",
        severity="warning",
        layer="latex",
        line=call.lineno,
        message="The program holds so much TeX that the rest of it was not checked.",
        suggestion="Shorten it, or make repeated formulas in a loop.",
    )
