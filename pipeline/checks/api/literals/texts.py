"""Texts: parts of formulas, markup, numbers where texts belong, trackers where numbers belong."""

import ast
import re
from collections.abc import Iterable, Iterator

from pipeline.checks.api.literals.points import is_number
from pipeline.checks.api.literals.reading import Reading, argument, is_a, shown
from pipeline.checks.api.values import FunctionValue, Instance, Items, Plain
from pipeline.schema.finding import Finding, TextEdit

_ISOLATING = frozenset(("substrings_to_isolate", "isolate", "tex_to_color_map"))
# Manim's own tags, which it takes out before Pango reads the rest.
# What changes the parts of a mobject.
_CHANGES = frozenset(
    [
        "add",
        "remove",
        "become",
        "insert",
        "add_to_back",
        "submobjects",
        "set_submobjects",
        "match_points",
        "sort",
    ]
)
_COPYING = frozenset(("Transform", "ReplacementTransform", "TransformMatchingTex"))
_TEXTS = frozenset(("Text", "MarkupText"))
# Each of their arguments is a text.
_LISTS_OF_TEXTS = frozenset(("BulletedList", "Paragraph"))
_NUMBER_CALLS = frozenset(("round", "int", "float"))


def formula_parts(reading: Reading) -> Iterable[Finding]:
    """An index beyond the parts of a formula whose texts are all written out."""
    for node in reading.context.nodes(ast.Subscript):
        index = _index(node.slice)
        made = _formula(reading, node.value)
        if index is None or made is None or any("{{" in text for text in made[1]):
            continue
        call, texts = made
        if any(k.arg is None or k.arg in _ISOLATING for k in call.keywords):
            continue
        count = len(texts)
        if -count <= index < count or _grows(reading, node.value):
            continue
        parts = "1 part" if count == 1 else f"{count} parts"
        yield reading.context.finding(
            "no-such-part",
            node,
            f"`{shown(node.value)}` has {parts}, one for each text it was given, and there is no "
            f"part {index}.",
            "Split the formula into several texts, or take a glyph of part 0: "
            f"`{shown(node.value)}[0][{index}]`.",
        )


def parts_by_tex(reading: Reading) -> Iterable[Finding]:
    """`get_part_by_tex` for a text that is no part of its formula."""
    for node in reading.context.nodes(ast.Call):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr="get_part_by_tex")):
                pass
            case _:
                continue
        wanted = argument(node, 0, "tex")
        text = reading.text(wanted) if wanted is not None else None
        made = _formula(reading, owner)
        if text is None or made is None or _grows(reading, owner):
            continue
        parts = _known_parts(reading, *made)
        if parts is None or text.strip() in parts:
            continue
        used = _is_read(reading, node)
        yield reading.context.finding(
            "no-such-part",
            node,
            f"No part of `{shown(owner)}` is exactly {text[:30]!r}, so that `get_part_by_tex` "
            "gives None.",
            f"Add `substrings_to_isolate=[{text[:30]!r}]` where the formula is made.",
            severity="error" if used else "warning",
        )


def _is_read(reading: Reading, node: ast.Call) -> bool:
    """Whether something is read from what a call gives, at once or by the name it is given."""
    parent = reading.parents.get(id(node))
    match parent:
        case ast.Attribute() | ast.Subscript():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return reading.folder.values_of(name) == [node] and any(
                isinstance(n, ast.Attribute)
                and isinstance(n.value, ast.Name)
                and n.value.id == name
                for n in reading.context.nodes(ast.Attribute)
            )
    return False


def _index(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as index):
            return index
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as index)):
            return -index
    return None


def _formula(reading: Reading, node: ast.expr) -> tuple[ast.Call, list[str]] | None:
    """The call of MathTex or Tex that makes an object, and the texts it is given."""
    value = reading.value(node)
    if not isinstance(value, Instance) or not value.exact:
        return None
    if value.cls.name not in ("MathTex", "Tex"):
        return None
    made = reading.constant(node)
    # `MathTex(...).to_edge(UP)` is the formula still.
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute):
        made = made.func.value
    if not isinstance(made, ast.Call) or not is_a(reading.value(made), value.cls.name):
        return None
    texts = [reading.text(a) for a in made.args]
    known = [text for text in texts if text is not None]
    return (made, known) if known and len(known) == len(texts) else None


def _grows(reading: Reading, node: ast.expr) -> bool:
    """Whether the parts of an object may be changed after it is made."""
    if not isinstance(node, ast.Name):
        return False
    return any(
        isinstance(n.value, ast.Name) and n.value.id == node.id and n.attr in _CHANGES
        for n in reading.context.program.index.of(ast.Attribute)
    ) or _is_transformed(reading, node.id)


def _is_transformed(reading: Reading, name: str) -> bool:
    """Whether an object may get the parts of another one in a transformation."""
    return any(
        callee.kind == "class"
        and callee.derives_from("Animation")
        and "Transform" in callee.name
        and any(
            isinstance(a, ast.Name) and a.id == name
            # These change a copy of what they lead to.
            for a in (call.args[:1] if callee.name in _COPYING else call.args)
        )
        for call, callee in reading.calls
    )


def _known_parts(reading: Reading, call: ast.Call, texts: list[str]) -> set[str] | None:
    parts = {text.strip() for text in texts}
    for text in texts:
        parts |= {found.strip() for found in re.findall(r"\{\{(.+?)\}\}", text)}
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        if keyword.arg in _ISOLATING:
            value = reading.constant(keyword.value)
            items = value.keys if isinstance(value, ast.Dict) else reading.items(value)
            named = [reading.text(i) if i is not None else None for i in items or [value]]
            if any(name is None for name in named):
                return None
            parts |= {name.strip() for name in named if name is not None}
    return parts


def numbers_as_texts(reading: Reading) -> Iterable[Finding]:
    """A number or None where Text wants a text, a text where a number belongs."""
    for call, callee in reading.calls:
        if callee.kind != "class":
            continue
        if callee.name in _TEXTS:
            yield from _no_text(reading, call, callee.name)
        if callee.name in _TEXTS | _LISTS_OF_TEXTS:
            yield from _list_of_texts(reading, call, callee.name)
        elif callee.name in ("DecimalNumber", "Integer", "ValueTracker"):
            yield from _no_number(reading, call, callee.name)


def _no_text(reading: Reading, call: ast.Call, name: str) -> Iterator[Finding]:
    node = argument(call, 0, "text")
    value = reading.value(node) if node is not None else None
    if node is None or not isinstance(value, Plain) or not value.exact:
        return
    if value.type not in ("int", "float", "None"):
        return
    edits: tuple[TextEdit, ...] = ()
    if isinstance(node, ast.Constant) and is_number(reading, node):
        edits = reading.context.replace(node, f'"{ast.unparse(node)}"')
    elif is_number(reading, node):
        edits = (*reading.insert_before(node, "str("), *reading.context.insert_after(node, ")"))
    yield reading.context.finding(
        "not-a-text",
        node,
        f"`{name}` needs a text, and `{shown(node)}` is "
        f"{'None' if value.type == 'None' else 'a number'}.",
        f"Write `str({shown(node)})`, or use DecimalNumber or Integer.",
        edits=edits,
    )


def _list_of_texts(reading: Reading, call: ast.Call, name: str) -> Iterator[Finding]:
    """A list where texts belong, or one text."""
    several = name in _LISTS_OF_TEXTS
    for node in call.args if several else call.args[:1]:
        value = reading.value(node)
        if not isinstance(value, Items) or value.type not in ("list", "tuple"):
            continue
        if isinstance(node, ast.Starred):
            continue
        yield reading.context.finding(
            "not-a-text",
            node,
            f"`{name}` takes {'its texts one by one' if several else 'one text'}, and "
            f"`{shown(node)}` is a {value.type}.",
            f"Write `*{shown(node)}`." if several else 'Join it: `"\\n".join(...)`.',
            edits=reading.insert_before(node, "*") if several else (),
        )


def _no_number(reading: Reading, call: ast.Call, name: str) -> Iterator[Finding]:
    node = argument(call, 0, "number")
    if node is None or name == "ValueTracker":
        return
    text = reading.text(node)
    if text is not None:
        yield reading.context.finding(
            "not-a-number",
            node,
            f"`{name}` needs a number, and {text[:30]!r} is a text.",
            "Write the number without quotes, or use Text.",
        )
    elif _is_tracker(reading, node):
        yield _tracker(reading, node, f"`{name}` needs a number")


def trackers(reading: Reading) -> Iterable[Finding]:
    """A ValueTracker where its value is meant."""
    for node in reading.context.nodes(ast.FormattedValue):
        method = reading.value(node.value)
        if isinstance(method, FunctionValue) and node.format_spec and node.conversion == -1:
            yield reading.context.finding(
                "not-called",
                node.value,
                f"A format such as `:.2f` needs a number, and `{shown(node.value)}` is a function.",
                f"Call it: `{shown(node.value)}()`.",
            )
        if not _is_tracker(reading, node.value) or node.conversion != -1:
            continue
        if node.format_spec is not None:
            yield _tracker(reading, node.value, "A format such as `:.2f` needs a number")
        else:
            yield _tracker(reading, node.value, "A text needs its value", severe=False)
    for call in reading.context.nodes(ast.Call):
        function = reading.value(call.func)
        match function:
            case FunctionValue(home="builtins", name=name) if name in _NUMBER_CALLS and call.args:
                if _is_tracker(reading, call.args[0]):
                    yield _tracker(reading, call.args[0], f"`{name}` needs a number")
    for binary in reading.context.nodes(ast.BinOp):
        if isinstance(binary.op, ast.Mod) and reading.text(binary.left) is not None:
            text = reading.text(binary.left) or ""
            if re.search(r"%[-+ #0]*[\d.]*[dfeg]", text) and _is_tracker(reading, binary.right):
                yield _tracker(reading, binary.right, "This format needs a number")


def _is_tracker(reading: Reading, node: ast.expr) -> bool:
    """Whether an expression is one of Manim's trackers, not one of the program's own kind."""
    value = reading.value(node)
    return is_a(value, "ValueTracker") and isinstance(value, Instance) and value.cls.node is None


def _tracker(reading: Reading, node: ast.expr, wanted: str, severe: bool = True) -> Finding:
    edits: tuple[TextEdit, ...] = ()
    if isinstance(node, ast.Name) and _is_at_its_place(reading, node):
        edits = reading.context.insert_after(node, ".get_value()")
    return reading.context.finding(
        "tracker-for-number",
        node,
        f"{wanted}, and `{shown(node)}` is a ValueTracker.",
        f"Write `{shown(node)}.get_value()`.",
        severity="error" if severe else "warning",
        edits=edits,
    )


def _is_at_its_place(reading: Reading, node: ast.Name) -> bool:
    """Whether the text shows a name where the parser says; within f-strings it may not."""
    return ast.get_source_segment(reading.context.program.text, node) == node.id
