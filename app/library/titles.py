"""A person's title of a run, in a file of its own: the manifest stays as the run wrote it."""

import json
from pathlib import Path

from app.library.entry import TITLE_CHARACTERS
from pipeline.run.clock import utc_now
from pipeline.run.folder import write_atomically

TITLE = "title.json"


def read_title(folder: Path) -> str:
    """The title that a person gave the run, empty if none or if the file cannot be read."""
    try:
        value = json.loads((folder / TITLE).read_bytes())
    except (OSError, ValueError):
        return ""
    title = value.get("title", "") if isinstance(value, dict) else ""
    return title[:TITLE_CHARACTERS] if isinstance(title, str) else ""


def write_title(folder: Path, title: str) -> str:
    """Give the run a title; an empty one brings the run's own back. Returns the one before.

    Blanks and line breaks become single blanks; what is too long is cut.
    """
    before = read_title(folder)
    words = " ".join(title.split())[:TITLE_CHARACTERS].rstrip()
    if not words:
        (folder / TITLE).unlink(missing_ok=True)
    elif words != before:
        value = {"title": words, "when": utc_now()}
        write_atomically(folder / TITLE, json.dumps(value, ensure_ascii=False).encode())
    return before
