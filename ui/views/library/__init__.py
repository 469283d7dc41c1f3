"""The Library room."""

from ui.views.library.page import LibraryPage

__all__ = ["LibraryPage"]
