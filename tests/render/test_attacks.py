"""The attacks on the allow-list, run without the static check: the sandbox alone has to hold."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.render.processes import descendants
from pipeline.render.wire import Layers
from tests.checks.programs import programs
from tests.render.conftest import Studio

# Those that reach for a file of the test's; the others could only print.
ATTACKS = {name: text for name, text in programs("attacks").items() if "@GROUND@" in text}
SECRET = "the words of a private file"
LAYERS = {
    "the kernel's layers": Layers(audit=False),
    "the audit hook": Layers(landlock=False, seccomp=False, capabilities=False),
}
# Native code writes here, which the audit hook does not see.
PAST_THE_HOOK = {
    "cairo surface of the camera",
    "cairo by a pattern",
    "hull that writes its report",
    "triangulation that writes its report",
    "av",
}


@pytest.fixture
def ground(tmp_path: Path) -> Iterator[Path]:
    """A folder outside of the sandbox with a private file in it."""
    (tmp_path / "kept").write_text(SECRET)
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)


def sockets() -> set[str]:
    """Sockets of this machine that listen, by address."""
    lines = []
    for name in ("tcp", "tcp6", "udp", "unix"):
        path = Path("/proc/net", name)
        lines += path.read_text().splitlines()[1:] if path.exists() else []
    return {line.split()[-1] for line in lines if "studio_probe" in line}


@pytest.mark.parametrize("layers", LAYERS)
def test_no_attack_leaves_a_mark_a_process_or_a_word_of_a_private_file(
    studio: Studio, ground: Path, layers: str
) -> None:
    studio.renderer.layers = LAYERS[layers]
    found = []
    try:
        for name, program in ATTACKS.items():
            folder = studio.folder()
            result = studio.render(
                program.replace("@GROUND@", str(ground)), "Example", folder, wall_seconds=40
            )
            shown = result.model_dump_json()
            shown += "".join(p.read_text(errors="replace") for p in folder.glob("*.txt"))
            left = [path.name for path in ground.iterdir() if path.name != "kept"]
            changed = (ground / "kept").read_text() != SECRET
            if SECRET in shown or left or changed or any(Path("/dev/shm").glob("mark*")):
                found.append(name)
            for path in ground.glob("mark*"):
                path.unlink()
    finally:
        studio.renderer.layers = Layers()
    assert set(found) <= (PAST_THE_HOOK if layers == "the audit hook" else set())
    time.sleep(1)
    assert list(descendants(studio.renderer.ready().pid)) == []
    assert studio.leftovers() == []
    assert sockets() == set()


def test_the_attacks_are_harmful_where_nothing_holds_them(studio: Studio, ground: Path) -> None:
    studio.renderer.layers = Layers.only()
    try:
        for name in (
            "annotations evaluated by typing_extensions",
            "array dumped, with a function of that name elsewhere",
            "cairo surface of the camera",
        ):
            studio.render(ATTACKS[name].replace("@GROUND@", str(ground)), "Example")
            assert (ground / "mark").exists(), name
            (ground / "mark").unlink()
    finally:
        studio.renderer.layers = Layers()
