"""`./run render` says what a failed or refused program died of, and what helps."""

from pathlib import Path

import pytest

from tests.journeys.studio import studio

HEAD = "from manim import *\n\n\nclass A(Scene):\n    def construct(self):\n"
TWO = "        self.play(Create(Dot()))\n        self.play(Create(Square()))\n"
FAILING = {
    "index": (TWO + "        print([1][int('4')])\n", "list index", "Line 8:"),
    "one": ("        self.play(Create(Dot()))\n", "at least two animations", ""),
    "refused": (TWO + "        self.play(ShowCreation(Dot()))\n", "Create", "Line 8:"),
}


@pytest.mark.parametrize("kind", FAILING)
def test_a_failure_has_a_hint_of_at_most_sixty_words(tmp_path: Path, kind: str) -> None:
    body, words, place = FAILING[kind]
    source = tmp_path / "scene.py"
    source.write_text(HEAD + body)
    order = ["render", str(source), "--scene", "A", "--out", str(tmp_path / "out")]
    told = studio(tmp_path / "home", *order, "--json")
    assert told.code == 1, told
    hint = told.document["hint"]
    assert words in hint
    assert place in hint
    assert "Line" in hint or "on the line" not in hint
    assert len(hint.split()) <= 60
    assert f"Hint: {hint}" in studio(tmp_path / "home", *order).stdout
