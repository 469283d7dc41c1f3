"""Putting HTML together; whatever comes from a run is escaped here and nowhere else."""

import html
from collections.abc import Iterable, Sequence


def esc(text: object) -> str:
    """Text as HTML shows it: no tag, quote or control character gets through."""
    told = "".join(c for c in str(text) if c >= " " or c in "\n\t")
    return html.escape(told, quote=True)


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    numbers: Iterable[int] = (),
    shown: int | None = None,
) -> str:
    """A table of cells that are HTML already.

    Args:
        numbers: places of the columns that hold numbers.
        shown: the row that is set off.
    """
    right = frozenset(numbers)

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="number">{cell}</{tag}>' if place in right else f"<{tag}>{cell}</{tag}>"
            for place, cell in enumerate(row)
        )

    body = "".join(
        f'<tr class="shown">{cells("td", row)}</tr>'
        if n == shown
        else f"<tr>{cells('td', row)}</tr>"
        for n, row in enumerate(rows)
    )
    return (
        f'<div class="table"><table><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def details(title: str, body: str) -> str:
    """Something that is folded away; `title` and `body` are HTML."""
    return f"<details><summary>{title}</summary><div>{body}</div></details>"


def score(value: float | None) -> str:
    """A score without decimals, a dash where there is none."""
    return "–" if value is None else f"{value:.0f}"


def change(before: float | None, after: float | None) -> str:
    """The difference of two scores with its sign, coloured and readable without colour."""
    if before is None or after is None:
        return ""
    delta = round(after) - round(before)
    kind = "good" if delta > 0 else "bad" if delta < 0 else "muted"
    sign = "+" if delta > 0 else "−" if delta < 0 else "±"
    return f' <span class="{kind}">{sign}{abs(delta)}</span>'
