"""Functions and classes that a program defines."""

import ast

from pipeline.checks.api.classes import Class, Member, MemberKind, linearised
from pipeline.checks.api.engine import Engine
from pipeline.checks.api.forwarding import keyword_use
from pipeline.checks.api.signature import Signature, of_program
from pipeline.checks.api.values import ClassValue, FunctionValue, Value
from pipeline.checks.walking import Function, every_node
from pipeline.checks.words import words

_MAGIC = words("__getattr__ __getattribute__ __setattr__ __new__ __slots__")
# Nobody derives a class through more steps than this.
_MAX_LINE = 40
_HARMLESS_BASES = frozenset(("ABC", "object", "Generic", "Protocol"))
_KINDS: dict[str, MemberKind] = {
    "staticmethod": "static",
    "classmethod": "class",
    "abstractmethod": "method",
    "override": "method",
}


def class_of(node: ast.ClassDef, bases: list[Value], engine: Engine) -> Class:
    """The class that a definition makes."""
    known = [base.cls for base in bases if isinstance(base, ClassValue)]
    plain = [b for b, v in zip(node.bases, bases, strict=True) if not isinstance(v, ClassValue)]
    cls = engine.classes.get(id(node)) or Class(node.name, node=node)
    order = linearised(cls, known) if all(len(b.mro) < _MAX_LINE for b in known) else None
    cls.mro = order or (cls, *known[:_MAX_LINE])
    cls.is_open = (
        order is None
        or any(_last_name(base) not in _HARMLESS_BASES for base in plain)
        or any(base.is_open for base in known)
        or any(keyword.arg == "metaclass" for keyword in node.keywords)
    )
    cls.members = {}
    for item in _statements(node.body):
        _add_members(item, cls, engine)
    if cls.members.keys() & _MAGIC or (node.decorator_list and not known):
        cls.is_open = True
    cls.init = _init(node, cls, known)
    if id(node) not in engine.classes:
        engine.attributes.add_class(cls)
    engine.classes[id(node)] = cls
    return cls


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner):
            return _last_name(inner)
    return ""


def _statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a class body, those in branches included."""
    found: list[ast.stmt] = []
    for item in body:
        found.append(item)
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(item, field, None)
            if isinstance(inner, list) and isinstance(item, ast.If | ast.With | ast.Try | ast.For):
                found += _statements(inner)
    return found


def _add_members(item: ast.stmt, cls: Class, engine: Engine) -> None:
    match item:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            cls.members[item.name] = _method(item, cls)
            engine.owners[id(item)] = cls
        case ast.ClassDef(name=name):
            cls.members[name] = Member("attribute", cls)
        case ast.Assign(targets=targets):
            for target in targets:
                for node in every_node(target):
                    if isinstance(node, ast.Name):
                        cls.members[node.id] = Member("attribute", cls)
        case ast.AnnAssign(target=ast.Name(id=name)):
            cls.members[name] = Member("attribute", cls)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                cls.members[alias.asname or alias.name] = Member("attribute", cls)
        case ast.For() | ast.With() | ast.AugAssign() | ast.Match():
            for node in every_node(item):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    cls.members.setdefault(node.id, Member("attribute", cls))


def _method(node: Function, cls: Class) -> Member:
    decorators = [_last_name(d) for d in node.decorator_list]
    if not decorators:
        return Member("method", cls, method_signature(node, cls), node=node)
    kind = _KINDS.get(decorators[0]) if len(decorators) == 1 else None
    if kind is not None:
        return Member(kind, cls, of_program(node), node=node)
    return Member("attribute", cls, node=node)


def method_signature(node: Function, cls: Class) -> Signature:
    """The signature of a method; its `**kwargs` are followed into `super().__init__`."""
    signature = of_program(node)
    if node.args.kwarg is None or node.name != "__init__":
        return signature
    use = keyword_use(node)
    base = next((b.init for b in cls.mro[1:] if b.init is not None), None)
    if use.open or len(use.forwards) != 1 or base is None or len(cls.mro) < 2:
        return signature
    (forward,) = use.forwards
    match forward.callee:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__"):
            pass
        case _:
            return signature
    if forward.positional is None or base.rest == "open":
        return signature
    names = {p.name for p in base.positional(1)[forward.positional :]}
    names |= {p.name for p in base.parameters if p.kind == "keyword"} | base.further
    own = {p.name for p in signature.parameters}
    further = frozenset((names | use.names) - forward.given - own)
    taken = (forward.given | base.taken) - own - further
    return signature._replace(further=further, rest=base.rest, taken=frozenset(taken))


def _init(node: ast.ClassDef, cls: Class, bases: list[Class]) -> Signature | None:
    """What a call of the class accepts; None if that is not certain."""
    if cls.is_open or node.decorator_list or node.keywords or "__new__" in cls.members:
        return None
    own = cls.members.get("__init__")
    if own is not None:
        return own.signature if own.kind == "method" else None
    if not bases:
        return of_program(_NO_INIT)
    inherited = bases[0].init
    if len(bases) > 1 and any(base.init != inherited for base in bases[1:]):
        return None
    return inherited


def function_value(node: Function, scope: object) -> Value:
    """What a `def` binds; a decorated function is not known."""
    if node.decorator_list or isinstance(node, ast.AsyncFunctionDef):
        return None
    return FunctionValue(node.name, of_program(node), node=node, scope=scope)  # type: ignore[arg-type]


_NO_INIT = ast.Lambda(
    args=ast.arguments(
        posonlyargs=[], args=[ast.arg(arg="self")], kwonlyargs=[], kw_defaults=[], defaults=[]
    ),
    body=ast.Constant(value=None),
)
