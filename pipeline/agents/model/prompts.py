"""Prompt templates: Markdown files with a version, a system part and a prompt part.

    <!-- version: 1 -->
    <!-- system -->
    ...rules that never change...
    <!-- prompt -->
    ...{{section}}...

A place is a lower-case word in double braces. Texts go into the places in one pass and are never
read as templates themselves: braces, `%s` and `${...}` in them stay what they are.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "prompts"

_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")
_FILE = re.compile(
    r"\A<!-- version: (?P<version>\d+) -->\n<!-- system -->\n(?P<system>.*?)"
    r"^<!-- prompt -->\n(?P<prompt>.*)\Z",
    re.DOTALL | re.MULTILINE,
)
_GAPS = re.compile(r"\n{3,}")


class PromptError(Exception):
    """A template cannot be used; the message names the file and what is wrong with it."""


@dataclass(frozen=True)
class Prompt:
    """One agent's template.

    Attributes:
        version: as the file says, and the beginning of the SHA-256 of its text, e.g. `1-3fa2b1c0`,
            so that a changed file never goes under an old version.
        system: rules, the same in every call.
    """

    name: str
    version: str
    system: str
    template: str

    @property
    def places(self) -> frozenset[str]:
        """Names of the places of the prompt part."""
        return frozenset(_PLACE.findall(self.template))

    def fill(self, **texts: str) -> str:
        """The prompt with every place filled; an empty text leaves no gap.

        Raises:
            PromptError: places and texts are not the same set.
        """
        if texts.keys() != self.places:
            odd = ", ".join(sorted(texts.keys() ^ self.places))
            raise PromptError(f"prompt {self.name}: places and texts differ in {odd}")
        parts = _PLACE.split(self.template)
        filled: list[str] = []
        for number, part in enumerate(parts):
            if number % 2:
                filled.append(texts[part])
            else:
                # Only our own text is tidied: a blank line more or less around an empty place.
                follows_nothing = number > 0 and not texts[parts[number - 1]]
                filled.append(part.lstrip("\n") if follows_nothing else part)
        return "".join(filled).strip() + "\n"


@cache
def load_prompt(name: str, folder: Path = FOLDER) -> Prompt:
    """The template `<name>.md`.

    Raises:
        PromptError: it is missing, has no version, no parts, or a place in its system part.
    """
    path = folder / f"{name}.md"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path} cannot be read: {error}. Get the file again.") from error
    found = _FILE.match(text)
    if found is None:
        raise PromptError(f"{path} does not begin with its version, a system and a prompt part")
    if _PLACE.search(found["system"]):
        raise PromptError(f"{path} has a place in its system part, which never changes")
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Prompt(
        name=name,
        version=f"{found['version']}-{digest}",
        system=_GAPS.sub("\n\n", found["system"]).strip() + "\n",
        template=found["prompt"],
    )
