"""A refused program is mended on the command line, and what comes out of it renders."""

from pathlib import Path

from tests.journeys.studio import studio

CASE = Path(__file__).parents[1] / "cases" / "C09.py"


def test_a_scene_with_the_wrong_base_class_is_mended_and_renders(tmp_path: Path) -> None:
    home, fixed = tmp_path / "home", tmp_path / "zoom.py"
    scene = ("--scene", "ZoomInPlainScene", "--json")
    offered = studio(home, "check", str(CASE), *scene)
    assert offered.code == 1
    assert "+class ZoomInPlainScene(MovingCameraScene):" in offered.document["repair"]["diff"]
    written = studio(home, "check", str(CASE), "--fix", "--out", str(fixed), *scene)
    assert written.code == 0
    assert written.document["repair"]["file"] == str(fixed)
    again = studio(home, "check", str(CASE), "--fix", "--out", str(fixed), *scene)
    assert again.code == 2
    assert again.document["error"]["kind"] == "exists"
    assert studio(home, "check", str(fixed), *scene).document["repair"] is None
    rendered = studio(home, "render", str(fixed), "--out", str(tmp_path / "out"), *scene)
    assert rendered.code == 0, rendered.stdout
