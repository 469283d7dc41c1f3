"""What a chat request on the wire has to look like. Every deviation is a sentence."""

import base64
import binascii
import io
from collections.abc import Iterator, Mapping
from typing import Any

from PIL import Image

KNOWN = frozenset(
    {
        "model", "messages", "stream", "stream_options", "max_tokens", "max_completion_tokens",
        "temperature", "seed", "response_format",
    }
)  # fmt: skip
DATA_URL = "data:image/png;base64,"


def problems_of(
    body: object, headers: Mapping[str, str], key: str | None, key_header: str = "authorization"
) -> list[str]:
    """Everything that is wrong with a request to /chat/completions."""
    found = list(_headers(headers, key, key_header))
    if not isinstance(body, dict):
        return [*found, "the body is no JSON object"]
    found += [f"unknown field {name}" for name in sorted(body.keys() - KNOWN)]
    if not isinstance(body.get("model"), str) or not body["model"].strip():
        found.append("model is no name")
    found += _messages(body.get("messages"))
    found += _options(body)
    found += _response_format(body.get("response_format"))
    found += [f"{where} holds a lone surrogate or NUL" for where in _unclean(body, "body")]
    return found


def pictures_of(body: Mapping[str, Any]) -> list[Image.Image]:
    """The pictures of a request in order, decoded."""
    urls = [
        part["image_url"]["url"]
        for message in body["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
        if part["type"] == "image_url"
    ]
    return [
        Image.open(io.BytesIO(base64.b64decode(url.removeprefix(DATA_URL), validate=True)))
        for url in urls
    ]


def text_of(body: Mapping[str, Any]) -> str:
    """All text of a request, system text first."""
    texts = []
    for message in body["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts += [part["text"] for part in parts if part["type"] == "text"]
    return "\n".join(texts)


def expected(key: str, key_header: str) -> str:
    """What the header with the key has to hold."""
    return f"Bearer {key}" if key_header == "authorization" else key


def _headers(headers: Mapping[str, str], key: str | None, key_header: str) -> Iterator[str]:
    sent = {name.lower(): value for name, value in headers.items()}
    if not sent.get("content-type", "").startswith("application/json"):
        yield f"content-type is {sent.get('content-type')!r}"
    if key is not None and sent.get(key_header) != expected(key, key_header):
        yield f"the {key_header} header does not hold the key as it should"
    if key_header != "authorization" and "authorization" in sent:
        yield "there is an authorization header beside the one that is wanted"


def _messages(messages: object) -> Iterator[str]:
    if not isinstance(messages, list) or not messages:
        yield "messages is no list with entries"
        return
    roles = [message.get("role") for message in messages if isinstance(message, dict)]
    if roles not in (["system", "user"], ["user"], ["system", "user", "assistant", "user"]):
        yield f"the roles are {roles}"
    for message in messages:
        if not isinstance(message, dict) or set(message) != {"role", "content"}:
            yield f"a message is not a role and a content: {message!r:.80}"
        elif isinstance(message["content"], list):
            if message["role"] != "user":
                yield f"a {message['role']} message has parts"
            yield from _parts(message["content"])
        elif not isinstance(message["content"], str) or not message["content"].strip():
            yield f"the content of the {message['role']} message is no text"


def _parts(parts: list[Any]) -> Iterator[str]:
    if not any(isinstance(part, dict) and part.get("type") == "image_url" for part in parts):
        yield "parts without a picture: plain text is what every server takes"
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "text" and set(part) == {"type", "text"} and part["text"].strip():
            continue
        if kind == "image_url" and set(part) == {"type", "image_url"}:
            yield from _picture(part["image_url"])
        else:
            yield f"not a part of a message: {part!r:.80}"


def _picture(image: object) -> Iterator[str]:
    url = image.get("url") if isinstance(image, dict) else None
    if not isinstance(url, str) or not url.startswith(DATA_URL):
        yield f"a picture is no PNG data URL: {image!r:.80}"
        return
    try:
        data = base64.b64decode(url.removeprefix(DATA_URL), validate=True)
        with Image.open(io.BytesIO(data)) as picture:
            picture.load()
            if picture.format != "PNG":
                yield f"a picture is {picture.format}"
    except (binascii.Error, OSError) as error:
        yield f"a picture cannot be read: {error}"


def _options(body: dict[str, Any]) -> Iterator[str]:
    limits = [body[name] for name in ("max_tokens", "max_completion_tokens") if name in body]
    if len(limits) != 1 or type(limits[0]) is not int or limits[0] < 1:
        yield f"the limit of output tokens is {limits}"
    if "stream" in body and not isinstance(body["stream"], bool):
        yield "stream is no boolean"
    if "stream_options" in body:
        if not body.get("stream"):
            yield "stream_options without stream"
        if body["stream_options"] != {"include_usage": True}:
            yield f"stream_options is {body['stream_options']!r}"
    temperature = body.get("temperature", 0)
    if type(temperature) not in (int, float) or not 0 <= temperature <= 2:
        yield f"temperature is {temperature!r}"
    if type(body.get("seed", 0)) is not int:
        yield f"seed is {body['seed']!r}"


def _response_format(value: object) -> Iterator[str]:
    if value is None or value == {"type": "json_object"}:
        return
    if not isinstance(value, dict) or value.get("type") != "json_schema" or len(value) != 2:
        yield f"response_format is {value!r:.80}"
        return
    schema = value.get("json_schema")
    if not isinstance(schema, dict) or set(schema) != {"name", "schema", "strict"}:
        yield "json_schema has not just name, schema and strict"
        return
    if schema["strict"] is not True:
        yield "the schema is not strict"
    if not isinstance(schema["schema"], dict) or schema["schema"].get("type") != "object":
        yield "the schema describes no object"
        return
    yield from _schema(schema["schema"], "schema")


def _schema(schema: dict[str, Any], where: str) -> Iterator[str]:
    """A strict schema: objects closed, every property required, lists and strings bounded."""
    for name in ("$ref", "$defs", "default"):
        if name in schema:
            yield f"{where} holds {name}"
    kind = schema.get("type")
    if kind == "object":
        properties = schema.get("properties", {})
        if schema.get("additionalProperties") is not False:
            yield f"{where} takes additional properties"
        if sorted(schema.get("required", [])) != sorted(properties):
            yield f"{where} has properties that are not required"
        for name, inner in properties.items():
            yield from _schema(inner, f"{where}.{name}")
    elif kind == "array":
        if "maxItems" not in schema:
            yield f"{where} is an unbounded list"
        yield from _schema(schema.get("items", {}), f"{where}[]")
    elif kind == "string" and not {"maxLength", "enum", "const"} & schema.keys():
        yield f"{where} is unbounded text"
    elif kind is None and not {"anyOf", "enum", "const"} & schema.keys():
        yield f"{where} says no type"
    for number, inner in enumerate(schema.get("anyOf", [])):
        yield from _schema(inner, f"{where}|{number}")


def _unclean(value: object, where: str) -> Iterator[str]:
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
            yield where
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _unclean(inner, f"{where}[{number}]")
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _unclean(inner, f"{where}.{name}")
