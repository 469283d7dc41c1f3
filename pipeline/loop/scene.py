"""All work on one scene: text loop, visual loop, choice of the best rendition."""

from collections.abc import Callable
from functools import partial

from pipeline.agents.protocols import (
    CodeReply,
    CodeRequest,
    RevisionRequest,
)
from pipeline.events import (
    SceneDelivered,
    SceneSkipped,
    SceneStarted,
)
from pipeline.loop.attempt import SceneWork
from pipeline.loop.reviewing import review_iteration, visible_findings, with_lost_content
from pipeline.loop.text_loop import run_text_loop
from pipeline.run.arrangement import SCENE
from pipeline.schema.iteration import Iteration, SceneTrace
from pipeline.schema.review import Review


class SceneLoop:
    """Runs one scene to its end; every step that is done already is recalled."""

    def __init__(self, work: SceneWork) -> None:
        self._work = work
        self._iterations: list[Iteration] = []
        self._rendered: list[int] = []
        self._retries = 0
        self._revisions = 0

    def run(self) -> SceneTrace:
        """The finished trace.

        Raises `CancelledError`, `EnvironmentFaultError`, and `PausedError` when this scene or
        another one cannot ask its model any more.
        """
        work = self._work
        work.pause.check()
        work.journal.emit(
            SceneStarted(scene_id=work.scene_id, name=work.spec.name, replaces=work.replaces)
        )
        if self._attempt(self._first_program, revision=0, instruction=""):
            self._reflect_visually()
        trace = self._finish()
        work.journal.keep(work.journal.folder.scene(work.scene_id) / SCENE, trace)
        return trace

    def _first_program(self) -> CodeReply:
        work = self._work
        return work.services.cast.coder.write(
            CodeRequest(
                task=work.task,
                spec=work.spec,
                slots=work.slots,
                aspect=work.settings.render.aspect,
            )
        )

    def _attempt(self, first: Callable[[], CodeReply], *, revision: int, instruction: str) -> bool:
        """One text loop, then a review of what rendered; False if nothing did."""
        outcome = run_text_loop(
            self._work,
            first,
            t=len(self._iterations),
            revision=revision,
            instruction=instruction,
        )
        self._retries += outcome.retries
        self._iterations.extend(outcome.iterations)
        if outcome.rendered is None:
            return False
        t = outcome.rendered.candidate.t
        before = self._rendered[-1] if self._rendered else None
        self._iterations[t] = with_lost_content(self._work, self._iterations[t], before)
        self._rendered.append(t)
        self._review(t)
        return True

    def _reflect_visually(self) -> None:
        settings = self._work.settings
        while self._revisions < settings.t_vis:
            current = self._iterations[self._rendered[-1]]
            review = current.review
            if review is None or review.u >= settings.theta_conv or review.verdict != "revise":
                return
            self._revisions += 1
            request = self._revision_request(current, review)
            renders = self._attempt(
                partial(self._work.services.cast.visual_reviser.revise, request),
                revision=self._revisions,
                instruction=review.instruction,
            )
            if not renders:
                return

    def _revision_request(self, current: Iteration, review: Review) -> RevisionRequest:
        work = self._work
        return RevisionRequest(
            task=work.task,
            spec=work.spec,
            slots=work.slots,
            program=current.candidate.program,
            review=review,
            findings=visible_findings(work, current),
            earlier=tuple(self._iterations[t].candidate.program for t in self._rendered[:-1]),
            aspect=work.settings.render.aspect,
        )

    def _review(self, t: int) -> None:
        """Score iteration `t`; after a change of reviewer, score the earlier ones first."""
        for earlier in self._rendered:
            known = self._iterations[earlier].review
            stale = known is not None and known.reviewer != self._reviewer
            if earlier == t or stale:
                self._iterations[earlier] = self._reviewed(earlier)

    @property
    def _reviewer(self) -> str:
        return self._work.services.cast.visual_reviewer.identity

    def _reviewed(self, t: int) -> Iteration:
        earlier = tuple(
            review
            for before in self._rendered
            if before < t and (review := self._iterations[before].review) is not None
        )
        return review_iteration(self._work, self._iterations[t], earlier)

    def _finish(self) -> SceneTrace:
        work = self._work
        delivered = choose(self._iterations)
        trace = SceneTrace(
            scene_id=work.scene_id,
            spec=work.spec,
            iterations=tuple(self._iterations),
            delivered=delivered,
            text_retries=self._retries,
            visual_revisions=self._revisions,
            skipped="" if delivered is not None else self._why_skipped(),
        )
        if delivered is None:
            work.journal.emit(
                SceneSkipped(scene_id=work.scene_id, reason=trace.skipped, rounds=trace.rounds)
            )
        else:
            work.journal.emit(
                SceneDelivered(
                    scene_id=work.scene_id,
                    delivered=delivered,
                    u=self._iterations[delivered].u,
                    rounds=trace.rounds,
                )
            )
        return trace

    def _why_skipped(self) -> str:
        last = self._iterations[-1].result
        return f"no attempt rendered; the last failed with {last.category}: {last.message}"


def choose(iterations: list[Iteration]) -> int | None:
    """`t` of the rendition to deliver: highest u, ties to the earliest.

    A candidate without a score is chosen only if none has one (then the earliest that rendered).
    """
    rendered = [i for i in iterations if i.result.ok]
    if not rendered:
        return None
    scored = [i for i in rendered if i.u is not None]
    if not scored:
        return rendered[0].candidate.t
    best = max(scored, key=lambda i: (i.u or 0.0, -i.candidate.t))
    return best.candidate.t
