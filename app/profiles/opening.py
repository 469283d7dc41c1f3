"""A profile by name becomes something that answers."""

from app.paths import DataPaths
from app.profiles.keys import Ask, keys_of, read_key
from app.profiles.store import ProfileStore
from pipeline.models.endpoint import ModelChat, Report
from pipeline.models.profile import Profile
from pipeline.render_port import CancelToken


def open_chat(
    paths: DataPaths,
    name: str,
    cancel: CancelToken,
    report: Report = lambda attempt: None,
    ask: Ask = read_key,
) -> tuple[ModelChat, Profile]:
    """The chat of a profile, with its keys taken from where the profile says; no request is made.

    Raises:
        StudioError: no such profile, or a key is not there.
    """
    profile = ProfileStore(paths).get(name)
    return ModelChat(profile, keys_of(profile, ask), cancel, report=report), profile
