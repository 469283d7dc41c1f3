"""Profiles and chats for the loopback server."""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, Field

from pipeline.models.endpoint import AttemptReport, ModelChat
from pipeline.models.port import ChatRequest, Role
from pipeline.models.profile import JsonMode, Limits, ModelChoice, Profile
from pipeline.models.retry import RetryPolicy
from pipeline.models.secrets import Key
from pipeline.render_port import CancelToken
from tests.models.loopback import Loopback

KEY = "sk-test-CANARYKEY-0123456789"
QUICK = RetryPolicy(attempts=3, first=0.01, longest=0.02, asked=5.0)
"""Retries that a test need not wait for."""


class Colour(BaseModel):
    """A small reply."""

    name: str = Field(max_length=40)
    parts: tuple[Annotated[str, Field(max_length=40)], ...] = Field(default=(), max_length=3)


def profile_of(base_url: str, json_mode: JsonMode = "schema", **more: Any) -> Profile:
    """A profile whose text and vision model are at one address; `more` are fields of it."""
    choice = ModelChoice(base_url=base_url, model="writer", key="session", json_mode=json_mode)
    limits = more.pop("limits", Limits(connect=5, stall=5, total=20))
    seeing = choice.model_copy(update={"model": "seer"})
    fields = {"name": "test", "text": choice, "vision": seeing, "limits": limits} | more
    return Profile(**fields)


def chat_with(
    server: Loopback | str,
    cancel: CancelToken | None = None,
    policy: RetryPolicy | None = QUICK,
    report: Callable[[AttemptReport], None] = lambda attempt: None,
    **more: Any,
) -> ModelChat:
    """A chat with that server; `more` goes into the profile."""
    profile = profile_of(server if isinstance(server, str) else server.base_url, **more)
    keys: dict[Role, Key | None] = {"text": Key(KEY), "vision": Key(KEY)}
    return ModelChat(profile, keys, cancel or CancelToken(), policy, report)


def asking(prompt: str = "Name a colour.", **more: Any) -> ChatRequest:
    """A request for text."""
    fields = {"agent": "coder", "system": "Be brief.", "prompt": prompt, "max_tokens": 64} | more
    return ChatRequest.model_validate(fields)
