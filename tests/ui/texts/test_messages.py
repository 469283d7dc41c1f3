"""The template for translators, and how a catalogue is found."""

import importlib.util
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from app import texts
from app.texts import LANGUAGE_VARIABLES, bind_language, listed, mark, ngettext, tr, translated
from tests.ui.texts.catalogue import write_catalogue

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "packaging" / "messages.py"


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in LANGUAGE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield
    for name in LANGUAGE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    bind_language()


def test_the_template_holds_the_texts_of_the_code() -> None:
    told = subprocess.run(
        [sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout


def test_texts_are_collected_with_their_plurals(messages: ModuleType) -> None:
    source = 'tr("One")\nngettext("{n} dog", "{n} dogs", n)\nmark("Two " "parts")\ntr(name)\n'
    found = set(messages.messages_of(source, "a.py"))
    assert found == {("One", ""), ("{n} dog", "{n} dogs"), ("Two parts", "")}


def test_a_text_put_together_at_run_time_is_refused(messages: ModuleType) -> None:
    with pytest.raises(messages.NotLiteralError, match=r"a\.py, line 1"):
        list(messages.messages_of('tr(f"Hello {name}")', "a.py"))


def test_both_forms_of_a_count_name_things_that_are_filled_in(messages: ModuleType) -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for one, many in messages.collect():
        assert not many or names(one) == names(many), (one, many)


def test_a_text_of_two_lines_is_quoted_for_the_template(messages: ModuleType) -> None:
    assert messages.quoted('a "b"\n\\c') == '"a \\"b\\"\\n\\\\c"'


def test_the_environment_decides_before_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_catalogue(tmp_path, "aa", {("Save", ""): "Aave"})
    write_catalogue(tmp_path, "bb", {("Save", ""): "Bave"})
    bind_language(["bb-XX", "aa"], tmp_path)
    assert tr("Save") == "Bave"
    monkeypatch.setenv("LANG", "aa_AA.UTF-8")
    bind_language(["bb"], tmp_path)
    assert tr("Save") == "Aave"


def test_without_a_catalogue_everything_is_english(tmp_path: Path) -> None:
    bind_language(["bb"], tmp_path)
    assert tr("Save") == "Save"
    assert tr("") == ""
    assert ngettext("{count} run", "{count} runs", 1) == "{count} run"
    assert ngettext("{count} run", "{count} runs", 0) == "{count} runs"


def test_marked_words_are_translated_where_they_are_shown(tmp_path: Path) -> None:
    words = mark("Save")
    choices = (("save", words),)
    write_catalogue(tmp_path, "bb", {("Save", ""): "Bave", ("{n} dog", "{n} dogs"): "{n} bogs"})
    bind_language(["bb"], tmp_path)
    assert words == "Save"
    assert translated(choices) == [("save", "Bave")]
    assert ngettext("{n} dog", "{n} dogs", 3) == "{n} bogs"


def test_a_long_list_is_cut_with_a_count() -> None:
    assert listed(["a", "b"], 2) == "a, b"
    assert listed(["a", "b", "c", "d"], 2) == "a, b and 2 more"


def test_catalogues_that_are_shipped_lie_where_they_are_looked_for() -> None:
    assert (texts.LOCALES / f"{texts.DOMAIN}.pot").is_file()
