"""The Qt binding that is installed can be used for hours."""

import sys

import pytest
from PySide6.QtGui import QTextOption


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_a_qt_call_that_returns_nothing_takes_no_reference_to_none_away() -> None:
    # PySide6 6.12.0 does on Python 3.11: some ten thousand calls later the process is aborted.
    option = QTextOption()
    before = sys.getrefcount(None)
    for _ in range(500):
        option.setTabStopDistance(8)
    assert sys.getrefcount(None) > before - 250
