"""Programs parsed in several threads at once."""

import ast
import gc
import sys
import threading
from collections.abc import Iterator

import pytest

from pipeline.syntax_tree import expression_of, tree_of

PROGRAM = "x = " + "(" * 30 + "[" + ",".join("a.b(c, d=[e])" for _ in range(60)) + "]" + ")" * 30


class Slow:
    """Garbage whose end takes a while, so that threads change in the middle of a parse."""

    me: object

    def __del__(self) -> None:
        for _ in range(200):
            pass


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads change often, and garbage is collected often."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(50)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("restless")
def test_threads_that_parse_at_once_do_not_disturb_each_other() -> None:
    faults: list[str] = []

    def work() -> None:
        for _ in range(60):
            for _ in range(5):
                slow = Slow()
                slow.me = slow
            try:
                tree_of(PROGRAM)
            except SystemError as error:  # what `ast.parse` raises here within a second
                faults.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_trees_and_faults_are_those_of_python() -> None:
    assert ast.dump(tree_of("a = 1")) == ast.dump(ast.parse("a = 1"))
    assert ast.dump(expression_of("a + 1")) == ast.dump(ast.parse("a + 1", mode="eval"))
    with pytest.raises(SyntaxError):
        tree_of("a = ")
