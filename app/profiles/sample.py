"""The shipped render that a profile's reviewer scores, and the scoring of it."""

from collections.abc import Callable

from app.paths import RESOURCES
from pipeline.agents.protocols import ReviewRequest
from pipeline.models.port import Chat
from pipeline.schema.render import Keyframe, RenderResult
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

FOLDER = RESOURCES / "profile"
Score = Callable[[Chat], float]
"""u in [0, 100] of the shipped render by the reviewer on that chat, asked anew each time.

Raises `ReviewFailedError` where the reviewer gives no usable score, `ModelError` and
`CancelledError` as the chat does.
"""

TASK = Task(
    text="A pendulum swings back because gravity pulls it toward the lowest point. For small "
    "swings the period is $T = 2\\pi\\sqrt{L/g}$, where $L$ is the length and $g$ is gravity. A "
    "pendulum of 1 metre needs about 2 seconds; one of 4 metres needs about 4 seconds. Four times "
    "the length therefore doubles the period.",
    role="background",
    domain="physics",
    title="Why a longer pendulum is slower",
)
SPEC = SceneSpec(
    name="LongerPendulum",
    claim="A longer pendulum swings more slowly.",
    evidence="$T = 2\\pi\\sqrt{L/g}$; 1 metre needs 2 seconds, 4 metres need 4 seconds.",
    takeaway="Four times the length doubles the period.",
    duration_hint=13.0,
)
RESULT = RenderResult(
    ok=True,
    keyframes=tuple(
        Keyframe(file=f"keyframes/k{number}.png", time=time)
        for number, time in ((1, 1.5), (2, 4.5), (3, 9.0), (4, 13.0))
    ),
    duration=13.07,
    plays=8,
)


def sample_request() -> ReviewRequest:
    """What the reviewer gets to see in the test of a profile; no measured findings."""
    program = (FOLDER / "scene.py").read_text(encoding="utf-8")
    return ReviewRequest(task=TASK, spec=SPEC, program=program, result=RESULT, folder=FOLDER)


def score_sample(chat: Chat) -> float:
    """The `Score` of the model cast's own reviewer."""
    from pipeline.agents.model.cast import model_cast

    return model_cast(chat).visual_reviewer.review(sample_request()).u
