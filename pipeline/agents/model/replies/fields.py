"""Field types of replies: what a schema asks for, and the few corrections that are safe.

Safe are: a number written as a string, case and spaces of a word from a list, null for an empty
list, a text longer than asked (cut at a word, or at a line of code), a wished length that is out
of all proportion. A boolean is no number, a word or `7/10` is none either, and a list is no word.
Each correction that loses something is noted.
"""

import math
import re
from collections.abc import Callable
from typing import Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator
from pydantic.config import JsonDict

from pipeline.agents.model.data import clean

_NUMBER = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,12})?")
# A JSON text in which LaTeX commands kept their single backslash: \b and \f are never meant, a
# tab or a return before a letter hardly ever, a line end before the rest of a command neither.
_EATEN = re.compile(
    r"[\b\f]|[\t\r](?=[a-zA-Z])|\n(?=(?:abla|u|e|eq|eg|i|ot|otin|mid|ewline)(?![a-zA-Z]))"
)
_LETTER = {"\b": "\\b", "\f": "\\f", "\t": "\\t", "\r": "\\r", "\n": "\\n"}


class Reading:
    """What was noticed while a reply was read.

    Attributes:
        notes: corrections that lost something.
        extra: fields that the schema does not have.
    """

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.extra: dict[str, Any] = {}


def _note(info: ValidationInfo, text: str) -> None:
    if isinstance(info.context, Reading):
        info.context.notes.append(text)


def _number(raw: Any) -> float:
    if isinstance(raw, str) and _NUMBER.fullmatch(raw.strip()):
        raw = float(raw.strip())
    if isinstance(raw, bool) or not isinstance(raw, (int, float)):
        raise ValueError(f"{_shown(raw)} is not a number")
    try:
        value = float(raw)
    except OverflowError:  # a whole number of hundreds of digits
        value = math.inf
    if not math.isfinite(value):
        raise ValueError("it is not a finite number")
    return value


def _about(least: int, most: int) -> Callable[[Any, ValidationInfo], Any]:
    def read(raw: Any, info: ValidationInfo) -> Any:
        value = _number(raw)
        nearest = min(max(value, float(least)), float(most))
        if nearest != value:
            _note(info, f"{info.field_name} {value:g} was taken as {nearest:g}")
        return nearest

    return read


def _word(raw: Any) -> Any:
    return re.sub(r"[\s_-]+", "_", raw.strip().lower()) if isinstance(raw, str) else raw


def _no_null(raw: Any) -> Any:
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise ValueError(f"{_shown(raw)} is not a list")
    return [item for item in raw if item is not None and item != ""]


def _shown(raw: Any) -> str:
    """A value in an error message, short."""
    text = repr(raw)
    return text if len(text) <= 40 else text[:37] + "..."


def _prose(limit: int) -> Callable[[Any, ValidationInfo], Any]:
    def read(raw: Any, info: ValidationInfo) -> Any:
        if not isinstance(raw, str):
            return raw
        text = clean(_EATEN.sub(lambda m: _LETTER[m.group()], raw)).strip()
        if len(text) <= limit:
            return text
        _note(info, f"{info.field_name} was cut to {limit} characters")
        return text[: limit - 3].rsplit(None, 1)[0][: limit - 3].rstrip() + "..."

    return read


def _code(limit: int) -> Callable[[Any, ValidationInfo], Any]:
    def read(raw: Any, info: ValidationInfo) -> Any:
        if not isinstance(raw, str):
            return raw
        text = re.sub(r"\A\s*```\w*\n|\n```\s*\Z", "", clean(raw)).strip("\n")
        if len(text) <= limit:
            return text
        _note(info, f"{info.field_name} was cut to {limit} characters")
        lines = text[:limit].splitlines()
        return "\n".join(lines[:-1]) if len(lines) > 1 else text[:limit]

    return read


def _at_most(limit: int, least: int) -> Callable[[Any, ValidationInfo], Any]:
    def read(raw: Any, info: ValidationInfo) -> Any:
        items = _no_null(raw)
        if len(items) < least:
            raise ValueError(f"there are {len(items)}, and at least {least} has to be")
        if len(items) > limit:
            _note(info, f"only the first {limit} of {len(items)} {info.field_name} were kept")
        return items[:limit]

    return read


# Annotations, to be unpacked into an `Annotated[...]`. The limits stand first: only then they are
# part of the JSON schema.


def prose(limit: int, least: int = 0) -> tuple[Any, BeforeValidator]:
    """A text of at most `limit` characters; longer ones are cut at a word."""
    return Field(min_length=least, max_length=limit), BeforeValidator(_prose(limit))


def code(limit: int) -> tuple[Any, BeforeValidator]:
    """A piece of a program of at most `limit` characters; longer ones are cut at a line."""
    return Field(max_length=limit), BeforeValidator(_code(limit))


# Of numbers, servers that write a grammar from the schema hold whole ones alone to their bounds.
_WHOLE: JsonDict = {"type": "integer"}


def number(least: int, most: int) -> tuple[Any, BeforeValidator]:
    """A finite number from `least` to `most`; the schema asks for a whole one."""
    return Field(ge=least, le=most, json_schema_extra=_WHOLE), BeforeValidator(_number)


def about(least: int, most: int) -> tuple[Any, BeforeValidator]:
    """A number of which only the order matters: one out of range becomes the nearest within."""
    return (
        Field(ge=least, le=most, json_schema_extra=_WHOLE),
        BeforeValidator(_about(least, most)),
    )


def at_most(limit: int, least: int = 0) -> tuple[Any, BeforeValidator]:
    """A list of at most `limit` items; more are left out."""
    wish: JsonDict | None = {"minItems": least} if least else None
    return Field(max_length=limit, json_schema_extra=wish), BeforeValidator(_at_most(limit, least))


WORD = BeforeValidator(_word)
"""Annotation of a word from a list of words."""


class Reply(BaseModel):
    """The base of all replies: as a JSON schema, every field is required and no other allowed.

    Class attributes:
        list_key: field that a bare list stands for, or "".
        may_lack: fields that a reply may leave out or give as null, with what they then are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    list_key: ClassVar[str] = ""
    may_lack: ClassVar[dict[str, Any]] = {}

    @model_validator(mode="before")
    @classmethod
    def _tolerant(cls, raw: Any, info: ValidationInfo) -> Any:
        if not isinstance(raw, dict) or not isinstance(info.context, Reading):
            return raw
        known = cls.model_fields.keys()
        first = next(iter(raw.values()), None)
        if len(raw) == 1 and not raw.keys() & known and isinstance(first, dict):
            raw = first
        data = {key: value for key, value in raw.items() if key in known}
        info.context.extra.update({k: v for k, v in raw.items() if k not in known})
        for key, value in cls.may_lack.items():
            if data.get(key) is None:
                data[key] = value
        return data
