"""The offline Coder writes, takes advice, and writes more simply after a crash."""

import ast

import pytest

from pipeline.agents.offline.coder import OfflineCoder
from pipeline.agents.offline.compose import ScenePlan, plan_scene, read_layout
from pipeline.agents.offline.compose.drawing import Step
from pipeline.agents.offline.compose.planning import assign_steps
from pipeline.agents.offline.layout import ContentKind, Element, Layout
from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.schema.memory import AppliedRecord, MemorySlots
from pipeline.schema.render import Category, RenderResult
from pipeline.schema.storyboard import SceneSpec
from tests.offline_compose import specs


def _failed(program: str, category: Category) -> Attempt:
    return Attempt(program=program, result=RenderResult(ok=False, category=category))


def _advise(
    plan: ScenePlan, layout: Layout, slots: MemorySlots
) -> tuple[Layout, tuple[AppliedRecord, ...]]:
    changed = layout.model_copy(update={"formula_size": 33})
    return changed, (AppliedRecord(record_id=7, change="formula size 33"),)


def test_advice_changes_the_program_and_is_reported() -> None:
    request = CodeRequest(task=specs.TASK, spec=specs.ATTENTION, slots=MemorySlots())
    reply = OfflineCoder(_advise).write(request)
    layout = read_layout(reply.program)
    assert layout is not None
    assert layout.formula_size == 33
    assert [a.record_id for a in reply.applied] == [7]


def test_without_memory_no_advice_is_asked() -> None:
    request = CodeRequest(task=specs.TASK, spec=specs.ATTENTION, slots=None)
    reply = OfflineCoder(_advise).write(request)
    assert reply.applied == ()


@pytest.mark.parametrize("categories", [["latex"], ["latex", "python"], ["python"], ["static"]])
@pytest.mark.parametrize("spec", specs.ALL, ids=lambda s: s.name)
def test_a_retry_differs_and_keeps_claim_and_takeaway(
    spec: SceneSpec, categories: list[Category]
) -> None:
    coder = OfflineCoder()
    attempts: tuple[Attempt, ...] = ()
    request = CodeRequest(task=specs.TASK, spec=spec, slots=None)
    plan = plan_scene(specs.TASK, spec)
    for category in categories:
        program = coder.write(request).program
        attempts = (*attempts, _failed(program, category))
        request = request.model_copy(update={"attempts": attempts})
    retried = coder.write(request).program
    ast.parse(retried)
    assert plan.claim in retried
    assert plan.takeaway in retried


def test_a_formula_that_tex_rejects_is_first_set_plainly_then_in_letters() -> None:
    coder = OfflineCoder()
    request = CodeRequest(task=specs.TASK, spec=specs.ATTENTION, slots=None)
    first = coder.write(request).program
    attempts: tuple[Attempt, ...] = (_failed(first, "latex"),)
    second = coder.write(request.model_copy(update={"attempts": attempts})).program
    attempts = (*attempts, _failed(second, "latex"))
    third = coder.write(request.model_copy(update={"attempts": attempts})).program
    assert "MathTex" in second
    assert second != first
    assert "MathTex" not in third
    assert "softmax" in third


def test_a_repair_within_a_revision_keeps_the_revised_layout() -> None:
    coder = OfflineCoder()
    request = CodeRequest(task=specs.TASK, spec=specs.HISTORY, slots=None)
    first = coder.write(request).program
    revised = first.replace("CAPTION_SIZE = 30", "CAPTION_SIZE = 27")
    request = request.model_copy(
        update={"attempts": (_failed(revised, "python"),), "instruction": "smaller captions"}
    )
    layout = read_layout(coder.write(request).program)
    assert layout is not None
    assert layout.caption_size == 27


def test_content_kinds_are_named_by_element() -> None:
    plan = plan_scene(specs.TASK, specs.ATTENTION)
    assert ContentKind.STACKED_FRACTION in plan.kinds(Element.FORMULA)
    assert ContentKind.NAMED_OPERATOR in plan.kinds(Element.FORMULA)
    assert plan.kinds(Element.LABEL) == ()


def test_reveals_follow_the_sentences_that_name_them() -> None:
    steps = [Step((), "batch"), Step((), "loss"), Step((), "weights update")]
    told = ["A batch is drawn and the loss is computed.", "Then the weights update."]
    beats = assign_steps(told, steps, [False, False])
    assert [beat.steps for beat in beats] == [(0, 1), (2,)]


@pytest.mark.parametrize("evidence", ["", "   ", "One.", "$$x$$", "\n- \n- \n", "a b c " * 400])
def test_any_evidence_gives_a_program(evidence: str) -> None:
    spec = SceneSpec(name="Odd", claim="It holds.", evidence=evidence, takeaway="So it is.")
    program = OfflineCoder().write(CodeRequest(task=specs.TASK, spec=spec, slots=None)).program
    ast.parse(program)
    assert read_layout(program) is not None


@pytest.mark.parametrize(
    "program",
    ["", "def (", "HEADING_SIZE = 40", "x = 1\n" * 3, "HEADING_SIZE = 4000", "\x00", "(" * 5000],
)
def test_a_foreign_program_has_no_layout(program: str) -> None:
    assert read_layout(program) is None
