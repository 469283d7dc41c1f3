"""Which reviewers that once let records in would not come back with the models of today."""

from collections.abc import Iterable

from app.paths import DataPaths
from app.profiles.store import ProfileStore
from pipeline.agents.offline.review.reviewer import IDENTITY
from pipeline.schema.review import PERSON

_MEASURED = IDENTITY.partition("/")[0]


def reviewers_out_of_use(reviewers: Iterable[str], paths: DataPaths) -> frozenset[str]:
    """Those of the reviewers whose model is in no profile; people, and the review that measures,
    are always in use.

    A reviewer is written as its model and the version of its prompt: `MODEL@HOST prompt VERSION`.

    Raises:
        StudioError: the profiles cannot be read.
    """
    models = {
        f"{choice.model}@{choice.host}"
        for profile in ProfileStore(paths).all()
        for choice in (profile.text, profile.vision)
        if choice is not None
    }
    return frozenset(name for name in reviewers if name and not _in_use(name, models))


def _in_use(reviewer: str, models: set[str]) -> bool:
    if reviewer == PERSON or reviewer.partition("/")[0] == _MEASURED:
        return True
    return reviewer.partition(" prompt ")[0] in models
