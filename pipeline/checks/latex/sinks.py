"""The places of a program where a string becomes TeX.

By name: classes of Manim that are TeX (the tables list them) or make TeX of an argument, and
methods whose names say so. A name that the program defines itself is its own affair.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.checks.walking import Index
from pipeline.checks.words import words

MATH, TEXT = "align*", "center"


class Sink(NamedTuple):
    """How a callable takes TeX.

    Attributes:
        environment: the default of `tex_environment`.
        positions: positional arguments, each an expression of its own; None for all of them
            together, as parts of one expression.
        keywords: keyword arguments, each an expression of its own.
        nested: the argument is a list (of lists), each string of it an expression of its own.
        constructor: the keyword that replaces the class by another, and its default.
        suffix: put behind each part (`BulletedList`).
        single: made by `SingleStringMathTex`.
    """

    environment: str | None = MATH
    positions: tuple[int, ...] | None = None
    keywords: tuple[str, ...] = ()
    nested: bool = False
    constructor: tuple[str, str] | None = None
    suffix: str = ""
    single: bool = False
    separator: str = " "


_LABEL = ("label_constructor", "MathTex")
CLASSES: dict[str, Sink] = {
    "MathTex": Sink(),
    "SingleStringMathTex": Sink(positions=(0,), keywords=("tex_string",), single=True),
    "Tex": Sink(TEXT, separator=""),
    "Title": Sink(TEXT, separator=""),
    "BulletedList": Sink(None, separator="", suffix="\\\\"),
    "Matrix": Sink(
        positions=(0,),
        keywords=("matrix",),
        nested=True,
        constructor=("element_to_mobject", "MathTex"),
    ),
    "MathTable": Sink(
        positions=(0,),
        keywords=("table",),
        nested=True,
        constructor=("element_to_mobject", "MathTex"),
    ),
    "Variable": Sink(positions=(1,), keywords=("label",)),
    "LabeledDot": Sink(positions=(0,), keywords=("label",)),
    "AnnotationDot": Sink(positions=()),
    "LabeledLine": Sink(positions=(0,), keywords=("label",)),
    "LabeledArrow": Sink(positions=(0,), keywords=("label",)),
    "LabeledPolygram": Sink(positions=(), keywords=("label",)),
    "Label": Sink(positions=(0,), keywords=("label",)),
    "BraceLabel": Sink(positions=(1,), keywords=("text",), constructor=_LABEL),
    "BraceText": Sink(
        positions=(1,), keywords=("text",), constructor=("label_constructor", "Text")
    ),
    "DecimalNumber": Sink(positions=(), keywords=("unit",), single=True),
    "Integer": Sink(positions=(), keywords=("unit",), single=True),
    "BarChart": Sink(TEXT, positions=(), keywords=("bar_names",), nested=True, separator=""),
}
METHODS: dict[str, Sink] = {
    "get_tex": Sink(),
    "get_text": Sink(TEXT, separator=""),
    "get_x_axis_label": Sink(positions=(0,), keywords=("label",)),
    "get_y_axis_label": Sink(positions=(0,), keywords=("label",)),
    "get_z_axis_label": Sink(positions=(0,), keywords=("label",)),
    "get_axis_labels": Sink(positions=(0, 1, 2), keywords=("x_label", "y_label", "z_label")),
    "get_graph_label": Sink(positions=(1,), keywords=("label",)),
    "get_T_label": Sink(positions=(2,), keywords=("label",)),
    "get_secant_slope_group": Sink(positions=(), keywords=("dx_label", "dy_label")),
    "get_vector_label": Sink(positions=(1,), keywords=("label",)),
    "label_vector": Sink(positions=(1,), keywords=("label",)),
    "add_labels": Sink(TEXT, positions=(0,), keywords=("dict_values",), nested=True, separator=""),
}
# Not these: their first argument may be many things.
MARKUP = words("MarkupText")
_TEMPLATE_METHODS = words("add_to_preamble add_to_document")


@dataclass
class Use:
    """One expression of TeX in the program.

    Attributes:
        call: where it is.
        parts: the strings of the expression.
        environment: None for none; "" if it is not known.
        template: the value of `tex_template`, if given.
        isolated: expressions of strings that are marked within it.
    """

    call: ast.Call
    parts: list[ast.expr]
    environment: str | None
    sink: Sink
    separator: str
    template: ast.expr | None = None
    isolated: list[ast.expr] = field(default_factory=list)


_NAMING = frozenset((ast.ClassDef, ast.FunctionDef, ast.Name, ast.arg, ast.ImportFrom))


class Names:
    """What the program calls Manim's names."""

    def __init__(self, index: Index) -> None:
        self._own: set[str] = set()
        self._alias: dict[str, str] = {}
        for node in index.of_kinds(_NAMING):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    self._own.add(name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                    self._own.add(name)
                case ast.ImportFrom(module=module, names=names):
                    for alias in names:
                        if (module or "").split(".")[0] != "manim":
                            self._own.add(alias.asname or alias.name)
                        elif alias.asname:
                            self._alias[alias.asname] = alias.name

    def of(self, function: ast.expr) -> tuple[str, bool]:
        """The name of a callable, and whether it is a method of something."""
        if isinstance(function, ast.Name):
            name = self._alias.get(function.id, function.id)
            return ("" if function.id in self._own else name), False
        if isinstance(function, ast.Attribute):
            base = function.value
            module = isinstance(base, ast.Name) and function.attr[:1].isupper()
            if module and isinstance(base, ast.Name) and base.id in self._own:
                return "", False
            own = function.attr in self._own
            return ("" if own else function.attr), not module
        return "", False


def uses(calls: Iterable[ast.Call], names: Names) -> Iterator[Use]:
    """Every expression of TeX among the calls of a program, in its order."""
    for node in calls:
        name, method = names.of(node.func)
        sink = (METHODS if method else CLASSES).get(name)
        if sink is None:
            continue
        keywords = {k.arg: k.value for k in node.keywords if k.arg}
        environment, separator = sink.environment, sink.separator
        if sink.constructor is not None:
            keyword, default = sink.constructor
            given = keywords.get(keyword)
            chosen = names.of(given)[0] if given is not None else default
            other = CLASSES.get(chosen)
            if other is None or other.positions is not None:
                continue
            environment, separator = other.environment, other.separator
        if sink.positions is None:
            environment = _environment(keywords, environment)
            separator = _separator(keywords, separator)
        unknown = any(k.arg is None for k in node.keywords) and sink.positions is None
        for parts in _expressions(node, keywords, sink):
            yield Use(
                node,
                parts,
                "" if unknown else environment,
                sink,
                separator,
                keywords.get("tex_template"),
                _isolated(keywords) if sink.positions is None else [],
            )


def _expressions(
    call: ast.Call, keywords: dict[str, ast.expr], sink: Sink
) -> Iterator[list[ast.expr]]:
    if sink.positions is None:
        if call.args:
            yield list(call.args)
        return
    given = [call.args[k] for k in sink.positions if k < len(call.args)]
    if any(isinstance(a, ast.Starred) for a in call.args):
        given = []
    given += [keywords[k] for k in sink.keywords if k in keywords]
    for value in given:
        if sink.nested:
            yield from ([leaf] for leaf in _leaves(value, 0))
        else:
            yield [value]


def _leaves(value: ast.expr, depth: int) -> Iterator[ast.expr]:
    """The strings of a list of lists, or the values of a dictionary."""
    if isinstance(value, ast.List | ast.Tuple) and depth < 3:
        for element in value.elts:
            yield from _leaves(element, depth + 1)
    elif isinstance(value, ast.Dict):
        for element in value.values:
            yield from _leaves(element, depth + 1)
    elif not isinstance(value, ast.Starred):
        yield value


def _environment(keywords: dict[str, ast.expr], default: str | None) -> str | None:
    given = keywords.get("tex_environment")
    if given is None:
        return default
    if isinstance(given, ast.Constant) and (given.value is None or isinstance(given.value, str)):
        return given.value
    return ""


def _separator(keywords: dict[str, ast.expr], default: str) -> str:
    given = keywords.get("arg_separator")
    if given is None:
        return default
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else " "


def _isolated(keywords: dict[str, ast.expr]) -> list[ast.expr]:
    found: list[ast.expr] = []
    for name in ("substrings_to_isolate", "tex_to_color_map", "t2c"):
        value = keywords.get(name)
        if isinstance(value, ast.List | ast.Tuple | ast.Set):
            found += value.elts
        elif isinstance(value, ast.Dict):
            found += [key for key in value.keys if key is not None]
    return found
