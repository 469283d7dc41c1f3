"""One question before something is gone for good. It waits in its window; nothing else does."""

from collections.abc import Callable

from PySide6.QtWidgets import QMessageBox, QWidget

from app.texts import tr


def confirm(
    parent: QWidget, title: str, text: str, more: str, verb: str, go: Callable[[], None]
) -> QMessageBox:
    """Ask; call `go` if the person says `verb`. The safe answer has the focus."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(more)
    yes = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
    no = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(no)
    box.setEscapeButton(no)

    def answered(_: int) -> None:
        chosen = box.clickedButton() is yes
        box.deleteLater()
        if chosen:
            go()

    box.finished.connect(answered)
    box.open()
    return box
