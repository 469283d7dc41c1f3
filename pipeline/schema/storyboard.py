"""What an animation is going to say, scene by scene."""

import keyword
from typing import Self

from pydantic import Field, field_validator, model_validator

from pipeline.schema.base import Value


class SceneSpec(Value):
    """One scene to be written. Claim, evidence and takeaway survive every revision.

    Attributes:
        name: the class name of the scene; a Python identifier, unique in its storyboard.
        claim: what the viewer should believe after the scene, one sentence.
        evidence: the sentences, formulas or numbers of the section that carry the claim.
            Formulas stay in LaTeX between dollar signs.
        takeaway: the closing line.
        duration_hint: intended length in seconds.
    """

    name: str
    claim: str = Field(min_length=1)
    evidence: str
    takeaway: str = Field(min_length=1)
    duration_hint: float = Field(default=20.0, gt=0, le=600)

    @field_validator("name")
    @classmethod
    def _name_is_identifier(cls, name: str) -> str:
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f"scene name {name!r} is not a Python identifier")
        return name


class Storyboard(Value):
    """The ordered scenes of one task."""

    scenes: tuple[SceneSpec, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        names = [scene.name for scene in self.scenes]
        if len(set(names)) != len(names):
            raise ValueError(f"scene names repeat: {', '.join(names)}")
        return self
