"""Attributes and methods that are not there."""

import ast
from collections.abc import Iterator

from pipeline.checks.api import renamed
from pipeline.checks.api.classes import Class
from pipeline.checks.api.context import Context
from pipeline.checks.api.nearest import nearest
from pipeline.checks.api.values import (
    Animate,
    ClassValue,
    FunctionValue,
    Instance,
    Items,
    ModuleValue,
    Plain,
    Super,
    Value,
)
from pipeline.checks.policy import ALLOWED_MODULES
from pipeline.schema.finding import Finding, TextEdit

_CAMERA_BASES = ("MovingCameraScene", "ThreeDScene", "ZoomedScene")
_WINDOW = frozenset(("embed", "interact", "interactive_embed"))
Cure = tuple[str, tuple[TextEdit, ...]]


def unknown_attributes(context: Context) -> Iterator[Finding]:
    """Reading an attribute, or calling a method, that an object certainly does not have."""
    for node in context.nodes(ast.Attribute):
        value = context.types.of(node.value)
        if value is None or isinstance(node.ctx, ast.Store | ast.Del):
            continue
        if _opens_window(value, node.attr):
            yield context.finding(
                "needs-window",
                node,
                f"`{node.attr}` waits for a person at a window; a render has none.",
                "Remove the call.",
            )
        elif context.types.attributes.lacks(value, node.attr):
            yield _finding(context, node, value)


def _opens_window(value: Value, name: str) -> bool:
    is_scene = isinstance(value, Instance) and value.cls.derives_from("Scene")
    if not is_scene or name not in _WINDOW:
        return False
    assert isinstance(value, Instance)
    member = value.cls.member(name)
    return member is None or member.node is None


def _finding(context: Context, node: ast.Attribute, value: Value) -> Finding:
    name = node.attr
    match value:
        case ModuleValue(name="numpy"):
            suggestion, edits = _of_numpy(context, node)
            message = f"NumPy 2 has no `{name}`."
        case ModuleValue(name=module):
            message, (suggestion, edits) = _of_module(context, node, module)
        case Instance(cls=cls) | Animate(of=Instance(cls=cls)) | Super(cls=cls):
            message = f"{_kind(cls)} has no attribute or method `{name}` in {context.manim}."
            if cls.derives_from("Scene") or cls.derives_from("Camera"):
                suggestion, edits = _of_scene(context, node, cls)
            else:
                suggestion, edits = _of_object(context, node, cls)
        case ClassValue(cls=cls):
            message = f"The class `{cls.name}` has no `{name}` in {context.manim}."
            near = nearest(name, cls.names())
            suggestion, edits = (f"Did you mean `{near}`?" if near else ""), ()
        case FunctionValue(name=function):
            message = f"`{ast.unparse(node.value)[:60]}` is a method, which has no `{name}`."
            suggestion = f"Call it: `{function.rsplit('.', 1)[-1]}(...)`."
            edits = ()
        case Plain(type=type_) | Items(type=type_):
            message = f"A {_plain_name(type_)} has no attribute or method `{name}`."
            suggestion, edits = _of_plain(type_, name), ()
        case _:
            message, suggestion, edits = f"There is no `{name}` here.", "", ()
    return context.finding("unknown-attribute", node, message, suggestion, edits=edits)


def _kind(cls: Class) -> str:
    """A class as messages name it, with its Manim class if it is the program's own."""
    manim = cls.nearest_manim()
    if cls.node is not None and manim is not None:
        return f"`{cls.name}` (a {manim.name})"
    return f"`{cls.name}`"


def _plain_name(type_: str) -> str:
    return {"ndarray": "NumPy array", "str": "text", "None": "None"}.get(type_, type_)


def _of_plain(type_: str, name: str) -> str:
    if type_ == "list" and name in ("add", "add_to_back"):
        return "Use `.append(...)`, or make it a `VGroup`."
    if type_ in ("list", "tuple"):
        return f"Put the items into a `VGroup(*items)`, which has mobject methods like `{name}`."
    if type_ == "ndarray":
        return "It is a point or a list of numbers; compute with it, or read `[0]`, `[1]`, `[2]`."
    return ""


def _of_object(context: Context, node: ast.Attribute, cls: Class) -> Cure:
    name = node.attr
    for new in renamed.ATTRIBUTES.get(name, ()):
        if cls.member(new) is not None:
            return f"Use `{new}`.", context.rename(node, new)
    if name in renamed.ATTRIBUTE_ADVICE:
        return renamed.ATTRIBUTE_ADVICE[name], ()
    near = nearest(name, [*context.types.attributes.stored_names(cls), *cls.names()])
    return (f"Did you mean `{near}`?", ()) if near else _elsewhere(context, name)


def _elsewhere(context: Context, name: str) -> Cure:
    """Classes that do have it."""
    owners = [c for c in context.types.catalogue.classes_with(name) if "OpenGL" not in c]
    if owners and not name.startswith("_"):
        return f"`{owners[0]}` has `{name}`; this object is none.", ()
    return "", ()


def _of_scene(context: Context, node: ast.Attribute, cls: Class) -> Cure:
    """A scene or its camera lacks what another kind of scene has."""
    name = node.attr
    if cls.derives_from("Camera"):
        if name == "animate":
            return "A camera has no `.animate`; use `self.move_camera(...)` in a `ThreeDScene`.", ()
        owners = [
            scene
            for scene in _CAMERA_BASES
            if _camera_has(context, scene, name) and scene != "ZoomedScene"
        ]
        if "ThreeD" in cls.name:
            return "In three dimensions use `self.move_camera(...)`.", ()
        return _other_base(context, node, owners, f"self.camera.{name}")
    for new in renamed.ATTRIBUTES.get(name, ()):
        if cls.member(new) is not None:
            return f"Use `self.{new}`.", context.rename(node, new)
    scenes = [s for s in _CAMERA_BASES if _class_has(context, s, name)]
    if not scenes:
        owners = context.types.catalogue.classes_with(name)
        scenes = [s for s in owners if s in context.tables.scenes and s != "Scene"]
    if scenes and not any(cls.derives_from(scene) for scene in scenes):
        return _other_base(context, node, scenes, f"self.{name}")
    for new in renamed.ATTRIBUTES.get(name, ()):
        bases = [s for s in _CAMERA_BASES if _class_has(context, s, new)]
        if bases:
            return f"Derive the scene from `{bases[0]}` and call `self.{new}()`.", ()
    if name in renamed.ATTRIBUTE_ADVICE:
        return renamed.ATTRIBUTE_ADVICE[name], ()
    if name == "frame":
        return "Use `self.camera.frame` in a `MovingCameraScene`.", ()
    near = nearest(name, [*context.types.attributes.stored_names(cls), *cls.names()])
    return (f"Did you mean `self.{near}`?" if near else _define(cls, name)), ()


def _define(cls: Class, name: str) -> str:
    return f"Set `self.{name}` first, or define the method in `{cls.name}`."


def _class_has(context: Context, scene: str, name: str) -> bool:
    cls = context.types.catalogue.class_(scene)
    return cls is not None and cls.member(name) is not None


def _camera_has(context: Context, scene: str, name: str) -> bool:
    cls = context.types.catalogue.class_(scene)
    camera = next((base.camera for base in cls.mro if base.camera), "") if cls else ""
    found = context.types.catalogue.class_(camera)
    return found is not None and found.member(name) is not None


def _other_base(context: Context, node: ast.Attribute, scenes: list[str], what: str) -> Cure:
    if not scenes:
        return "", ()
    base = scenes[0]
    edits = _change_base(context, node, base)
    return f"Derive the scene from `{base}`, which has `{what}`.", edits


def _change_base(context: Context, node: ast.Attribute, base: str) -> tuple[TextEdit, ...]:
    """The edit of the class that a node stands in, if it derives from `Scene` alone."""
    for definition in context.nodes(ast.ClassDef):
        inside = definition.lineno <= node.lineno <= (definition.end_lineno or 0)
        match definition.bases:
            case [ast.Name(id="Scene") as only] if inside and not definition.keywords:
                value = context.types.of(only)
                is_scene = isinstance(value, ClassValue) and value.cls.node is None
                known = context.types.name_is_manim(base)
                return context.rename(only, base) if is_scene and known else ()
    return ()


def _of_numpy(context: Context, node: ast.Attribute) -> Cure:
    name = node.attr
    if name == "math":
        new = "np" if _numpy_has(context, _outer_name(context, node)) else ""
        return "Write `np.` or `math.` alone, with `import math`.", (
            context.replace(node, new) if new else ()
        )
    new = renamed.NUMPY_GONE.get(name, "")
    if new:
        own = ast.unparse(node.value)
        shown = new.replace("np.", f"{own}.")
        return f"Use `{shown}`.", context.replace(node, shown)
    table = context.tables.module("numpy")
    near = nearest(name, table.open if table is not None else ())
    return (f"Did you mean `np.{near}`?" if near else ""), ()


def _outer_name(context: Context, node: ast.Attribute) -> str:
    """The name that is read from a node."""
    return next((n.attr for n in context.nodes(ast.Attribute) if n.value is node), "")


def _numpy_has(context: Context, name: str) -> bool:
    table = context.tables.module("numpy")
    return table is not None and name in table.open


def _of_module(context: Context, node: ast.Attribute, module: str) -> tuple[str, Cure]:
    """A module lacks a name; perhaps because the star import put Manim's in its place."""
    spelled = ast.unparse(node.value)
    star = next(
        (
            item
            for item in reversed(context.program.tree.body)
            if isinstance(item, ast.ImportFrom) and item.names[0].name == "*"
        ),
        None,
    )
    replaced = module.startswith("manim.") and spelled in ALLOWED_MODULES and star is not None
    if replaced and star is not None:
        line = (star.end_lineno or star.lineno) + 1
        return (
            f"`{spelled}` is here Manim's own module `{module}`, which has no `{node.attr}`: "
            f"`from {star.module} import *` put it in the place of Python's.",
            (
                f"Import after the star import: `import {spelled}`, "
                f"or `from {spelled} import {node.attr}`.",
                context.insert_line(line, f"import {spelled}"),
            ),
        )
    table = context.tables.module(module)
    version = f" in {context.manim}" if module.startswith("manim") else ""
    new = renamed.NAMES.get(node.attr, "")
    if table is not None and module.startswith("manim") and new in table.open:
        also = f"{node.attr}_sine"
        more = f" or `{spelled}.{also}`" if also in table.open else ""
        return (
            f"The module `{module}` has no `{node.attr}`{version}.",
            (f"Use `{spelled}.{new}`{more}.", context.rename(node, new)),
        )
    near = nearest(node.attr, table.open if table is not None else ())
    return (
        f"The module `{module}` has no `{node.attr}`{version}.",
        (f"Did you mean `{near}`?" if near else "", ()),
    )
