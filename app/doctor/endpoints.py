"""The endpoints of the profiles: whether each answers with its key and has its models."""

from collections.abc import Callable, Sequence
from functools import partial

from app.doctor.check import CheckFailed
from app.errors import StudioError
from app.paths import data_paths
from app.profiles.keys import keys_of, session_keys
from app.profiles.store import ProfileStore
from app.texts import ngettext, tr
from pipeline.models.endpoint import ModelChat
from pipeline.models.faults import outside_a_run
from pipeline.models.port import ModelError, Role
from pipeline.models.profile import Limits, Profile
from pipeline.render_port import CancelToken

LIMITS = Limits(connect=5.0, stall=15.0, total=20.0)
Checks = Sequence[tuple[str, Callable[[], str]]]


def endpoint_checks() -> Checks:
    """One check per profile; without any profile one that says so and is no failure."""
    try:
        profiles = ProfileStore(data_paths()).all()
    except StudioError as error:
        return [("endpoints", partial(_fail, error))]
    if not profiles:
        return [("endpoints", lambda: tr("no profile: the built-in cast needs no model"))]
    return [
        (tr("endpoint {name}").format(name=p.name), partial(endpoint_answers, p)) for p in profiles
    ]


def endpoint_answers(profile: Profile) -> str:
    """The endpoints of a profile list their models, and the profile's are among them."""
    roles: tuple[Role, ...] = ("text", "vision")
    choices = {role: choice for role in roles if (choice := profile.choice(role)) is not None}
    asked = [(role, choice) for role, choice in choices.items() if choice.key == "session"]
    if any(session_keys.get(profile.account(r), choice.host) is None for r, choice in asked):
        return tr("not tried: its key is asked for at each use (./run profile test asks for it)")
    try:
        chat = ModelChat(
            profile.model_copy(update={"limits": LIMITS}), keys_of(profile), CancelToken()
        )
        told = []
        for role, choice in choices.items():
            names = _listed(chat, role)
            if names is None:
                told.append(tr("{host} answers, but lists no models").format(host=choice.host))
                continue
            words = tr("{host} has {model}")
            if choice.model not in names:
                words = ngettext(
                    "{host} lists {count} model but not {model}",
                    "{host} lists {count} models but not {model}",
                    len(names),
                )
            told.append(words.format(host=choice.host, count=len(names), model=choice.model))
    except StudioError as error:
        _fail(error)
    except ModelError as error:
        raise CheckFailed(error.message, outside_a_run(error.remedy)) from None
    return "; ".join(told)


def _listed(chat: ModelChat, role: Role) -> list[str] | None:
    """Names of models; None where the server has no such list, which is no fault."""
    try:
        return [str(model["id"]) for model in chat.models(role)]
    except ModelError as error:
        if error.kind == "wrong_path":
            return None
        raise


def _fail(error: StudioError) -> str:
    raise CheckFailed(error.message, error.remedy) from None
