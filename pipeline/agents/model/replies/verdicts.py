"""Reviews that contradict themselves: the stricter reading where there is one, else a fault.

A score is never changed. Where it is the score that cannot be believed, the model is asked again;
after that the review counts as failed.
"""

from pipeline.agents.model.replies.faults import ReplyFault
from pipeline.agents.model.replies.fields import Reading
from pipeline.agents.model.replies.schemas import ReviewReply
from pipeline.checks.words import words

PASS_FROM = 60.0
"""A pass below this is no pass."""
NO_FAIL_FROM = 85.0
"""From here a scene is remembered as a success (theta_high): no score for a failure."""
SMALL_SCALE = 10.0
"""Scores that are all at most this look like points out of ten."""

_AXES = {
    "logical_flow": "the order and pace of claim, evidence and takeaway",
    "layout": "the layout: overlaps, distances, sizes and contrast",
    "accuracy": "the agreement of numbers, formulas and labels with the section",
}
_DEFECTS = words(
    """overlap overlaps overlapping occlusion occluded cutoff cut_off clipped off_frame
    off_screen small_text low_contrast unreadable illegible blank static clutter cluttered wrong
    inaccurate incorrect"""
)
"""Fields that our schema does not have and that other schemas use to flag a defect."""


def judge_review(reply: ReviewReply, reading: Reading) -> ReviewReply | ReplyFault:
    """The review in its stricter reading, with a note for each change, or a fault."""
    if reply.verdict == "fail":
        return _failed(reply)
    if reply.verdict == "pass":
        return _passed(reply, reading)
    if _out_of_ten(reply):
        reading.notes.append("all scores are at most 10 of 100: the model may count out of ten")
    return _with_instruction(reply, reading)


def mean(reply: ReviewReply) -> float:
    """u, in [0, 100]."""
    scores = reply.scores
    return (scores.logical_flow + scores.layout + scores.accuracy) / 3


def _out_of_ten(reply: ReviewReply) -> bool:
    scores = reply.scores
    most = max(scores.logical_flow, scores.layout, scores.accuracy)
    return 0 < most <= SMALL_SCALE


def _failed(reply: ReviewReply) -> ReviewReply | ReplyFault:
    u = mean(reply)
    if u < NO_FAIL_FROM:
        return reply
    return ReplyFault(
        kind="contradiction",
        message=f"The verdict is fail, but the scores are {u:.0f} of 100 on average.",
        fields=(f"verdict: fail does not go with a mean score of {u:.0f}",),
    )


def _passed(reply: ReviewReply, reading: Reading) -> ReviewReply | ReplyFault:
    u = mean(reply)
    flags = [k for k, v in reading.extra.items() if v is True and k in _DEFECTS]
    if _out_of_ten(reply):
        return ReplyFault(
            kind="contradiction",
            message=f"The verdict is pass, but the scores are {u:.0f} of 100 on average.",
            fields=("scores: every axis is out of 100, not out of 10",),
        )
    against = []
    if flags:
        against.append(f"it flags {', '.join(sorted(flags))}")
    if reply.issues:
        against.append("it lists issues")
    if u < PASS_FROM:
        against.append(f"the scores are {u:.0f} of 100 on average")
    if not against:
        return reply.model_copy(update={"instruction": ""})
    stricter = reply.model_copy(update={"verdict": "revise"})
    if flags and not (reply.instruction or reply.issues):
        cure = f"Cure what was flagged: {', '.join(sorted(flags))}."
        stricter = stricter.model_copy(update={"instruction": cure})
    reading.notes.append(f"the verdict pass was read as revise, since {' and '.join(against)}")
    return _with_instruction(stricter, reading)


def _with_instruction(reply: ReviewReply, reading: Reading) -> ReviewReply:
    """A revision needs to know what to do: where the instruction is missing, the issues say it,
    and where there are none either, the weakest axis does."""
    if reply.instruction:
        return reply
    if reply.issues:
        cures = " ".join(f"Cure this: {issue}" for issue in reply.issues)
        return reply.model_copy(update={"instruction": cures[:1500]})
    reading.notes.append("the review asks for a revision and does not say what to change")
    scores = reply.scores.model_dump()
    weakest = min(scores, key=lambda axis: float(scores[axis]))
    words = f"Improve {_AXES[weakest]}, which scored {scores[weakest]:.0f} of 100."
    return reply.model_copy(update={"instruction": words})
