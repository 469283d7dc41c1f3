"""One card of the storyboard: what is wrong is said at its field, locked is seen in shape."""

import pytest
from pytestqt.qtbot import QtBot

from app.editing.cards import Card, CardsError, storyboard_of
from ui.theme.appearance import Appearance
from ui.views.player.comments import CommentList
from ui.views.storyboard.card_editor import CardEditor
from ui.views.storyboard.card_list import by_field

EMPTY = Card("Second", claim="", evidence="", takeaway="")


@pytest.fixture
def editor(qtbot: QtBot, appearance: Appearance) -> CardEditor:
    made = CardEditor(appearance, 1, EMPTY, finished=False)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_empty_field_says_so_where_it_is(editor: CardEditor) -> None:
    with pytest.raises(CardsError) as found:
        storyboard_of([EMPTY])
    editor.show_faults(by_field(found.value, 0))
    for field in ("claim", "takeaway"):
        below, hint = editor._hints[field]
        assert below.text() == "✕ It is empty."
        assert editor.texts[field].property("invalid")
        assert hint != below.text()
    assert not editor.texts["evidence"].property("invalid")
    editor.show_faults({})
    assert editor._hints["claim"][0].text() == editor._hints["claim"][1]
    assert not editor.texts["claim"].property("invalid")


def test_a_fault_of_the_name_is_told_for_the_card(editor: CardEditor) -> None:
    editor.show_faults({"name": "It is taken."})
    assert editor._fault.text() == "✕ It is taken."


def test_locked_and_unlocked_differ_in_shape_and_words(editor: CardEditor) -> None:
    words, picture = editor.lock.accessibleName(), editor.lock.icon().pixmap(18, 18).toImage()
    editor.lock.click()
    assert editor.card.locked
    assert editor.lock.accessibleName() != words
    assert editor.lock.icon().pixmap(18, 18).toImage() != picture


def test_an_empty_list_of_comments_stands_at_the_top(qtbot: QtBot, appearance: Appearance) -> None:
    made = CommentList(appearance)
    qtbot.addWidget(made)
    made.resize(300, 800)
    made.show()
    assert made._empty.geometry().bottom() < 200
    made.begin_new("after", 1.0, 0.5, 0.5)
    assert made._compose.height() < 260
