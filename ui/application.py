"""Starting the window."""

import sys

from PySide6.QtCore import QLocale, QLoggingCategory
from PySide6.QtWidgets import QApplication

from app.errors import ExitCode, StudioError
from app.paths import data_paths
from app.texts import bind_language
from ui.bridge import Bridge
from ui.context import StudioContext
from ui.theme.appearance import Appearance
from ui.window.remembered import Remembered
from ui.window.session import Session

NAME = "ManimAgent Studio"


def make_session(application: QApplication) -> Session:
    """A window over the data folder, not yet shown."""
    paths = data_paths()
    remembered = Remembered(paths.root)
    appearance = Appearance(application, remembered.theme)
    appearance.set_reduced_motion(remembered.reduced_motion)
    return Session(StudioContext(paths, appearance, Bridge(application), remembered))


def quiet_qt() -> None:
    """Leave out what Qt says about optional parts that it looks for and does not need."""
    QLoggingCategory.setFilterRules(
        "qt.multimedia.symbolsresolver=false\nqt.multimedia.ffmpeg*=false\nqt.qpa.*=false"
    )


def _folder_is_there() -> bool:
    try:
        data_paths()
    except StudioError:
        from ui.lost_folder import folder_is_there  # seldom needed

        return folder_is_there()
    return True


def run_window() -> int:
    """Open the studio; returns the exit code when its window is closed."""
    quiet_qt()
    QApplication.setApplicationName(NAME)
    QApplication.setDesktopFileName("manimagent-studio")
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    bind_language(QLocale.system().uiLanguages())
    if not _folder_is_there():
        return int(ExitCode.ENVIRONMENT)
    session = make_session(application)
    session.show()
    return application.exec()
