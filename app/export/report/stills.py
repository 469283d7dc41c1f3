"""Keyframes inside the report, with the boxes of what was found on them."""

import base64
import io
from pathlib import Path

from PIL import Image

from app.export.report.html import esc
from pipeline.schema.finding import Finding
from pipeline.schema.iteration import Iteration

_WIDEST, _QUALITY = 560, 80
_NEAR = 0.75  # seconds between a finding and a keyframe that shows it


def keyframe_row(iteration: Iteration, folder: Path, label: str) -> str:
    """The keyframes of an iteration in a row, a sentence where there are none."""
    figures = []
    for number, keyframe in enumerate(iteration.result.keyframes, start=1):
        source = _data(folder / keyframe.file)
        if source is None:
            continue
        boxes = "".join(_boxes(f) for f in iteration.findings if _is_seen(f, keyframe.time))
        told = f"{label}, keyframe {number}, at {keyframe.time:.1f} seconds"
        figures.append(
            f'<figure><div class="frame"><img src="{source}" alt="{esc(told)}">{boxes}</div>'
            f"<figcaption>{keyframe.time:.1f} s</figcaption></figure>"
        )
    head = f'<p class="label">{esc(label)}</p>'
    if not figures:
        return f'{head}<p class="muted">Nothing was rendered.</p>'
    return f'{head}<div class="row">{"".join(figures)}</div>'


def _data(path: Path) -> str | None:
    """A picture as a data address, small enough for a page of many; None if it cannot be read."""
    try:
        with Image.open(path) as picture:
            small = picture.convert("RGB")
            small.thumbnail((_WIDEST, _WIDEST), Image.Resampling.LANCZOS)
    except OSError:
        return None
    stream = io.BytesIO()
    small.save(stream, "JPEG", quality=_QUALITY, optimize=True)
    return "data:image/jpeg;base64," + base64.b64encode(stream.getvalue()).decode()


def _is_seen(finding: Finding, time: float) -> bool:
    if finding.time is None or not finding.boxes or finding.severity == "note":
        return False
    until = finding.time if finding.until is None else finding.until
    return finding.time - _NEAR <= time <= until + _NEAR


def _boxes(finding: Finding) -> str:
    drawn = []
    for box in finding.boxes[:3]:
        left, top = max(box.left, 0.0), max(box.top, 0.0)
        width, height = min(box.right, 1.0) - left, min(box.bottom, 1.0) - top
        if width > 0 and height > 0:
            place = f"left:{left:.1%};top:{top:.1%};width:{width:.1%};height:{height:.1%}"
            drawn.append(
                f'<i class="{finding.severity}" style="{place}" title="{esc(finding.message)}"></i>'
            )
    return "".join(drawn)
