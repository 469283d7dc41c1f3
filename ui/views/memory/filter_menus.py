"""The menus that narrow the list: several values each, with how many records have them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.texts import tr
from memory_store.browsing import Criteria
from ui.theme.appearance import Appearance
from ui.theme.icons import icon
from ui.views.memory.filter_chips import GAINS, SETS, title_of, toggled, values_of
from ui.views.memory.words import count_words
from ui.widgets.basics import set_property

Values = Mapping[str, Mapping[str, int]]
"""Names of criteria, and how many records have each value of them."""
Toggle = Callable[[str, bool], None]
MOST_VALUES = 40
"""Values that a menu offers, those of most records first."""
MORE = ("sources", "origins", "casts", "reviewers", "writers", "tags")


class StayingMenu(QMenu):
    """A menu that stays open while values are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick without closing."""
        action = self.activeAction()
        if action is not None and action.isCheckable() and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks without closing, Enter ticks and closes."""
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isCheckable():
            action.trigger()
        else:
            super().keyPressEvent(event)


class FilterButton(QPushButton):
    """A button that opens a menu of the values of one set. `changed` carries the new criteria."""

    changed = Signal(object)

    def __init__(self, appearance: Appearance, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance, self.name = appearance, name
        self._criteria, self._facets = Criteria(), _nothing()
        self.setProperty("role", "filter")
        self.setAutoDefault(False)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands at the right
        self.clicked.connect(self.open_menu)
        appearance.changed.connect(self._draw)
        self.show_criteria(Criteria(), _nothing())

    def show_criteria(self, criteria: Criteria, facets: Values) -> None:
        """Say what is set."""
        self._criteria, self._facets = criteria, facets
        chosen = values_of(criteria, self.name)
        words = title_of(self.name)
        if len(chosen) == 1:
            words = SETS[self.name](chosen[0])
        elif chosen:
            words = f"{words} \u00b7 {len(chosen)}"
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(f"{title_of(self.name)}: {words}")
        set_property(self, "chosen", bool(chosen))
        self._draw()

    def open_menu(self) -> None:
        """Offer the values below the button."""
        menu = StayingMenu(self)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_values(menu, self.name, self._criteria, self._facets, self._toggle)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _toggle(self, value: str, on: bool) -> None:
        self._criteria = toggled(self._criteria, self.name, value, on)
        self.changed.emit(self._criteria)

    def _draw(self) -> None:
        token = "accent" if self.property("chosen") else "muted"
        self.setIcon(icon("chevron-down", self._appearance.theme, token))


class MoreFilters(QPushButton):
    """Everything else that narrows. `changed` carries the new criteria."""

    changed = Signal(object)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(f" {tr('More filters')}", parent)
        self._appearance = appearance
        self._criteria, self._facets = Criteria(), _nothing()
        self._stale: frozenset[str] = frozenset()
        self.setProperty("role", "filter")
        self.setAutoDefault(False)
        self.clicked.connect(self.open_menu)
        appearance.changed.connect(self._draw)
        self._draw()

    def show_criteria(
        self, criteria: Criteria, facets: Values, stale: frozenset[str] = frozenset()
    ) -> None:
        """What is set, and what there is. `stale` are reviewers and writers that no profile of
        today would bring back."""
        self._criteria, self._facets, self._stale = criteria, facets, stale

    def open_menu(self) -> None:
        """Offer the sets, then gain, use and pins."""
        menu = StayingMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in MORE:
            inner = StayingMenu(title_of(name), menu)
            menu.addMenu(inner)
            add_values(inner, name, self._criteria, self._facets, partial(self._toggle, name))
            inner.setEnabled(bool(self._facets.get(name)))
        if self._stale:
            action = menu.addAction(tr("Admitted by models no longer in use"))
            action.triggered.connect(
                lambda: self._set(replace(self._criteria, reviewers=tuple(sorted(self._stale))))
            )
        menu.addSeparator()
        self._add_figures(menu)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _add_figures(self, menu: QMenu) -> None:
        now = self._criteria
        gain = StayingMenu(tr("Score gain"), menu)
        menu.addMenu(gain)
        choices: list[tuple[QMenu, str, bool, dict[str, Any], dict[str, Any]]] = [
            (gain, tr("{n} points or more").format(n=f"{points:g}"), now.gain_min == points,
             {"gain_min": points}, {"gain_min": None})
            for points in GAINS
        ]  # fmt: skip
        choices += [
            (menu, tr("Used"), now.uses_min == 1, {"uses_min": 1, "uses_max": None},
             {"uses_min": None}),
            (menu, tr("Never used"), now.uses_max == 0, {"uses_max": 0, "uses_min": None},
             {"uses_max": None}),
            (menu, tr("Pinned"), now.pinned is True, {"pinned": True}, {"pinned": None}),
        ]  # fmt: skip
        for place, words, is_on, values, without in choices:
            action = place.addAction(words)
            action.setCheckable(True)
            action.setChecked(is_on)
            action.toggled.connect(
                lambda on, values=values, without=without: self._set(
                    replace(self._criteria, **(values if on else without))
                )
            )

    def _toggle(self, name: str, value: str, on: bool) -> None:
        self._set(toggled(self._criteria, name, value, on))

    def _set(self, criteria: Criteria) -> None:
        self._criteria = criteria
        self.changed.emit(criteria)

    def _draw(self) -> None:
        self.setIcon(icon("filter", self._appearance.theme, "muted"))


def add_values(
    menu: QMenu,
    name: str,
    criteria: Criteria,
    facets: Values,
    toggle: Toggle,
) -> None:
    """Put the values of a set into a menu, those chosen ticked."""
    chosen = values_of(criteria, name)
    known = facets.get(name, {})
    offered = [*known][:MOST_VALUES]
    offered += [value for value in chosen if value not in offered]
    for value in offered:
        words = SETS[name](value).replace("&", "&&")
        count = f"\t{count_words(known[value])}" if value in known else ""
        action = menu.addAction(f"{words[:1].upper()}{words[1:]}{count}")
        action.setCheckable(True)
        action.setChecked(value in chosen)
        action.toggled.connect(lambda on, value=value: toggle(value, on))
    if not offered:
        menu.addAction(tr("Nothing to choose")).setEnabled(False)
    if len(known) > MOST_VALUES:
        more = tr("{n} rarer ones: search for them").format(n=len(known) - MOST_VALUES)
        menu.addAction(more).setEnabled(False)


def _nothing() -> Values:
    return {}
