"""A TeX source as one text: files put in where they are named, comments taken out."""

import re
from pathlib import Path

from app.texts import tr
from pipeline.intake.errors import IntakeError
from pipeline.intake.reading import MAX_BYTES, read_text
from pipeline.intake.text import normalise

MAX_FILES = 60
MAX_SOURCE = 3_000_000
"""Characters of all files together."""
_DEPTH = 6
_INPUT = re.compile(r"\\(?:input|include|subfile)\s*(?:\{([^{}\n]+)\}|([\w./-]+))")
_VERBATIM = re.compile(
    r"(\\begin\{(verbatim|lstlisting|minted|comment|filecontents)(\*?)\}.*?\\end\{\2\3\})"
    r"|((?<!\\)(?:\\\\)*)%[^\n]*(?:\n[ \t]*(?=\S))?",
    re.DOTALL,
)
_OLD_ENCODING = re.compile(
    rb"\\usepackage\s*\[\s*(latin1|latin9|ansinew|cp1252)\s*\]\s*\{inputenc\}"
)


def read_source(path: Path) -> str:
    """The document's text with `\\input` and `\\include` followed, without comments.

    Only files below the document's own folder are read; what is missing is left out.

    Raises:
        IntakeError: as `pipeline.intake.reading.read_text`; `too_long` for all files together.
    """
    return _Reader(path).text


def without_comments(text: str) -> str:
    """The text without `%` comments; a line end after one goes too, as TeX has it."""
    return _VERBATIM.sub(lambda found: "" if found[1] else found[4] or "", text)


class _Reader:
    def __init__(self, path: Path) -> None:
        self._root = path.resolve().parent
        self._files = 0
        self._length = 0
        self.text = self._read(path, 0)

    def _read(self, path: Path, depth: int) -> str:
        self._files += 1
        text = without_comments(_decoded(path))
        self._length += len(text)
        if self._length > MAX_SOURCE:
            raise IntakeError(
                "too_long",
                tr(
                    "{name} and the files it names have more than {max_source:,} characters."
                ).format(name=path.name, max_source=MAX_SOURCE),
                tr("Give the file of one chapter."),
            )
        return _INPUT.sub(lambda found: self._named(found, depth), text)

    def _named(self, found: re.Match[str], depth: int) -> str:
        name = (found[1] or found[2]).strip()
        if depth >= _DEPTH or self._files >= MAX_FILES:
            return ""
        for candidate in (f"{name}.tex", name):
            try:
                path = (self._root / candidate).resolve()
                inside = path.is_relative_to(self._root) and path.is_file()
            except (OSError, ValueError):
                continue
            if inside and path.suffix.lower() in ("", ".tex", ".ltx", ".latex", ".txt"):
                return f"\n{self._read(path, depth + 1)}\n"
        return ""


def _decoded(path: Path) -> str:
    try:
        return read_text(path)
    except IntakeError as error:
        if error.kind != "encoding":
            raise
        data = path.read_bytes()[:MAX_BYTES]
        if not _OLD_ENCODING.search(data):
            raise
        return normalise(data.decode("cp1252", "replace"))
