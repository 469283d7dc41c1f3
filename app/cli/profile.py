"""`./run profile`: name, list, test and forget endpoints."""

import argparse
from typing import Any

from pydantic import ValidationError

from app.cli.output import Output
from app.errors import ExitCode, wrong_use
from app.paths import data_paths
from app.profiles.editing import keep_tested, remove_profile
from app.profiles.keys import (
    keys_of,
    missing_key,
    read_key,
    store_in_keyring,
)
from app.profiles.presets import PRESETS
from app.profiles.store import ProfileStore, complaints
from pipeline.models.port import Role
from pipeline.models.profile import ModelChoice, Profile
from pipeline.render_port import CancelToken

LIMITS = (
    "connect", "stall", "total", "parallel", "attempts", "max_output_tokens", "reasoning",
    "picture_edge",
)  # fmt: skip
ROLES: tuple[Role, ...] = ("text", "vision")
# Of a failed test: the endpoint or the machine is in the way, not what the model can do.
IN_THE_WAY = frozenset(
    {
        "unreachable", "key_refused", "quota", "rate_limited", "overloaded", "web_page",
        "redirected", "certificate", "stalled", "model_missing", "wrong_path",
    }
)  # fmt: skip


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """One action on the profiles of the data folder."""
    store = ProfileStore(data_paths())
    if options.action == "add":
        return _add(store, options, output)
    if options.action == "list":
        return _list(store, output)
    if options.action == "remove":
        return _remove(store, options.name, output)
    return _test(store, options, output, cancel)


def _add(store: ProfileStore, options: argparse.Namespace, output: Output) -> ExitCode:
    if options.key is not None:
        raise wrong_use(
            "A key is never an argument: other users and the shell's history could show it.",
            "Use --key-env NAME, --key-keyring or --key-session.",
            kind="key_as_argument",
        )
    try:
        profile = profile_of(options)
    except ValidationError as error:
        raise wrong_use(
            f"That is no profile: {complaints(error)}.", "See ./run profile add --help."
        ) from None
    if not options.replace and any(known.name == profile.name for known in store.all()):
        store.save(profile)  # refuses before a key is asked for
    for role in ROLES:
        choice = profile.choice(role)
        if choice and choice.key == "keyring" and (role == "text" or _apart(profile)):
            store_in_keyring(profile.account(role), read_key(choice.host))
    store.save(profile, replace=options.replace)
    warnings = _warnings(profile)
    output.document({"profile": _document(profile), "file": str(store.file), "warnings": warnings})
    output.line(f"Profile {profile.name}: {_told(profile)}")
    for warning in warnings:
        output.line(f"Note: {warning}")
    output.line(f"Try it: ./run profile test {profile.name}")
    return ExitCode.DONE


def profile_of(options: argparse.Namespace) -> Profile:
    """The profile that the options describe.

    Raises:
        ValidationError: a value that no profile has.
        StudioError: options that do not go together.
    """
    preset = PRESETS[options.preset]
    base_url = options.base_url or preset.base_url
    if not base_url:
        raise wrong_use(
            "Say where the models are: --base-url URL, or --preset with the name of a server.",
            f"The presets are {', '.join(PRESETS)}.",
        )
    key = _key(options, "") or preset.key
    mode = {"json_mode": options.json_mode} if options.json_mode else {}
    text = {"base_url": base_url, "model": options.text_model, "key": key, **mode}
    text |= _gateway(options)
    given = {name: getattr(options, name) for name in LIMITS if getattr(options, name) is not None}
    return Profile.model_validate(
        {
            "name": options.name,
            "text": text | _price(options, ""),
            "vision": _vision(options, text, mode),
            "limits": preset.limits.model_dump() | given,
            "temperature": options.temperature,
            "seed": options.seed,
            "currency": options.currency,
        }
    )


def _vision(
    options: argparse.Namespace, text: dict[str, Any], mode: dict[str, Any]
) -> dict[str, Any] | None:
    elsewhere, key = options.vision_base_url, _key(options, "vision_")
    if not options.vision_model:
        if elsewhere or key:
            raise wrong_use("A place for a vision model without one.", "Add --vision-model.")
        return None
    if not elsewhere and key:
        raise wrong_use(
            "One endpoint has one key.", "Name the other endpoint too: --vision-base-url."
        )
    place = {"base_url": elsewhere or text["base_url"]}
    place["key"] = (key or "none") if elsewhere else text["key"]
    if not elsewhere:
        place |= {name: text[name] for name in ("key_header", "query") if name in text}
    price = _price(options, "vision_")
    if not elsewhere and options.vision_model == options.text_model:
        price = price or _price(options, "")  # one model has one price
    return {"model": options.vision_model, **place, **mode, **price}


def _gateway(options: argparse.Namespace) -> dict[str, Any]:
    """What a gateway wants beside an address and a key."""
    wanted: dict[str, Any] = {}
    if options.key_header:
        wanted["key_header"] = options.key_header
    for pair in options.query or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise wrong_use(
                "--query takes NAME=VALUE.", "For instance --query api-version=2024-10-21."
            )
        wanted.setdefault("query", {})[name] = value
    return wanted


def _key(options: argparse.Namespace, prefix: str) -> str:
    name = getattr(options, f"{prefix}key_env")
    if name is not None:
        if not name.isidentifier() or not name.isascii():
            # Not shown: it may be the key itself.
            raise wrong_use(
                f"--{prefix.replace('_', '-')}key-env takes the name of an environment variable, "
                "not a key.",
                "For instance --key-env OPENAI_API_KEY.",
                kind="key_as_argument",
            )
        return f"env:{name}"
    if getattr(options, f"{prefix}key_keyring"):
        return "keyring"
    return "session" if getattr(options, f"{prefix}key_session") else ""


def _price(options: argparse.Namespace, prefix: str) -> dict[str, Any]:
    into, out = getattr(options, f"{prefix}price_in"), getattr(options, f"{prefix}price_out")
    if into is None and out is None:
        return {}
    if into is None or out is None:
        raise wrong_use(
            "A price needs both: for tokens in and for tokens out.", "Give the other one too."
        )
    return {"price": {"input": into, "output": out}}


def _apart(profile: Profile) -> bool:
    return profile.account("vision") != profile.account("text")


def _warnings(profile: Profile) -> list[str]:
    told = []
    for role in ROLES:
        choice = profile.choice(role)
        if choice is None:
            told.append("No vision model is named: reviews will be measured from the geometry.")
            continue
        if missing := missing_key(choice):
            told.append(f"{missing[0].upper()}{missing[1:]} here.")
        if choice.base_url.startswith("http://") and not choice.local and choice.key != "none":
            told.append(f"The key and all texts go to {choice.host} unencrypted (http).")
    return list(dict.fromkeys(told))


def _list(store: ProfileStore, output: Output) -> ExitCode:
    profiles = store.all()
    output.document({"profiles": [_document(p) for p in profiles], "file": str(store.file)})
    for profile in profiles:
        output.line(f"{profile.name}: {_told(profile)}")
        for warning in _warnings(profile):
            output.line(f"    note: {warning}")
    if not profiles:
        output.line("No profile yet. ./run profile add NAME --preset ollama --text-model MODEL")
    return ExitCode.DONE


def _remove(store: ProfileStore, name: str, output: Output) -> ExitCode:
    gone = remove_profile(store, name)
    output.document({"removed": name, "keys_removed": gone})
    output.line(f"Profile {name} is forgotten." + (" Its key too." if gone else ""))
    return ExitCode.DONE


def _test(
    store: ProfileStore, options: argparse.Namespace, output: Output, cancel: CancelToken
) -> ExitCode:
    from app.profiles.probe import Probe
    from app.profiles.sample import score_sample
    from pipeline.settings import RunSettings

    profile = store.get(options.name)
    probe = Probe(
        keys_of(profile),
        cancel,
        None if options.no_scores else score_sample,
        lambda text: output.progress(f"{text} ..."),
        RunSettings().delta_fail,
    )
    outcome = probe.run(profile)
    keep_tested(store, profile, outcome.profile)
    tested = outcome.profile
    output.document(
        {
            "ok": outcome.ok,
            "profile": tested.name,
            "checks": [
                {"name": s.name, "ok": s.ok, "detail": s.detail, "remedy": s.remedy, "kind": s.kind}
                for s in outcome.steps
            ],
            "json_mode": tested.text.json_mode,
            "images": tested.found.images if tested.found else None,
            "scores": outcome.scores,
            "spread": outcome.spread,
            "warnings": outcome.warnings,
        }
    )
    for step in outcome.steps:
        output.line(f"{'ok     ' if step.ok else 'FAILED '}  {step.name}: {step.detail}")
        if step.remedy:
            output.line(f"           -> {step.remedy}")
    for warning in outcome.warnings:
        output.line(f"Note: {warning}")
    if outcome.ok:
        return ExitCode.DONE
    kinds = {step.kind for step in outcome.steps if not step.ok and step.name != "models"}
    return ExitCode.ENVIRONMENT if kinds & IN_THE_WAY else ExitCode.FAILED


def _document(profile: Profile) -> dict[str, Any]:
    return profile.model_dump(mode="json") | {
        "key_missing": any(
            bool(missing_key(choice))
            for role in ROLES
            if (choice := profile.choice(role)) is not None
        )
    }


def _told(profile: Profile) -> str:
    text, vision = profile.text, profile.vision
    parts = [f"{text.model} at {text.host}, {_key_told(text)}"]
    if vision is None:
        parts.append("no vision model")
    else:
        where = f" at {vision.host}, {_key_told(vision)}" if _apart(profile) else ""
        parts.append(f"{vision.model} sees{where}")
    found = profile.found
    parts.append(f"tested {found.at[:10]}" if found else "not tested yet")
    return "; ".join(parts)


def _key_told(choice: ModelChoice) -> str:
    if choice.variable:
        return f"key in {choice.variable}"
    return {"none": "no key", "keyring": "key in the keyring", "session": "key asked for"}[
        choice.key
    ]
