"""The tables of Manim's classes agree with Manim."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.checks import load_tables
from pipeline.checks.api.catalogue import Catalogue, catalogue_of
from tests.checks import live_keywords


@pytest.fixture(scope="module")
def catalogue(tables_dir: Path) -> Catalogue:
    return catalogue_of(load_tables(tables_dir))


def _init(catalogue: Catalogue, name: str) -> list[str]:
    cls = catalogue.class_(name)
    assert cls is not None
    assert cls.init is not None
    return cls.init.keywords(1)


def test_manim_takes_every_keyword_that_the_tables_allow_and_no_other(
    catalogue: Catalogue,
) -> None:
    names = live_keywords.CLASSES
    every = sorted({k for name in names for k in _init(catalogue, name)} | {"no_such_keyword"})
    done = subprocess.run(
        [sys.executable, "-m", "tests.checks.live_keywords", *every],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    refused = json.loads(done.stdout)
    for name in names:
        cls = catalogue.class_(name)
        assert cls is not None
        assert cls.init is not None
        positional = {p.name for p in cls.init.parameters if not p.optional} | {"target_mobject"}
        wrong = {k for k in every if cls.init.accepts(k) and k in refused[name]} - positional
        missed = {k for k in every if not cls.init.accepts(k) and k not in refused[name]}
        assert (name, wrong, missed) == (name, set(), set())


@pytest.mark.parametrize(
    ("cls", "attribute"),
    [
        ("Axes", "plot"),
        ("Axes", "x_axis"),
        ("MathTex", "set_color_by_tex"),
        ("VGroup", "submobjects"),
        ("MovingCamera", "frame"),
        ("ThreeDScene", "set_camera_orientation"),
        ("ValueTracker", "increment_value"),
        ("Brace", "get_tex"),
    ],
)
def test_methods_properties_and_attributes_are_known(
    catalogue: Catalogue, cls: str, attribute: str
) -> None:
    found = catalogue.class_(cls)
    assert found is not None
    assert found.member(attribute) is not None


def test_each_kind_of_scene_has_its_camera(catalogue: Catalogue) -> None:
    cameras = {
        name: found.camera
        for name in ("Scene", "MovingCameraScene", "ThreeDScene", "ZoomedScene")
        if (found := catalogue.class_(name)) is not None
    }
    assert cameras == {
        "Scene": "Camera",
        "MovingCameraScene": "MovingCamera",
        "ThreeDScene": "ThreeDCamera",
        "ZoomedScene": "MultiCamera",
    }
