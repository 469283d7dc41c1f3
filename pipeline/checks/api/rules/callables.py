"""Things called that are no functions, methods that were not called, values in their place."""

import ast
from collections.abc import Iterator

from pipeline.checks.api.context import Call, Context
from pipeline.checks.api.rules.arguments import CHAIN
from pipeline.checks.api.values import (
    ClassValue,
    FunctionValue,
    Instance,
    Items,
    ModuleValue,
    Plain,
    Value,
)
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

_KINDS = {
    "float": "a number",
    "int": "a number",
    "str": "a text",
    "bool": "true or false",
    "ndarray": "a NumPy array",
    "None": "None",
}
# Parameters that take a place, a direction, an object or a number, never a function.
_NO_FUNCTION = words(
    "point_or_mobject mobject_or_point point vector vectors direction start end arc_center"
    " about_point about_edge mobject mobjects vmobject vmobjects target_mobject color buff angle"
    " factor scale_factor aligned_edge"
)
_FUNCTION_KEYWORDS = frozenset(("rate_func", "path_func"))


def not_callable(context: Context) -> Iterator[Finding]:
    """Calling something that is not a function."""
    for node in context.nodes(ast.Call):
        value = context.types.of(node.func)
        what = _not_callable(context, value)
        if what is None:
            continue
        spelled = ast.unparse(node.func)[:60]
        bare = not node.args and not node.keywords
        edits = context.replace(node, ast.unparse(node.func)) if bare and _one_line(node) else ()
        advice = "Leave the brackets out." if bare else "Use a method of it, or leave the call out."
        yield context.finding(
            "not-callable",
            node,
            f"`{spelled}` is {what}, which cannot be called.",
            advice,
            edits=edits if isinstance(node.func, ast.Attribute) else (),
        )


def _one_line(node: ast.expr) -> bool:
    return node.lineno == node.end_lineno


def _not_callable(context: Context, value: Value) -> str | None:
    match value:
        case Plain(type=type_):
            return _KINDS.get(type_, f"a {type_}")
        case Items(type="list" | "tuple" | "dict" | "set" as type_):
            return f"a {type_}"
        case ModuleValue(name=name):
            return f"the module `{name}`"
        case Instance(cls=cls) if not cls.is_open and not cls.derives_from("Scene"):
            if not context.types.attributes.may_have(value, "__call__"):
                return f"an object of the class `{cls.name}`"
    return None


def not_called(context: Context) -> Iterator[Finding]:
    """Methods used as if they were their results."""
    for node in context.nodes(ast.BinOp):
        for side in (node.left, node.right):
            yield from _uncalled(context, side, "in a calculation")
    for subscript in context.nodes(ast.Subscript):
        yield from _uncalled(context, subscript.value, "with an index")
    for loop in context.nodes(ast.For):
        yield from _uncalled(context, loop.iter, "in a loop")
    for call in context.calls():
        yield from _function_arguments(context, call)


def _uncalled(context: Context, node: ast.expr, how: str) -> Iterator[Finding]:
    value = context.types.of(node)
    if _is_method(value):
        spelled = ast.unparse(node)[:60]
        yield context.finding(
            "not-called",
            node,
            f"`{spelled}` is a method and is used {how} without being called.",
            f"Write `{spelled}()`.",
            edits=context.insert_after(node, "()") if _needs_nothing(value) else (),
        )


def _is_method(value: Value) -> bool:
    return (
        isinstance(value, FunctionValue)
        and value.bound == 1
        and isinstance(value.receiver, Instance)
        and isinstance(value.signature.parameters, tuple)
        and not value.animates
        and value.home == ""
    )


def _needs_nothing(value: Value) -> bool:
    if not isinstance(value, FunctionValue) or not value.signature.parameters:
        return False
    return all(p.optional for p in value.signature.parameters[value.bound :])


def _function_arguments(context: Context, call: Call) -> Iterator[Finding]:
    """Methods given for objects, and objects given for functions."""
    signature = call.function.cls.init if isinstance(call.function, ClassValue) else None
    bound = 1
    if isinstance(call.function, FunctionValue):
        signature, bound = call.function.signature, call.function.bound
        if call.function.home == "builtins" or call.function.node is not None:
            return
    if signature is None:
        return
    positional = signature.positional(bound)
    for number, node in enumerate(call.nodes if call.arguments is not None else ()):
        value = call.arguments[number] if call.arguments is not None else None
        if number < len(positional):
            parameter = positional[number]
            yield from _one(context, call, node, value, parameter.name, parameter.type)
        elif signature.star:
            yield from _one(context, call, node, value, signature.star, signature.star_type)
    for keyword in call.node.keywords:
        if keyword.arg is not None:
            found = signature.parameter(keyword.arg)
            kind = found.type if found is not None else ""
            kind = "callable" if keyword.arg in _FUNCTION_KEYWORDS else kind
            value = context.types.of(keyword.value)
            yield from _one(context, call, keyword.value, value, keyword.arg, kind)


def _one(
    context: Context, call: Call, node: ast.expr, value: Value, name: str, kind: str
) -> Iterator[Finding]:
    if kind == "callable":
        what = _not_callable(context, value)
        if what is not None and not _is_none(value):
            yield _no_function(context, call, node, value, name, what)
        return
    animates = isinstance(value, FunctionValue) and value.animates
    if animates and name in ("animations", "args"):
        spelled = ast.unparse(node)[:60]
        yield context.finding(
            "not-called",
            node,
            f"`{spelled}` is a method and is not called here.",
            f"Write `{spelled}(...)`.",
        )
    elif name in _NO_FUNCTION and _is_method(value):
        spelled = ast.unparse(node)[:60]
        yield context.finding(
            "not-called",
            node,
            f"`{call.name}` gets the method `{spelled}` itself, not its result.",
            f"Write `{spelled}()`.",
            edits=context.insert_after(node, "()") if _needs_nothing(value) else (),
        )


def _is_none(value: Value) -> bool:
    return isinstance(value, Plain) and value.type == "None"


def _no_function(
    context: Context, call: Call, node: ast.expr, value: Value, name: str, what: str
) -> Finding:
    cls = call.function.cls if isinstance(call.function, ClassValue) else None
    is_mobject = isinstance(value, Instance) and value.cls.derives_from("Mobject")
    edits: tuple[TextEdit, ...] = ()
    if cls is not None and cls.derives_from("Transform") and is_mobject:
        message = (
            f"`{cls.name}` turns one mobject into one other; a further mobject is taken for its "
            f"`{name}`, which must be a function."
        )
        return context.finding("wrong-argument", node, message, CHAIN)
    advice = "Give a function."
    if name == "rate_func":
        advice = "Give a function such as `smooth` or `linear`, without quotes."
        if isinstance(node, ast.Constant) and node.value in context.types.star:
            edits = context.replace(node, str(node.value))
    return context.finding(
        "wrong-argument",
        node,
        f"`{name}` of `{call.name}` must be a function, here it is {what}.",
        advice,
        edits=edits,
    )
