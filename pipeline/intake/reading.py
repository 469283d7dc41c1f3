"""Reading a section: a file, bytes or text becomes a `Task`, or an error a person can act on.

The text of a section is data. Nothing in it is interpreted but the front matter and, for the
title, the first heading; delimiters, braces, percent signs and commands pass through unchanged.
"""

import errno
import re
from pathlib import Path

from pipeline.intake.errors import IntakeError
from pipeline.intake.front_matter import FrontMatter, split_front_matter
from pipeline.intake.text import decode, normalise
from pipeline.schema.task import SCENE_ROLES, SceneRole, Task

# About 25 pages. A section of a paper has 2,000 to 20,000 characters; a longer text is a whole
# paper or a book, and one animation cannot do it justice.
MAX_CHARACTERS = 60_000
# UTF-32 needs four bytes a character; what is larger is refused without being read to the end.
MAX_BYTES = 4 * 1024 * 1024
# Fewer words than this carry no claim.
MIN_WORDS = 3
MAX_TITLE = 200

_MATH = re.compile(
    r"\$\$.*?\$\$|\\\[.*?\\\]|\\\(.*?\\\)"
    r"|\\begin\{(equation|align|gather|multline|eqnarray|math|displaymath|split|cases)(\*?)\}.*?"
    r"\\end\{\1\2\}|(?<!\\)\$[^$\n]*(?:\n[^$\n]+)*?(?<!\\)\$",
    re.DOTALL,
)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(\s*\[[^\]\n]*\])?")
_WORD = re.compile(r"[^\W\d_]{2,}")
# Scripts written without spaces: every two characters count as a word.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{2}")
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_UNDERLINED = re.compile(r"^ {0,3}(\S[^\n]*)\n {0,3}(=+|-{3,})[ \t]*$", re.MULTILINE)
_TEX_HEADING = re.compile(r"\\(?:title|chapter|(?:sub)*section)\*?\{([^{}\n]+)\}")
_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]*\}\s*$")


def read_task(
    source: Path | bytes | str,
    *,
    role: str | None = None,
    domain: str | None = None,
    name: str | None = None,
    limit: int = MAX_CHARACTERS,
) -> Task:
    """Read a section as a task.

    Args:
        source: a file; or bytes, or text, as they came from standard input.
        role: one of the four scene roles; wins over the front matter. Default `method`.
        domain: wins over the front matter. Default `general`.
        name: what to call the source in errors; the path of a file by default.
        limit: most characters the section may have after normalisation.

    Returns:
        A task whose text is the normalised source without its front matter. A heading stays in
        the text (it belongs to the section); the title is that of the front matter, else the
        first Markdown or LaTeX heading, else empty.

    Raises:
        IntakeError: see `IntakeKind`.
    """
    told = name or (str(source) if isinstance(source, Path) else "standard input")
    matter = split_front_matter(normalise(_characters(source, told, limit)), told)
    _refuse_unusable(matter.body, told, limit)
    return Task(
        text=matter.body,
        role=_role(role, matter, told),
        domain=(domain or "").strip() or matter.text("domain") or "general",
        paper_id=matter.text("paper_id"),
        section_id=matter.text("section_id"),
        title=matter.text("title") or first_heading(matter.body),
        abstract=matter.text("abstract"),
        prior_context=matter.text("prior_context"),
        prior_objects=matter.prior_objects,
        source_type=matter.text("source_type") or "section",
    )


def read_text(path: Path) -> str:
    """The normalised text of a file, whatever it holds.

    Raises:
        IntakeError: kinds `missing`, `directory`, `unreadable`, `binary`, `encoding`, `too_long`.
    """
    return normalise(decode(_bytes(path), str(path)))


def read_front_matter(path: Path) -> dict[str, str]:
    """The known fields of a file's front matter, by task field; empty if it has none.

    Raises:
        IntakeError: as `read_text`, and `malformed`.
    """
    matter = split_front_matter(read_text(path), str(path))
    return {field: entry.value for field, entry in matter.entries.items()}


def first_heading(text: str) -> str:
    """The first Markdown or LaTeX heading outside fenced code, or empty. At most 200 characters."""
    bare = _FENCED.sub("", text)
    found = [m for m in (p.search(bare) for p in (_HEADING, _UNDERLINED, _TEX_HEADING)) if m]
    if not found:
        return ""
    first = min(found, key=lambda match: match.start())
    title = " ".join(_ATTRIBUTES.sub("", first.group(1)).split())
    return title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1].rstrip() + "…"


def _bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file() and not path.is_dir():
        raise IntakeError(
            "unreadable", f"{path} is not a regular file.", "Give a Markdown or text file."
        )
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise IntakeError(
            "missing", f"There is no file {path}.", "Check the name and the folder."
        ) from error
    except IsADirectoryError as error:
        raise IntakeError(
            "directory", f"{path} is a folder.", "Give a Markdown or text file in it."
        ) from error
    except (OSError, ValueError) as error:
        if path.is_dir():
            raise IntakeError(
                "directory", f"{path} is a folder.", "Give a Markdown or text file in it."
            ) from error
        reason = getattr(error, "strerror", None) or str(error)
        denied = getattr(error, "errno", None) in (errno.EACCES, errno.EPERM)
        remedy = "Allow reading it." if denied else "Check the file and the disk it is on."
        raise IntakeError("unreadable", f"{path} cannot be read: {reason}.", remedy) from error
    if len(data) > MAX_BYTES:
        raise IntakeError(
            "too_long",
            f"{path} has more than {MAX_BYTES:,} bytes; "
            f"a section has at most {MAX_CHARACTERS:,} characters.",
            "Give one section of the paper.",
        )
    return data


def _characters(source: Path | bytes | str, name: str, limit: int) -> str:
    data = _bytes(source) if isinstance(source, Path) else source
    text = data if isinstance(data, str) else decode(data, name)
    # The final count is taken after normalisation; this one only bounds its work.
    if len(text) > 2 * limit:
        raise _too_long(name, len(text), limit)
    return text


def _too_long(name: str, count: int, limit: int) -> IntakeError:
    return IntakeError(
        "too_long",
        f"{name} has {count:,} characters; a section may have at most {limit:,}.",
        "Give one section of the paper, or split it.",
    )


def _refuse_unusable(text: str, name: str, limit: int) -> None:
    if len(text) > limit:
        raise _too_long(name, len(text), limit)
    if not any(character.isalnum() for character in text):
        raise IntakeError("empty", f"{name} has no text in it.", "Paste or write the section.")
    prose = _MATH.sub(" ", text)
    words = _words(_COMMAND.sub(" ", prose))
    if words >= MIN_WORDS:
        return
    if prose != text or _COMMAND.search(text) or re.search(r"[=^_]", text):
        raise IntakeError(
            "formula_only",
            f"{name} holds formulas but no sentence about them.",
            "Add the text that explains what the formulas say.",
        )
    raise IntakeError(
        "empty",
        f"{name} holds only {words} word{'' if words == 1 else 's'}.",
        "Give a section of at least one sentence.",
    )


def _words(text: str) -> int:
    return len(_WORD.findall(_UNSPACED.sub(" ", text))) + len(_UNSPACED.findall(text))


def _role(role: str | None, matter: FrontMatter, name: str) -> SceneRole:
    given, place = role, "the role given"
    if given is None:
        entry = matter.entries.get("role")
        given = entry.value if entry else ""
        place = f"{name}, line {entry.line}: the role" if entry else ""
    wanted = given.strip().casefold()
    if wanted in SCENE_ROLES:
        return wanted
    if role is None and not wanted:
        return "method"
    raise IntakeError(
        "unknown_role",
        f"{place[0].upper()}{place[1:]}, {given[:60]!r}, is not one of the four scene roles."
        if role is not None
        else f"{place} {given[:60]!r} is not one of the four scene roles.",
        f"Use one of {', '.join(SCENE_ROLES)}.",
    )
