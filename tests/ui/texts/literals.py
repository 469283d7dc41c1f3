"""Finds texts for people that stand in code without being handed to a translator."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

HOOKS = {"tr", "mark", "ngettext", "gettext"}
SHOWING: dict[str, tuple[int | str, ...]] = {
    # Qt's own
    **dict.fromkeys(
        (
            "setText", "setPlainText", "setToolTip", "setStatusTip", "setWhatsThis", "setTitle",
            "setPlaceholderText", "setAccessibleName", "setAccessibleDescription", "setPrefix",
            "setWindowTitle", "setSuffix", "setSpecialValueText", "setInformativeText", "addItem",
            "addAction", "setTabText", "QLabel", "QPushButton", "QCheckBox", "QRadioButton",
            "QGroupBox", "QAction", "QMenu", "QListWidgetItem", "QTreeWidgetItem", "addButton",
        ),
        (0,),
    ),
    "addTab": (1,), "insertTab": (2,), "setItemText": (1,), "setTabToolTip": (1,),
    "drawText": (0, 1, 2, 3), "getOpenFileName": (1, 3), "getSaveFileName": (1, 3),
    "QFileDialog": (1,),
    # ours
    "label": (0, "text"), "heading": (0,), "chip": (0,), "button": (0, 2, "text", "tip"),
    "IconButton": (1, "text"), "ElidedLabel": (0, "text"), "EmptyState": (2, 3),
    "Segmented": (0, 1), "set_words": (1, 2), "set_enabled": (2, "why"), "set_drawing": (1,),
    "add": (0, 2, "hint"), "tell": (0, 2, "action"), "say": (0, 2), "announce": (1,),
    "page_bar": (0,), "Notice": (0,), "Fact": (0, 2), "StatusFact": (1,), "RailEntry": (1,),
    "NumberField": (1, 2), "SwitchField": (1, 2), "plain_tip": (0,), "emit": (0,),
    "Clip": (0, "title"), "draw_panel": (3,),
}  # fmt: skip
"""Calls that show a text, and which of their arguments it is."""
REFUSING: dict[str, tuple[int | str, ...]] = {
    **dict.fromkeys(("wrong_use", "environment_fault", "failed"), (0, 1)),
    "StudioError": (1, 2), "CheckFailed": (0, 1), "JobEnded": (3, 4), "RunDamagedError": (0,),
    "IntakeError": (1, 2), "CardFault": (2,), "ExportProgress": (1,),
}  # fmt: skip
"""The same of errors and news of the layer below the window."""
_WORD = re.compile(r"[^\W\d_]{2}")
_KEYS = re.compile(r"(?:(?:Ctrl|Shift|Alt)\+)*(?:Ctrl|Shift|Alt|Enter|Return|Esc|Space|F?\d+|\w)")
_DATE = re.compile(r"[dMyHhms:., ]+")
_SENTENCE = re.compile(r"[^\W\d_]{2,}[,:;]? [^\W\d_]{2,}")


@dataclass(frozen=True)
class Literal:
    """A text in the code that is not translated."""

    line: int
    text: str


def shown_literals(tree: ast.Module, calls: dict[str, tuple[int | str, ...]]) -> Iterator[Literal]:
    """Literals with a word in them, in those arguments of calls that are shown to people."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        for place in calls.get(_name(node.func), ()):
            if isinstance(place, int):
                arguments = node.args[place : place + 1]
            else:
                arguments = [word.value for word in node.keywords if word.arg == place]
            for argument in arguments:
                yield from _literals(argument)


def loose_sentences(tree: ast.Module) -> Iterator[Literal]:
    """Literals of two words or more; not docstrings, keys, dates, and what is translated."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    inside = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func) in HOOKS
        for part in ast.walk(node)
    }
    keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    known = docstrings | inside | keys
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            date = _DATE.fullmatch(node.value)
            if id(node) not in known and not date and _SENTENCE.search(node.value):
                yield Literal(node.lineno, node.value)


def _literals(node: ast.expr) -> Iterator[Literal]:
    """Those that the value of an expression may be made of."""
    match node:
        case ast.Constant(value=str() as text):
            if _WORD.search(text) and not _KEYS.fullmatch(text):
                yield Literal(node.lineno, text)
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from _literals(part)
        case ast.FormattedValue(value=value) | ast.NamedExpr(value=value):
            yield from _literals(value)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from _literals(one)
            yield from _literals(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _literals(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts[-1:] if _is_choice(parts) else parts:
                yield from _literals(part)


def _is_choice(parts: list[ast.expr]) -> bool:
    """A pair of a key and its words."""
    return len(parts) == 2 and all(isinstance(part, ast.Constant | ast.Call) for part in parts)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""
