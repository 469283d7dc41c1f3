"""What an action of `./run memory` is: its arguments, how it opens the bank, and what it does."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.cli.output import Output
from app.errors import ExitCode
from app.paths import DataPaths
from memory_store.bank import Bank

Opening = Literal["ro", "rw", "create", "none"]
"""`create` makes a missing bank; an action of `none` opens what it needs by itself."""


def no_arguments(parser: argparse.ArgumentParser) -> None:
    """An action without arguments of its own."""


@dataclass(frozen=True)
class Call:
    """One call of an action: what was asked, where the data is, and where the answer goes."""

    options: argparse.Namespace
    paths: DataPaths
    output: Output


@dataclass(frozen=True)
class MemoryAction:
    """An action on the bank or snapshot that `--bank` names.

    Attributes:
        fill: adds the arguments; `--bank` and `--json` are there already.
        run: does the work with the open bank.
        encoder: whether the encoder is needed, and the bank refused if it is another one; a
            function where that depends on the arguments.
    """

    name: str
    help: str
    run: Callable[[Bank, Call], ExitCode]
    fill: Callable[[argparse.ArgumentParser], None] = no_arguments
    opening: Opening = "ro"
    encoder: bool | Callable[[argparse.Namespace], bool] = False

    def needs_encoder(self, options: argparse.Namespace) -> bool:
        """Whether this call needs the encoder."""
        return self.encoder if isinstance(self.encoder, bool) else self.encoder(options)


@dataclass(frozen=True)
class FreeAction:
    """An action that opens no bank by itself: lists of banks, of snapshots, a restore."""

    name: str
    help: str
    run: Callable[[Call], ExitCode]
    fill: Callable[[argparse.ArgumentParser], None] = no_arguments
