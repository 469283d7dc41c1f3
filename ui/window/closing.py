"""How the window ends: ask once if something runs, then let everything go without waiting."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.texts import ngettext, tr
from ui.bridge import Bridge
from ui.jobs import Jobs


class Closing(QObject):
    """`ready` is sent when the window may go."""

    ready = Signal()

    def __init__(self, window: QWidget, bridge: Bridge) -> None:
        super().__init__(window)
        self._window, self._bridge = window, bridge
        self._asking: QMessageBox | None = None
        self._begun = False

    def ask(self, jobs: Jobs | None) -> None:
        """Close now, or after a person has said what becomes of the runs at work."""
        if self._begun:
            return
        at_work = len(jobs.views) if jobs is not None else 0
        if not at_work or jobs is None:
            self._end(jobs)
            return
        if self._asking is not None:
            self._asking.raise_()
            return
        box = QMessageBox(self._window)
        box.setWindowTitle(tr("Close the studio?"))
        runs = tr("A run is at work.")
        if at_work > 1:
            runs = ngettext(
                "{count} run is at work or waits.", "{count} runs are at work or wait.", at_work
            )
        box.setText(runs.format(count=at_work))
        box.setInformativeText(
            ngettext(
                "It is paused where it is; nothing that is finished is lost. "
                "Resume it from the library.",
                "They are paused where they are; nothing that is finished is lost. "
                "Resume them from the library.",
                at_work,
            )
        )
        leave = box.addButton(tr("Pause and close"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Keep working"), QMessageBox.ButtonRole.RejectRole)
        box.setModal(False)
        box.finished.connect(lambda _: self._answered(box.clickedButton() is leave, jobs))
        self._asking = box
        box.open()

    def _answered(self, leave: bool, jobs: Jobs) -> None:
        self._asking = None
        if leave:
            self._end(jobs)

    def _end(self, jobs: Jobs | None) -> None:
        self._begun = True
        if jobs is None:
            self.ready.emit()
            return
        self._window.setEnabled(False)
        # Ending the queue may take two seconds: not on this thread.
        self._bridge.submit(jobs.close, lambda _: self.ready.emit(), lambda _: self.ready.emit())
