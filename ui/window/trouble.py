"""Mistakes of the studio itself: told in the window, with a report to copy, never a traceback."""

import sys
import threading
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication

from app.faults import our_fault, report_of
from app.jobs.updates import JobEnded
from app.texts import tr
from ui.bridge import Bridge
from ui.widgets.notice import Notice


def copy_report(report: str) -> tuple[str, Callable[[], None]]:
    """What a notice offers about a mistake of the studio."""
    return (tr("Copy the report"), lambda: QGuiApplication.clipboard().setText(report))


def bug_words(ended: JobEnded) -> str:
    """A run that ended by a mistake of the studio, for people."""
    words = tr(
        "The studio made a mistake: {message} Nothing that was finished is lost. {remedy}"
    ).format(message=ended.message, remedy=ended.remedy)
    if not ended.report_file:
        return words
    kept = tr("The report is in {report_file}.").format(report_file=ended.report_file)
    return f"{words} {kept}"


class Trouble(QObject):
    """Catches what nobody else did, in slots and in threads, while the window lives."""

    def __init__(self, bridge: Bridge, notice: Notice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._notice = bridge, notice
        self._before = (sys.excepthook, threading.excepthook)

    def watch(self) -> None:
        """From now on."""
        sys.excepthook = self._in_slot
        threading.excepthook = self._in_thread
        self._qt_before = qInstallMessageHandler(self._of_qt)

    def stop(self) -> None:
        """Let others have it again."""
        sys.excepthook, threading.excepthook = self._before
        qInstallMessageHandler(self._qt_before)

    def tell(self, error: BaseException) -> None:
        """Say that the studio made a mistake; GUI thread only."""
        told = our_fault(error)
        report = report_of(error)
        self._notice.tell(
            f"{told.message} {told.remedy}".strip(),
            "bad",
            copy_report(report),
        )

    def _in_slot(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._before[0](kind, error, trace)
            return
        self._bridge.post(lambda: self.tell(error.with_traceback(trace)))

    def _in_thread(self, what: threading.ExceptHookArgs) -> None:
        if what.exc_value is not None:
            error = what.exc_value
            self._bridge.post(lambda: self.tell(error))

    def _of_qt(self, kind: QtMsgType, where: QMessageLogContext, words: str) -> None:
        if kind == QtMsgType.QtCriticalMsg:
            error = RuntimeError(f"Qt: {words}")
            self._bridge.post(lambda: self.tell(error))
        if callable(self._qt_before):
            self._qt_before(kind, where, words)
        elif kind != QtMsgType.QtCriticalMsg:
            sys.stderr.write(f"{words}\n")
