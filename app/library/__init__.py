"""The library: every run in the data folder as one line with a picture, fast.

`library` is the entry point. `reading` takes the facts out of a run folder without reading whole
outcomes, `index` keeps them in one file, `search` picks among them, `titles` and `trash` change.
Nothing here imports the loop, the renderer or the memory.
"""

from app.library.entry import LibraryEntry
from app.library.library import Library
from app.library.search import Wanted

__all__ = ["Library", "LibraryEntry", "Wanted"]
