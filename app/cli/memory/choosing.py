"""The arguments that choose records for a copy."""

import argparse

from app.errors import wrong_use
from memory_store.queries import Filter
from memory_store.selection import Selection


def choice_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that `chosen` reads."""
    parser.add_argument("--polarity", choices=("success", "failure"))
    parser.add_argument("--status", choices=("active", "pending", "quarantined"))
    parser.add_argument("--domain", metavar="NAME")
    parser.add_argument("--ids", metavar="ID,ID,...", help="only these records")


def chosen(options: argparse.Namespace) -> Selection:
    """The records that the options choose; None for all."""
    narrow = Filter(options.polarity, options.status, domain=options.domain)
    if options.ids is None:
        return None if narrow == Filter() else narrow
    if narrow != Filter():
        raise wrong_use("--ids cannot be combined with another choice.", "Leave one of them out.")
    try:
        ids = tuple(int(part) for part in options.ids.split(",") if part.strip())
    except ValueError:
        raise wrong_use(f"--ids: {options.ids!r} are not ids.", "As in --ids 3,4,9") from None
    if not ids or any(not 0 < key < 1 << 53 for key in ids):
        raise wrong_use(f"--ids: {options.ids!r} are not ids.", "As in --ids 3,4,9")
    return ids
