"""Learning without a model: lessons from cures, rationales from successes, in plain words."""

from pipeline.agents.offline.lessons.distiller import LayoutDistiller
from pipeline.agents.offline.lessons.rationale import StagingWriter

__all__ = ["LayoutDistiller", "StagingWriter"]
