"""Scores are computed from what was measured, and say how they came about."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.agents.offline.compose import plan_scene
from pipeline.agents.offline.review import IDENTITY, MeasuredReviewer, lost_content
from pipeline.agents.offline.review.terms import numbers_in, terms_of
from pipeline.agents.protocols import ReviewFailedError, ReviewRequest
from pipeline.schema.finding import Finding
from pipeline.schema.render import RenderResult
from pipeline.schema.review import Review
from pipeline.schema.trace import GeometryTrace, Rect
from tests.offline_agents.scenes import (
    COMPOSER,
    FORMULA,
    GOOD,
    SPEC,
    TASK,
    box,
    flag,
    item,
    program,
    trace,
)

WIDE = flag("off_frame", (FORMULA,), (box(-0.1, 0.3, 1.1, 0.6),))


def review(
    folder: Path, shown: GeometryTrace, *findings: Finding, earlier: tuple[Review, ...] = ()
) -> Review:
    (folder / "geometry.json").write_text(shown.model_dump_json())
    request = ReviewRequest(
        task=TASK,
        spec=SPEC,
        program=program(),
        result=RenderResult(ok=True, geometry="geometry.json"),
        folder=folder,
        findings=findings,
        earlier=earlier,
    )
    return MeasuredReviewer(COMPOSER).review(request)


def note() -> Finding:
    """A finding that asks for nothing; with it the reviewer does not measure again itself."""
    return flag("clutter", severity="note")


def test_a_scene_without_faults_passes_near_the_top(tmp_path: Path) -> None:
    scored = review(tmp_path, GOOD, note())
    assert scored.verdict == "pass"
    assert scored.u > 95
    assert scored.reviewer == IDENTITY
    assert scored.instruction == ""


def test_one_error_brings_u_below_90_and_asks_for_a_revision(tmp_path: Path) -> None:
    scored = review(tmp_path, GOOD, WIDE)
    assert scored.axes.layout <= 65
    assert scored.u < 90
    assert scored.verdict == "revise"


def test_the_instruction_names_the_thing_and_the_amount(tmp_path: Path) -> None:
    scored = review(tmp_path, GOOD, WIDE)
    assert "Make the formula" in scored.instruction
    assert "% smaller" in scored.instruction
    assert "leaves the frame by 1.4 units" in scored.instruction


def test_a_longer_and_larger_fault_costs_more(tmp_path: Path) -> None:
    def warned(until: float, right: float) -> float:
        finding = flag("overlap", ("a", "b"), (box(0.1, 0.1, right, 0.9),), severity="warning")
        finding = replace(finding, until=until)
        return review(tmp_path, GOOD, finding).axes.layout

    assert warned(3.0, 0.2) > warned(12.0, 0.2) > warned(12.0, 0.6)


def test_warnings_alone_never_bring_a_good_scene_below_the_pass(tmp_path: Path) -> None:
    many = [flag("overlap", ("a", "b"), (), severity="warning") for _ in range(30)]
    assert review(tmp_path, GOOD, *many).verdict == "pass"


def test_a_fault_that_no_knob_can_mend_fails(tmp_path: Path) -> None:
    assert review(tmp_path, GOOD, flag("low_contrast", ("a thing",))).verdict == "fail"


def test_a_revision_that_changed_nothing_fails(tmp_path: Path) -> None:
    first = review(tmp_path, GOOD, WIDE)
    assert review(tmp_path, GOOD, WIDE, earlier=(first,)).verdict == "fail"


def test_without_findings_the_reviewer_measures_itself(tmp_path: Path) -> None:
    glyphs = tuple(Rect(x0=n - 9, y0=-0.5, x1=n - 8.2, y1=0.5) for n in range(18))
    whole = Rect(x0=-9, y0=-0.5, x1=9, y1=0.5)
    outside = item(FORMULA, "tex").model_copy(
        update={"box": whole, "glyphs": glyphs, "fill_opacity": 1.0}
    )
    shown = trace((item(SPEC.claim),), (outside,), (item(SPEC.takeaway),))
    scored = review(tmp_path, shown)
    assert scored.axes.layout <= 65
    assert any("frame" in issue or "picture" in issue for issue in scored.issues)


def test_a_takeaway_that_never_comes_costs_flow_and_accuracy(tmp_path: Path) -> None:
    cut = trace((item(SPEC.claim),), (item(SPEC.claim), item(FORMULA, "tex")))
    whole, short = review(tmp_path, GOOD, note()), review(tmp_path, cut, note())
    assert short.axes.logical_flow <= whole.axes.logical_flow - 25
    assert short.axes.accuracy < whole.axes.accuracy
    assert "the takeaway is never on screen" in " ".join(short.issues)


def test_a_takeaway_before_the_evidence_is_out_of_order(tmp_path: Path) -> None:
    early = trace((item(SPEC.claim),), (item(SPEC.takeaway),), (item(FORMULA, "tex"),))
    assert review(tmp_path, early, note()).axes.logical_flow <= 90


def test_a_number_that_the_section_does_not_state_costs_accuracy(tmp_path: Path) -> None:
    invented = trace(*(b.items for b in GOOD.boundaries), (item(SPEC.takeaway), item("93.7%")))
    scored = review(tmp_path, invented, note())
    assert scored.axes.accuracy == pytest.approx(review(tmp_path, GOOD, note()).axes.accuracy - 5)
    assert "93.7" in " ".join(scored.reasons)


def test_numbers_of_an_axis_need_no_source(tmp_path: Path) -> None:
    tick = item("93.7", "tex", key="tick").model_copy(update={"role": ("Axes",)})
    with_axis = trace(*(b.items for b in GOOD.boundaries), (item(SPEC.takeaway), tick))
    assert review(tmp_path, with_axis, note()).axes == review(tmp_path, GOOD, note()).axes


def test_a_render_without_a_trace_cannot_be_scored(tmp_path: Path) -> None:
    request = ReviewRequest(
        task=TASK, spec=SPEC, program="", result=RenderResult(ok=True), folder=tmp_path
    )
    with pytest.raises(ReviewFailedError, match="Weights"):
        MeasuredReviewer(COMPOSER).review(request)


def test_a_revision_that_drops_a_formula_and_a_number_is_told_so() -> None:
    spec = SPEC.model_copy(update={"takeaway": "Accuracy rises to 84.9% on unseen pairs."})
    before = trace((item(FORMULA, "tex"), item("Accuracy rises to 84.9% on unseen pairs.")))
    after = trace((item("Accuracy rises on unseen pairs."),))
    lost = lost_content(before, after, spec)
    assert {f.rule for f in lost} == {"content_lost"}
    assert {f.layer for f in lost} == {"content"}
    assert [f.subjects[0] for f in lost] == ["84.9", FORMULA]


def test_a_respelled_formula_and_a_new_line_break_lose_nothing() -> None:
    before = trace((item(FORMULA, "tex"), item(SPEC.takeaway)))
    respelled = FORMULA.replace(r"\frac", r"\dfrac").replace("/ ", "/")
    broken = SPEC.takeaway.replace(" unit of", " unit\nof")
    assert lost_content(before, trace((item(respelled, "tex"), item(broken))), SPEC) == ()


def test_what_was_never_shown_is_not_lost() -> None:
    assert lost_content(trace((item("hello"),)), trace((item("world"),)), SPEC) == ()


def test_terms_are_numbers_formulas_and_stems() -> None:
    terms = terms_of(r"Rounds fall from 1,200 to 6.5 when $E = mc^2$ and $x$ hold.")
    assert terms.numbers == ("1200", "6.5")
    assert terms.formulas == ("E = mc^2",)
    assert "round" in terms.words
    assert numbers_in("1,200 and 1200.0") == ("1200",)


def test_the_plan_of_the_test_scene_holds_a_formula() -> None:
    assert plan_scene(TASK, SPEC).figure.kind == "formula"
