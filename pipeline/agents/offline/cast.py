"""The offline cast: seven agents without a language model, as the loop expects them."""

from pipeline.agents.offline.lessons import LayoutDistiller, StagingWriter
from pipeline.agents.offline.review import IDENTITY, MeasuredReviewer
from pipeline.agents.offline.revise import Composer, LayoutReviser
from pipeline.agents.offline.text_reviewer import CrashReader
from pipeline.agents.protocols import Coder, Storyboarder

VERSION = "offline/1"
"""Goes up whenever an agent would answer the same request differently."""


class OfflineCast:
    """Plays a run without a network, a key or a language model."""

    def __init__(self, storyboarder: Storyboarder, coder: Coder, composer: Composer) -> None:
        self.storyboarder = storyboarder
        self.coder = coder
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
