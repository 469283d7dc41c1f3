"""The example scenes in the docstrings of the installed Manim, as programs."""

import ast
import importlib.util
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.paths import RESOURCES

_EXCLUDED = RESOURCES / "bench" / "not_rendering.json"
# Examples that cannot be rendered here, by their keys, with the reason.
NOT_RENDERING: dict[str, str] = json.loads(_EXCLUDED.read_text(encoding="utf-8"))
_DIRECTIVE = re.compile(r"^(?P<indent>[ ]*)\.\. manim:: *(?P<scene>\S+)[^\n]*\n", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """One example: the module it documents, its scene class, a whole program."""

    module: str
    scene: str
    program: str

    @property
    def key(self) -> str:
        """A name that tells it from all others: module and scene."""
        return f"{self.module}:{self.scene}"


def manim_examples() -> Iterator[Example]:
    """Every `.. manim::` example of the installed package, in the order of its files."""
    spec = importlib.util.find_spec("manim")
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    for file in sorted(root.rglob("*.py")):
        module = ".".join(("manim", *file.relative_to(root).with_suffix("").parts))
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for scene, body in _directives(node.value):
                    yield Example(module, scene, f"from manim import *\n\n{body}\n")


def _directives(text: str) -> Iterator[tuple[str, str]]:
    for match in _DIRECTIVE.finditer(text):
        indent = len(match.group("indent"))
        block = []
        for line in text[match.end() :].splitlines():
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            block.append(line)
        body = textwrap.dedent("\n".join(block))
        options = re.match(r"(?:[ \t]*:\w[^\n]*\n|[ \t]*\n)*", body)
        body = body[options.end() if options else 0 :].strip("\n")
        yield match.group("scene"), textwrap.dedent(_without_prompts(body))


def _without_prompts(body: str) -> str:
    if ">>>" not in body:
        return body
    lines = (re.match(r"\s*(?:>>>|\.\.\.) ?(.*)", line) for line in body.splitlines())
    return "\n".join(match.group(1) for match in lines if match)
