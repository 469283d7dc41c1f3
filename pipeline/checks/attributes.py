"""Rules for names after a dot: what they may be, on modules and on everything else."""

import ast

from pipeline.checks import policy
from pipeline.checks.api.nearest import nearest
from pipeline.checks.refusals import Refusals, is_dunder
from pipeline.checks.scopes import NOTHING, Refs
from pipeline.checks.tables import ManimTables
from pipeline.checks.walking import Index, every_node

_FROM_CLASS = frozenset(("__name__", "__qualname__", "__doc__"))
# What comes of something refused; nothing more is said about it.
REFUSED: Refs = frozenset(("refused",))
_EVERYWHERE = frozenset(("annotations",))
_MODULE_DUNDERS = frozenset(("__name__", "__doc__", "__version__"))


def is_refused(refs: Refs) -> bool:
    """Whether a value comes of something that was refused already."""
    return any(ref in REFUSED or ref.startswith("closed:") for ref in refs)


class Attributes:
    """Attribute access of one program."""

    def __init__(self, index: Index, tables: ManimTables, refusals: Refusals) -> None:
        self._tables = tables
        self._refuse = refusals.add
        self.defined = _defined(index)
        self._class_reads = _harmless_class_reads(index)
        self._classes = {node.name for node in index.of(ast.ClassDef)} | {"super"}
        self._made = _made_by_own_classes(index)
        self._has_errors = _holds_errors(index)

    def is_module(self, ref: str) -> bool:
        """Whether a reference is a module."""
        return self._tables.module(ref) is not None

    def holds_only_data(self, refs: Refs) -> bool:
        """Whether references are modules without modules or closed names in them."""
        tables = [self._tables.module(ref) for ref in refs]
        return all(t is not None and not t.modules and t.closed <= _EVERYWHERE for t in tables)

    def read(self, refs: Refs, name: str, node: ast.AST, receiver: ast.expr | None) -> Refs:
        """Check the reading of `name` from a value, and say what comes out."""
        if not refs:
            return NOTHING if self.check_name(name, node, receiver) else REFUSED
        found: set[str] = set()
        for ref in refs:
            if self.is_module(ref):
                found |= self._of_module(ref, name, node)
            elif is_refused(frozenset((ref,))):
                found |= REFUSED  # said once is enough
            elif ref == "member":
                if name not in _FROM_CLASS:
                    self._closed(f".{name}", "the insides of a module", node)
                    found |= REFUSED
            elif ref == "manim.config":
                found |= self._of_config(name, node)
            elif ref in ("manim.console", "manim.error_console"):
                open_name = name in policy.CONSOLE_METHODS
                if not open_name:
                    self._closed(f"console.{name}", "files and the environment", node)
                found |= {"manim.console"} if open_name else REFUSED
            elif ref == "manim.logger":
                open_name = name in policy.LOGGER_METHODS
                if not open_name:
                    self._closed(f"logger.{name}", "log files", node)
                found |= {"manim.logger"} if open_name else REFUSED
            elif name.startswith("_") and ref.split(".")[0] in policy.PRIVATE_PACKAGES:
                if not is_dunder(name) or self.check_name(name, node, receiver):
                    self._closed(f"{ref}.{name}", "more than a scene may use", node)
                found |= REFUSED
            else:
                fine = self.check_name(name, node, receiver)
                if ref in policy.TEX_TEMPLATES:
                    self._template(f"{ref}.{name}", node)
                found |= {f"{ref}.{name}"} if fine else REFUSED
        return frozenset(found)

    def check_name(self, name: str, node: ast.AST, receiver: ast.expr | None = None) -> bool:
        """Refuse names that lead from any object to the interpreter, to files or to modules."""
        if is_dunder(name) and (name in policy.READABLE_DUNDERS or id(node) in self._class_reads):
            return True
        if is_dunder(name) or is_dunder(behind_accessor(name)):
            self._refuse(
                "forbidden-dunder",
                node,
                f"`{name}` leads into Python's internals.",
                "Keep what you need in a variable or an attribute of your own.",
            )
            return False
        target = policy.CLOSED_ATTRIBUTES.get(name)
        if target is not None:
            plain = isinstance(receiver, ast.Name) and not name.startswith("_")
            own = plain and name in self.defined and target in policy.EXEMPTABLE
        else:
            target = policy.CLOSED_UNLESS_DEFINED.get(name)
            own = target is None or (name in self.defined and self._is_own(name, receiver))
        if not own:
            self._closed(f".{name}", target or "", node)
        return own

    def _is_own(self, name: str, receiver: ast.expr | None) -> bool:
        """Whether a name that the program defines can be meant by `receiver.name`."""
        on_self = isinstance(receiver, ast.Name) and receiver.id in ("self", "cls")
        if name in policy.ONLY_ON_OWN_OBJECTS:
            made_here = isinstance(receiver, ast.Call) and _spelled(receiver.func) in self._classes
            return on_self or made_here or _spelled(receiver) in self._made
        return on_self or name not in policy.ONLY_ON_SELF_WITH_ERRORS or not self._has_errors

    def write(self, refs: Refs, name: str, node: ast.AST, value: ast.expr | None) -> None:
        """Check an assignment to `name` of a value."""
        for ref in refs:
            if self.is_module(ref):
                self._refuse(
                    "module-write",
                    node,
                    f"The program changes the module `{ref}`.",
                    "Use a variable of your own.",
                )
            elif ref == "manim.config":
                self.set_config(name, value, node)
            elif ref in ("manim.console", "manim.error_console", "manim.logger"):
                self._closed(f"{ref}.{name}", "files and the environment", node)
        internal = policy.CLOSED_ATTRIBUTES.get(name) == policy.INTERNALS
        if internal or (is_dunder(name) and name not in _FROM_CLASS):
            self._refuse(
                "forbidden-dunder",
                node,
                f"The program assigns `{name}`, one of Python's internals.",
                "Use a method or an attribute of your own.",
            )

    def set_config(self, key: str, value: ast.expr | None, node: ast.AST) -> None:
        """Check a write to a key of Manim's configuration."""
        off = isinstance(value, ast.Constant) and value.value in (False, None, "")
        if key in policy.SETTABLE_CONFIG or (key in policy.SWITCHABLE_OFF_CONFIG and off):
            return
        if self._no_option(key, node):
            return
        self._refuse(
            "config-write",
            node,
            f"`config.{key}` decides where the studio reads and writes, or starts programs.",
            "Leave it out; colours and sizes such as background_color or frame_width may be set.",
        )

    def _template(self, ref: str, node: ast.AST) -> None:
        engine = self._tables.raw["templates"].get(ref)
        if engine is not None:
            self._refuse(
                "tex-compiler",
                node,
                f"`{ref.removeprefix('manim.')}` needs the TeX engine {engine}, which the studio "
                "does not run.",
                policy.ENGINE_ADVICE,
            )

    def _no_option(self, key: str, node: ast.AST) -> bool:
        """Refuse a key that Manim's configuration does not have."""
        if key in self._tables.raw["config"]:
            return False
        near = nearest(key, sorted(policy.READABLE_CONFIG))
        self._refuse(
            "config-unknown",
            node,
            f"Manim's configuration has no option `{key}`.",
            f"Write `{near}` if that was meant." if near else "Leave it out.",
        )
        return True

    def _of_config(self, name: str, node: ast.AST) -> Refs:
        if name in policy.READABLE_CONFIG or name == "update":
            return frozenset((f"manim.config.{name}",))
        if self._no_option(name, node):
            return REFUSED
        self._refuse(
            "config-read",
            node,
            f"`config.{name}` is not open to scenes.",
            "Use sizes such as config.frame_width, or leave it out.",
        )
        return REFUSED

    def _of_module(self, ref: str, name: str, node: ast.AST) -> Refs:
        table = self._tables.module(ref)
        if table is None or name in _MODULE_DUNDERS:
            return NOTHING
        if name in table.modules:
            return frozenset((table.modules[name],))
        if f"{ref}.{name}" in self._tables.raw["modules"]:
            return frozenset((f"{ref}.{name}",))
        if name.startswith("_") or name in table.closed:
            self._closed(f"{ref}.{name}", "more than a scene may use", node)
            return REFUSED
        return frozenset((canonical(ref, name),)) if name in table.open else NOTHING

    def _closed(self, what: str, target: str, node: ast.AST) -> None:
        self._refuse(
            "forbidden-attribute",
            node,
            f"`{what}` leads to {target}.",
            "Draw with Manim's classes and compute with numpy or math instead.",
        )


def canonical(module: str, name: str) -> str:
    """The reference of an open name: Manim's names are unique, whichever part they come from."""
    return f"manim.{name}" if module.split(".")[0] == "manim" else f"{module}.{name}"


def behind_accessor(name: str) -> str:
    """What Manim's made-up `get_x` and `set_x` reach: x."""
    return name[4:] if name.startswith(("get_", "set_")) else ""


def _spelled(node: ast.expr | None) -> str | None:
    """A plain name or `self.name` as text."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return f"self.{name}"
    return None


_BINDERS = frozenset(
    (ast.Assign, ast.arg, ast.For, ast.comprehension, ast.NamedExpr, ast.AugAssign, ast.AnnAssign,
     ast.withitem, ast.ExceptHandler, ast.MatchAs)
)  # fmt: skip


def _made_by_own_classes(index: Index) -> frozenset[str]:
    """Names (and `self.name`) that are only ever bound to objects of classes of the file."""
    classes = {node.name for node in index.of(ast.ClassDef)}
    good: set[str] = set()
    bad: set[str] = set()
    for node in index.of_kinds(_BINDERS):
        match node:
            case ast.Assign(targets=targets, value=value):
                own = isinstance(value, ast.Call) and _spelled(value.func) in classes
                for target in targets:
                    name = _spelled(target)
                    (good if own and name else bad).update({name} if name else _names_in(target))
            case ast.arg(arg=name):
                bad.add(name)
            case ast.For(target=target) | ast.comprehension(target=target):
                bad |= _names_in(target)
            case ast.NamedExpr(target=target) | ast.AugAssign(target=target):
                bad |= _names_in(target)
            case ast.AnnAssign(target=target) | ast.withitem(optional_vars=ast.expr() as target):
                bad |= _names_in(target)
            case ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name):
                bad.add(name)
    return frozenset(good - bad)


def _names_in(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Name):
        return {node.id}
    parts = (part for part in every_node(node) if isinstance(part, ast.expr))
    return {name for part in parts if (name := _spelled(part)) is not None}


def _holds_errors(index: Index) -> bool:
    """Whether an exception can get a name in the program."""
    return any(node.name is not None for node in index.of(ast.ExceptHandler)) or any(
        node.name == "__exit__" for node in index.of(ast.FunctionDef)
    )


def _defined(index: Index) -> frozenset[str]:
    """Names of functions and fields of the file, and of attributes it stores on `self`."""
    found = {node.name for node in index.of(ast.FunctionDef)}
    found.update(node.arg for node in index.of(ast.keyword) if node.arg is not None)
    found.update(
        node.attr
        for node in index.of(ast.Attribute)
        if isinstance(node.ctx, ast.Store) and _spelled(node) is not None
    )
    targets = (node.target for node in index.of(ast.AnnAssign))
    found.update(target.id for target in targets if isinstance(target, ast.Name))
    return frozenset(found)


def _harmless_class_reads(index: Index) -> frozenset[int]:
    """`x.__class__` where only its name is read, it is called, or it is compared."""
    found = set()
    for node in index.of(ast.Attribute):
        if node.attr != "__class__":
            continue
        match index.above.get(id(node)):
            case ast.Attribute(attr=name) if name in _FROM_CLASS:
                found.add(id(node))
            case ast.Call(func=function) if function is node:
                found.add(id(node))
            case ast.Compare():
                found.add(id(node))
    return frozenset(found)
