"""The main job for real: a section becomes a video, and the next run reads what was learned."""

from pathlib import Path

import av
import pytest

from tests.journeys.studio import SECTION, Answer, studio


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def first(home: Path) -> Answer:
    """A run from standard input, with two scenes."""
    answer = studio(home, "make", "-", "--scenes", "2", "--json", stdin=SECTION.encode())
    assert answer.code == 0, answer.stderr
    return answer


def test_the_video_of_a_section_plays_and_is_as_long_as_its_scenes(first: Answer) -> None:
    document = first.document
    with av.open(document["video"]) as video:
        pictures = sum(1 for _ in video.decode(video=0))
        rate = float(video.streams.video[0].average_rate or 0)
    assert pictures / rate > 5
    assert document["cast"] == "offline"
    assert document["language_model"] is False


def test_every_scene_tells_its_score_and_its_iterations(first: Answer) -> None:
    for scene in first.document["scenes"]:
        delivered = scene["iterations"][scene["delivered"]]
        assert delivered["u"] == scene["u"]
        axes = delivered["axes"]
        assert scene["u"] == pytest.approx(sum(axes.values()) / 3, abs=0.01)
        assert Path(scene["video"]).is_file()


def test_the_run_folder_holds_what_the_views_read(first: Answer) -> None:
    folder = Path(first.document["dir"])
    for name in ("manifest.json", "events.jsonl", "storyboard.json", "animation.mp4"):
        assert (folder / name).is_file()
    iteration = folder / "scenes" / "s1" / "i00"
    for name in ("scene.py", "render.mp4", "geometry.json", "render.json", "review.json"):
        assert (iteration / name).is_file()
    assert len(list((iteration / "keyframes").glob("*.png"))) == 4


def test_a_second_run_reads_what_the_first_one_learned(home: Path, first: Answer) -> None:
    learned = first.document["memory"]["added_ids"]
    answer = studio(
        home, "make", "-", "--scenes", "1", "--memory-mode", "ro", "--json", stdin=SECTION.encode()
    )
    assert answer.code == 0, answer.stderr
    assert learned
    assert set(answer.document["memory"]["retrieved"]) <= set(learned)
    assert answer.document["memory"]["retrieved"]
    assert answer.document["memory"]["added"] == 0


def test_the_bank_can_be_looked_into_frozen_and_verified(home: Path, first: Answer) -> None:
    total = studio(home, "memory", "stats", "--json").document["total"]
    assert total == first.document["memory"]["added"]
    found = studio(home, "memory", "search", "pendulum", "--json").document["results"]
    assert {"id", "polarity", "similarity", "text"} <= set(found[0])
    shown = studio(home, "memory", "show", str(found[0]["id"]), "--json").document
    assert shown["record"]["id"] == found[0]["id"]
    frozen = studio(home, "memory", "freeze", "first", "--json").document
    for name in ("first", "a/b"):
        refused = studio(home, "memory", "freeze", name, "--json")
        assert (refused.code, refused.document["error"]["kind"]) == (2, "snapshot_name")
    assert sum(frozen["counts"].values()) == total
    assert studio(home, "memory", "verify", "--bank", frozen["path"], "--json").document["ok"]
    refused = studio(
        home, "make", "-", "--memory", frozen["path"], "--json", stdin=SECTION.encode()
    )
    assert refused.code == 2
    assert refused.document["error"]["kind"] == "read_only"


def test_a_finished_run_is_listed_shown_and_exported_without_overwriting(
    home: Path, first: Answer, tmp_path: Path
) -> None:
    run = first.document["run"]
    listed = studio(home, "runs", "list", "--json").document["runs"]
    assert run in {r["run"] for r in listed}
    assert studio(home, "runs", "show", run, "--json").document["state"] == "finished"
    for _ in range(2):
        exported = studio(home, "runs", "export", run, "--out", str(tmp_path), "--json")
        assert exported.code == 0
    assert (tmp_path / "animation.mp4").is_file()
    assert (tmp_path / "animation-2.mp4").is_file()


def test_a_bank_travels_as_one_file_and_arrives_once(
    home: Path, first: Answer, tmp_path: Path
) -> None:
    archive, added = str(tmp_path / "bank.embz"), first.document["memory"]["added"]
    assert studio(home, "memory", "export", archive, "--json").code == 0
    elsewhere = str(tmp_path / "other" / "bank")
    arguments = ("memory", "import", archive, "--bank", elsewhere, "--json")
    assert studio(home, *arguments).document["added"] == added
    again = studio(home, *arguments).document
    assert (again["added"], again["duplicates"]) == (0, added)
