"""At the start: the data folder that was chosen is not there, such as a disk that is not connected.

No other folder is taken in silence: that would look as if everything were lost.
"""

import os

from PySide6.QtWidgets import QMessageBox

from app.data_folder import LOST
from app.errors import StudioError
from app.paths import HOME_VARIABLE, data_paths, usual_folder
from app.texts import tr


def folder_is_there() -> bool:
    """Whether the window can open; asks what to do until it can or the person gives up.

    Raises:
        StudioError: the data folder cannot be found for another reason.
    """
    while True:
        try:
            data_paths()
        except StudioError as error:
            if error.kind != LOST:
                raise
            answer = _ask(error)
            if answer == "leave":
                return False
            if answer == "usual":
                # For this process and what it starts; the choice itself stays as it is.
                os.environ[HOME_VARIABLE] = str(usual_folder())
        else:
            return True


def _ask(error: StudioError) -> str:
    box = question(error)
    box.exec()
    clicked = box.clickedButton()
    return str(clicked.property("answer")) if clicked is not None else "leave"


def question(error: StudioError) -> QMessageBox:
    """The question; each button's property `answer` is `again`, `usual` or `leave`."""
    box = QMessageBox()
    box.setWindowTitle(tr("The data folder is not there"))
    box.setText(error.message)
    box.setInformativeText(
        tr(
            "Your runs and memory are in that folder; nothing of them is lost. Connect the disk "
            "that it is on and try again, or work in the usual place this time."
        )
    )
    for answer, words, role in (
        ("again", tr("Try again"), QMessageBox.ButtonRole.AcceptRole),
        ("usual", tr("Use the usual place this time"), QMessageBox.ButtonRole.ActionRole),
        ("leave", tr("Close"), QMessageBox.ButtonRole.RejectRole),
    ):
        made = box.addButton(words, role)
        made.setProperty("answer", answer)
        if answer == "again":
            box.setDefaultButton(made)
        elif answer == "leave":
            box.setEscapeButton(made)
    return box
