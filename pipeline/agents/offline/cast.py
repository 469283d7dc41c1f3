"""The offline cast: seven agents without a language model, as the loop expects them."""

from pipeline.agents.offline.advice import apply_advice
from pipeline.agents.offline.coder import OfflineCoder
from pipeline.agents.offline.compose import (
    estimate_layout,
    plan_scene,
    read_layout,
    write_program,
)
from pipeline.agents.offline.lessons import LayoutDistiller, StagingWriter
from pipeline.agents.offline.review import IDENTITY, MeasuredReviewer
from pipeline.agents.offline.revise import Composer, LayoutReviser
from pipeline.agents.offline.storyboard import OfflineStoryboarder
from pipeline.agents.offline.text_reviewer import CrashReader
from pipeline.agents.protocols import Coder, Storyboarder

COMPOSER = Composer(
    plan=plan_scene, estimate=estimate_layout, write=write_program, read=read_layout
)
VERSION = "offline/1"
"""Goes up whenever an agent would answer the same request differently."""


class OfflineCast:
    """Plays a run without a network, a key or a language model."""

    def __init__(
        self,
        storyboarder: Storyboarder | None = None,
        coder: Coder | None = None,
        composer: Composer = COMPOSER,
    ) -> None:
        self.storyboarder = storyboarder or OfflineStoryboarder()
        self.coder = coder or OfflineCoder(apply_advice)
        self.text_reviewer = CrashReader()
        self.visual_reviewer = MeasuredReviewer(composer)
        self.visual_reviser = LayoutReviser(composer)
        self.rationale_writer = StagingWriter(composer)
        self.lesson_distiller = LayoutDistiller(composer)

    @property
    def name(self) -> str:
        """The name of the cast in manifests and on the command line."""
        return "offline"

    @property
    def versions(self) -> dict[str, str]:
        """Agent name -> version. No language model is involved in any of them."""
        agents = ("Storyboarder", "Coder", "TextReviewer", "VisualReviser", "RationaleWriter",
                  "LessonDistiller")  # fmt: skip
        return dict.fromkeys(agents, VERSION) | {"VisualReviewer": IDENTITY}
