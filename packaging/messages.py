"""The texts that can be translated, collected from the code into a template for translators.

    python packaging/messages.py            writes resources/locale/manimagent-studio.pot
    python packaging/messages.py --check    says whether that file is up to date (exit code 1: no)

Collected are the literals in calls of `tr`, `mark` and `ngettext` under `ui` and `app`. Entries
name the files they are from without line numbers, so that the template changes only with the texts.
"""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "resources" / "locale" / "manimagent-studio.pot"
PACKAGES = ("app", "ui")
HEADER = (
    "Project-Id-Version: manimagent-studio\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"
)

Message = tuple[str, str]
"""A text and its plural; the plural is empty where there is none."""


class NotLiteralError(Exception):
    """A text that nobody can collect, because it is put together only when the program runs."""


def collect(root: Path = ROOT) -> dict[Message, list[str]]:
    """Every text with the files it is used in, in the order of files.

    Raises:
        NotLiteralError: an f-string is to be translated.
    """
    found: dict[Message, list[str]] = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for message in messages_of(path.read_text("utf-8"), place):
                files = found.setdefault(message, [])
                if place not in files:
                    files.append(place)
    return _with_plurals(found)


def messages_of(source: str, place: str) -> Iterator[Message]:
    """The texts of one file; calls whose argument is a name hold nothing to collect."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        wanted = {"tr": 1, "gettext": 1, "mark": 1, "ngettext": 2}.get(node.func.id, 0)
        texts = [_text(argument, place) for argument in node.args[:wanted]]
        if texts and all(texts):
            yield texts[0], texts[1] if wanted == 2 else ""


def template(found: dict[Message, list[str]]) -> str:
    """The .pot file."""
    parts = [f'msgid ""\nmsgstr ""\n{_lines(HEADER)}']
    for (text, plural), files in found.items():
        lines = [f"#: {' '.join(files)}"]
        if "{" in text + plural:
            lines.append("#, python-brace-format")
        lines.append(f"msgid {quoted(text)}")
        if plural:
            lines += [f"msgid_plural {quoted(plural)}", 'msgstr[0] ""', 'msgstr[1] ""']
        else:
            lines.append('msgstr ""')
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def quoted(text: str) -> str:
    """A text as a .po file writes it, on one line."""
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(signs.get(sign, sign) for sign in text) + '"'


def _text(node: ast.expr, place: str) -> str:
    if isinstance(node, ast.JoinedStr):
        raise NotLiteralError(f"{place}, line {node.lineno}: an f-string cannot be translated.")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _with_plurals(found: dict[Message, list[str]]) -> dict[Message, list[str]]:
    """A text that is used with and without a plural is one entry, the one with the plural."""
    plurals = {text: (text, plural) for text, plural in found if plural}
    joined: dict[Message, list[str]] = {}
    for (text, plural), files in found.items():
        kept = joined.setdefault(plurals.get(text, (text, plural)), [])
        kept += [file for file in files if file not in kept]
    return joined


def _lines(text: str) -> str:
    return "\n".join(quoted(line) for line in text.splitlines(keepends=True))


def main(arguments: list[str]) -> int:
    """Write or check the template; returns the exit code."""
    parser = argparse.ArgumentParser(description="Collect the texts that can be translated.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    found = collect()
    made = template(found)
    if check:
        same = TEMPLATE.is_file() and TEMPLATE.read_text("utf-8") == made
        print("up to date" if same else "out of date: run python packaging/messages.py")
        return 0 if same else 1
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_text(made, "utf-8")
    print(f"{len(found)} texts in {TEMPLATE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
