"""What the test of a profile asks the models. English, like every prompt."""

import json
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from pipeline.models.port import ChatRequest, Picture, Role
from pipeline.models.profile import JsonMode, Profile

ROOM = 2000
"""Output tokens of a small reply, so that a model which thinks first comes to its answer."""
PICTURE_PROMPT = (
    "Which number is written in this picture, and which shape of which colour is beside it? "
    "Answer in one short sentence with the number in digits."
)


class Ball(BaseModel):
    """The JSON that the test asks for."""

    colour: Literal["red", "green", "blue"]
    size: int = Field(ge=0, le=1000)


def json_prompt(mode: JsonMode) -> str:
    """What is asked in a mode of JSON."""
    if mode == "schema":
        # Nothing about the fields: only an endpoint that enforces the schema gets them right.
        return "Describe a red ball of size 12 as JSON."
    return (
        'Describe a red ball of size 12 as a JSON object with the fields "colour" (one of "red", '
        '"green", "blue") and "size" (a whole number). Answer with that object only.'
    )


def is_ball(text: str, mode: JsonMode) -> bool:
    """Whether the reply is the JSON that was asked for. Where the schema gave its form, the form is
    all that counts: a very small model may take the ball for a green one."""
    text = text.strip()
    if mode == "text" or text.startswith("```"):
        text = text[text.find("{") : text.rfind("}") + 1]
    try:
        ball = Ball.model_validate(json.loads(text))
    except (ValueError, ValidationError):
        return False
    return mode == "schema" or ball.colour == "red"


def with_mode(profile: Profile, role: Role, mode: JsonMode) -> Profile:
    """The profile with another JSON mode for a role that it has."""
    choice = profile.choice(role)
    assert choice is not None
    return profile.model_copy(update={role: choice.model_copy(update={"json_mode": mode})})


def reseeded(profile: Profile, number: int) -> Profile:
    """With one seed, three scores of one picture would be one score."""
    if profile.seed is None:
        return profile
    return profile.model_copy(update={"seed": (profile.seed + number) % 2**31})


def request_for(role: Role, prompt: str, pictures: tuple[Picture, ...] = ()) -> ChatRequest:
    """A small request of the test."""
    return ChatRequest(
        agent="ProfileTest",
        role=role,
        system="You answer exactly what is asked, as shortly as you can.",
        prompt=prompt,
        pictures=pictures,
        max_tokens=ROOM,
    )
