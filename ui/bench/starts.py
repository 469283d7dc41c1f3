"""One start of a window, bare or the studio's, timed from inside a process of its own.

Prints one JSON line: seconds from the start of the process to the end of the first paint, heavy
modules that were loaded by then, and, after an idle while, the resident memory in bytes.
"""

import json
import os
import sys
import time

HEAVY = ("manim", "torch", "faiss", "openai", "sentence_transformers")


def main(kind: str, idle: float) -> None:
    """Show the window, wait for its first paint, print, end."""
    from PySide6.QtCore import QEvent, QObject, QSize
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

    class FirstPaint(QObject):
        """Sees the first paint of a widget."""

        seen = False

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            """Note it and let it pass."""
            self.seen = self.seen or event.type() == QEvent.Type.Paint
            return False

    first = FirstPaint()
    window: QMainWindow
    if kind == "bare":
        application = QApplication([])
        window = QMainWindow()
        words = QLabel("bare")
        words.installEventFilter(first)
        window.setCentralWidget(words)
        # As large as the studio's own: usual, unless the screen is smaller.
        screen = application.primaryScreen().availableSize()
        window.resize(QSize(1440, 900).boundedTo(screen))
        window.show()
    else:
        from ui.application import make_session

        application = QApplication([])
        application.setStyle("Fusion")
        session = make_session(application)
        window = session.window
        window.rail.installEventFilter(first)
        session.show() if idle else window.show()
    while not first.seen:
        application.processEvents()
    painted = time.time()
    heavy = [name for name in HEAVY if name in sys.modules]
    end = time.monotonic() + idle
    while time.monotonic() < end:
        application.processEvents()
        time.sleep(0.02)
    print(json.dumps({"painted": painted, "heavy": heavy, "memory": _resident()}), flush=True)
    os._exit(0)


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
