"""Make requirements.lock anew from requirements.in (needs `uv` on the PATH or beside Python).

The lock covers every platform and Python 3.11+, each file with its hashes. torch, and what only
torch needs, is left out: its builds have the same version and different contents.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# torch's own run-time libraries; nothing else in the lock asks for them.
TORCH_ONLY = re.compile(r"^(torch|triton|nvidia-.*|cuda-.*)==")
HEADER = """\
# Made by `python -m app.setup.relock` from requirements.in: change that file, not this one.
# Install with `pip install --require-hashes --no-deps -r requirements.lock`,
# then `pip install -r requirements-torch.txt`.
"""


def without_torch(lock: str) -> str:
    """The text of a lock without torch and its libraries and without a browser's packages."""
    blocks = re.split(r"^(?=[a-zA-Z0-9])", lock, flags=re.MULTILINE)
    kept = [
        block
        for block in blocks
        if not TORCH_ONLY.match(block) and "sys_platform == 'emscripten'" not in block
    ]
    return "".join(kept)


def compile_lock(uv: str) -> str:
    """Resolve requirements.in for all platforms; raises CalledProcessError with uv's words."""
    command = [uv, "pip", "compile", "--universal", "--python-version", "3.11", "--quiet"]
    command += ["--generate-hashes", "--no-annotate", "--no-header", "--no-emit-index-url"]
    command += ["--constraints", "requirements-torch.txt", "requirements.in"]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def main() -> int:
    """Write requirements.lock; 0 when it was written."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        print("uv is not here. Install it first: .venv/bin/python -m pip install uv")
        return 3
    try:
        text = HEADER + without_torch(compile_lock(uv))
    except subprocess.CalledProcessError as error:
        print(
            f"uv could not resolve requirements.in (exit {error.returncode}); nothing was changed."
        )
        return 1
    (ROOT / "requirements.lock").write_text(text, encoding="utf-8")
    count = len(re.findall(r"^[^#\s]+==", text, re.MULTILINE))
    print(f"requirements.lock: {count} pinned versions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
