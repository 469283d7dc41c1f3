"""The style sheet of a theme, from `resources/themes/studio.qss`."""

import re
from functools import cache

from app.paths import RESOURCES
from ui.theme.tokens import Theme, metrics

_MARKS = RESOURCES / "themes" / "marks"
_TOKEN = re.compile(r"@(\w+)@")


def build_stylesheet(theme: Theme) -> str:
    """The sheet with every token filled in; `KeyError` names one that does not exist."""

    def value(match: re.Match[str]) -> str:
        token = match[1]
        if token == "marks":
            return f"{_MARKS.as_posix()}/{theme.name}"
        return theme[token] if token in theme.colours else str(metrics()[token])

    return _TOKEN.sub(value, _template())


@cache
def _template() -> str:
    return (RESOURCES / "themes" / "studio.qss").read_text("utf-8")
