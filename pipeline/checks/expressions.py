"""The expressions of a program, walked for the safety check."""

import ast
from collections.abc import Sequence

from pipeline.checks import policy
from pipeline.checks.attributes import REFUSED, Attributes, is_refused
from pipeline.checks.calls import CallRules
from pipeline.checks.folding import Folder
from pipeline.checks.imports import Imports
from pipeline.checks.parsing import Program
from pipeline.checks.refusals import Refusals, is_dunder
from pipeline.checks.scopes import NOTHING, Names, Refs, Scope
from pipeline.checks.strings import Mode, Strings
from pipeline.checks.tables import ManimTables
from pipeline.checks.walking import Function, every_node
from pipeline.checks.words import words
from pipeline.syntax_tree import expression_of

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_TEXT_METHODS = words("join format replace lower upper strip lstrip rstrip decode title casefold")
# What depends on its arguments may only be called, never passed on.
_CALL_ONLY = words(
    "builtins.getattr builtins.setattr operator.attrgetter operator.methodcaller manim.tempconfig"
    " manim.config manim.console manim.error_console functools.wraps"
    " builtins.str.format builtins.str.format_map"
)
# These only look at what they are given.
_LOOKERS = words(
    "builtins.str builtins.repr builtins.callable builtins.isinstance builtins.issubclass"
    " builtins.print builtins.map builtins.type builtins.id builtins.hash"
)
# What an iteration over the names of a harmless module gives: mostly functions, but also the
# module's own insides. It may be named, printed and called.
MEMBER: Refs = frozenset(("member",))


class ExpressionWalker:
    """Walks expressions. `value` is where a value is used, `resolve` where it gets a name."""

    def __init__(
        self,
        program: Program,
        folder: Folder,
        tables: ManimTables,
        builtin: dict[str, Refs],
        shared: dict[str, Refs] | None = None,
    ) -> None:
        self.tables = tables
        self.index = index = program.index
        self.refusals = Refusals()
        self.names = Names(program.bound, builtin, shared)
        self.folder = folder
        self.attributes = Attributes(index, tables, self.refusals)
        self.calls = CallRules(index, self.folder, self.attributes, self.refusals)
        self.strings = Strings(self.folder, self.refusals, tables.tex)
        self.imports = Imports(tables, self.names, self.attributes, self.refusals)
        self._called = {id(node.func) for node in index.of(ast.Call)}
        self.waiting: list[tuple[Function | ast.Lambda, Scope]] = []

    def value(self, node: ast.expr, scope: Scope, mode: Mode = "neutral") -> Refs:
        """Walk an expression whose value goes on to anything but a name."""
        refs = self.resolve(node, scope, mode)
        if not refs:
            return refs
        self.strings.passed_on(refs)
        for ref in refs:
            if self.attributes.is_module(ref):
                self.refusals.add(
                    "module-as-value",
                    node,
                    f"The module `{ref}` is passed on as a value.",
                    "Use the names in it (`module.name`) where you need them.",
                )
            elif ref in MEMBER:
                self.refusals.closed_name("what a module's __dict__ holds", node)
            elif ref in _CALL_ONLY or (ref == "builtins.type" and mode != "display"):
                name = ref.split(".", 1)[1]
                self.refusals.add(
                    "dynamic-attribute" if "attr" in ref or "method" in ref else "forbidden-name",
                    node,
                    f"`{name}` is passed on as a value, so what it does cannot be read off.",
                    f"Use `{name}` directly.",
                )
        return refs

    def resolve(self, node: ast.expr, scope: Scope, mode: Mode = "neutral") -> Refs:
        """Walk an expression and say what it may stand for."""
        match node:
            case ast.Name():
                return self._name(node, scope)
            case ast.Attribute(value=inner, attr=name):
                refs = self.resolve(inner, scope, mode)
                if name in ("format", "format_map"):
                    self.calls.template(inner, node)
                if id(node) not in self._called:
                    self.strings.mentioned(name)
                return self.attributes.read(refs, name, node, inner)
            case ast.Constant(value=value):
                if isinstance(value, str | bytes):
                    self.strings.text(node, mode)
            case ast.Call():
                return self._call(node, scope, mode)
            case ast.NamedExpr(target=target, value=inner):
                refs = self.resolve(inner, scope, mode)
                self.store(target, refs, scope)
                return refs
            case ast.IfExp(test=test, body=body, orelse=other):
                self.value(test, scope, mode)
                return self.resolve(body, scope, mode) | self.resolve(other, scope, mode)
            case ast.BoolOp(values=values):
                return NOTHING.union(*(self.resolve(v, scope, mode) for v in values))
            case ast.Compare(left=left, comparators=others):
                for part in (left, *others):
                    if "builtins.type" not in self.resolve(part, scope, mode):
                        self.value(part, scope, mode)
            case ast.Lambda():
                self._lambda(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node, scope, mode)
            case ast.Subscript():
                return self._subscript(node, scope, mode)
            case ast.JoinedStr() | ast.BinOp(op=ast.Add() | ast.Mod() | ast.Mult()):
                if self.folder.strings(node)[0].strip("\ufffc"):
                    self.strings.text(node, mode)
                    mode = "display"
                self._children(node, scope, mode)
            case _:
                self._children(node, scope, mode)
        return NOTHING

    def store(
        self, target: ast.expr, refs: Refs, scope: Scope, value: ast.expr | None = None
    ) -> None:
        """Bind or change what an assignment, a loop or a `with` writes to."""
        match target:
            case ast.Name(id=name):
                self.bind(name, refs, target, scope)
            case ast.Attribute(value=inner, attr=name):
                self.attributes.write(self.resolve(inner, scope), name, target, value)
                if value is not None:
                    self.strings.assigned(name, value)
            case ast.Subscript(value=inner, slice=key):
                self.value(key, scope)
                held = self.resolve(inner, scope)
                if "manim.config" in held:
                    self.calls.config_key(key, value, target)
            case ast.Starred(value=inner):
                self.store(inner, NOTHING, scope)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                for element in elements:
                    self.store(element, NOTHING, scope)

    def iterate(
        self, target: ast.expr, iterated: ast.expr, scope: Scope, mode: Mode = "neutral"
    ) -> None:
        """Bind the target of a loop."""
        match iterated, target:
            case (
                ast.Call(
                    func=ast.Attribute(
                        value=ast.Attribute(value=ast.Name() as module, attr="__dict__"),
                        attr="items",
                    )
                ),
                ast.Tuple(elts=[ast.Name() as key, ast.Name() as member]),
            ) if self.names.lookup(module.id, scope) == policy.ENUMERABLE_MODULES:
                self.store(key, NOTHING, scope)
                self.store(member, MEMBER, scope)
            case _:
                self.value(iterated, scope, mode)
                self.store(target, NOTHING, scope)

    def bind(self, name: str, refs: Refs, node: ast.AST, scope: Scope) -> None:
        """Give a name a meaning in a scope."""
        self.refusals.definition(name, node, scope.kind == "class")
        self.names.bind(name, refs, scope)

    def annotation(self, node: ast.expr | None, scope: Scope) -> None:
        """Walk an annotation; one written as text is read as the code that it may become."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                inner = expression_of(node.value).body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return
            for part in every_node(inner):
                if hasattr(part, "lineno"):
                    part.lineno = node.lineno
            node = inner if not isinstance(inner, ast.Constant) else None
        if node is not None:
            self.resolve(node, scope, "display")

    def pattern(self, node: ast.pattern, scope: Scope) -> None:
        """Walk a `case` pattern: its classes, values, attribute names and captures."""
        match node:
            case ast.MatchValue(value=value):
                self.value(value, scope)
            case ast.MatchClass(cls=cls, kwd_attrs=names):
                self.value(cls, scope)
                for name in names:
                    self.attributes.check_name(name, node)
            case ast.MatchMapping(keys=keys, rest=rest):
                for key in keys:
                    self.value(key, scope)
                if rest is not None:
                    self.bind(rest, NOTHING, node, scope)
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                self.bind(name, NOTHING, node, scope)
        for child in self.index.children(node):
            if isinstance(child, ast.pattern):
                self.pattern(child, scope)

    def mode_of_target(self, target: ast.expr) -> Mode:
        """How a text is judged that is assigned to this target."""
        named = isinstance(target, ast.Attribute) and target.attr in policy.TEX_METHODS
        return "sink" if named else "neutral"

    def _children(self, node: ast.AST, scope: Scope, mode: Mode) -> None:
        for child in self.index.children(node):
            if isinstance(child, ast.expr):
                self.value(child, scope, mode)

    def _name(self, node: ast.Name, scope: Scope) -> Refs:
        if is_dunder(node.id) and node.id not in policy.READABLE_NAMES:
            self.refusals.closed_name(node.id, node)
            return NOTHING
        refs = self.names.lookup(node.id, scope)
        for ref in refs:
            if ref.startswith("closed:"):
                self.refusals.closed_name(ref.removeprefix("closed:"), node)
        return refs

    def _lambda(self, node: ast.Lambda, scope: Scope) -> None:
        inner = self.names.function(scope, node)
        inner.class_refs = scope.class_refs
        arguments = node.args
        for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
            self.value(default, scope)
        self.waiting.append((node, inner))

    def _comprehension(self, node: _Comprehension, scope: Scope, mode: Mode) -> None:
        targets = frozenset(
            name.id
            for generator in node.generators
            for name in every_node(generator.target)
            if isinstance(name, ast.Name)
        )
        inner = Scope("function", scope, local=targets, class_refs=scope.class_refs)
        for generator in node.generators:
            self.iterate(generator.target, generator.iter, inner, mode)
            for condition in generator.ifs:
                self.value(condition, inner)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for result in results:
            self.value(result, inner, mode)

    def _subscript(self, node: ast.Subscript, scope: Scope, mode: Mode) -> Refs:
        refs = self.resolve(node.value, scope, mode)
        if "manim.config" in refs:
            for key in self.folder.strings(node.slice):
                self.attributes.read(refs, key, node, None)
        for ref in refs:
            if self.attributes.is_module(ref) or ref in MEMBER:
                self.value(node.value, scope)
        self.value(node.slice, scope)
        return REFUSED if is_refused(refs) else NOTHING

    def _call(self, node: ast.Call, scope: Scope, mode: Mode) -> Refs:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "__setattr__":
            # `object.__setattr__(self, "name", value)`, as frozen dataclasses need it.
            self.calls.setting_by_name(NOTHING, node, 0 if _is_super(node.func) else 1)
            self._children(ast.Tuple(elts=node.args), scope, mode)
            return NOTHING
        callee = self.resolve(node.func, scope, mode)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else None
        if method == "__init__" and _is_super(node.func):
            callee = scope.class_refs
        skip = self._special(node, callee, method, scope)
        if method == "render":
            self.calls.render_call(node)
        self.calls.keywords(node)
        self.calls.data_class(node)
        self.calls.native_options(node, callee)
        self.strings.call(node, callee, method)
        inner = self.strings.mode(callee, mode, method)
        if method in _TEXT_METHODS and not callee:
            inner = mode
        looks = bool(callee) and callee <= _LOOKERS
        for argument in node.args[skip:]:
            refs = self.resolve(argument, scope, inner) if looks else NOTHING
            if not refs or not all(ref in MEMBER or ref == "builtins.type" for ref in refs):
                self.argument(argument, scope, inner)
        for keyword in node.keywords:
            self.argument(keyword.value, scope, inner)
        return REFUSED if is_refused(callee) else NOTHING

    def argument(self, node: ast.expr, scope: Scope, mode: Mode) -> None:
        """Walk an argument; a name that is only ever bound to texts counts as those."""
        self.value(node, scope, mode)
        if mode in ("sink", "typst") and isinstance(node, ast.Name):
            self.strings.text(node, mode)

    def _mention(self, names: Sequence[ast.expr]) -> None:
        for node in names:
            for name in self.folder.strings(node):
                self.strings.mentioned(name)

    def _special(self, node: ast.Call, callee: Refs, method: str | None, scope: Scope) -> int:
        """Apply the rules of particular callees; how many first arguments are dealt with."""
        first = node.args[0] if node.args else None
        for ref in callee:
            match ref:
                case "builtins.getattr" | "builtins.hasattr" if first is not None:
                    self.calls.attribute_by_name(self.resolve(first, scope), node, 1)
                    self._mention(node.args[1:2])
                    return 1
                case "builtins.setattr" if first is not None:
                    self.calls.setting_by_name(self.resolve(first, scope), node, 1)
                    if len(node.args) > 2:
                        for name in self.folder.strings(node.args[1]):
                            self.strings.assigned(name, node.args[2])
                    return 1
                case "abc.ABCMeta":
                    self.calls.class_from_data(node)
                case "builtins.type":
                    self.calls.type_call(node)
                case "operator.attrgetter" | "operator.methodcaller":
                    self.calls.operator_getter(node, ref.endswith("methodcaller"))
                    self._mention(node.args)
                case "functools.wraps":
                    self.calls.wraps_call(node)
                case "manim.tempconfig" | "manim.config.update":
                    self.calls.config_call(node)
                case "builtins.str.format" | "builtins.str.format_map" if first is not None:
                    self.calls.template(first, node)
        return 0


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "super"
    )
