"""The model cast: seven agents on the text and the vision model of a profile."""

from pipeline.agents.model.ask import Line, Log, log_note
from pipeline.agents.model.coder import ModelCoder
from pipeline.agents.model.lesson_distiller import ModelDistiller
from pipeline.agents.model.limits import TokenLimits
from pipeline.agents.model.rationale_writer import ModelRationaleWriter
from pipeline.agents.model.stand_in import MeasuredStandIn
from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.agents.model.text_reviewer import ModelTextReviewer
from pipeline.agents.model.visual_reviewer import ModelReviewer
from pipeline.agents.model.visual_reviser import ModelReviser
from pipeline.agents.offline.assembly import offline_cast
from pipeline.models.port import Chat


class ModelCast:
    """Plays a run on whatever answers through `chat`. All agents are stateless: scenes may run
    side by side on one cast."""

    def __init__(
        self,
        chat: Chat,
        *,
        measured_reviewer: bool = False,
        rationale_only: bool = False,
        limits: TokenLimits | None = None,
        log: Log = log_note,
    ) -> None:
        line, limits = Line(chat, log), limits or TokenLimits()
        self.storyboarder = ModelStoryboarder(line, limits)
        self.coder = ModelCoder(line, limits, code_excerpts=not rationale_only)
        self.text_reviewer = ModelTextReviewer(line, limits)
        self.visual_reviser = ModelReviser(line, limits, code_excerpts=not rationale_only)
        self.rationale_writer = ModelRationaleWriter(line, limits)
        self.lesson_distiller = ModelDistiller(line, limits)
        self.visual_reviewer: ModelReviewer | MeasuredStandIn = (
            MeasuredStandIn(offline_cast().visual_reviewer)
            if measured_reviewer
            else ModelReviewer(line, limits)
        )

    @property
    def name(self) -> str:
        """The name of the cast in manifests and on the command line."""
        return "model"

    @property
    def versions(self) -> dict[str, str]:
        """Agent name -> `model@host prompt version`; the measured reviewer says what it is."""
        agents = (
            self.storyboarder,
            self.coder,
            self.text_reviewer,
            self.visual_reviser,
            self.rationale_writer,
            self.lesson_distiller,
        )
        return {agent.name: agent.version for agent in agents} | {
            "VisualReviewer": self.visual_reviewer.version
        }


def model_cast(
    chat: Chat,
    *,
    measured_reviewer: bool = False,
    rationale_only: bool = False,
    limits: TokenLimits | None = None,
    log: Log = log_note,
) -> ModelCast:
    """The cast that a run with `--cast model` has.

    Args:
        chat: the endpoint, or endpoints, of a profile.
        measured_reviewer: scores are measured for the whole run instead of asked of a vision
            model; the reviewer's identity, and so every record, says so.
        rationale_only: Reference Examples without their code (an ablation).
        limits: lengths of replies.
        log: where odd replies are reported.

    Raises:
        PromptError: a prompt file is missing or damaged; before any call is made.
    """
    cast = ModelCast(
        chat,
        measured_reviewer=measured_reviewer,
        rationale_only=rationale_only,
        limits=limits,
        log=log,
    )
    assert cast.versions  # reads every prompt
    return cast
