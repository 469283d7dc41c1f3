"""The arguments of `./run memory list` and `search` that say which records are meant."""

import argparse
import math
from collections.abc import Callable
from datetime import UTC, datetime
from typing import get_args

from app.errors import wrong_use
from memory_store.browsing import SORT_COLUMNS, Criteria, Sort, SortColumn
from memory_store.records import ORIGINS, POLARITIES, ROLES, SOURCES, STATUSES


def _finite(text: str) -> float:
    """A number that others can be compared with: `nan` would leave out everything."""
    number = float(text)
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return number


_CHOICES = {
    "polarity": ("polarities", POLARITIES),
    "status": ("statuses", STATUSES),
    "origin": ("origins", ORIGINS),
    "source": ("sources", SOURCES),
    "role": ("roles", ROLES),
}
_NAMES = {
    "domain": "domains", "paper": "papers", "section": "sections", "run": "runs",
    "scene": "scenes", "cast": "casts", "reviewer": "reviewers", "writer": "writers",
    "tag": "tags",
}  # fmt: skip
_NUMBERS: dict[str, tuple[str, Callable[[str], float]]] = {
    "score-min": ("score_min", _finite), "score-max": ("score_max", _finite),
    "gain-min": ("gain_min", _finite), "uses-min": ("uses_min", int), "uses-max": ("uses_max", int),
}  # fmt: skip
_MOMENTS = {"after": "created_after", "before": "created_before"}


def fill_criteria(parser: argparse.ArgumentParser) -> None:
    """Add the filters. One that is given several times lets any of its values pass."""
    for option, (_, choices) in _CHOICES.items():
        parser.add_argument(f"--{option}", action="append", choices=choices)
    for option in _NAMES:
        parser.add_argument(f"--{option}", action="append", metavar="NAME")
    for option, (_, kind) in _NUMBERS.items():
        parser.add_argument(f"--{option}", type=kind, metavar="N")
    for option in _MOMENTS:
        parser.add_argument(f"--{option}", metavar="DATE", help="such as 2026-03-01")
    parser.add_argument("--pinned", action="store_true", default=None, help="pinned records only")
    parser.add_argument("--trashed", action="store_true", help="the records in the trash")


def fill_sort(parser: argparse.ArgumentParser) -> None:
    """Add `--sort`."""
    parser.add_argument(
        "--sort", default="created:desc", metavar="COLUMN[:desc]",
        help=f"one of {', '.join(SORT_COLUMNS)}",
    )  # fmt: skip


def read_criteria(options: argparse.Namespace, words: str = "") -> Criteria:
    """The criteria that were given."""
    values: dict[str, object] = {"words": words, "trashed": options.trashed}
    values["pinned"] = options.pinned
    for option, (field, _) in _CHOICES.items():
        values[field] = tuple(getattr(options, option) or ())
    for option, field in _NAMES.items():
        values[field] = tuple(getattr(options, option) or ())
    for option, (field, _) in _NUMBERS.items():
        values[field] = getattr(options, option.replace("-", "_"))
    for option, field in _MOMENTS.items():
        values[field] = _moment(option, getattr(options, option))
    return Criteria(**values)  # type: ignore[arg-type]


def read_sort(options: argparse.Namespace) -> Sort:
    """The order that was asked for; without a direction the smallest comes first."""
    column, _, way = options.sort.partition(":")
    if column not in get_args(SortColumn) or way not in ("", "asc", "desc"):
        raise wrong_use(
            f"{options.sort!r} is no order of records.",
            f"Use one of {', '.join(SORT_COLUMNS)}, and :desc for the largest first.",
        )
    return Sort(column, way == "desc")


def _moment(option: str, text: str | None) -> datetime | None:
    """A date or a date with a time; without a zone it is UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise wrong_use(
            f"--{option} {text!r} is not a date.", "Write it like 2026-03-01 or 2026-03-01T09:30."
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
