"""Keeps the estimate of a new animation up to date, worked out beside the GUI thread."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.expected import expected
from app.run_plan import RunPlan
from app.texts import tr
from ui.bridge import Ticket
from ui.context import StudioContext

AFTER_MS = 300
"""Pause after a change before the past runs are looked at."""


class Expecting(QObject):
    """Asks for the plan after the last of several changes, and says what it may take."""

    def __init__(
        self,
        context: StudioContext,
        plan: Callable[[], RunPlan | None],
        show: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._plan, self._show = context, plan, show
        self._asked: Ticket | None = None
        self._timer = QTimer(self, interval=AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self._ask)

    def change(self) -> None:
        """Something of the plan is different: what was said does not hold any more."""
        if self._asked is not None:
            self._asked.drop()
            self._asked = None
        self._timer.start()

    def stop(self) -> None:
        """The window closes."""
        self._timer.stop()
        if self._asked is not None:
            self._asked.drop()

    def _ask(self) -> None:
        plan = self._plan()
        if plan is None:
            self._show(tr("How long it takes is said once there is a section."))
            return
        paths = self._context.paths
        self._asked = self._context.bridge.submit(
            lambda: expected(plan, paths), self._show, lambda error: self._show(str(error))
        )
