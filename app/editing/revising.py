"""Comments sent to the reviser: a new iteration that does what a person asked for."""

from dataclasses import dataclass

from app.editing.comments import Comment, Comments, instruction_for
from app.editing.workshop import Sink, Workshop, ignore, iteration_of, next_t, open_workshop
from app.errors import failed, wrong_use
from app.paths import DataPaths
from app.texts import tr
from pipeline.loop.by_hand import ask_reviser, evaluate_by_hand
from pipeline.loop.services import Services
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.schema.iteration import Candidate, Iteration


def send_to_reviser(
    paths: DataPaths,
    folder: RunFolder,
    comment_ids: tuple[str, ...],
    cancel: CancelToken,
    sink: Sink = ignore,
    services: Services | None = None,
) -> Iteration:
    """Have the run's VisualReviser act on comments of one iteration; returns the new iteration.

    The new iteration has loop `human`, since a person asked for it, the comments' texts as its
    trigger, and their ids. It is evaluated as `app.editing.human` says. Comments stay open: whether
    one is settled is for the person to say.

    Raises:
        StudioError: no comment, comments of several iterations, an iteration without a video, or
            a reviser that changed nothing; and as `render_by_hand`.
        CancelledError, PausedError, EnvironmentFaultError: `take_up` goes on, once there is a
            program; before that nothing was begun.
        RunDamagedError: a file of the run cannot be read.
    """
    comments = _together(Comments(folder), comment_ids)
    scene_id, base = comments[0].scene_id, comments[0].t
    with open_workshop(paths, folder, cancel, sink, services) as workshop:
        trace = workshop.trace(scene_id)
        before = iteration_of(trace, base)
        if not before.result.ok:
            raise wrong_use(
                tr("Iteration {base} did not render: there is nothing to revise.").format(
                    base=base
                ),
                tr("Edit its code by hand, or comment on one that rendered."),
            )
        t = next_t(folder, trace)
        asked = _Request(workshop, comments, before, t)
        with workshop.making(scene_id, t):
            made = evaluate_by_hand(workshop.work(trace), trace, t, asked.candidate)
    Comments(folder).note_sent(tuple(c.id for c in comments), t)
    return made


def _together(known: Comments, comment_ids: tuple[str, ...]) -> tuple[Comment, ...]:
    comments = tuple(known.get(comment_id) for comment_id in dict.fromkeys(comment_ids))
    if not comments:
        raise wrong_use(tr("No comment was named."), tr("Choose at least one."))
    if len({(c.scene_id, c.t) for c in comments}) > 1:
        raise wrong_use(
            tr("The comments are about different iterations."),
            tr("Send those of one iteration at a time."),
        )
    return comments


@dataclass(frozen=True)
class _Request:
    """What the reviser is asked, and its answer as a candidate."""

    workshop: Workshop
    comments: tuple[Comment, ...]
    before: Iteration
    t: int

    def candidate(self) -> Candidate:
        """Raises `StudioError` where the reviser did nothing."""
        trace = self.workshop.trace(self.comments[0].scene_id)
        work = self.workshop.work(trace)
        reply = ask_reviser(work, self.before, self.t, instruction_for(self.comments))
        if not reply.faults and reply.program.strip() == self.before.candidate.program.strip():
            raise self._did_nothing()
        return Candidate(
            t=self.t,
            loop="human",
            revision=self.before.candidate.revision,
            attempt=self.before.candidate.attempt,
            program=reply.program,
            trigger="\n".join(comment.text for comment in self.comments),
            applied=reply.applied,
            faults=reply.faults,
            base=self.before.candidate.t,
            comments=tuple(comment.id for comment in self.comments),
            retrieved=work.slots.record_ids if work.slots else (),
            input_tokens=reply.tokens.input,
            output_tokens=reply.tokens.output,
        )

    def _did_nothing(self) -> Exception:
        if self.workshop.manifest.language_model:
            remedy = tr("Say more exactly what should look different, or edit the code by hand.")
        else:
            remedy = tr(
                "The offline cast understands sizes, gaps and times, of headings, formulas, "
                "captions, labels and takeaways: 'make the title smaller', 'font size 40 for the "
                "formula', 'pause 2 s longer'. Say it so, or edit the code by hand."
            )
        return failed(
            tr("The reviser found nothing to change in the program for this comment."),
            remedy,
            kind="unchanged",
        )
