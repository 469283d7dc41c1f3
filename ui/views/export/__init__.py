"""Exporting a run or one of its scenes."""

from ui.views.export.dialog import ExportDialog
from ui.views.export.job import ExportJob
from ui.views.export.loading import load_subject
from ui.views.export.wishes import ExportScene, ExportSubject

__all__ = ["ExportDialog", "ExportJob", "ExportScene", "ExportSubject", "load_subject"]
