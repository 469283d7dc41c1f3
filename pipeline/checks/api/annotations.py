"""Annotations, as the short type texts of `survey.py`."""

import ast
from functools import lru_cache

from pipeline.syntax_tree import expression_of

_PLAIN = {
    "int": "int",
    "ManimInt": "int",
    "float": "float",
    "ManimFloat": "float",
    "str": "str",
    "bool": "bool",
    "None": "None",
    "NoneType": "None",
    "list": "list",
    "List": "list",
    "tuple": "tuple",
    "dict": "dict",
    "Self": "Self",
    "ManimColor": "ManimColor",
}


def type_text(annotation: object) -> str:
    """The type text of an annotation, given as text or as an object."""
    if annotation is None:
        return ""
    if annotation is type(None):
        return "None"
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    return _parsed(text) if isinstance(text, str) and 0 < len(text) <= 300 else ""


@lru_cache(maxsize=4096)
def _parsed(text: str) -> str:
    if text.isidentifier():
        return _PLAIN.get(text) or _named(text)
    try:
        return annotation_type(expression_of(text).body)
    except (SyntaxError, ValueError):
        return ""


def annotation_type(node: ast.expr | None) -> str:
    """The type text of an annotation, as a tree; what is not known here stays a bare name."""
    match node:
        case ast.Constant(value=None):
            return "None"
        case ast.Constant(value=str() as text):
            return type_text(text)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _named(name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _union([annotation_type(left), annotation_type(right)])
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _generic(name, inner)
    return ""


def _named(name: str) -> str:
    if name in _PLAIN:
        return _PLAIN[name]
    if name in ("ndarray", "NDArray"):
        return "ndarray"
    if name == "Callable":
        return "callable"
    return "" if name in ("Any", "object") else name


def _generic(name: str, inner: ast.expr) -> str:
    if name == "Optional":
        return _union([annotation_type(inner), "None"])
    if name == "Union" and isinstance(inner, ast.Tuple):
        return _union([annotation_type(e) for e in inner.elts])
    if name in ("type", "Type"):
        found = annotation_type(inner)
        return f"type:{found}" if found[:1].isupper() else ""
    if name in ("list", "List"):
        element = annotation_type(inner)
        return f"[{element}" if element else "list"
    if name in ("tuple", "Tuple"):
        return "tuple"
    if name in ("dict", "Dict"):
        return "dict"
    if name == "NDArray":
        return "ndarray"
    return "callable" if name == "Callable" else ""


def _union(parts: list[str]) -> str:
    """One type beside None is that type; a union that may be callable is kept as such."""
    some = {part for part in parts if part != "None"}
    if "callable" in some:
        return "callable"
    return some.pop() if len(some) == 1 else ""
