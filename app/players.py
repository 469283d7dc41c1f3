"""Who plays a run, whichever cast it is."""

from dataclasses import dataclass

from pipeline.agents.protocols import Cast
from pipeline.models.ledger import Ledger
from pipeline.run.manifest import ModelUse


@dataclass(frozen=True)
class Players:
    """A cast, what counts its cost, and how the manifest names its models."""

    cast: Cast
    ledger: Ledger | None = None
    models: ModelUse = ModelUse()  # noqa: RUF009  # frozen
