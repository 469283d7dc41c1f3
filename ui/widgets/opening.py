"""What the system opens: folders in its file manager, files in the program for their kind."""

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def open_outside(path: Path) -> None:
    """Have the system open a folder or a file."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
