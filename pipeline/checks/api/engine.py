"""The state of one inference, shared by the parts that walk expressions and statements."""

import ast
import dataclasses
from collections.abc import Callable

from pipeline.checks.api.attributes import Attributes
from pipeline.checks.api.catalogue import Catalogue
from pipeline.checks.api.classes import Class
from pipeline.checks.api.environment import Scope
from pipeline.checks.api.facts import Facts
from pipeline.checks.api.tree import AnyFunction, Tree
from pipeline.checks.api.values import FunctionValue, Instance, Value
from pipeline.checks.tables import ManimTables


@dataclasses.dataclass
class Engine:
    """Everything known about a program so far.

    Attributes:
        values: what each expression is, by the id of its node.
        classes: the classes of the program, by the id of their node.
        owners: the class of each method, by the id of its node.
        pending: functions whose bodies have not been walked, with the scope they stand in.
        results: what each walked function returns.
        recording: whether `values` is written.
    """

    tree: Tree
    catalogue: Catalogue
    tables: ManimTables
    facts: Facts
    attributes: Attributes
    values: dict[int, Value] = dataclasses.field(default_factory=dict)
    classes: dict[int, Class] = dataclasses.field(default_factory=dict)
    owners: dict[int, Class] = dataclasses.field(default_factory=dict)
    pending: dict[int, tuple[AnyFunction, Scope]] = dataclasses.field(default_factory=dict)
    results: dict[int, Value] = dataclasses.field(default_factory=dict)
    running: set[int] = dataclasses.field(default_factory=set)
    recording: bool = True
    module_done: bool = False
    run_function: Callable[[AnyFunction, Scope], Value] | None = None

    def result_of(self, function: FunctionValue) -> Value:
        """What a call of a function of the program gives."""
        node = function.node
        if node is None or isinstance(node, ast.AsyncFunctionDef):
            return None
        known = self._known_result(node, function)
        if known is not None:
            return known
        return self.widened(self.catalogue.typed(function.signature.result, function.receiver))

    def widened(self, value: Value) -> Value:
        """What an annotation of the program is good for: nobody holds the program to it.

        The kind of thing is believed, the class is not.
        """
        if not isinstance(value, Instance):
            return None
        for kind in ("Mobject", "Animation", "Scene"):
            cls = self.catalogue.class_(kind)
            if cls is not None and value.cls.derives_from(kind):
                return Instance(cls)
        return None

    def _known_result(self, node: AnyFunction, function: FunctionValue) -> Value:
        key = id(node)
        if key in self.results:
            return self.results[key]
        if key in self.running or not self.module_done or len(self.running) > 12:
            return None
        held = self.pending.get(key)
        scope = held[1] if held is not None else function.scope
        if scope is None or self.run_function is None:
            return None
        inner = scope.kind == "function"
        before = self.recording
        self.recording = before and not inner
        try:
            result = self.run_function(node, scope)
        finally:
            self.recording = before
        if not inner:
            self.pending.pop(key, None)
        self.results[key] = result
        return result
