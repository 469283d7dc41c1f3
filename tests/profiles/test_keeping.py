"""Profiles on disk and on the command line; where keys come from."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.cli.profile_options import PRESET_NAMES
from app.errors import StudioError, wrong_use
from app.paths import DataPaths
from app.profiles.editing import (
    ProfileDraft,
    add_profile,
    draft_of,
    edit_profile,
    remove_profile,
)
from app.profiles.keys import keys_of, read_key
from app.profiles.opening import open_chat
from app.profiles.presets import PRESETS
from app.profiles.store import ProfileStore
from pipeline.models.profile import ModelChoice
from pipeline.models.secrets import Key
from pipeline.render_port import CancelToken
from tests.models.profiles import KEY, profile_of
from tests.profiles.conftest import VARIABLE, Command, MemoryKeyring

LOCAL = ("--preset", "ollama", "--text-model", "qwen")


def test_a_profile_is_added_listed_and_removed(profile: Command, home: Path) -> None:
    code, added, _ = profile("add", "mine", *LOCAL, "--vision-model", "llava", "--parallel", "3")
    assert code == 0
    assert added["profile"]["text"]["base_url"] == "http://localhost:11434/v1"
    assert added["profile"]["limits"]["parallel"] == 3
    assert added["profile"]["limits"]["stall"] == 600
    assert [entry["name"] for entry in profile("list")[1]["profiles"]] == ["mine"]
    assert profile("remove", "mine")[0] == 0
    assert profile("list")[1]["profiles"] == []
    assert profile("remove", "mine")[1]["error"]["kind"] == "profile_unknown"
    assert sorted(path.name for path in home.iterdir()) == [".profiles.lock", "profiles.json"]


def test_every_preset_makes_a_profile(profile: Command) -> None:
    assert tuple(PRESETS) == PRESET_NAMES
    for name in PRESET_NAMES:
        place = ("--base-url", "https://gate.example/v1") if name == "other" else ()
        arguments = ("--preset", name, "--text-model", "m", *place)
        assert profile("add", name, *arguments)[0] == 0
    assert len(profile("list")[1]["profiles"]) == len(PRESET_NAMES)


def test_one_model_for_writing_and_seeing_has_one_price(profile: Command) -> None:
    price = ("--price-in", "1", "--price-out", "2")
    _, same, _ = profile("add", "same", *LOCAL, "--vision-model", "qwen", *price)
    assert same["profile"]["vision"]["price"] == {"input": 1.0, "output": 2.0}
    _, other, _ = profile("add", "other", *LOCAL, "--vision-model", "v", *price)
    assert other["profile"]["vision"]["price"] is None


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("--text-model", "m"), "usage"),
        (("--preset", "ollama"), "usage"),
        ((*LOCAL, "--base-url", "localhost:1"), "usage"),
        ((*LOCAL, "--parallel", "0"), "usage"),
        ((*LOCAL, "--temperature", "nan"), "usage"),
        ((*LOCAL, "--price-in", "1"), "usage"),
        ((*LOCAL, "--vision-base-url", "http://localhost:1/v1"), "usage"),
        ((*LOCAL, "--vision-model", "v", "--vision-key-session"), "usage"),
        ((*LOCAL, "--key-env", "A", "--key-session"), "usage"),
        ((*LOCAL, "--key-env", KEY), "key_as_argument"),
        ((*LOCAL, "--key-env", "gsk_Zq83hTmW5vLr09CANARYxyz"), "usage"),
        ((*LOCAL, "--key", KEY), "key_as_argument"),
        ((*LOCAL, f"--api-key={KEY}"), "key_as_argument"),
    ],
)
def test_wrong_use_is_refused_keeps_nothing_and_shows_no_key(
    arguments: tuple[str, ...], kind: str, profile: Command, home: Path
) -> None:
    code, document, _ = profile("add", "mine", *arguments)
    assert (code, document["error"]["kind"]) == (2, kind)
    assert not (home / "profiles.json").exists()


@pytest.mark.parametrize("name", ["", "a/b", "../up", "a b", "-x" * 40])
def test_the_name_of_a_profile_is_a_plain_word(name: str, profile: Command) -> None:
    assert profile("add", "--text-model=m", "--preset=vllm", "--", name)[0] == 2


def test_a_name_that_is_taken_is_replaced_only_when_asked(profile: Command) -> None:
    profile("add", "mine", *LOCAL)
    code, document, _ = profile("add", "mine", "--preset", "vllm", "--text-model", "new")
    assert (code, document["error"]["kind"]) == (2, "profile_exists")
    assert profile("add", "mine", "--preset", "vllm", "--text-model", "new", "--replace")[0] == 0
    assert profile("list")[1]["profiles"][0]["text"]["model"] == "new"


def test_a_key_for_the_keyring_comes_from_standard_input_and_goes_with_the_profile(
    profile: Command, ring: MemoryKeyring, home: Path
) -> None:
    online = ("--preset", "openai", "--text-model", "m", "--key-keyring")
    assert profile("add", "mine", *online, stdin=f"{KEY}\n")[0] == 0
    assert list(ring.kept.values()) == [KEY]
    assert keys_of(ProfileStore(DataPaths(home)).get("mine"))["text"].reveal() == KEY  # type: ignore[union-attr]
    assert profile("remove", "mine")[1]["keys_removed"] == 1
    assert ring.kept == {}


def test_without_a_key_on_standard_input_nothing_is_kept(
    profile: Command, ring: MemoryKeyring
) -> None:
    code, document, _ = profile("add", "mine", "--preset", "openai", "--text-model", "m",
                                "--key-keyring")  # fmt: skip
    assert (code, document["error"]["kind"]) == (2, "key_missing")
    assert profile("list")[1]["profiles"] == []
    assert ring.kept == {}


def test_a_machine_without_a_keyring_says_what_else_there_is(
    profile: Command, ring: MemoryKeyring
) -> None:
    import keyring
    from keyring.backends.fail import Keyring

    keyring.set_keyring(Keyring())  # type: ignore[no-untyped-call]
    code, document, _ = profile("add", "m", *LOCAL, "--key-keyring", stdin=KEY)
    assert (code, document["error"]["kind"]) == (3, "no_keyring")
    assert "--key-env" in document["error"]["remedy"]


def test_a_session_key_is_asked_for_once_for_one_endpoint() -> None:
    asked: list[str] = []

    def ask(purpose: str) -> Key:
        asked.append(purpose)
        return Key(KEY)

    shared = profile_of("http://localhost:1/v1")
    assert {key.reveal() for key in keys_of(shared, ask).values() if key} == {KEY}
    assert len(asked) == 1
    apart = ModelChoice(base_url="http://localhost:2/v1", model="v", key="session")
    keys_of(shared.model_copy(update={"vision": apart}), ask)
    assert len(asked) == 3


def test_a_key_that_is_not_where_the_profile_says_names_the_place(
    profile: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile("add", "mine", "--preset", "openai", "--text-model", "m", "--key-env", VARIABLE)
    chat, opened = open_chat(DataPaths(home), "mine", CancelToken())
    assert (chat.identity("text"), opened.name) == ("m@api.openai.com", "mine")
    monkeypatch.delenv(VARIABLE)
    assert profile("list")[1]["profiles"][0]["key_missing"] is True
    with pytest.raises(StudioError, match=VARIABLE) as caught:
        open_chat(DataPaths(home), "mine", CancelToken())
    assert caught.value.code == 3


@pytest.mark.parametrize("text", ["two words", "accent-é", "tab\tinside", "x" * 5000])
def test_a_key_that_no_header_can_hold_is_refused_unshown(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    with pytest.raises(StudioError) as caught:
        read_key("a test")
    assert caught.value.kind == "key_malformed"
    assert text not in caught.value.message


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 99, "profiles": []}',
        b'{"version": 1}',
        b'{"version": 1, "profiles": [{"name": "x"}]}',
        b'{"version": 1, "profiles": 7}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_file_is_named_and_left_as_it_is(
    damage: bytes, profile: Command, home: Path
) -> None:
    home.mkdir()
    (home / "profiles.json").write_bytes(damage)
    for arguments in (("list",), ("test", "x"), ("add", "new", *LOCAL), ("remove", "x")):
        code, document, _ = profile(*arguments)
        assert (code, document["error"]["kind"]) == (3, "profiles_damaged")
        assert str(home / "profiles.json") in document["error"]["message"]
    assert (home / "profiles.json").read_bytes() == damage


def test_a_key_in_the_clear_over_a_network_is_warned_of(profile: Command) -> None:
    place = ("--base-url", "http://gate.example/v1", "--text-model", "m", "--key-session")
    assert any(
        "unencrypted" in warning for warning in profile("add", "mine", *place)[1]["warnings"]
    )


def test_people_are_told_in_lines(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", "list"]) == 0
    assert "profile add" in capsys.readouterr().out
    main(["profile", "add", "mine", *LOCAL, "--vision-model", "llava"])
    told = capsys.readouterr().out
    assert "qwen at localhost:11434, no key; llava sees; not tested yet" in told
    assert "./run profile test mine" in told


def test_no_client_library_is_loaded_by_what_every_command_loads() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from app.cli.parser import build_parser; build_parser(); "
        "import app.cli.check, app.cli.profile, app.profiles.opening, pipeline.models.endpoint; "
        "print(json.dumps([m for m in ('openai', 'httpx2', 'keyring', 'PIL') if m in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", "import json; " + code], capture_output=True, text=True, check=True
    )
    loaded: list[Any] = json.loads(done.stdout)
    assert loaded == []


def test_an_edited_profile_keeps_what_the_form_does_not_show(tmp_path: Path) -> None:
    store = ProfileStore(DataPaths(tmp_path))
    add_profile(store, ProfileDraft("mine", "ollama", text_model="small"), None, replace=False)
    before = store.get("mine").model_copy(update={"temperature": 0.3})
    store.save(before, replace=True)
    draft = replace(draft_of(before), text_model="large", currency="EUR")
    assert draft.preset == "ollama"
    after = edit_profile(store, "mine", draft, None)
    assert (after.text.model, after.currency) == ("large", "EUR")
    assert (after.temperature, after.limits) == (0.3, before.limits)
    assert store.all() == (after,)


def test_a_key_for_this_session_is_in_no_file_and_goes_to_its_host_alone(tmp_path: Path) -> None:
    store, secret = ProfileStore(DataPaths(tmp_path)), "sk-only-for-now-123"
    draft = ProfileDraft("mine", "openai", text_model="small", key_source="session")
    profile = add_profile(store, draft, Key(secret), replace=False)
    found = keys_of(profile, _nobody)["text"]
    assert found is not None
    assert found.reveal() == secret
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert all(secret.encode() not in data for data in written)
    moved = replace(draft_of(profile), base_url="https://elsewhere.example/v1")
    with pytest.raises(StudioError, match="nobody is here"):
        keys_of(edit_profile(store, "mine", moved, None), _nobody)
    remove_profile(store, "mine")
    with pytest.raises(StudioError, match="nobody is here"):
        keys_of(profile, _nobody)


def _nobody(purpose: str) -> Key:
    raise wrong_use(f"nobody is here to give the key for {purpose}", "")
