"""Which names may stand for a module or another thing of interest, at each point of a program.

A value is a set of references: canonical dotted names such as `numpy`, `manim.config` or
`builtins.getattr`, or `closed:...` for what may not be used. Anything the program makes itself is
the empty set. Module and class bodies are followed in their order, so that a name that was
rebound is no longer the module it was; names of functions are the union of all their bindings.
"""

from dataclasses import dataclass, field
from typing import Literal

from pipeline.checks.bound import AnyFunction, BoundNames

Refs = frozenset[str]
NOTHING: Refs = frozenset()
Kind = Literal["module", "class", "function"]


@dataclass
class Scope:
    """A namespace. Of a function, `local` are its own names, `module_names` and `outer_names`
    those it declares global and nonlocal; `snapshot` is the module as it was at its definition.
    """

    kind: Kind
    parent: "Scope | None"
    names: dict[str, Refs] = field(default_factory=dict)
    local: frozenset[str] = frozenset()
    module_names: frozenset[str] = frozenset()
    outer_names: frozenset[str] = frozenset()
    class_refs: Refs = NOTHING
    snapshot: dict[str, Refs] | None = None
    since: int = 0


class Names:
    """Lookup and binding over the scopes of one program.

    `shared` are names that a function rebinds in an outer scope, with all they may stand for;
    when that happens is not known, so they may stand for it anywhere.
    """

    def __init__(
        self, bound: BoundNames, builtins: dict[str, Refs], shared: dict[str, Refs] | None = None
    ) -> None:
        self._bound = bound
        self._known = shared or {}
        self.shared: dict[str, Refs] = {}
        self.module = Scope("module", None, dict(builtins))
        self._count = 0
        self._events: dict[str, list[tuple[int, Refs]]] = {}
        self._stars: dict[str, tuple[int, dict[str, Refs]]] = {}

    def function(self, parent: Scope, node: AnyFunction) -> Scope:
        """The scope of a function defined in `parent` now."""
        own = self._bound.of_function(node)
        inherited = _snapshot_of(parent)
        scope = Scope(
            "function",
            parent,
            local=own.bound - own.outer,
            module_names=own.module,
            outer_names=own.outer,
        )
        if inherited is not None:
            scope.snapshot, scope.since = inherited
        else:
            scope.snapshot, scope.since = dict(self.module.names), self._count
        return scope

    def lookup(self, name: str, scope: Scope) -> Refs:
        """What `name` may be, read in `scope`."""
        refs = self._lookup(name, scope)
        return refs | self._known[name] if name in self._known else refs

    def _lookup(self, name: str, scope: Scope) -> Refs:
        here: Scope | None = scope
        while here is not None and here.kind != "module":
            if name in here.module_names:
                break
            if here.kind == "function" and name in here.local:
                return here.names.get(name, NOTHING)
            if here.kind == "class" and here is scope and name in here.names:
                return here.names[name]
            here = here.parent
        return self._of_module(name, scope)

    def bind(self, name: str, refs: Refs, scope: Scope) -> None:
        """Bind `name` in `scope`: strongly in bodies that run in order, weakly in functions."""
        if refs and (name in scope.module_names or name in scope.outer_names):
            self.shared[name] = self.shared.get(name, NOTHING) | refs
        if name in scope.module_names:
            self.module.names[name] = self.module.names.get(name, NOTHING) | refs
            self._note(name, refs)
        elif scope.kind == "function":
            owner: Scope | None = scope
            while owner is not None and not (owner.kind == "function" and name in owner.local):
                owner = owner.parent
            target = owner if owner is not None else scope
            target.names[name] = target.names.get(name, NOTHING) | refs
        else:
            scope.names[name] = refs
            if scope.kind == "module":
                self._note(name, refs)

    def bind_all(self, module: str, names: dict[str, Refs], scope: Scope) -> None:
        """Bind what a star import brings (at module level, the only place Python allows it)."""
        self._count += 1
        self._stars[module] = self._count, names
        scope.names.update(names)

    def _note(self, name: str, refs: Refs) -> None:
        self._count += 1
        self._events.setdefault(name, []).append((self._count, refs))

    def _of_module(self, name: str, scope: Scope) -> Refs:
        taken = _snapshot_of(scope)
        if taken is None:
            return self.module.names.get(name, NOTHING)
        names, since = taken
        refs = names.get(name, NOTHING)
        for count, more in self._events.get(name, ()):
            if count > since:
                refs |= more
        for count, star in self._stars.values():
            if count > since:
                refs |= star.get(name, NOTHING)
        return refs


def joined(one: dict[str, Refs], other: dict[str, Refs]) -> dict[str, Refs]:
    """The bindings after two branches meet."""
    return {
        name: one.get(name, NOTHING) | other.get(name, NOTHING)
        for name in one.keys() | other.keys()
    }


def _snapshot_of(scope: Scope) -> tuple[dict[str, Refs], int] | None:
    here: Scope | None = scope
    while here is not None:
        if here.snapshot is not None:
            return here.snapshot, here.since
        here = here.parent
    return None
