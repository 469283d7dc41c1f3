"""The two reflection loops: when they go on, when they end, what is counted and delivered."""

from pipeline.agents.protocols import CodeRequest, RevisionRequest
from pipeline.schema.memory import MemorySlots
from pipeline.settings import RunSettings
from tests.loop.conftest import Play
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, program

UNSAFE = "import os\n" + program("u=99")


def test_a_first_attempt_that_passes_counts_no_round(play: Play) -> None:
    outcome, _ = play([program("u=95")])
    assert outcome.rounds == 0
    assert outcome.scenes[0].delivered == 0


def test_a_retry_after_a_crash_is_one_round(play: Play) -> None:
    outcome, _ = play([program("latex"), program("u=95")])
    assert outcome.rounds == 1
    assert outcome.scenes[0].text_retries == 1
    assert [i.result.category for i in outcome.scenes[0].iterations] == ["latex", None]


def test_a_program_that_the_check_refuses_is_a_crash_and_is_not_rendered(play: Play) -> None:
    renderer = ScriptedRenderer()
    outcome, _ = play([UNSAFE, program("u=95")], renderer=renderer)
    assert outcome.scenes[0].iterations[0].result.category == "static"
    assert outcome.scenes[0].iterations[0].result.line == 1
    assert outcome.rounds == 1
    assert len(renderer.calls) == 1


def test_the_text_loop_ends_after_two_retries(play: Play) -> None:
    outcome, _ = play([program("latex"), program("python"), program("timeout"), program("u=95")])
    assert outcome.scenes[0].delivered is None
    assert outcome.rounds == 2
    assert "timeout" in outcome.scenes[0].skipped


def test_the_text_loop_ends_early_when_a_category_recurs(play: Play) -> None:
    outcome, _ = play([program("latex"), program("latex"), program("u=95")])
    assert outcome.rounds == 1
    assert outcome.scenes[0].delivered is None


def test_a_category_that_recurs_after_another_one_ends_the_loop_too(play: Play) -> None:
    cast = ScriptedCast({"Swing": [program("latex"), program("python"), program("latex")]})
    settings = RunSettings(memory_mode="off", t_text=5)
    outcome, _ = play(cast.programs, settings, cast=cast)
    assert outcome.rounds == 2


def test_for_refused_programs_the_rule_stands_for_the_category(play: Play) -> None:
    other_rule = program("u=99").replace("class Swing", "class Swung")
    outcome, _ = play([UNSAFE, other_rule, program("u=95")])
    assert outcome.scenes[0].delivered == 2
    outcome_same, _ = play([UNSAFE, UNSAFE, program("u=95")])
    assert outcome_same.scenes[0].delivered is None


def test_giving_up_ends_the_text_loop(play: Play) -> None:
    programs = {"Swing": [program("latex"), program("u=95")]}
    outcome, _ = play(programs, cast=ScriptedCast(programs, decision="give_up"))
    assert outcome.rounds == 0
    assert outcome.scenes[0].delivered is None


def test_visual_revisions_end_on_their_budget(play: Play) -> None:
    outcome, _ = play([program("u=60"), program("u=70"), program("u=80"), program("u=89")])
    assert outcome.rounds == 2
    assert outcome.scenes[0].visual_revisions == 2
    assert outcome.scenes[0].delivered == 2


def test_a_high_score_passes_whatever_the_verdict(play: Play) -> None:
    outcome, _ = play([program("u=90 verdict=revise"), program("u=99")])
    assert outcome.rounds == 0


def test_the_verdicts_pass_and_fail_end_the_visual_loop(play: Play) -> None:
    outcome, _ = play([program("u=70 verdict=pass"), program("u=99")])
    assert outcome.rounds == 0
    outcome, _ = play([program("u=30 verdict=fail"), program("u=99")])
    assert outcome.rounds == 0
    assert outcome.scenes[0].delivered == 0


def test_the_best_rendition_is_delivered_not_the_last(play: Play) -> None:
    outcome, _ = play([program("u=80"), program("u=85"), program("u=70")])
    assert outcome.scenes[0].delivered == 1


def test_equal_scores_go_to_the_earliest(play: Play) -> None:
    outcome, _ = play([program("u=80"), program("u=80", note="a"), program("u=80", note="b")])
    assert outcome.scenes[0].delivered == 0


def test_each_revision_has_a_text_loop_of_its_own(play: Play) -> None:
    outcome, _ = play([program("latex"), program("u=60"), program("latex"), program("u=95")])
    assert outcome.scenes[0].text_retries == 2
    assert outcome.scenes[0].visual_revisions == 1
    assert outcome.rounds == 3
    assert outcome.scenes[0].delivered == 3


def test_a_revision_that_never_renders_uses_its_turn_and_ends_the_loop(play: Play) -> None:
    outcome, _ = play(
        [program("u=60"), program("latex"), program("python"), program("timeout"), program("u=99")]
    )
    assert outcome.scenes[0].visual_revisions == 1
    assert outcome.scenes[0].text_retries == 2
    assert outcome.scenes[0].delivered == 0


def test_a_candidate_without_a_review_is_delivered_only_if_none_has_one(play: Play) -> None:
    outcome, events = play([program("unscored")])
    assert outcome.scenes[0].delivered == 0
    assert outcome.scenes[0].iterations[0].u is None
    assert any(event.kind == "review_failed" for event in events)
    outcome, _ = play([program("u=40"), program("unscored")])
    assert outcome.scenes[0].delivered == 0


def test_a_skipped_scene_is_named_and_the_animation_made_of_the_others(play: Play) -> None:
    outcome, events = play(
        {"Swing": [program("latex"), program("latex")], "Rest": [program("u=95", scene="Rest")]}
    )
    assert outcome.video == "animation.mp4"
    assert outcome.scenes[0].skipped
    assert [e.kind for e in events if e.kind.startswith("scene_") and e.kind != "scene_started"]
    assert outcome.rounds == 1


def test_a_task_whose_scenes_are_all_skipped_delivers_nothing(play: Play) -> None:
    outcome, _ = play([program("latex"), program("latex")])
    assert outcome.video is None


def test_the_repairing_coder_sees_the_failed_attempts_the_hint_and_the_instruction(
    play: Play,
) -> None:
    programs = {"Swing": [program("u=60"), program("latex"), program("u=95")]}
    cast = ScriptedCast(programs)
    play(programs, cast=cast)
    repair = [r for r in cast.requests if isinstance(r, CodeRequest) and r.attempts][-1]
    assert repair.instruction == "better than 60.0"
    assert [a.program for a in repair.attempts] == [programs["Swing"][1]]
    assert repair.attempts[-1].hint == "try something simpler"


def test_without_memory_the_requests_have_no_slots(play: Play) -> None:
    programs = {"Swing": [program("u=60"), program("u=95")]}
    cast = ScriptedCast(programs)
    play(programs, cast=cast)
    writers = [r for r in cast.requests if isinstance(r, (CodeRequest, RevisionRequest))]
    assert [request.slots for request in writers] == [None, None]


def test_with_an_empty_memory_the_slots_are_there_and_empty(play: Play) -> None:
    from tests.loop.memories import ListMemory

    programs = {"Swing": [program("u=60"), program("u=95")]}
    cast = ScriptedCast(programs)
    play(programs, RunSettings(memory_mode="ro"), cast=cast, memory=ListMemory())
    writers = [r for r in cast.requests if isinstance(r, (CodeRequest, RevisionRequest))]
    assert [request.slots for request in writers] == [MemorySlots(), MemorySlots()]


def test_after_a_change_of_reviewer_the_earlier_candidates_are_scored_again(play: Play) -> None:
    programs = {"Swing": [program("u=60"), program("u=70"), program("u=80")]}
    cast = ScriptedCast(programs)

    def change(count: int) -> None:
        if count == 2:
            cast.reviewer = "scripted/2"

    outcome, _ = play(programs, cast=cast, renderer=ScriptedRenderer(before=change))
    reviewers = {i.review.reviewer for i in outcome.scenes[0].iterations if i.review}
    assert reviewers == {"scripted/2"}
