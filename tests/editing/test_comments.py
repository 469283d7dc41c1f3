"""Comments pinned to a moment and a place, and what the reviser makes of them."""

import threading

import pytest

from app.editing.broken_off import unfinished
from app.editing.comments import Comment, Comments, instruction_for
from app.editing.human import take_up
from app.editing.revising import send_to_reviser
from app.errors import StudioError
from app.paths import DataPaths
from app.run_state import locked_root
from pipeline.agents.protocols import RevisionRequest
from pipeline.events import CandidateWritten, Event
from pipeline.loop.services import Services
from pipeline.loop.task import RunOutcome
from pipeline.render_port import CancelledError
from pipeline.run.folder import RunFolder
from pipeline.run.journal import RunDamagedError
from tests.loop.scripted import ScriptedCast, ScriptedRenderer, program, services

Made = tuple[RunFolder, RunOutcome]


@pytest.fixture
def comments(folder: RunFolder) -> Comments:
    return Comments(folder)


def asked(*programs: str) -> tuple[Services, ScriptedCast]:
    """Services whose reviser hands out the given programs."""
    cast = ScriptedCast({"Swing": list(programs)})
    return services(cast, ScriptedRenderer(still=True)), cast


def test_a_comment_is_kept_with_its_moment_and_place(comments: Comments, folder: RunFolder) -> None:
    made = comments.add("s1", 2, 3.25, "  The label is too small.\n", x=0.2, y=0.7)
    assert (made.text, made.seconds, made.x, made.y) == ("The label is too small.", 3.25, 0.2, 0.7)
    assert Comments(folder).all() == (made,)
    assert Comments(folder).get(made.id) == made


def test_comments_are_listed_by_iteration_and_moment(comments: Comments) -> None:
    late = comments.add("s1", 2, 9, "late")
    early = comments.add("s1", 2, 1, "early")
    other = comments.add("s1", 1, 5, "other")
    elsewhere = comments.add("s2", 0, 0, "elsewhere")
    assert comments.all() == (other, early, late, elsewhere)
    assert comments.all("s1", 2) == (early, late)
    assert comments.all("s2") == (elsewhere,)


def test_a_comment_is_edited_resolved_reopened_deleted_and_brought_back(
    comments: Comments,
) -> None:
    made = comments.add("s1", 2, 1, "smaller")
    edited = comments.edit(made.id, "larger")
    assert (edited.text, edited.written) == ("larger", made.written)
    assert edited.edited
    assert comments.resolve(made.id).resolved
    assert comments.reopen(made.id).resolved == ""
    gone = comments.delete(made.id)
    assert comments.all() == ()
    with pytest.raises(StudioError, match="not there any more"):
        comments.edit(made.id, "x")
    comments.restore(gone)
    comments.restore(gone)
    assert comments.all() == (gone,)


@pytest.mark.parametrize(
    ("seconds", "text", "x", "y"),
    [
        (-1, "text", None, None),
        (float("nan"), "text", None, None),
        (float("inf"), "text", None, None),
        (1, "", None, None),
        (1, "  \n ", None, None),
        (1, "x" * 2001, None, None),
        (1, "text", 0.5, None),
        (1, "text", 1.01, 0.5),
        (1, "text", 0.5, -0.01),
    ],
)
def test_a_comment_that_makes_no_sense_is_refused(
    comments: Comments, seconds: float, text: str, x: float | None, y: float | None
) -> None:
    with pytest.raises(StudioError):
        comments.add("s1", 2, seconds, text, x, y)
    assert comments.all() == ()


@pytest.mark.parametrize(("scene", "t"), [("s1", 9), ("s9", 0), ("../../x", 0)])
def test_a_comment_is_about_an_iteration_that_is_there(
    comments: Comments, scene: str, t: int
) -> None:
    with pytest.raises(StudioError, match="has no iteration"):
        comments.add(scene, t, 1, "text")


def test_a_damaged_file_is_named_and_never_written_over(
    comments: Comments, folder: RunFolder
) -> None:
    comments.add("s1", 2, 1, "text")
    file = folder.file("comments.json")
    torn = file.read_bytes()[:-20]
    file.write_bytes(torn)
    with pytest.raises(RunDamagedError, match="Mend it or move it away"):
        comments.all()
    with pytest.raises(RunDamagedError):
        comments.add("s1", 2, 1, "more")
    assert file.read_bytes() == torn


def test_comments_written_at_the_same_time_are_all_kept(folder: RunFolder) -> None:
    def write(number: int) -> None:
        for n in range(5):
            Comments(folder).add("s1", 2, n, f"comment {number}-{n}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Comments(folder).all()) == 20


def test_a_run_that_is_running_can_be_commented_on(comments: Comments, folder: RunFolder) -> None:
    with locked_root(folder.root):
        assert comments.add("s1", 1, 1, "while it runs") in comments.all()


def test_the_reviser_makes_a_new_iteration_from_comments(
    comments: Comments, made: Made, paths: DataPaths
) -> None:
    folder, outcome = made
    one = comments.add("s1", 2, 3.25, "Make the label larger.", x=0.2, y=0.7)
    two = comments.add("s1", 2, 5, "Pause longer here")
    work, cast = asked(program("u=96"))
    seen: list[Event] = []
    new = send_to_reviser(paths, folder, (one.id, two.id), work.cancel, seen.append, work)
    assert (new.candidate.t, new.candidate.loop, new.candidate.base) == (3, "human", 2)
    assert new.candidate.trigger == "Make the label larger.\nPause longer here"
    assert new.u == 96
    written = seen[0]
    assert isinstance(written, CandidateWritten)
    assert (written.loop, written.comments) == ("human", (one.id, two.id))
    assert [e.kind for e in seen][-1] == "reviewed"
    request = cast.requests[0]
    assert isinstance(request, RevisionRequest)
    assert request.program == outcome.scenes[0].iterations[2].candidate.program
    assert request.review.instruction == (
        "Make the label larger: seen at 3.2 s of the video, "
        "20% from the left and 70% from the top of the picture.\n"
        "Pause longer here: seen at 5.0 s of the video."
    )
    assert request.findings == ()
    assert [c.sent for c in comments.all()] == [(3,), (3,)]
    assert not any(c.resolved for c in comments.all())


def test_a_reviser_that_changes_nothing_says_so_and_leaves_nothing_behind(
    comments: Comments, made: Made, paths: DataPaths
) -> None:
    folder, outcome = made
    comment = comments.add("s1", 2, 1, "more beautiful")
    work, _ = asked(outcome.scenes[0].iterations[2].candidate.program, program("u=96"))
    with pytest.raises(StudioError, match="nothing to change"):
        send_to_reviser(paths, folder, (comment.id,), work.cancel, services=work)
    assert not folder.iteration("s1", 3).exists()
    assert (
        send_to_reviser(paths, folder, (comment.id,), work.cancel, services=work).candidate.t == 3
    )


def test_a_revision_that_was_stopped_is_taken_up_and_noted_on_its_comment(
    comments: Comments, made: Made, paths: DataPaths
) -> None:
    folder, _ = made
    comment = comments.add("s1", 2, 1, "larger")
    work, _ = asked(program("u=96"))
    assert isinstance(work.renderer, ScriptedRenderer)
    work.renderer.before = lambda _: work.cancel.cancel()
    with pytest.raises(CancelledError):
        send_to_reviser(paths, folder, (comment.id,), work.cancel, services=work)
    assert unfinished(folder, "s1") == (3,)
    again, _ = asked()
    assert take_up(paths, folder, "s1", 3, again.cancel, services=again).u == 96
    assert comments.get(comment.id).sent == (3,)


def test_only_comments_of_one_iteration_that_rendered_can_be_sent(
    comments: Comments, made: Made, paths: DataPaths
) -> None:
    folder, _ = made
    crashed = comments.add("s1", 0, 0, "why")
    one, two = comments.add("s1", 1, 1, "one"), comments.add("s1", 2, 1, "two")
    work, _ = asked(program("u=96"))
    for ids, words in [
        ((), "No comment"),
        ((one.id, two.id), "different iterations"),
        ((crashed.id,), "did not render"),
        (("nope",), "not there any more"),
    ]:
        with pytest.raises(StudioError, match=words):
            send_to_reviser(paths, folder, ids, work.cancel, services=work)


def test_the_place_is_told_where_the_offline_reviser_looks_for_reasons() -> None:
    comment = Comment(
        id="a", scene_id="s1", t=0, seconds=3, x=0, y=1, text="Gap 0.6 between steps.", written=""
    )
    assert instruction_for((comment,)).split(": ", 1) == [
        "Gap 0.6 between steps",
        "seen at 3.0 s of the video, 0% from the left and 100% from the top of the picture.",
    ]
