"""The schemas of all agents' replies are ones that strict endpoints take."""

import pytest

from pipeline.agents.model.replies import schemas
from pipeline.agents.model.replies.fields import Reply
from pipeline.models.schema import response_schema
from tests.models.strictness import problems_of

REPLIES = [
    kind
    for kind in vars(schemas).values()
    if isinstance(kind, type) and issubclass(kind, Reply) and kind is not Reply
]


@pytest.mark.parametrize("kind", REPLIES, ids=lambda kind: kind.__name__)
def test_a_reply_is_described_closed_and_bounded(kind: type[Reply]) -> None:
    described = response_schema(kind)
    body = {"response_format": {"type": "json_schema", "json_schema": described}}
    found = [p for p in problems_of(body, {}, None) if p.startswith(("schema", "the schema"))]
    assert found == []


def test_there_are_replies_to_look_at() -> None:
    assert len(REPLIES) >= 5
