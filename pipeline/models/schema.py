"""The strict JSON schema of a reply, in the form that the fewest endpoints refuse."""

from typing import Any

from pydantic import BaseModel

Document = dict[str, Any]
LENGTHS = ("minLength", "maxLength", "minItems", "maxItems", "pattern")
"""Keywords that some endpoints refuse in a strict schema."""
_DROPPED = frozenset({"title", "default", "examples", "discriminator"})


def response_schema(model: type[BaseModel], lengths: bool = True) -> Document:
    """The value of `response_format.json_schema`.

    References are written out, since not every server follows them; every property is required
    and no other is allowed, as OpenAI's strict mode wants it. Without `lengths` the bounds of
    strings and lists are left out; the reply is checked against them all the same.
    """
    whole = model.model_json_schema()
    schema = _strict(whole, whole.get("$defs", {}), lengths, ())
    return {"name": model.__name__[:64], "schema": schema, "strict": True}


def _strict(node: Any, definitions: Document, lengths: bool, seen: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        return [_strict(item, definitions, lengths, seen) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = str(node["$ref"]).rsplit("/", 1)[-1]
        if name in seen:
            raise ValueError(f"the schema of {name} contains itself: it cannot be written out")
        rest = {key: value for key, value in node.items() if key != "$ref"}
        return _strict(definitions[name] | rest, definitions, lengths, (*seen, name))
    done: Document = {}
    for key, value in node.items():
        if key == "properties":
            done[key] = {
                name: _strict(inner, definitions, lengths, seen) for name, inner in value.items()
            }
        elif key not in _DROPPED and key != "$defs" and (lengths or key not in LENGTHS):
            done[key] = _strict(value, definitions, lengths, seen)
    if done.get("type") == "object":
        done["additionalProperties"] = False
        done["required"] = list(done.get("properties", {}))
    return done
