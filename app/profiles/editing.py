"""A profile from the few things that a person types; what a form and the command line share."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from app.errors import wrong_use
from app.profiles.keys import remove_from_keyring, session_keys, store_in_keyring
from app.profiles.presets import PRESETS
from app.profiles.store import ProfileStore, complaints
from app.texts import tr
from pipeline.models.port import Role
from pipeline.models.profile import ModelChoice, Profile
from pipeline.models.secrets import Key


@dataclass(frozen=True)
class ProfileDraft:
    """What a form asks for.

    Attributes:
        preset: one of `PRESETS`; it knows the address and limits of a kind of server.
        key_source: `none`, `keyring`, `session`, or `env:NAME`; empty for the preset's own.
        stall, total: seconds without a byte, and for one request; None for the preset's own.
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
    stall: int | None = None
    total: int | None = None


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
        "limits": preset.limits.model_dump() | _limits(draft),
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
    """Save a profile; a key goes into the keyring or the memory of this process, nowhere else.

    Raises:
        StudioError: it is no profile, the name is taken, or there is no keyring.
    """
    profile = profile_of(draft)
    _keep_key(profile, key)
    store.save(profile, replace=replace)
    return profile


def draft_of(profile: Profile) -> ProfileDraft:
    """What a form shows of a profile that is there; its key is in no profile, so it is not here."""
    text, price = profile.text, profile.text.price
    return ProfileDraft(
        name=profile.name,
        preset=next(
            (name for name, known in PRESETS.items() if known.base_url == text.base_url), "other"
        ),
        base_url=text.base_url,
        text_model=text.model,
        vision_model=profile.vision.model if profile.vision else "",
        key_source=text.key,
        price_in=price.input if price else None,
        price_out=price.output if price else None,
        currency=profile.currency,
        stall=round(profile.limits.stall),
        total=round(profile.limits.total),
    )


def edit_profile(store: ProfileStore, name: str, draft: ProfileDraft, key: Key | None) -> Profile:
    """Change a profile; what the form does not show, such as limits, stays as it was.

    An own key or address of the vision model stays too, unless it had the text model's before.

    Raises:
        StudioError: it is no profile, there is none of that name, or there is no keyring.
    """
    old, new = store.get(name), profile_of(dataclasses.replace(draft, name=name))
    shown = {"base_url", "model", "key", "price"}

    def changed(kept: ModelChoice, wanted: ModelChoice) -> ModelChoice:
        values = {field: getattr(wanted, field) for field in shown}
        return kept.model_copy(update=values)

    text = changed(old.text, new.text)
    vision = new.vision
    if vision is not None and old.vision is not None:
        apart = (old.vision.base_url, old.vision.key) != (old.text.base_url, old.text.key)
        if apart:
            vision = old.vision.model_copy(update={"model": vision.model})
        else:
            vision = changed(old.vision, vision)
    limits = old.limits.model_copy(update=_limits(draft))
    update = {"text": text, "vision": vision, "currency": new.currency, "limits": limits}
    profile = old.model_copy(update=update)
    if (profile.text, profile.vision) != (old.text, old.vision):
        profile = profile.model_copy(update={"found": None})  # tested was another one
    _keep_key(profile, key)
    store.save(profile, replace=True)
    return profile


def _limits(draft: ProfileDraft) -> dict[str, int]:
    given = {"stall": draft.stall, "total": draft.total}
    return {name: seconds for name, seconds in given.items() if seconds is not None}


def _keep_key(profile: Profile, key: Key | None) -> None:
    """A key goes where the profile says: into the keyring, or into the memory of this process."""
    if key is None:
        return
    if profile.text.key == "keyring":
        store_in_keyring(profile.account("text"), key)
    elif profile.text.key == "session":
        session_keys.hold(profile.account("text"), profile.text.host, key)


def remove_profile(store: ProfileStore, name: str) -> int:
    """Forget a profile and its keys; returns how many keys the system keyring gave up.

    Raises:
        StudioError: there is no such profile.
    """
    profile = store.remove(name)
    session_keys.forget(name)
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
