"""Words for people's eyes, in their language where somebody has translated them.

English is the message itself. A message of another language is looked up in a catalogue
`resources/locale/LANGUAGE/LC_MESSAGES/manimagent-studio.mo` once `bind_language` has been called;
only the window does that, so commands and what they write are English everywhere.

The standard library's own `gettext.gettext` looks for the catalogue on the disk at every call
(about 50 microseconds each); here it is read once.
"""

import gettext
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

DOMAIN = "manimagent-studio"
LOCALES = Path(__file__).resolve().parent.parent / "resources" / "locale"
LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a person says which language programs shall speak, the first that is set."""


class _Catalogue:
    """The one in use; a language is chosen once, before the window is made."""

    texts: gettext.NullTranslations = gettext.NullTranslations()


def bind_language(system: Sequence[str] = (), folder: Path = LOCALES) -> None:
    """Speak the language of the environment's variables, else the first of `system` there is.

    `system` names the languages of the desktop, such as `de-AT`, best first; Windows and macOS
    set no variable. Without a catalogue for any of them the texts stay English.
    """
    set_there = any(os.environ.get(name) for name in LANGUAGE_VARIABLES)
    languages = None if set_there else [name.replace("-", "_") for name in system]
    # Whoever asks the standard library itself finds the same catalogue.
    gettext.bindtextdomain(DOMAIN, folder)
    gettext.textdomain(DOMAIN)
    _Catalogue.texts = gettext.translation(DOMAIN, folder, languages, fallback=True)


def tr(text: str) -> str:
    """`text` in the language of the window; what varies is filled in after that by `format`."""
    return _Catalogue.texts.gettext(text) if text else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The form that fits `count`, which `format` fills in after that."""
    return _Catalogue.texts.ngettext(one, many, count)


def mark(text: str) -> str:
    """`text` as it is, for constants: named here for translators, translated where it is shown."""
    return text


def translated(choices: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of key and marked words, with the words translated."""
    return [(key, tr(words)) for key, words in choices]


def listed(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first `most` names, and how many more there are."""
    told = between.join(names[:most])
    more = len(names) - most
    if more <= 0:
        return told
    return ngettext("{names} and {count} more", "{names} and {count} more", more).format(
        names=told, count=more
    )
