"""A real model plays the whole cast on real sections; the measured review stands in for a vision
model. What is asserted is what the studio promises; what the model makes of it is measured."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.paths import RESOURCES
from pipeline.agents.model.cast import ModelCast, model_cast
from pipeline.agents.model.prompts import load_prompt
from pipeline.agents.model.replies.faults import ReplyNote
from pipeline.agents.protocols import (
    Attempt,
    CodeRequest,
    DistilRequest,
    NoRecordError,
    RationaleRequest,
)
from pipeline.checks import check_program
from pipeline.events import Event
from pipeline.intake.reading import read_task
from pipeline.model_events import ModelAnswered, ReplyNoted
from pipeline.models.endpoint import AttemptReport, ModelChat
from pipeline.models.profile import Limits, ModelChoice, Profile
from pipeline.render_port import CancelToken
from pipeline.run.journal import load_events
from pipeline.schema.render import RenderResult
from pipeline.schema.review import AxisScores, Review
from pipeline.schema.storyboard import SceneSpec
from tests.journeys.studio import studio
from tests.local_model.figures import Figures
from tests.local_model.running import LocalModel

pytestmark = [pytest.mark.needs_model, pytest.mark.timeout(14_400)]

SECTIONS = ("base_rates", "pendulum_gravity", "learning_rate", "carbon_price", "heat_equation")
SEED, TEMPERATURE, SCENES = 7, 0.2, 2


@pytest.fixture(scope="module")
def home(coder: LocalModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a profile of the local model."""
    folder = tmp_path_factory.mktemp("home")
    place = ("--preset", "llama-cpp", "--base-url", coder.base_url, "--text-model", coder.name)
    sampling = ("--seed", str(SEED), "--temperature", str(TEMPERATURE))
    assert studio(folder, "profile", "add", "local", *place, *sampling).code == 0
    tested = studio(folder, "profile", "test", "local", "--json", timeout=1200)
    assert tested.code == 0, tested.stderr
    return folder


@pytest.fixture(scope="module")
def runs(
    coder: LocalModel, home: Path, figures: Figures, pytestconfig: pytest.Config
) -> list[dict[str, Any]]:
    """One run for each section, as `make --json` tells it."""
    made = []
    for name in SECTIONS[: pytestconfig.getoption("--local-model-sections")]:
        before = coder.tokens()
        answer = studio(
            home, "make", str(RESOURCES / "samples" / f"{name}.md"), "--cast", "model",
            "--profile", "local", "--scenes", str(SCENES), "--json", timeout=14_000,
        )  # fmt: skip
        print(answer.stderr)
        assert "Traceback" not in answer.stderr
        # 1: a small model may fail at every scene, and the command says so.
        assert answer.code in (0, 1), answer.stdout
        after = coder.tokens()
        used = {"input": after.input - before.input, "output": after.output - before.output}
        made.append(answer.document | {"exit": answer.code, "server": used})
        _measure(figures, answer.document, Path(answer.document["dir"]))
    return made


def _measure(figures: Figures, document: dict[str, Any], folder: Path) -> None:
    figures.sections += 1
    figures.seconds += document["seconds"]
    figures.count_calls(load_events(folder / "events.jsonl"))
    figures.records += document["memory"]["added"]
    for scene in document["scenes"]:
        figures.scenes += 1
        if scene["delivered"] is not None:
            figures.delivered += 1
            figures.scores.append(scene["u"])
        for iteration in scene["iterations"]:
            figures.rendered += iteration["category"] is None
            rules = [finding["rule"] for finding in iteration["findings"]]
            if iteration["loop"] == "repair" or any(rule.startswith("reply-") for rule in rules):
                continue
            figures.programs += 1
            figures.clean += iteration["category"] != "static"


def test_the_run_ends_with_a_result_for_every_scene(runs: list[dict[str, Any]]) -> None:
    for run in runs:
        assert run["cast"] == "model"
        assert run["scenes"]
        for scene in run["scenes"]:
            assert (scene["delivered"] is None) == bool(scene["skipped"])
            if scene["video"]:
                assert Path(scene["video"]).stat().st_size > 5000


def test_the_cost_table_adds_up_to_the_servers_own_count(runs: list[dict[str, Any]]) -> None:
    for run in runs:
        tokens = run["tokens"]
        assert tokens["estimated"] == tokens["lost"] == 0
        assert {"input": tokens["input"], "output": tokens["output"]} == run["server"]
        for part in ("input", "output", "calls"):
            assert sum(row[part] for row in tokens["by_agent"].values()) == tokens[part]


def test_the_stand_in_for_the_reviewer_is_named_everywhere(
    runs: list[dict[str, Any]], home: Path
) -> None:
    for run in runs:
        manifest = json.loads((Path(run["dir"]) / "manifest.json").read_text())
        assert manifest["models"]["vision"] == ""
        named = manifest["models"]["prompts"]["VisualReviewer"]
        assert named == "measured/1 in place of a vision model"
        for path in Path(run["dir"]).glob("scenes/*/*/review.json"):
            review = json.loads(path.read_text())["review"]
            assert review["reviewer"] == "measured/1"
        for id_ in run["memory"]["added_ids"]:
            shown = studio(home, "memory", "show", str(id_), "--json").document
            provenance = shown["record"]["provenance"]
            assert provenance["reviewer"] in ("measured/1", "")
            assert provenance["writer"].startswith("Qwen2.5")


# Agents that a run need not ask: nothing failed, or nothing was good enough.

SPEC = SceneSpec(
    name="CompoundGrowth",
    claim="Interest that earns interest itself makes money grow faster every year.",
    evidence="After $n$ years 100 coins at 5% are $100 \\cdot 1.05^n$: 265 after 20 years.",
    takeaway="Wait twice as long, and you earn more than twice as much.",
    duration_hint=17,
)
GOOD = load_prompt("coder").system.split("```python\n")[1].split("```")[0]
BROKEN = {
    "an old name": GOOD.replace("Create(axes)", "ShowCreation(axes)"),
    "a command that TeX has not": GOOD.replace(r"\cdot", r"\timesof"),
    "a lost bracket": GOOD.replace("self.play(Write(claim))", "self.play(Write(claim)"),
}


class Trial:
    """Agents asked outside a run, with what came of it as events."""

    def __init__(self, model: LocalModel) -> None:
        self.events: list[Event] = []
        profile = Profile(
            name="trial",
            text=ModelChoice(base_url=model.base_url, model=model.name),
            limits=Limits(stall=600, total=1800, parallel=1),
            seed=SEED,
            temperature=TEMPERATURE,
        )
        chat = ModelChat(profile, {}, CancelToken(), report=self._call)
        self.cast: ModelCast = model_cast(chat, measured_reviewer=True, log=self._note)
        self.task = read_task(RESOURCES / "samples" / "carbon_price.md")

    def _call(self, attempt: AttemptReport) -> None:
        self.events.append(
            ModelAnswered(
                agent=attempt.agent,
                request="trial",
                call=len(self.events) + 1,
                role=attempt.role,
                outcome="reply",
                input=attempt.tokens.input,
                output=attempt.tokens.output,
                seconds=attempt.seconds,
            )
        )

    def _note(self, note: ReplyNote) -> None:
        self.events.append(
            ReplyNoted(
                agent=note.agent,
                fault=note.kind,
                message=note.message,
                again=note.again,
                count=len(self.events) + 1,
            )
        )


@pytest.fixture
def trial(coder: LocalModel, figures: Figures) -> Iterator[Trial]:
    asked = Trial(coder)
    yield asked
    figures.count_calls(asked.events)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_hint_is_short_and_comes_with_a_decision(trial: Trial, fault: str) -> None:
    findings = check_program(BROKEN[fault], SPEC.name).findings
    assert [f for f in findings if f.severity == "error"]
    failed = RenderResult(ok=False, category="static", message=findings[0].message)
    attempt = Attempt(program=BROKEN[fault], result=failed, findings=findings)
    request = CodeRequest(task=trial.task, spec=SPEC, slots=None, attempts=(attempt,))
    hint = trial.cast.text_reviewer.hint(request)
    print(hint)
    assert 0 < len(hint.text.split()) <= 60


def test_a_rationale_is_within_its_bounds_or_there_is_none(trial: Trial) -> None:
    review = Review(
        reviewer="measured/1",
        axes=AxisScores(logical_flow=94, layout=96, accuracy=90),
        verdict="pass",
        issues=(),
        instruction="",
    )
    request = RationaleRequest(task=trial.task, spec=SPEC, program=GOOD, review=review)
    try:
        rationale = trial.cast.rationale_writer.write(request)
    except NoRecordError as none:
        print(none)
        return
    print(rationale)
    assert 0 < len(rationale) <= 400


@pytest.mark.parametrize("fault", BROKEN)
def test_a_lesson_is_within_its_bounds_or_there_is_none(trial: Trial, fault: str) -> None:
    findings = check_program(BROKEN[fault], SPEC.name).findings
    request = DistilRequest(
        task=trial.task,
        spec=SPEC,
        before=BROKEN[fault],
        after=GOOD,
        diagnostic=findings[0].message,
        findings_before=findings,
    )
    try:
        lesson = trial.cast.lesson_distiller.distil(request)
    except NoRecordError as none:
        print(none)
        return
    print(lesson.model_dump_json(indent=1))
    assert 0 < len(lesson.trigger) <= 400
    assert len(lesson.good_example) <= 800
