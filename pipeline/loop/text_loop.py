"""The text-reflection loop: from a first program to one that renders, or to giving up."""

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.agents.protocols import Attempt, CodeReply, CodeRequest
from pipeline.events import Hinted
from pipeline.loop.attempt import SceneWork, evaluate, keep_candidate
from pipeline.loop.repair import repair_iteration
from pipeline.models.port import ModelError, PausedError
from pipeline.schema.finding import Finding
from pipeline.schema.iteration import Candidate, Iteration, Loop
from pipeline.schema.review import Hint


@dataclass(frozen=True)
class TextLoopOutcome:
    """All iterations of one text loop; the last one rendered if `rendered` is set.

    `retries` are the Coder's: repairs without a model are not among them.
    """

    iterations: tuple[Iteration, ...]
    retries: int

    @property
    def rendered(self) -> Iteration | None:
        """The iteration that rendered, None if none did."""
        last = self.iterations[-1]
        return last if last.result.ok else None


def run_text_loop(
    work: SceneWork,
    first: Callable[[], CodeReply],
    *,
    t: int,
    revision: int,
    instruction: str = "",
) -> TextLoopOutcome:
    """Evaluate `first` and have the Coder repair it at most T_text times.

    What the check refuses is mended first where its findings can: the mended program is an
    iteration of its own, costs no retry, and stands for the attempt from then on, in what the
    Coder is shown and in what must not recur. An attempt whose model gave no program is a failed
    one that costs no hint: the Coder is asked again, and a second reply missing ends the loop.

    Args:
        t: number of the first iteration within the scene.
        revision: visual revisions so far; 0 means that the Coder wrote the first program.
        instruction: the revision instruction that led here, empty at revision 0.
    """
    iterations: list[Iteration] = []
    attempts: list[Iteration] = []  # where each attempt ended: mended programs as they were mended
    failures_seen: set[str] = set()
    write = first
    trigger = instruction
    loop: Loop = "visual" if revision else "text"
    for attempt in range(work.settings.t_text + 1):
        now = t + len(iterations)
        compute = _candidate(work, write, now, loop, revision, attempt, trigger)
        candidate, seconds = keep_candidate(work, now, compute)
        iterations.append(evaluate(work, candidate, seconds))
        mended = repair_iteration(work, iterations[-1])
        if mended is not None:
            iterations.append(mended)
        attempts.append(iterations[-1])
        if attempts[-1].result.ok:
            break
        kinds = failure_kinds(attempts[-1])
        if attempt == work.settings.t_text or kinds & failures_seen:
            break
        failures_seen |= kinds
        hint = _hint(work, _request(work, attempts, instruction), attempts[-1].candidate)
        iterations[-1] = attempts[-1] = attempts[-1].model_copy(update={"hint": hint})
        if hint.decision == "give_up":
            break
        write = _retry(work, attempts, instruction, hint)
        trigger = hint.text
        loop = "text"
    return TextLoopOutcome(tuple(iterations), retries=len(attempts) - 1)


def failure_kinds(iteration: Iteration) -> set[str]:
    """What must not recur in one text loop: the category, for `static` the rule ids."""
    category = iteration.result.category or "unknown"
    if category != "static":
        return {category}
    return {f"static:{f.rule}" for f in iteration.findings if f.severity == "error"}


def _candidate(
    work: SceneWork,
    write: Callable[[], CodeReply],
    t: int,
    loop: Loop,
    revision: int,
    attempt: int,
    trigger: str,
) -> Callable[[], Candidate]:
    def compute() -> Candidate:
        try:
            with work.asking(t):
                reply = write()
        except PausedError:
            raise
        except ModelError as error:
            reply = CodeReply(program="", faults=(no_program(error),))
        return Candidate(
            t=t,
            loop=loop,
            revision=revision,
            attempt=attempt,
            program=reply.program,
            trigger=trigger,
            applied=reply.applied,
            faults=reply.faults,
            retrieved=work.slots.record_ids if work.slots else (),
            input_tokens=reply.tokens.input,
            output_tokens=reply.tokens.output,
        )

    return compute


def no_program(error: ModelError) -> Finding:
    """What is told of an attempt for which the model gave no answer."""
    message = error.message or "the model gave no answer"
    return Finding(
        rule="reply-missing",
        layer="structure",
        severity="error",
        message=message,
        suggestion=error.remedy,
    )


def _retry(
    work: SceneWork, attempts: list[Iteration], instruction: str, hint: Hint
) -> Callable[[], CodeReply]:
    request = _request(work, attempts, instruction)
    with_hint = request.model_copy(
        update={
            "attempts": (
                *request.attempts[:-1],
                request.attempts[-1].model_copy(update={"hint": hint.text}),
            )
        }
    )
    return lambda: work.services.cast.coder.write(with_hint)


def _request(work: SceneWork, iterations: list[Iteration], instruction: str) -> CodeRequest:
    attempts = tuple(
        Attempt(
            program=i.candidate.program,
            result=i.result,
            findings=i.findings,
            hint=i.hint.text if i.hint else "",
        )
        for i in iterations
    )
    return CodeRequest(
        task=work.task,
        spec=work.spec,
        slots=work.slots,
        attempts=attempts,
        instruction=instruction,
        aspect=work.settings.render.aspect,
    )


def _hint(work: SceneWork, request: CodeRequest, failed: Candidate) -> Hint:
    """Where there is no program to read, the Coder is asked again without a hint."""

    def compute() -> Hint:
        if failed.faults and not failed.program.strip():
            return Hint(text="", decision="retry", no_reply="there is no program to read")
        try:
            with work.asking(failed.t):
                return work.services.cast.text_reviewer.hint(request)
        except PausedError:
            raise
        except ModelError as error:
            return Hint(text="", decision="retry", no_reply=error.message)

    hint = work.journal.step(work.folder(failed.t) / "hint.json", Hint, compute)
    work.journal.emit(
        Hinted(
            scene_id=work.scene_id,
            t=failed.t,
            hint=hint.text,
            decision=hint.decision,
            no_reply=hint.no_reply,
        )
    )
    return hint
