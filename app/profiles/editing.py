"""A profile from the few things that a person types; what a form and the command line share."""

from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from app.errors import wrong_use
from app.profiles.keys import remove_from_keyring, store_in_keyring
from app.profiles.presets import PRESETS
from app.profiles.store import ProfileStore, complaints
from app.texts import tr
from pipeline.models.port import Role
from pipeline.models.profile import Profile
from pipeline.models.secrets import Key


@dataclass(frozen=True)
class ProfileDraft:
    """What a form asks for.

    Attributes:
        preset: one of `PRESETS`; it knows the address and limits of a kind of server.
        key_source: `none`, `keyring`, `session`, or `env:NAME`; empty for the preset's own.
        price_in, price_out: per million tokens, None where they are not known.
    """

    name: str
    preset: str
    base_url: str = ""
    text_model: str = ""
    vision_model: str = ""
    key_source: str = ""
    price_in: float | None = None
    price_out: float | None = None
    currency: str = ""


def profile_of(draft: ProfileDraft) -> Profile:
    """The profile that a draft describes.

    Raises:
        StudioError: something is missing, or no profile has such a value.
    """
    preset = PRESETS[draft.preset]
    base_url = draft.base_url.strip() or preset.base_url
    if not base_url:
        raise wrong_use(
            tr("The address of the server is missing."), tr("Type it, such as https://…/v1.")
        )
    text: dict[str, Any] = {
        "base_url": base_url,
        "model": draft.text_model,
        "key": draft.key_source or preset.key,
    }
    if (draft.price_in is None) != (draft.price_out is None):
        raise wrong_use(
            tr("A price needs both: for tokens in and out."), tr("Give the other one too.")
        )
    if draft.price_in is not None:
        text["price"] = {"input": draft.price_in, "output": draft.price_out}
    vision = text | {"model": draft.vision_model} if draft.vision_model.strip() else None
    values: dict[str, Any] = {
        "name": draft.name.strip(),
        "text": text,
        "vision": vision,
        "limits": preset.limits.model_dump(),
    }
    if draft.currency.strip():
        values["currency"] = draft.currency.strip()
    try:
        return Profile.model_validate(values)
    except ValidationError as error:
        raise wrong_use(
            tr("That is no profile: {complaints}.").format(complaints=complaints(error)),
            tr("Change what is named."),
        ) from None


def add_profile(
    store: ProfileStore, draft: ProfileDraft, key: Key | None, replace: bool
) -> Profile:
    """Save a profile; a key for the keyring goes there and nowhere else.

    Raises:
        StudioError: it is no profile, the name is taken, or there is no keyring.
    """
    profile = profile_of(draft)
    if key is not None and profile.text.key == "keyring":
        store_in_keyring(profile.account("text"), key)
    store.save(profile, replace=replace)
    return profile


def remove_profile(store: ProfileStore, name: str) -> int:
    """Forget a profile and its keys; returns how many keys the system keyring gave up.

    Raises:
        StudioError: there is no such profile.
    """
    profile = store.remove(name)
    roles: tuple[Role, ...] = ("text", "vision")
    accounts = {
        profile.account(role)
        for role in roles
        if (choice := profile.choice(role)) and choice.key == "keyring"
    }
    return sum(remove_from_keyring(account) for account in sorted(accounts))


def keep_tested(store: ProfileStore, before: Profile, after: Profile) -> bool:
    """Write down what a test found, unless the profile was changed or removed meanwhile."""
    if before not in store.all():
        return False
    store.save(after, replace=True)
    return True
