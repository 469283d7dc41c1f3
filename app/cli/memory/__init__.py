"""`./run memory`: look into a bank or snapshot, curate it and keep it."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from app.cli.memory import banks, curating, insight, past, reading, sharing, snapshots
from app.cli.memory.action import Call, FreeAction, MemoryAction
from app.cli.output import Output
from app.errors import ExitCode
from app.memory.choice import bank_for
from app.paths import data_paths
from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder
from memory_store.opening import Mode
from pipeline.render_port import CancelToken

ACTIONS: tuple[MemoryAction | FreeAction, ...] = (
    *reading.ACTIONS,
    *curating.ACTIONS,
    *past.ACTIONS,
    *snapshots.ACTIONS,
    *sharing.ACTIONS,
    *banks.ACTIONS,
    *insight.ACTIONS,
)


def run(options: argparse.Namespace, output: Output, cancel: CancelToken) -> ExitCode:
    """One action on one bank."""
    call = Call(options, data_paths(), output)
    action = next(action for action in ACTIONS if action.name == options.action)
    if isinstance(action, FreeAction):
        return action.run(call)
    with _open(action, call) as store:
        return action.run(store, call)


@contextmanager
def _open(action: MemoryAction, call: Call) -> Iterator[Bank]:
    with ExitStack() as stack:
        embedder = None
        if action.needs_encoder(call.options):
            embedder = stack.enter_context(MiniLmEmbedder())
            if action.opening == "ro":
                embedder.start()
        mode: Mode = "ro" if action.opening == "ro" else "rw"
        path = bank_for(call.paths, call.options.bank)
        create = action.opening == "create"
        yield stack.enter_context(Bank.open(path, embedder, mode=mode, create=create))
