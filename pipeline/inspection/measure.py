"""From a visible unit to the item that is written down: boxes, outline, colours."""

from typing import Any

import manim as mn
import numpy as np
import numpy.typing as npt
from manim.camera.three_d_camera import ThreeDCamera

from pipeline.inspection.units import Points, Unit, closed, outline
from pipeline.schema.trace import Item, Rect

MAX_GLYPHS = 400
"""Glyph boxes kept of one text."""

MAX_OUTLINE = 48
"""Points kept of one outline."""

ACROSS, DOWN = 24, 6
"""Columns and rows at which a picture behind a text is sampled."""

Boxes = npt.NDArray[np.float64]


def measure(
    unit: Unit,
    camera: Any,
    *,
    key: str,
    label: str,
    z: int,
    parent: str,
    group: str,
    images: list[Any],
) -> Item | None:
    """The item of a unit, as the camera draws it now; None if it has no extent at all."""
    text = unit.kind in ("text", "tex")
    projected = _is_projected(unit, camera)
    boxes = _boxes([_seen_points(leaf, camera) for leaf in unit.leaves])
    if not len(boxes) or not np.isfinite(boxes).all():
        return None
    whole = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
    leaf = unit.leaves[0]
    shape = unit.kind in ("shape", "line", "dot")
    colours = _colours(unit, text)
    points = _seen_points(leaf, camera) if shape else None
    return Item.model_construct(
        key=key,
        kind=unit.kind,
        type=type(unit.mobject).__name__,
        label=label,
        box=_rect(whole),
        glyphs=tuple(_rect(box) for box in boxes[:MAX_GLYPHS]) if text else (),
        outline=() if points is None else _outline(points),
        closed=points is not None and closed(points),
        **colours,
        z=z,
        parent=parent,
        role=unit.role,
        group=group,
        backdrop=_backdrop(whole, images) if text and images else (),
        projected=projected,
    )


def fingerprint(leaves: tuple[Any, ...]) -> int:
    """A number that changes with the shape, place or colour of the leaves."""
    parts: list[Any] = []
    for leaf in leaves:
        parts.append(leaf.points.tobytes())
        if isinstance(leaf, mn.VMobject):
            parts.append(leaf.fill_rgbas.tobytes())
            parts.append(leaf.stroke_rgbas.tobytes())
            parts.append(np.asarray(leaf.stroke_width).tobytes())
        else:
            parts.append(id(leaf))
    return hash(tuple(parts))


def _rect(box: Any) -> Rect:
    x0, y0, x1, y1 = (round(float(value), 4) for value in box)
    return Rect.model_construct(x0=x0, y0=y0, x1=x1, y1=y1)


def _seen_points(leaf: Any, camera: Any) -> Points:
    points: Points = leaf.points
    if isinstance(camera, ThreeDCamera):
        points = camera.transform_points_pre_display(leaf, points)
    return points


def _is_projected(unit: Unit, camera: Any) -> bool:
    return isinstance(camera, ThreeDCamera) and unit.leaves[0] not in camera.fixed_in_frame_mobjects


def _boxes(arrays: list[Points]) -> Boxes:
    starts = np.cumsum([0, *(len(points) for points in arrays[:-1])])
    points = np.concatenate(arrays)[:, :2]
    return np.concatenate(
        [np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)], axis=1
    )


def _outline(points: Points) -> tuple[tuple[float, float], ...]:
    rounded = np.round(outline(points, MAX_OUTLINE)[:, :2], 4).tolist()
    return tuple((x, y) for x, y in rounded)


def _hex(rgb: Any) -> str:
    red, green, blue = (round(min(max(float(value), 0.0), 1.0) * 255) for value in rgb)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _colours(unit: Unit, text: bool) -> dict[str, Any]:
    """Fill and stroke of a unit: of the first leaf, for a text those of most of its glyphs."""
    leaf = unit.leaves[0]
    if not isinstance(leaf, mn.VMobject):
        opacity = 1.0
        if unit.kind == "image":
            fill = _hex(leaf.pixel_array[..., :3].reshape(-1, 3).mean(axis=0) / 255)
            opacity = float(leaf.pixel_array[..., 3].max()) / 255
        else:
            fill = _hex(leaf.rgbas[:, :3].mean(axis=0))
        return {"fill": fill, "fill_opacity": round(opacity, 3)}
    stroke, stroke_opacity, width = _stroke(leaf)
    palette = _palette(unit.leaves) if text else ()
    if palette:
        fill, fill_opacity = palette[0][0], palette[0][1]
    else:
        rgba = leaf.fill_rgbas.mean(axis=0)
        fill, fill_opacity = _hex(rgba[:3]), round(float(rgba[3]), 3)
    return {
        "fill": fill,
        "fill_opacity": fill_opacity,
        "stroke": stroke,
        "stroke_opacity": stroke_opacity,
        "stroke_width": width,
        "palette": palette,
    }


def _stroke(leaf: Any) -> tuple[str, float, float]:
    """The stroke of a leaf, or the one drawn behind it where that is the wider."""
    rgbas, width = leaf.stroke_rgbas, float(np.max(leaf.stroke_width))
    behind = float(np.max(leaf.background_stroke_width))
    if behind > width:
        rgbas, width = leaf.background_stroke_rgbas, behind
    mean = rgbas.mean(axis=0)
    return _hex(mean[:3]), round(float(mean[3]), 3), round(width, 2)


def _palette(leaves: tuple[Any, ...]) -> tuple[tuple[str, float, int], ...]:
    """(colour, opacity, glyphs) of a text; a glyph without fill has the colour of its stroke."""
    counts: dict[tuple[bytes, float], int] = {}
    samples: dict[tuple[bytes, float], Any] = {}
    for leaf in leaves:
        rgba = leaf.fill_rgbas[0]
        if rgba[3] <= 0.01 and np.max(leaf.stroke_width) > 0:
            rgba = leaf.stroke_rgbas[0]
        kind = (rgba[:3].tobytes(), round(float(rgba[3]), 3))
        counts[kind] = counts.get(kind, 0) + 1
        samples.setdefault(kind, rgba)
    ranked = sorted(counts, key=lambda kind: -counts[kind])[:12]
    return tuple((_hex(samples[kind][:3]), kind[1], counts[kind]) for kind in ranked)


def _backdrop(box: Any, images: list[Any]) -> tuple[str, ...]:
    """Colours of the topmost raster picture that lies wholly behind `box`, on a grid."""
    for image in reversed(images):
        left, bottom = image.points[:, :2].min(axis=0)
        right, top = image.points[:, :2].max(axis=0)
        if not (left <= box[0] and box[2] <= right and bottom <= box[1] and box[3] <= top):
            continue
        rows, columns = image.pixel_array.shape[:2]
        across = (np.linspace(box[0], box[2], ACROSS) - left) / max(right - left, 1e-9)
        down = (top - np.linspace(box[3], box[1], DOWN)) / max(top - bottom, 1e-9)
        x = np.clip((across * columns).astype(int), 0, columns - 1)
        y = np.clip((down * rows).astype(int), 0, rows - 1)
        cells = image.pixel_array[np.ix_(y, x)].reshape(-1, image.pixel_array.shape[2])
        return tuple(_hex(cell[:3] / 255) for cell in cells)
    return ()
