"""Writes, curation, snapshots and lost index files in any order: the bank equals a model."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from memory_store import curating
from memory_store.records import Status
from tests.memory.conftest import WAVES
from tests.memory.machine import BankMachine


def limits(examples: int) -> settings:
    """The same examples in each run; a shared machine may be slow."""
    return settings(
        max_examples=examples, stateful_step_count=30, deadline=None, derandomize=True,
        database=None, suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def test_a_bank_is_equal_to_its_model_after_any_steps() -> None:
    run_state_machine_as_test(BankMachine, settings=limits(15))


@limits(40)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 11)), min_size=8, max_size=20))
def test_any_chain_of_changes_undos_and_redos_of_two_records_ends_as_in_the_model(
    steps: list[tuple[int, int]],
) -> None:
    machine = BankMachine()
    machine.start()
    try:
        for what, number in steps:
            _step(machine, what, number)
            machine._equal(machine.bank, WAVES, "method")
    finally:
        machine.teardown()


def _step(machine: BankMachine, what: int, number: int) -> None:
    """One change of the first or second record, or of both; twice as often, an undo."""
    ids = ([1], [2], [1, 2])[number % 3]
    status: Status = ("active", "pending", "quarantined")[number // 3 % 3]
    bank, model = machine.bank, machine.model
    if what == 0:
        machine.both(
            lambda: curating.tag(bank, ids, [status], author="Ada"),
            lambda: model.retag(ids, {status}, set()),
        )
    elif what <= 2:
        machine.both(
            lambda: curating.set_status(bank, ids, status, author="Ada", why=""),
            lambda: model.assign(ids, status=status),
        )
    elif model.done:
        operation = list(model.done)[-1 - number % min(6, len(model.done))]
        machine.both(
            lambda: curating.undo(bank, operation, author="Ada"),
            lambda: model.undo(operation),
            operation,
        )
