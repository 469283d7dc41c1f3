"""Programs as syntax trees, one at a time.

Python up to 3.12 counts how deep it is in a tree in a place that all threads share: two threads
that parse at once can fail with `SystemError: AST constructor recursion depth mismatch`
(github.com/python/cpython, issue 106905). Scenes are made side by side, so programs are parsed
here.
"""

import ast
import threading

_ONE_AT_A_TIME = threading.RLock()


def tree_of(text: str | bytes) -> ast.Module:
    """The tree of a program; raises SyntaxError, ValueError, RecursionError and MemoryError as
    `ast.parse` does."""
    with _ONE_AT_A_TIME:
        return ast.parse(text)


def expression_of(text: str) -> ast.Expression:
    """The tree of one expression; raises as `tree_of` does."""
    with _ONE_AT_A_TIME:
        return ast.parse(text, mode="eval")
