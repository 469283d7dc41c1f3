"""Who is at work, for the history of what people change."""

import getpass


def login_name() -> str:
    """The name that this person is logged in with; `unknown` where the machine has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user number without an entry; Windows services
        return "unknown"
