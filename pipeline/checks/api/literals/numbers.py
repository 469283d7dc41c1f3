"""Numbers that a program's text fixes, and what arithmetic and `math` make of them.

Manim's plots call their functions with numpy's numbers. Those divide by zero without an error, and
a power or `np.log` out of range gives "not a number"; `math` and Python's own numbers raise.
"""

import ast
import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pipeline.checks.folding import Folder

_CONSTANTS = {
    "PI": math.pi,
    "TAU": math.tau,
    "DEGREES": math.pi / 180,
    "math.pi": math.pi,
    "math.e": math.e,
    "math.tau": math.tau,
    "np.pi": math.pi,
    "np.e": math.e,
    "numpy.pi": math.pi,
}
_MATH: dict[str, Callable[..., float]] = {
    name: getattr(math, name)
    for name in [
        "sqrt",
        "log",
        "log2",
        "log10",
        "log1p",
        "exp",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "acosh",
        "atanh",
        "fabs",
        "floor",
        "ceil",
        "pow",
        "atan2",
        "hypot",
        "degrees",
        "radians",
        "gamma",
        "lgamma",
        "factorial",
    ]
}
_MAX_STEPS = 200
_HUGE = 1e9
_LARGEST = 1e100


class Number(NamedTuple):
    """A number; `from_numpy` ones raise no error in arithmetic."""

    value: float
    from_numpy: bool = False


class UnknownError(Exception):
    """A number that the text does not fix."""


class Evaluator:
    """Evaluates arithmetic over literals, constants of Manim and `math`, and given variables."""

    def __init__(self, folder: Folder, variables: Mapping[str, Number] | None = None) -> None:
        self._folder = folder
        self._variables = variables or {}
        self._steps = 0

    def number(self, node: ast.expr) -> Number:
        """The value of an expression.

        Raises:
            UnknownError: the text does not fix it.
            ZeroDivisionError, ValueError, OverflowError: as the program would.
        """
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise UnknownError
        match node:
            case ast.Constant(value=bool()):
                raise UnknownError
            case ast.Constant(value=int() | float() as value) if abs(value) < _LARGEST:
                return Number(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.number(operand)
                return Number(-inner.value, inner.from_numpy)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(self.number(left), op, self.number(right))
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute():
                known = _CONSTANTS.get(ast.unparse(node))
                if known is not None:
                    return Number(known)
            case ast.Call(keywords=[]):
                return self._call(node)
        raise UnknownError

    def _name(self, name: str) -> Number:
        if name in self._variables:
            return self._variables[name]
        bound = self._folder.values_of(name)
        if len(bound) == 1:
            return self.number(bound[0])
        if not bound and name in _CONSTANTS:
            return Number(_CONSTANTS[name])
        raise UnknownError

    def _binary(self, left: Number, op: ast.operator, right: Number) -> Number:
        lenient = left.from_numpy or right.from_numpy
        try:
            value = _operate(left.value, op, right.value)
        except (ZeroDivisionError, ValueError, OverflowError):
            if lenient:
                return Number(math.nan, True)
            raise
        return Number(value, lenient)

    def _call(self, node: ast.Call) -> Number:
        name = ast.unparse(node.func)
        if name in ("abs", "float") and len(node.args) == 1:
            inner = self.number(node.args[0])
            return Number(
                abs(inner.value) if name == "abs" else float(inner.value),
                inner.from_numpy and name == "abs",
            )
        module, _, function = name.rpartition(".")
        arguments = [self.number(argument) for argument in node.args]
        if function not in _MATH or module not in ("math", "np", "numpy"):
            raise UnknownError
        values = [argument.value for argument in arguments]
        if any(math.isnan(value) for value in values):
            raise UnknownError
        if module == "math":
            try:
                return Number(_MATH[function](*values))
            except TypeError as error:
                raise UnknownError from error
        try:
            return Number(_MATH[function](*values), True)
        except (ValueError, OverflowError, TypeError):
            return Number(math.nan, True)


def _operate(left: float, op: ast.operator, right: float) -> float:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.FloorDiv():
            return left // right
        case ast.Mod():
            return left % right
        case ast.Pow():
            if abs(left) > _HUGE or abs(right) > 100:
                raise UnknownError
            power = left**right
            if isinstance(power, complex):
                raise UnknownError
            return float(power)
    raise UnknownError
