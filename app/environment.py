"""The environment that our own child processes get: everything but what may be a secret."""

import os
import re
from collections.abc import Iterable, Mapping

_SECRET = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(_?\d+)?$|^OPENAI_|API_?KEY",
    re.IGNORECASE,
)


def without_secrets(
    environment: Mapping[str, str] | None = None, names: Iterable[str] = ()
) -> dict[str, str]:
    """A copy of the environment without `names` and without variables that are named like keys.

    Variables with the same value as one of them go too.
    """
    given = os.environ if environment is None else environment
    known = {*names}
    secret = {name for name in given if name in known or _SECRET.search(name)}
    values = {given[name] for name in secret if len(given[name]) >= 8}
    return {n: value for n, value in given.items() if n not in secret and value not in values}
