"""What there is no time for is not asked for: the review says that the scene tells too much."""

from pipeline.agents.offline.compose import estimate_layout, plan_scene
from pipeline.agents.offline.compose.pacing import stands
from pipeline.agents.offline.compose.plan import Beat, ScenePlan
from pipeline.agents.offline.revise.feasible import out_of_time
from pipeline.schema.finding import Finding
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

DENSE = (
    "The five stations counted 299,792 and 313,482 and 298,615 and 301,577 and 299,114 pulses "
    "in 1849 and in 1862."
)
SHORT = "The mean of all stations is 302,516 pulses in that year."


def plan_of(*told: str) -> ScenePlan:
    task = Task(text=" ".join(told), role="experiment", title="Pulses", domain="physics")
    spec = SceneSpec(
        name="Pulses", claim="The stations agree.", evidence=" ".join(told),
        takeaway="Count again.", duration_hint=18,
    )  # fmt: skip
    beats = tuple(Beat(words=words) for words in told)
    return plan_scene(task, spec).model_copy(update={"beats": beats})


def hasty(plan: ScenePlan, text: str, needed: float) -> Finding:
    stood = stands(plan, text, estimate_layout(plan))
    return Finding(
        rule="hasty_words", severity="warning", layer="content", message="It goes too soon.",
        subjects=(text[:47] + "\u2026",), amount=stood, limit=needed, unit="seconds",
    )  # fmt: skip


def test_a_sentence_that_a_longer_scene_can_give_its_time_is_worth_a_revision() -> None:
    plan = plan_of(SHORT)
    assert out_of_time((hasty(plan, SHORT, 8.0),), plan, estimate_layout(plan)) == ()


def test_sentences_that_do_not_fit_into_the_longest_scene_are_named_together() -> None:
    plan = plan_of(DENSE, DENSE.replace("five", "other"), SHORT)
    findings = tuple(
        hasty(plan, beat.words, needed)
        for beat, needed in zip(plan.beats, (16.0, 16.0, 7.0), strict=True)
    )
    assert out_of_time(findings, plan, estimate_layout(plan)) == findings


def test_other_faults_are_never_out_of_time() -> None:
    plan = plan_of(SHORT)
    small = Finding(rule="small_words", severity="warning", layer="content", message="Small.")
    assert out_of_time((small,), plan, estimate_layout(plan)) == ()
