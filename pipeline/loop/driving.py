"""Work in a thread of its own, as a generator of the events that it causes."""

import queue
import threading
from collections.abc import Callable, Generator
from typing import TypeVar

from pipeline.events import Event
from pipeline.render_port import CancelToken
from pipeline.run.folder import RunFolder
from pipeline.run.journal import Journal

T = TypeVar("T")


def drive(
    work: Callable[[Journal], T], folder: RunFolder, cancel: CancelToken
) -> Generator[Event, None, T]:
    """Yields the events of `work` as they happen; returns what it returns, raises what it raises.

    Closing the generator cancels the work and waits for its end.
    """
    events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
    results: list[T] = []
    errors: list[BaseException] = []

    def execute() -> None:
        try:
            results.append(work(Journal(folder, events.put)))
        except BaseException as error:
            errors.append(error)  # raised in the caller's thread
        finally:
            events.put(None)

    thread = threading.Thread(target=execute, name=f"run-{folder.run_id}", daemon=True)
    thread.start()
    try:
        while (event := events.get()) is not None:
            yield event
    except GeneratorExit:
        cancel.cancel()
        raise
    finally:
        thread.join()
    if errors:
        raise errors[0]
    return results[0]
