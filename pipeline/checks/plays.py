"""Does a scene animate? One animating call must be reachable from its `construct`.

Follows the text from `construct` through methods, helpers, nested functions, lambdas, aliases and
inheritance. What is only defined, commented out, after a `return` or under `if False` does not
count. Where the text leaves open what is called, the answer leans to yes: the render counts plays.
"""

import ast
from collections.abc import Iterator

from pipeline.checks.classes import ClassMap, Lineage
from pipeline.checks.folding import HOLE, Folder
from pipeline.checks.walking import children_of, every_node
from pipeline.checks.words import words

_ENTRIES = ("construct", "setup", "tear_down", "__init__")
_IMPLICIT = words("__init__ __post_init__ __call__ __enter__ __exit__ __iter__ __next__ __new__")
# With one of these in the scene, holding the picture shows motion.
_MOVERS = words(
    "add_updater always_redraw always_rotate always_shift always f_always cycle_animation"
    " turn_animation_into_updater begin_ambient_camera_rotation begin_3dillusion_camera_rotation"
    " start_animation TracedPath AnimatedBoundary add_mobject_updater"
)
_ENDS = ast.Return | ast.Raise | ast.Break | ast.Continue
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Plays:
    """Looks for an animating call of one scene class."""

    def __init__(self, classes: ClassMap, scene: ast.ClassDef, folder: Folder) -> None:
        self._classes = classes
        self._folder = folder
        self._lineage: Lineage = classes.lineage(scene)
        tables = [t for n in self._lineage.manim if (t := classes.tables.scenes.get(n))]
        base = classes.tables.scenes["Scene"]
        self._animating = base.animating.union(*(t.animating for t in tables))
        self._conditional = {k: v for t in reversed(tables) for k, v in t.conditional.items()}
        self._waiting = base.waiting
        self._queue: list[ast.AST] = []
        self._seen: set[int] = set()
        self._read: dict[int, frozenset[str]] = {}
        self._local: dict[str, list[ast.AST]] = {}
        self._played = self._waited = self._moves = False

    def has_construct(self) -> bool:
        """Whether the class or an ancestor of the file defines `construct`."""
        return bool(self._members("construct", self._lineage.own)) or self._lineage.unknown

    def animates(self) -> bool:
        """Whether an animating call is reachable."""
        for entry in _ENTRIES:
            self._reach(self._members(entry, self._lineage.own)[:1])
        while self._queue and not self._played:
            self._walk(self._queue.pop())
        return self._played or (self._waited and self._moves)

    def _reach(self, nodes: list[ast.AST]) -> None:
        for node in nodes:
            if id(node) not in self._seen:
                self._seen.add(id(node))
                self._queue.append(node)

    def _walk(self, root: ast.AST) -> None:
        """Read one function or expression; nested functions wait until they are named."""
        if isinstance(root, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in root.decorator_list:
                self._visit(decorator, root)
        body = getattr(root, "body", root)
        for node in _live(body) if isinstance(body, list) else [body]:
            self._visit(node, root)

    def _visit(self, node: ast.AST, root: ast.AST) -> None:
        stack = [node]
        while stack and not self._played:
            item = stack.pop()
            match item:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self._local.setdefault(name, []).append(item)
                    stack.extend((*item.decorator_list, *item.args.defaults))
                    self._late(name, item, root)
                    continue
                case ast.ClassDef(name=name):
                    self._local.setdefault(name, []).append(item)
                    self._late(name, item, root)
                    continue
                case ast.If(test=test, body=body, orelse=other):
                    truth = _truth(test)
                    stack.append(test)
                    stack.extend(_live(other) if truth is not True else ())
                    stack.extend(_live(body) if truth is not False else ())
                    continue
                case ast.While(test=test) if _truth(test) is False:
                    stack.extend(item.orelse)
                    continue
                case ast.Expr(value=ast.Attribute(value=inner, attr=name)):
                    stack.append(inner)  # `self.play` without a call does nothing
                    if self._is_property(name):
                        self._attribute(name, inner, None)
                    continue
                case ast.Assign(targets=targets, value=value) if not self._used(targets, root):
                    stack.extend(_without_bare_attributes(value))
                    continue
                case ast.Name(id=name, ctx=ast.Load()):
                    self._name(name)
                case ast.Attribute(value=receiver, attr=name, ctx=ast.Load()):
                    self._attribute(name, receiver, None)
                case ast.Call():
                    stack.extend(self._call(item))
                    continue
            for field in ("body", "orelse", "finalbody"):
                inner_body = getattr(item, field, None)
                if isinstance(inner_body, list):
                    stack.extend(_live(inner_body))
            stack.extend(c for c in children_of(item) if not isinstance(c, ast.stmt))

    def _late(self, name: str, node: ast.AST, root: ast.AST) -> None:
        """A nested definition that was named before it was seen (in a loop, by recursion)."""
        if any(
            isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
            for other in _siblings(root, node)
            for n in every_node(other)
        ):
            self._name(name)

    def _call(self, node: ast.Call) -> Iterator[ast.AST]:
        """Count the call, and answer what else of it to read."""
        yield from node.args
        yield from (keyword.value for keyword in node.keywords)
        match node.func:
            case ast.Attribute(value=receiver, attr=name):
                self._attribute(name, receiver, node)
                yield receiver
            case ast.Name(id="getattr"):
                self._by_name(node)
            case _:
                yield node.func
        if getattr(node.func, "attr", getattr(node.func, "id", "")) == "methodcaller" and node.args:
            for name in self._folder.strings(node.args[0]):
                self._attribute(name, ast.Name(id="self"), None)

    def _by_name(self, node: ast.Call) -> None:
        if len(node.args) < 2:
            return
        for name in self._folder.strings(node.args[1]):
            if HOLE not in name:
                self._attribute(name, node.args[0], None)
                continue
            prefix = name.split(HOLE)[0]
            for owner in self._lineage.own:
                self._reach([m for m in owner.body if getattr(m, "name", "").startswith(prefix)])

    def _name(self, name: str) -> None:
        self._moves |= name in _MOVERS
        for node in (*self._local.get(name, ()), *self._classes.names.get(name, ())):
            if isinstance(node, ast.ClassDef):
                own = self._classes.lineage(node).own
                for method in _IMPLICIT:
                    self._reach(self._members(method, own)[:1])
            else:
                self._reach([node])

    def _attribute(self, name: str, receiver: ast.expr, call: ast.Call | None) -> None:
        self._moves |= name in _MOVERS
        of_super = isinstance(receiver, ast.Call) and getattr(receiver.func, "id", "") == "super"
        own = self._members(name, self._lineage.own)
        helpers = self._helper_members(name)
        if of_super:
            self._reach(own)
        elif own and _is_scene_like(receiver):
            self._reach(own[:1] + helpers)
            return
        elif own or helpers:
            self._reach(own + helpers)
            if helpers and not own and self._is_helper(receiver):
                return
        if name in self._animating and (name == "play" or of_super or _is_scene_like(receiver)):
            self._played |= self._switched_on(name, call)
        self._waited |= name in self._waiting

    def _switched_on(self, name: str, call: ast.Call | None) -> bool:
        if name not in self._conditional or call is None:
            return True
        given = [k.value for k in call.keywords if k.arg == "animate"]
        if given:
            return _truth(given[0]) is not False
        return self._conditional[name] or any(k.arg is None for k in call.keywords)

    def _members(self, name: str, owners: tuple[ast.ClassDef, ...]) -> list[ast.AST]:
        """What `name` is in these classes, nearest first."""
        found: list[ast.AST] = []
        for owner in owners:
            found += reversed(self._classes.patches.get((owner.name, name), ()))
            for node in reversed(owner.body):
                match node:
                    case ast.FunctionDef() if node.name == name:
                        found.append(node)
                    case ast.Assign(targets=targets, value=value) if any(
                        isinstance(t, ast.Name) and t.id == name for t in targets
                    ):
                        found.append(value)
                    case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value):
                        if target == name:
                            found.append(value)
        return found

    def _helper_members(self, name: str) -> list[ast.AST]:
        """Methods of that name in the other classes of the file."""
        others = tuple(
            c
            for c in (*self._classes.all_classes(), *self._local_classes())
            if c not in self._lineage.own
        )
        return self._members(name, others)

    def _local_classes(self) -> list[ast.ClassDef]:
        return [n for nodes in self._local.values() for n in nodes if isinstance(n, ast.ClassDef)]

    def _is_helper(self, receiver: ast.expr) -> bool:
        """Whether a receiver is plainly an object of a class of the file that is no scene."""
        options: list[ast.expr] = [receiver]
        if isinstance(receiver, ast.Name):
            options = self._folder.values_of(receiver.id)
        if not options:
            return False
        for option in options:
            made = option.func if isinstance(option, ast.Call) else None
            if not isinstance(made, ast.Name):
                return False
            found = self._classes.resolve(made.id)
            if not isinstance(found, ast.ClassDef) or self._classes.is_scene(found):
                return False
        return True

    def _is_property(self, name: str) -> bool:
        """Whether reading an attribute of that name may run a method."""
        members = self._members(name, self._lineage.own)
        return any(getattr(member, "decorator_list", None) for member in members)

    def _used(self, targets: list[ast.expr], root: ast.AST) -> bool:
        """Whether something assigned is ever read (attributes are taken to be)."""
        if any(isinstance(t, ast.Attribute | ast.Subscript) for t in targets):
            return True
        if id(root) not in self._read:
            self._read[id(root)] = frozenset(
                n.id
                for n in every_node(root)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
            )
        names = {n.id for t in targets for n in every_node(t) if isinstance(n, ast.Name)}
        return bool(names & self._read[id(root)])


def _is_scene_like(receiver: ast.expr) -> bool:
    """Whether a receiver may be the scene: not what is plainly made on the spot."""
    return isinstance(receiver, ast.Name | ast.Attribute)


def _without_bare_attributes(value: ast.expr) -> list[ast.AST]:
    """What of an unused value runs all the same: not a lambda, not a method without a call."""
    parts = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    return [
        p.value if isinstance(p, ast.Attribute) else p
        for p in parts
        if not isinstance(p, ast.Lambda)
    ]


def _siblings(root: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    body = getattr(root, "body", [])
    return (n for n in (body if isinstance(body, list) else [body]) if n is not node)


def _live(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a block up to the one that leaves it."""
    for number, node in enumerate(body):
        if isinstance(node, _ENDS):
            return body[: number + 1]
    return body


def _truth(test: ast.expr) -> bool | None:
    """The truth of a constant, or None."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="TYPE_CHECKING"):
            return False
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            truth = _truth(inner)
            return None if truth is None else not truth
    return None
