"""The API check: names, attributes, keywords and calls against the installed Manim.

Three parts, from the bottom up:

1. Tables. `survey.py` runs in the child process of `introspect.py` and writes down Manim's
   classes, members, signatures (with `**kwargs` followed through every call that gets them) and
   names. `catalogue.py` reads that: `catalogue_of(tables)`.
2. Inference. `infer(program, tables) -> Types` walks a parsed program in the order in which it
   runs. `types.of(node)` is what an expression node is: one of the classes of `values.py`, or
   None where that is not known. Unknown means silence: a rule that gets None says nothing.

   - `Instance(cls, exact, is_self)`: an object; `cls.name`, `cls.derives_from("Axes")`,
     `cls.member("plot")`. Not exact, it may be of a class below.
   - `Plain("ndarray" | "int" | "str" | ...)`, `Items("list" | "tuple" | ..., items, element)`.
   - `ClassValue(cls)`, `FunctionValue(name, signature, bound, receiver, node)`,
     `ModuleValue("numpy")`, `Animate(of)` for `mobject.animate...`, `Super`.
   - `types.attributes.lacks(value, name)`: whether an attribute certainly is not there.
   - `types.class_of(class_definition)`: the `Class` of a definition of the program.
   - `types.facts`: attribute names that are set anywhere, variables changed in place, and so on.

3. Rules. A rule is a function `(Context) -> Iterable[Finding]` in a file of `rules/`, listed in
   `rules/__init__.py`. `Context` (`context.py`) has the program, its types, the tables and

   - `context.nodes(ast.Call)`: the nodes of a kind that are sure to matter; nodes in code that
     never runs, or whose errors the program catches, are left out, those that may never run are
     `context.is_doubtful(node)`;
   - `context.calls()`: calls with a known callee, as `Call(node, function, arguments)`;
   - `context.finding(rule, node, message, suggestion, ...)`: an error, or a warning where the
     node is doubtful;
   - `context.rename(node, new)` and its like: the edits of a finding.

4. Rules about literal values, in `literals/`: points of two numbers, durations, colours, members of
   groups, files, domains of plots. They read the program through `Reading` (`reading.py`), which
   says what a name certainly stands for; each was confirmed by a render, and the programs of
   `tests/checks/data/literals.txt` keep it so.
"""

from pipeline.checks.api.check import check_api
from pipeline.checks.api.inference import Types, infer

__all__ = ["Types", "check_api", "infer"]
