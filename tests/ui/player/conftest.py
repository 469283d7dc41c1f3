"""Two short films of one colour each, and a player to show them."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.films import clip
from tests.ui.watching import ERROR, GREEN, LONG, RED, SHORT
from ui.bridge import Bridge
from ui.theme.appearance import Appearance
from ui.views.player.player import BeforeAfterPlayer
from ui.views.player.values import Clip


@pytest.fixture(scope="session")
def clips(tmp_path_factory: pytest.TempPathFactory) -> tuple[Clip, Clip]:
    folder = tmp_path_factory.mktemp("films")
    return clip(folder, "v0", SHORT, RED, (ERROR,)), clip(folder, "v1", LONG, GREEN)


@pytest.fixture
def player(qtbot: QtBot, appearance: Appearance) -> Iterator[BeforeAfterPlayer]:
    bridge = Bridge()
    made = BeforeAfterPlayer(appearance, bridge)
    made.resize(700, 480)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    bridge.close()
