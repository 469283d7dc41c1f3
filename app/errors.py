"""Errors for people: what happened, to which file or record, what to do."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of every command."""

    DONE = 0
    FAILED = 1
    WRONG_USE = 2
    ENVIRONMENT = 3
    INTERRUPTED = 130


class StudioError(Exception):
    """A failure that ends a command with a message and a remedy, never with a traceback."""

    def __init__(self, kind: str, message: str, remedy: str, code: ExitCode) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.remedy = remedy
        self.code = code


def wrong_use(message: str, remedy: str, kind: str = "usage") -> StudioError:
    """The command or its input is not right."""
    return StudioError(kind, message, remedy, ExitCode.WRONG_USE)


def environment_fault(message: str, remedy: str, kind: str = "environment") -> StudioError:
    """The machine is in the way: missing LaTeX, a bank in use, a full disk."""
    return StudioError(kind, message, remedy, ExitCode.ENVIRONMENT)


def failed(message: str, remedy: str, kind: str = "failed") -> StudioError:
    """The work was done right and its result is a failure."""
    return StudioError(kind, message, remedy, ExitCode.FAILED)
