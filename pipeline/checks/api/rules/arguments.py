"""Arguments that a call does not accept, and arguments that it lacks."""

import ast
from collections.abc import Iterator

from pipeline.checks.api.context import Call, Context
from pipeline.checks.api.nearest import nearest, one_slip
from pipeline.checks.api.renamed_keywords import KEYWORD_ADVICE, KEYWORDS
from pipeline.checks.api.signature import Parameter, Signature
from pipeline.checks.api.values import ClassValue, FunctionValue, Instance
from pipeline.schema.finding import Finding, TextEdit

CHAIN = "Play a chain: `ReplacementTransform(a, b)`, then `ReplacementTransform(b, c)`."
Cure = tuple[str, tuple[TextEdit, ...]]


def wrong_arguments(context: Context) -> Iterator[Finding]:
    """Unknown keywords, keywords given twice, too many or too few arguments."""
    for call in context.calls():
        signature, bound = _signature(call)
        if signature is None:
            continue
        positional = signature.positional(bound)
        found = list(_keywords(context, call, signature, bound))
        yield from found
        if call.arguments is None:
            continue
        if len(call.arguments) > len(positional) and not signature.star:
            yield _too_many(context, call, signature, bound)
        elif not found:
            yield from _missing(context, call, signature, bound)


def _signature(call: Call) -> tuple[Signature | None, int]:
    match call.function:
        case ClassValue(cls=cls):
            return cls.init, 1
        case FunctionValue(signature=signature, bound=bound):
            return signature, bound
    return None, 0


def _title(call: Call) -> str:
    """The callee as messages name it: its class or function, not the variable."""
    match call.function:
        case ClassValue(cls=cls):
            return f"`{cls.name}`"
        case FunctionValue(name=name):
            return f"`{name}`"
    return f"`{call.name}`"


def _keywords(context: Context, call: Call, signature: Signature, bound: int) -> Iterator[Finding]:
    given = call.arguments or ()
    filled = {p.name for p in signature.positional(bound)[: len(given)] if p.kind != "position"}
    hidden = {p.name for p in signature.parameters[:bound]}
    for keyword in call.node.keywords:
        name = keyword.arg
        if name is None:
            continue
        if name in filled:
            yield context.finding(
                "argument-twice",
                keyword.value,
                f"{_title(call)} gets `{name}` twice: by its place and as a keyword.",
                f"Leave one of them out: `{name}={ast.unparse(keyword.value)[:40]}`.",
            )
        elif name in signature.taken or (name in hidden and signature.rest != "open"):
            suggestion, edits = _cure(context, call, signature, keyword)
            yield context.finding(
                "unknown-keyword",
                keyword.value,
                f"{_title(call)} sets `{name}` itself and does not take it in {context.manim}.",
                suggestion,
                edits=edits,
            )
        elif not signature.accepts(name):
            yield _unknown(context, call, signature, keyword)


def _unknown(context: Context, call: Call, signature: Signature, keyword: ast.keyword) -> Finding:
    suggestion, edits = _cure(context, call, signature, keyword)
    own = isinstance(call.function, FunctionValue) and call.function.node is not None
    own = own or (isinstance(call.function, ClassValue) and call.function.cls.node is not None)
    where = "" if own else f" in {context.manim}"
    if _may_be_idle(context, call):
        return context.finding(
            "unknown-keyword",
            keyword.value,
            f"{_title(call)} has no keyword `{keyword.arg}`{where}: with two members it fails.",
            suggestion,
            severity="warning",
            edits=edits,
        )
    if signature.rest == "ignored":
        return context.finding(
            "ignored-keyword",
            keyword.value,
            f"{_title(call)} ignores the keyword `{keyword.arg}`{where}.",
            suggestion or "Leave it out.",
            severity="warning",
            edits=edits,
        )
    return context.finding(
        "unknown-keyword",
        keyword.value,
        f"{_title(call)} has no keyword `{keyword.arg}`{where}.",
        suggestion,
        edits=edits,
    )


def _may_be_idle(context: Context, call: Call) -> bool:
    """Whether this is an `arrange` of fewer than two members, which looks at no keyword."""
    if not isinstance(call.function, FunctionValue) or call.function.node is not None:
        return False
    if call.function.name.rpartition(".")[2] != "arrange":
        return False
    receiver = call.node.func.value if isinstance(call.node.func, ast.Attribute) else None
    if isinstance(receiver, ast.Name):
        receiver = _only_value(context, receiver)
    made = context.types.of(receiver.func) if isinstance(receiver, ast.Call) else None
    if not isinstance(made, ClassValue) or not isinstance(receiver, ast.Call):
        return True
    return sum(_at_least(context, argument) for argument in receiver.args) < 2


def _only_value(context: Context, name: ast.Name) -> ast.expr | None:
    """What a name is bound to, if it is bound once."""
    bound = context.program.bindings.get(name.id) or []
    return bound[0] if len(bound) == 1 else None


def _at_least(context: Context, node: ast.expr | None) -> int:
    """How many members an argument brings, at the least."""
    match node:
        case ast.Starred(
            value=ast.ListComp(generators=[each]) | ast.GeneratorExp(generators=[each])
        ):
            return 0 if each.ifs else _at_least(context, ast.Starred(each.iter))
        case ast.Starred(
            value=ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int() as end)])
        ):
            return end
        case ast.Starred(value=ast.Name() as name):
            only = _only_value(context, name)
            return (
                _at_least(context, ast.Starred(only))
                if isinstance(only, ast.List | ast.Tuple)
                else 0
            )
        case ast.Starred(value=ast.List(elts=elements) | ast.Tuple(elts=elements)):
            return sum(not isinstance(element, ast.Starred) for element in elements)
        case ast.Starred() | None:
            return 0
    return 1


def _names(call: Call) -> list[str]:
    """Under which names the tables of keywords know a callee."""
    match call.function:
        case ClassValue(cls=cls):
            return [base.name for base in cls.mro]
        case FunctionValue(name=name, receiver=receiver):
            known = isinstance(receiver, Instance) and name.endswith(".__init__")
            owners = [base.name for base in receiver.cls.mro] if known else []  # type: ignore[union-attr]
            return [name.rsplit(".", 1)[-1], name.split(".", 1)[0], *owners]
    return []


def _cure(context: Context, call: Call, signature: Signature, keyword: ast.keyword) -> Cure:
    """What to write instead of a keyword, and the edit if that is only another name."""
    name = keyword.arg or ""
    given = {k.arg for k in call.node.keywords}
    if _title(call) == "`Sector`" and {"inner_radius", "outer_radius"} <= given:
        return _annular(context, call, keyword)
    possible = [k for k in signature.keywords(1) if k not in given]
    for callee in (*_names(call), "*"):
        new = KEYWORDS.get(callee, {}).get(name)
        if new is not None and new in possible:
            return f"Use `{new}=`.", context.rename(keyword, new)
        advice = KEYWORD_ADVICE.get(callee, {}).get(name)
        if advice is not None:
            return advice, ()
    if name in ("run_time", "rate_func", "lag_ratio"):
        if isinstance(call.function, FunctionValue) and call.function.animates:
            return f"Give it to `.animate({name}=...)` or to `self.play(..., {name}=...)`.", ()
        return f"Give `{name}` to `self.play(...)` or to an animation.", ()
    near = nearest(name, possible)
    if near is None:
        return "Leave it out.", ()
    edits = context.rename(keyword, near) if one_slip(name, near) else ()
    return f"Did you mean `{near}=`?", edits


def _annular(context: Context, call: Call, keyword: ast.keyword) -> Cure:
    """A sector with two radii. It is said at both; the first one carries the edit."""
    edits: tuple[TextEdit, ...] = ()
    first = next(k for k in call.node.keywords if k.arg in ("inner_radius", "outer_radius"))
    match call.node.func:
        case ast.Name(id="Sector") as name if keyword is first:
            edits = context.rename(name, "AnnularSector")
    return "Use `AnnularSector(inner_radius=..., outer_radius=...)`.", edits


def _too_many(context: Context, call: Call, signature: Signature, bound: int) -> Finding:
    most = len(signature.positional(bound))
    given = len(call.arguments or ())
    names = ", ".join(p.name for p in signature.positional(bound))
    more = [
        k
        for k in signature.keywords(bound)
        if k not in {p.name for p in signature.positional(bound)}
    ]
    suggestion = f"It takes {names}." if names else "Leave them out."
    cls = call.function.cls if isinstance(call.function, ClassValue) else None
    if cls is not None and cls.derives_from("Transform"):
        suggestion = CHAIN
    elif more and signature.rest == "no" and most:
        suggestion += " Give anything else by its keyword."
    return context.finding(
        "too-many-arguments",
        call.node,
        f"{_title(call)} takes at most {_counted(most)} by position, here are {given}.",
        suggestion,
    )


def _counted(number: int) -> str:
    return "one argument" if number == 1 else f"{number or 'no'} arguments"


def _missing(context: Context, call: Call, signature: Signature, bound: int) -> Iterator[Finding]:
    if not call.all_keywords or "set_default" in context.types.facts.read:
        return
    given = {k.arg for k in call.node.keywords}
    positional = signature.positional(bound)[len(call.arguments or ()) :]
    keyword_only = [p for p in signature.parameters[bound:] if p.kind == "keyword"]
    missing = [p for p in (*positional, *keyword_only) if _is_missing(p, given)]
    if missing:
        names = " and ".join(f"`{p.name}`" for p in missing)
        yield context.finding(
            "missing-argument",
            call.node,
            f"{_title(call)} needs {names}, which this call does not give.",
            f"Give {names}.",
        )


def _is_missing(parameter: Parameter, given: set[str | None]) -> bool:
    return not parameter.optional and parameter.name not in given
