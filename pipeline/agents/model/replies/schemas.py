"""The replies of the five agents that answer in JSON. Coder and VisualReviser answer in code.

Lists and texts are bounded everywhere: small models otherwise run to the token limit. Fields in
which a model works something out stand before those in which it decides.
"""

from typing import Annotated, Any, ClassVar, Literal

from pipeline.agents.model.replies.fields import WORD, Reply, about, at_most, code, number, prose

MOST_SCENES = 12


class SceneReply(Reply):
    """One scene of a storyboard."""

    name: Annotated[str, *prose(60, least=1)]
    claim: Annotated[str, *prose(400, least=1)]
    evidence: Annotated[str, *prose(2000)]
    takeaway: Annotated[str, *prose(300, least=1)]
    duration_hint: Annotated[float, *about(3, 300)]

    may_lack: ClassVar[dict[str, Any]] = {"evidence": "", "duration_hint": 20}


class StoryboardReply(Reply):
    """The Storyboarder's answer."""

    scenes: Annotated[tuple[SceneReply, ...], *at_most(MOST_SCENES, least=1)]

    list_key: ClassVar[str] = "scenes"


class OtherSceneReply(Reply):
    """The Storyboarder's answer where one more scene is asked for: one, or none."""

    scenes: Annotated[tuple[SceneReply, ...], *at_most(1)]

    list_key: ClassVar[str] = "scenes"


class HintReply(Reply):
    """The TextReviewer's answer; the hint is cut to its number of words later."""

    hint: Annotated[str, *prose(600, least=1)]
    decision: Annotated[Literal["retry", "give_up"], WORD]


class ScoresReply(Reply):
    """Three axis scores, each from 0 to 100."""

    logical_flow: Annotated[float, *number(0, 100)]
    layout: Annotated[float, *number(0, 100)]
    accuracy: Annotated[float, *number(0, 100)]


class ReviewReply(Reply):
    """The VisualReviewer's answer."""

    issues: Annotated[tuple[Annotated[str, *prose(300)], ...], *at_most(8)]
    reasons: Annotated[tuple[Annotated[str, *prose(300)], ...], *at_most(3)]
    scores: ScoresReply
    verdict: Annotated[Literal["pass", "revise", "fail"], WORD]
    instruction: Annotated[str, *prose(1500)]

    may_lack: ClassVar[dict[str, Any]] = {"issues": [], "reasons": [], "instruction": ""}


class RationaleReply(Reply):
    """The RationaleWriter's answer."""

    rationale: Annotated[str, *prose(400, least=1)]


class LessonReply(Reply):
    """The LessonDistiller's answer; the caps are those of ManimAgent, appendix B."""

    trigger: Annotated[str, *prose(400, least=1)]
    root_cause: Annotated[str, *prose(400, least=1)]
    recipe: Annotated[str, *prose(400, least=1)]
    anti_example: Annotated[str, *code(800)]
    good_example: Annotated[str, *code(800)]
    diagnostic: Annotated[str, *prose(1000)]

    may_lack: ClassVar[dict[str, Any]] = {
        "anti_example": "",
        "good_example": "",
        "diagnostic": "",
    }
