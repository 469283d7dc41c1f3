"""`VGroup(*self.mobjects)` in a scene that holds something which no VGroup takes."""

import ast
from collections.abc import Iterable

from pipeline.checks.api.literals.reading import Callee, Reading, is_a
from pipeline.schema.finding import Finding, TextEdit

_STRANGERS = frozenset(("ImageMobject", "Group", "ImageMobjectFromCamera"))
# Animations that put a Group of all that they show into the scene.
_GROUPING = frozenset(("AnimationGroup", "LaggedStart", "LaggedStartMap", "Succession"))
_BRINGS = frozenset(
    ("FadeIn", "Create", "Write", "DrawBorderThenFill", "GrowFromCenter", "GrowArrow",
     "GrowFromPoint", "GrowFromEdge", "SpinInFromNothing")
)  # fmt: skip
_TAKES = ("Out", "Un", "Shrink", "Transform", "remove", "clear", "restructure", "bring_to")


def all_mobjects(reading: Reading) -> Iterable[Finding]:
    """An error where such a thing was certainly put into the scene just before, else a warning."""
    for call in [call for call, _ in reading.calls if _use(reading, call) is not None]:
        before = _group_before(reading, call)
        names = [k.name for _, k in reading.calls if k.kind == "class" and k.name in _STRANGERS]
        maybe = [k.name for c, k in reading.calls if _groups(reading, c, k)]
        if before is None and not names and not maybe:
            continue
        if names and before is None:
            what = f"an object of {names[0]}"
        else:
            what = f"the Group that `{before or maybe[0]}` puts there"
        edits: tuple[TextEdit, ...] = ()
        if isinstance(call.func, ast.Name):
            edits = reading.context.rename(call.func, "Group")
        yield reading.context.finding(
            "all-mobjects-in-a-vgroup",
            call,
            f"The scene also holds {what}, which no VGroup takes.",
            "Use `Group(*self.mobjects)`.",
            severity="warning" if before is None else "error",
            edits=edits,
        )


def _use(reading: Reading, call: ast.Call) -> ast.expr | None:
    """The scene whose mobjects a call of VGroup is given."""
    callee = reading.callees[id(call)]
    if callee.kind == "class" and callee.name == "VGroup":
        for node in call.args:
            match node:
                case ast.Starred(value=ast.Attribute(attr="mobjects", value=owner)):
                    return owner if is_a(reading.value(owner), "Scene") else None
    return None


def _groups(reading: Reading, call: ast.Call, callee: Callee) -> bool:
    """Whether a call makes an animation that brings a Group into the scene."""
    if callee.kind != "class" or callee.name not in _GROUPING:
        return False
    shown = (n for n in ast.walk(call) if isinstance(n, ast.Name))
    return any(n.id in _BRINGS and reading.is_manims(n.id) for n in shown)


def _group_before(reading: Reading, call: ast.Call) -> str | None:
    """The animation that put a Group into the scene, with nothing taken out since."""
    statement = reading.statement(call)
    function = reading.function(call)
    if not isinstance(function, ast.FunctionDef):
        return None
    body = function.body
    here = next((n for n, s in enumerate(body) if s is statement), None)
    for earlier in reversed(body[:here] if here is not None else []):
        if not isinstance(earlier, ast.Expr | ast.Assign):
            return None
        names = [n.id for n in ast.walk(earlier) if isinstance(n, ast.Name)]
        names += [n.attr for n in ast.walk(earlier) if isinstance(n, ast.Attribute)]
        if any(name.startswith(_TAKES) or "Out" in name or "Transform" in name for name in names):
            return None
        match earlier:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="play"), args=given)):
                for one in given:
                    callee = reading.callees.get(id(one))
                    if isinstance(one, ast.Call) and callee and _groups(reading, one, callee):
                        return callee.name
    return None
