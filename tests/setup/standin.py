"""A small project with the real launcher and set-up, and packages that a test makes itself."""

import base64
import hashlib
import os
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAIN = """\
import json, os, sys
print(json.dumps({"arguments": sys.argv[1:], "folder": os.getcwd()}))
sys.exit(7 if sys.argv[1:2] == ["fail"] else 0)
"""
# What set-up imports at its end, here as empty modules.
MODULES = ("manim", "av", "cairo", "manimpango", "faiss", "peewee", "pydantic")
# The programs that the launcher itself uses.
TOOLS = ("sh", "cat", "cksum", "readlink", "sed", "tr", "uname", "env", "dirname")


@dataclass(frozen=True)
class Project:
    """A folder with `run`, and the wheels it may install from."""

    root: Path
    wheels: Path

    @property
    def site(self) -> Path:
        """Where its packages are."""
        return next(self.root.glob(".venv/lib/python3.*/site-packages"))

    @property
    def stamp(self) -> Path:
        """The sign that set-up is done."""
        return self.root / ".venv" / ".setup-done"

    def environment(self, **extra: str) -> dict[str, str]:
        """No network, no system packages; everything else is the machine's."""
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.root)}
        own = {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": self.wheels.as_uri(),
            "PIP_CONFIG_FILE": os.devnull,
            "MANIMAGENT_SKIP_SYSTEM": "1",
        }
        return kept | own | extra

    def start(self, *arguments: str, **extra: str) -> "subprocess.Popen[str]":
        """Start `run` and go on."""
        return subprocess.Popen(
            [str(self.root / "run"), *arguments],
            env=self.environment(**extra),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **extra: str) -> "subprocess.CompletedProcess[str]":
        """Run `run` to its end."""
        process = self.start(*arguments, **extra)
        out, err = process.communicate(timeout=250)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def make_project(folder: Path) -> Project:
    """A project in `folder`, not yet set up and without an environment."""
    root, wheels = folder / "my studio, copy", folder / "wheels"
    root.mkdir(parents=True)
    wheels.mkdir()
    shutil.copy2(ROOT / "run", root / "run")
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "app" / "setup", root / "app" / "setup", ignore=skip)
    shutil.copy2(ROOT / "app" / "__init__.py", root / "app" / "__init__.py")
    (root / "main.py").write_text(MAIN, encoding="utf-8")
    pin = make_wheel(wheels, "standin", "1.0", MODULES)
    (root / "requirements.lock").write_text(pin, encoding="utf-8")
    make_wheel(wheels, "torch", "1.0", ("torch",))
    (root / "requirements-torch.txt").write_text("torch==1.0\n", encoding="utf-8")
    return Project(root, wheels)


def make_wheel(
    folder: Path, name: str, version: str, modules: tuple[str, ...], body: str = ""
) -> str:
    """Write a wheel of modules that say their version, then `body`; its line for a lock."""
    info = f"{name}-{version}.dist-info"
    files = {f"{module}.py": f"version = {version!r}\n{body}" for module in modules}
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{path},{_digest(text)},{len(text)}\n" for path, text in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n"
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def tool_folder(folder: Path, *more: str) -> Path:
    """A folder for PATH that holds the launcher's tools and `more`, and nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*TOOLS, *more):
        found = shutil.which(name)
        if found is not None and not (folder / name).exists():
            (folder / name).symlink_to(found)
    return folder


def program(folder: Path, name: str, script: str) -> None:
    """Put a shell script called `name` into `folder`."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).decode().rstrip("=")
