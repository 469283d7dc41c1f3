"""Records what is on screen at each animation boundary, and how much each written frame changes.

Runs inside the render worker. It never breaks a render: its own errors are caught per item and
counted in the trace.
"""

import weakref
from collections.abc import Iterable
from typing import Any

from manim.camera.three_d_camera import ThreeDCamera
from manim.utils.color import ManimColor
from manim.utils.family import extract_mobject_family_members
from manim.utils.iterables import list_update

from pipeline.inspection.labels import Labels, is_shape
from pipeline.inspection.measure import MAX_GLYPHS, fingerprint, measure
from pipeline.inspection.pixels import Picture, PixelMeter
from pipeline.inspection.units import Unit, units, whole_kind
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Kind, Rect

MAX_TEXTS, MAX_OTHERS = 300, 300
"""Texts and other items recorded at one boundary; later ones are counted as left out."""

MAX_TOTAL = 30_000
"""Items recorded in one scene; after that only texts are kept, and none after twice that."""

MAX_FAULTS = 10
"""Own errors kept with their message; all of them are counted."""


ADDED = "add"
"""Name of a boundary for texts that were put on screen without an animation."""


class Recorder:
    """Watches one scene: `begin` and `boundary` around every play or wait, `frame` for every
    written frame, `trace` at the end. All times are seconds of video. A text that is on screen at
    `begin` for the first time gets a boundary of its own (`add`), before it is moved."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self._labels = Labels()
        self._keys: dict[int, tuple[weakref.ref[Any], str]] = {}
        self._became: dict[int, tuple[weakref.ref[Any], Kind]] = {}
        self._counter = 0
        self._boundaries: list[Boundary] = []
        self._known: dict[str, tuple[tuple[Any, ...], Item | None]] = {}
        self._pixels = PixelMeter()
        self._start = 0.0
        self._animated: list[Any] = []
        self._passing: list[Any] = []
        self._total = 0
        self._faults: list[str] = []
        self._fault_count = 0

    def begin(self, animations: Iterable[Any], time: float) -> None:
        """Before a play or wait: `animations` as given to it or as compiled, `time` its start."""
        self._start = time
        self._animated, self._passing = [], []
        for animation in animations:
            self._look_at(animation, depth=0)
        animated, self._animated = self._animated, []
        try:
            if self._has_new_text():
                self._boundaries.append(self._picture(time, ADDED))
        except Exception as error:
            self._fault("texts before an animation", error)
        self._animated, self._passing = animated, []

    def boundary(self, time: float, name: str) -> None:
        """After a play or wait named `name` finished at `time`."""
        try:
            self._boundaries.append(self._picture(time, name))
        except Exception as error:
            self._fault(f"the boundary at {time:.2f} s", error)
        self._start = time

    def frame(self, time: float, rgba: Picture, repeats: int = 1) -> None:
        """A frame written for `time` on, `repeats` times; the array may be reused afterwards."""
        try:
            self._pixels.measure(time, rgba, repeats, self._camera.background)
        except Exception as error:
            self._fault(f"the frame at {time:.2f} s", error)

    def trace(self, duration: float) -> GeometryTrace:
        """Everything recorded, for a video of `duration` seconds."""
        if not self._boundaries:
            self.boundary(duration, "end")
        camera = self._camera
        return GeometryTrace(
            scene=type(self._scene).__name__,
            pixels=(int(camera.pixel_width), int(camera.pixel_height)),
            fps=max(1, round(float(camera.frame_rate))),
            duration=max(0.0, duration),
            boundaries=tuple(self._boundaries),
            frames=tuple(self._pixels.frames),
            faults=tuple(self._faults),
            fault_count=self._fault_count,
        )

    @property
    def _camera(self) -> Any:
        return self._scene.renderer.camera

    def _units(self) -> Iterable[Unit]:
        scene = self._scene
        found = units(list_update(scene.mobjects, scene.foreground_mobjects), self._kind_of)
        if not self._passing:
            return found
        passing = _family_ids(self._passing)
        return (unit for unit in found if id(unit.mobject) not in passing)

    def _kind_of(self, mobject: Any) -> Kind | None:
        became = self._became.get(id(mobject))
        if became is not None and became[0]() is mobject:
            return became[1]
        return whole_kind(mobject)

    def _has_new_text(self) -> bool:
        """Learn the texts on screen; whether one was put there without an animation."""
        last = self._boundaries[-1].items if self._boundaries else ()
        known = {item.key for item in last}
        new = False
        for unit in self._units():
            if unit.kind in ("text", "tex"):
                key = self._key(unit.mobject)
                self._labels.learn(unit.mobject, key, unit.leaves)
                new = new or key not in known
        return new

    def _picture(self, time: float, name: str) -> Boundary:
        order = self._drawing_order()
        items: list[Item] = []
        counts = {True: 0, False: 0}
        left_out = 0
        moved = _family_ids(self._animated)
        animated: list[str] = []
        backgrounds: list[Unit] = []
        for unit in self._units():
            if unit.kind == "image":
                backgrounds.append(unit)
            is_text = unit.kind in ("text", "tex")
            if not self._wanted(is_text, counts):
                left_out += 1
                continue
            counts[is_text] += 1
            try:
                item = self._item(unit, order, backgrounds)
            except Exception as error:
                self._fault(f"a {type(unit.mobject).__name__}", error)
                continue
            if item is None:
                continue
            items.append(item)
            if not moved.isdisjoint((id(unit.mobject), id(unit.leaves[0]))):
                animated.append(item.key)
        self._total += len(items)
        here = {item.key for item in items}
        if self._boundaries:
            before = (item.key for item in self._boundaries[-1].items)
            by_animation = {self._keys[i][1] for i in moved if i in self._keys}
            animated.extend(key for key in before if key not in here and key in by_animation)
        return Boundary.model_construct(
            index=len(self._boundaries),
            start=round(self._start, 4),
            time=round(time, 4),
            animation=name,
            frame=self._frame_rect(),
            # A scene may have set the colour as a plain string.
            background=ManimColor(self._camera.background_color).to_hex().lower()[:7],
            items=tuple(items),
            animated=tuple(animated),
            left_out=left_out,
        )

    def _wanted(self, is_text: bool, counts: dict[bool, int]) -> bool:
        total = self._total + counts[True] + counts[False]
        if is_text:
            return counts[True] < MAX_TEXTS and total < 2 * MAX_TOTAL
        return counts[False] < MAX_OTHERS and total < MAX_TOTAL

    def _item(self, unit: Unit, order: dict[int, int], images: list[Unit]) -> Item | None:
        key = self._key(unit.mobject)
        z = max(order.get(id(leaf), 0) for leaf in unit.leaves)
        parent = "" if unit.parent is None else self._key(unit.parent)
        group = self._key(unit.group)
        # Most things stand still most of the time: those are not measured again.
        look = (z, parent, group, unit.role, fingerprint(unit.leaves))
        known = self._known.get(key)
        still = known is not None and known[0] == look
        if known is not None and still and not images and not self._in_space:
            return known[1]
        label = ""
        if unit.kind in ("text", "tex") and len(unit.leaves) <= MAX_GLYPHS:
            self._labels.learn(unit.mobject, key, unit.leaves)
            label = self._labels.read(key, unit.leaves)
        item = measure(
            unit,
            self._camera,
            key=key,
            label=label,
            z=z,
            parent=parent,
            group=group,
            images=[image.mobject for image in images],
        )
        self._known[key] = (look, item)
        return item

    @property
    def _in_space(self) -> bool:
        return isinstance(self._camera, ThreeDCamera)

    def _drawing_order(self) -> dict[int, int]:
        scene = self._scene
        mobjects = list_update(scene.mobjects, scene.foreground_mobjects)
        drawn = extract_mobject_family_members(
            mobjects, use_z_index=True, only_those_with_points=True
        )
        return {id(mobject): place for place, mobject in enumerate(drawn)}

    def _frame_rect(self) -> Rect:
        camera = self._camera
        x, y = (0.0, 0.0) if self._in_space else camera.frame_center[:2]
        half_w, half_h = float(camera.frame_width) / 2, float(camera.frame_height) / 2
        return Rect(
            x0=float(x) - half_w, y0=float(y) - half_h, x1=float(x) + half_w, y1=float(y) + half_h
        )

    def _look_at(self, animation: Any, depth: int) -> None:
        """Remember what an animation moves and learn the texts it is going to show."""
        if depth > 6:
            return
        try:
            for inner in getattr(animation, "animations", None) or ():
                self._look_at(inner, depth + 1)
            mobject = getattr(animation, "mobject", None)
            if mobject is not None and hasattr(animation, "to_add_on_completion"):
                # Cross-fades put source and target into the scene before they begin.
                self._passing.append(mobject)
            if mobject is not None:
                self._animated.append(mobject)
            target = getattr(animation, "target_mobject", None)
            if target is not None:
                self._animated.append(target)
                self._labels.learn_target(target)
                self._note_change(mobject, target)
        except Exception as error:
            self._fault(f"the animation {type(animation).__name__}", error)

    def _note_change(self, mobject: Any, target: Any) -> None:
        """A text that becomes a shape is no text any more, and the other way round."""
        was, becomes = whole_kind(mobject), whole_kind(target)
        self._became.pop(id(mobject), None)
        if becomes in ("text", "tex"):
            if was not in ("text", "tex"):
                self._became[id(mobject)] = (weakref.ref(mobject), becomes)
        elif was in ("text", "tex") and is_shape(target):
            self._became[id(mobject)] = (weakref.ref(mobject), "other")

    def _key(self, mobject: Any) -> str:
        known = self._keys.get(id(mobject))
        # An id may be used again after its mobject is gone: the reference tells.
        if known is not None and known[0]() is mobject:
            return known[1]
        self._counter += 1
        key = f"{type(mobject).__name__}-{self._counter}"
        self._keys[id(mobject)] = (weakref.ref(mobject), key)
        return key

    def _fault(self, what: str, error: Exception) -> None:
        self._fault_count += 1
        if len(self._faults) < MAX_FAULTS:
            self._faults.append(f"{what}: {type(error).__name__}: {error}"[:300])


def _family_ids(mobjects: list[Any]) -> set[int]:
    return {id(member) for mobject in mobjects for member in mobject.get_family()}
