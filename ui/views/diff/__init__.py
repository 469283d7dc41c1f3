"""Programs: compared, read, and edited by hand."""

from ui.views.diff.editor import CodeEditor
from ui.views.diff.source import LineFinding, Source
from ui.views.diff.view import CodeDiffView

__all__ = ["CodeDiffView", "CodeEditor", "LineFinding", "Source"]
