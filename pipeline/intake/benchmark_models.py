"""The files of a benchmark set as typed values; `benchmark.py` describes the format."""

from typing import Literal

from pydantic import Field

from pipeline.schema.base import Value
from pipeline.schema.task import SceneRole

Split = Literal["build", "probe"]
FatalFlag = Literal[
    "unrelated_to_target",
    "major_factual_or_formula_error",
    "hallucinated_claim",
    "missing_central_claim",
    "severe_overlap_or_occlusion",
    "cropped_or_off_screen",
    "unreadable_text",
    "confusing_order",
    "overly_static",
    "excessive_text",
    "broken_or_unplayable",
    "other",
]
_ID = r"^[a-z0-9][a-z0-9-]*$"


class BenchmarkPaper(Value):
    """A paper that sections are taken from; its abstract is visible to the agents."""

    id: str = Field(pattern=_ID)
    title: str = Field(min_length=1)
    domain: str = Field(min_length=1)
    abstract: str = ""


class BenchmarkSection(Value):
    """One section: where its text is, and the fields of its task. `difficulty` is 1 to 3."""

    id: str = Field(pattern=_ID)
    paper: str
    split: Split
    file: str = Field(min_length=1)
    title: str = Field(min_length=1)
    role: SceneRole
    prior_context: str = ""
    prior_objects: tuple[str, ...] = ()
    source_type: str = "section"
    difficulty: int | None = Field(default=None, ge=1, le=3)


class BenchmarkIndex(Value):
    """The part of a benchmark that agents may see."""

    version: Literal[1]
    name: str = Field(min_length=1)
    papers: tuple[BenchmarkPaper, ...] = Field(min_length=1)
    sections: tuple[BenchmarkSection, ...] = Field(min_length=1)

    def of_split(self, split: Split) -> tuple[BenchmarkSection, ...]:
        """The sections of one split, in the order of the index."""
        return tuple(section for section in self.sections if section.split == split)


class Criterion(Value):
    """One line of a rubric; weights are relative."""

    criterion: str = Field(min_length=1)
    weight: float = Field(default=1.0, gt=0)


class SectionEvaluation(Value):
    """What only an evaluation may see of a section."""

    id: str
    key_claims: tuple[str, ...] = Field(min_length=1)
    reference_scene_plan: tuple[str, ...] = Field(min_length=1)
    rubric: tuple[Criterion, ...] = Field(min_length=1)
    condition: str = ""
    fatal_flags: tuple[FatalFlag, ...] = ()


class EvaluationSidecar(Value):
    """The evaluation-only part of a benchmark."""

    version: Literal[1]
    sections: tuple[SectionEvaluation, ...]
