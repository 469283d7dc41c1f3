"""A window makes millions of calls of Qt; the interpreter outlives them."""

import subprocess
import sys

PROGRAM = """
import ui
from PySide6.QtCore import QCoreApplication, QObject, Signal

class Sender(QObject):
    sent = Signal(int)

application = QCoreApplication([])
sender = Sender()
sender.sent.connect(lambda _: None)
for number in range(200_000):
    application.processEvents()
    sender.sent.emit(number)
print("alive")
"""


def test_the_interpreter_survives_many_calls_of_qt() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.strip() == "alive", done.stderr[-2000:]
