"""What goes into groups, tables and matrices."""

import ast
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.reading import Callee, Reading, argument, shown
from pipeline.checks.api.values import (
    Animate,
    ClassValue,
    FunctionValue,
    Instance,
    Items,
    Plain,
    Value,
)
from pipeline.schema.finding import Finding, TextEdit

_PLAIN = {"None": "None", "str": "a text", "int": "a number", "float": "a number"}
_TABLES = {"Table": "Text", "MathTable": "MathTex", "IntegerTable": "Text", "DecimalTable": "Text",
           "MobjectTable": "Text"}  # fmt: skip
_MATRICES = frozenset(("Matrix", "IntegerMatrix", "DecimalMatrix"))


def groups(reading: Reading) -> Iterable[Finding]:
    """Members of a VGroup (or another VMobject) or of a Group that cannot be in it."""
    for call, callee in reading.calls:
        wanted = _members(callee)
        if wanted is None:
            continue
        for node in call.args:
            value = reading.value(node.value if isinstance(node, ast.Starred) else node)
            if isinstance(node, ast.Starred):
                value = _each(value)
            elif isinstance(value, Items) and wanted == "VMobject":
                continue
            yield from _member(reading, call, callee, node, value, wanted)


def _members(callee: Callee) -> str | None:
    """The class that the members of what is called must have; None if it takes no members."""
    if callee.kind == "class" and callee.name in ("VGroup", "Group"):
        return "VMobject" if callee.name == "VGroup" else "Mobject"
    if callee.kind == "method" and callee.name == "add" and not callee.animates:
        if callee.derives_from("VMobject"):
            return "VMobject"
        return "Mobject" if callee.derives_from("Mobject") else None
    return None


def _each(value: Value) -> Value:
    """What the members of a starred list are, if the list has any."""
    if isinstance(value, Items) and value.items:
        return value.items[0] if len(set(value.items)) == 1 else None
    return None


def _member(
    reading: Reading, call: ast.Call, callee: Callee, node: ast.expr, value: Value, wanted: str
) -> Iterator[Finding]:
    what = _stranger(reading, node, value, wanted)
    if what is None:
        return
    where = f"`{callee.name}`" if callee.kind == "class" else f"`{shown(call.func)}`"
    edits: tuple[TextEdit, ...] = ()
    suggestion = f"Leave it out, or put a {wanted} there."
    if isinstance(value, Instance) and value.cls.derives_from("Mobject"):
        suggestion = "Use Group, which takes every mobject."
        if callee.kind == "class" and isinstance(call.func, ast.Name):
            edits = reading.context.rename(call.func, "Group")
    yield reading.context.finding(
        "not-a-member",
        node,
        f"{where} takes {wanted}s only, and `{shown(node)}` is {what}.",
        suggestion,
        edits=edits,
    )


def _stranger(reading: Reading, node: ast.expr, value: Value, wanted: str) -> str | None:
    """What a value is, where that can be no member."""
    match value:
        case Plain(type=kind, exact=True) if kind in _PLAIN:
            return _PLAIN[kind]
        case ClassValue(cls=cls):
            return f"the class {cls.name}; call it"
        case FunctionValue(name=name) if not isinstance(node, ast.Starred):
            return f"the method {name}; call it"
        case Animate():
            return "an animation"
        case Items(type="list" | "tuple") if wanted == "Mobject" and isinstance(node, ast.List):
            return "a list; write * before it"
        case Instance(cls=cls) if _derives_never(reading, value, wanted):
            return f"{'an' if cls.name[0] in 'AEIOU' else 'a'} {cls.name}"
    return None


def _derives_never(reading: Reading, value: Instance, wanted: str) -> bool:
    """Whether neither the class of an object nor any below it derives from the wanted one."""
    cls = value.cls
    if cls.is_open or cls.derives_from(wanted):
        return False
    if value.exact:
        return True
    catalogue = reading.context.types.catalogue
    below = [catalogue.class_(name) for name in catalogue.names_below(cls.name)]
    below += reading.context.types.attributes.below(cls)
    return not any(c is None or c.derives_from(wanted) for c in below)


def tables(reading: Reading) -> Iterable[Finding]:
    """Cells and labels of tables that are of the wrong kind."""
    for call, callee in reading.calls:
        if callee.kind != "class" or callee.name not in _TABLES:
            continue
        content = argument(call, 0, "table")
        makes_its_own = any(k.arg in (None, "element_to_mobject") for k in call.keywords)
        if content is not None and not makes_its_own:
            yield from _cells(reading, callee.name, content)
        for keyword in ("row_labels", "col_labels"):
            labels = argument(call, None, keyword)
            if labels is not None:
                yield from _labels(reading, callee.name, keyword, labels)


def _cells(reading: Reading, table: str, content: ast.expr) -> Iterator[Finding]:
    rows = reading.items(content)
    cells = [reading.items(row) for row in rows or ()]
    if not cells or any(row is None for row in cells):
        return
    if len({len(row or ()) for row in cells}) > 1:
        yield reading.context.finding(
            "uneven-rows",
            content,
            f"The rows of this `{table}` have different lengths, and Manim refuses that.",
            "Fill the shorter rows with empty cells.",
        )
    wrong = [c for row in cells for c in row or () if _is_wrong_cell(reading, table, c)]
    if not wrong:
        return
    one = wrong[0]
    edits: tuple[TextEdit, ...] = ()
    if table == "Table":
        numbers = [c for c in wrong if isinstance(c, ast.Constant)]
        inline = {id(n) for n in ast.walk(content)}
        if len(numbers) == len(wrong) and all(id(c) in inline for c in wrong):
            edits = tuple(
                e for c in wrong for e in reading.context.replace(c, f'"{ast.unparse(c)}"')
            )
        message = f"`Table` takes texts in its cells, and `{shown(one)}` is a number."
        suggestion = "Write the numbers in quotes, or use `str(...)`, IntegerTable or DecimalTable."
    elif table == "MobjectTable":
        message = f"`MobjectTable` takes mobjects in its cells; `{shown(one)}` is none."
        suggestion = "Use Table for texts, or wrap each cell in Text(...)."
    else:
        message = f"`{table}` takes numbers in its cells, and `{shown(one)}` is a text."
        suggestion = "Write the numbers without quotes, or use Table for texts."
    yield reading.context.finding("wrong-cells", one, message, suggestion, edits=edits)


def _is_wrong_cell(reading: Reading, table: str, cell: ast.expr) -> bool:
    value = reading.value(cell)
    if not isinstance(value, Plain) or not value.exact:
        return False
    if table == "Table":
        return value.type in ("int", "float")
    if table == "MobjectTable":
        return value.type in ("int", "float", "str")
    return table in ("IntegerTable", "DecimalTable") and value.type == "str"


def _labels(reading: Reading, table: str, keyword: str, labels: ast.expr) -> Iterator[Finding]:
    items = reading.items(labels)
    bad = [
        item
        for item in items or ()
        if isinstance(value := reading.value(item), Plain)
        and value.exact
        and value.type in ("str", "int", "float")
    ]
    if not bad:
        return
    text = _TABLES[table]
    edits: tuple[TextEdit, ...] = ()
    plain = all(isinstance(item, ast.Constant) for item in bad)
    if plain and isinstance(labels, ast.List | ast.Tuple) and reading.is_manims(text):
        wrap = [(i, '"' if not _is_text(i) else "") for i in bad]
        edits = tuple(
            e
            for item, mark in wrap
            for e in (
                *reading.insert_before(item, f"{text}({mark}"),
                *reading.context.insert_after(item, f"{mark})"),
            )
        )
    yield reading.context.finding(
        "labels-no-mobjects",
        bad[0],
        f"`{keyword}` of `{table}` takes mobjects, and `{shown(bad[0])}` is none.",
        f"Wrap each label: `{text}({shown(bad[0])})`.",
        edits=edits,
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def matrices(reading: Reading) -> Iterable[Finding]:
    """A matrix given as one list of numbers instead of a list of rows."""
    for call, callee in reading.calls:
        if callee.kind != "class" or callee.name not in _MATRICES:
            continue
        content = argument(call, 0, "matrix")
        if content is None:
            continue
        rows = reading.items(content)
        flat = [
            row
            for row in rows or ()
            if isinstance(value := reading.value(row), Plain)
            and value.exact
            and value.type in ("int", "float")
        ]
        if rows and len(flat) == len(rows):
            edits: tuple[TextEdit, ...] = ()
            if isinstance(content, ast.List):
                edits = (
                    *reading.insert_before(content, "["),
                    *reading.context.insert_after(content, "]"),
                )
            yield reading.context.finding(
                "flat-matrix",
                content,
                f"`{callee.name}` takes a list of rows, and `{shown(content)}` is one list of "
                "numbers.",
                f"Write `[{shown(content)}]` for one row, or one list for each row.",
                edits=edits,
            )
