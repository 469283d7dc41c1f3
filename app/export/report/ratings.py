"""A person's own ratings of a scene, set apart from what the machine thinks."""

from app.editing.ratings import FLAGS, SCALES, Rating, Ratings
from app.export.report.html import esc, table
from pipeline.schema.iteration import SceneTrace

_APART = (
    "Given by a person who watched the video; 1 is very poor, 5 is very good. These are no scores "
    "of the machine and do not count among them, and no agent ever sees them."
)


def rating_block(ratings: Ratings | None, trace: SceneTrace) -> str:
    """The ratings of a scene by version; nothing where there are none or none are wanted.

    Raises:
        RunDamagedError: a file of ratings cannot be read.
    """
    if ratings is None:
        return ""
    rated = [
        (iteration.candidate.t, found)
        for iteration in trace.iterations
        if (found := ratings.of(trace.scene_id, iteration.candidate.t))
    ]
    if not rated:
        return ""
    rows = [_row(t, found[-1]) for t, found in rated]
    head = ["", "usable", *(title.lower() for title, _ in SCALES.values()), "mean of 5"]
    numbers = range(2, len(head))
    said = "".join(_said(t, found) for t, found in rated)
    return (
        '<aside class="own"><h3>Own ratings</h3>'
        f'<p class="muted">{_APART}</p>{table(head, rows, numbers=numbers)}{said}</aside>'
    )


def _row(t: int, rating: Rating) -> list[str]:
    usable = '<span class="good">yes</span>' if rating.usable else '<span class="bad">no</span>'
    values = [str(getattr(rating, name)) for name in SCALES]
    return [f"v{t}", usable, *values, f"{rating.mean:.1f}"]


def _said(t: int, found: tuple[Rating, ...]) -> str:
    """Faults and the comment of the rating that counts, and that there were earlier ones."""
    rating = found[-1]
    parts = [f'<span class="bad">{esc(FLAGS[flag])}</span>' for flag in rating.flags]
    if rating.comment.strip():
        parts.append(f'<span class="prose">{esc(rating.comment.strip())}</span>')
    when = rating.when[:10]
    if len(found) > 1:
        parts.append(f'<span class="muted">Rated {len(found)} times, last on {esc(when)}.</span>')
    elif when:
        parts.append(f'<span class="muted">Rated on {esc(when)}.</span>')
    return f"<p><strong>v{t}</strong> {' '.join(parts)}</p>" if parts else ""
