"""Texts that are spoken or shown as tips: never read as markup."""

from html import escape

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def plain_tip(text: str) -> str:
    """A tip that shows exactly this text, wrapped where it is long.

    Qt takes a tip that looks like markup for markup; what a model wrote may look like anything.
    """
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if text else ""


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say something, if one is there."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
