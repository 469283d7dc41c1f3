"""Programs made to be expensive are answered all the same."""

from pathlib import Path

import pytest

from pipeline.checks import check_program

_HEAD = (
    "from manim import *\nclass Example(Scene):\n    def construct(self):\n"
    "        c = Circle()\n        self.play(Create(c))\n        self.play(FadeOut(c))\n"
)
_IN = "        "

EXPENSIVE = {
    "a list doubled in place": _HEAD + _IN + "x=[1]\n" + (_IN + "x=[*x,*x]\n") * 2000,
    "lists within lists": _HEAD + _IN + "x=[1]\n" + (_IN + "x=[x,x]\n") * 2000,
    "tuples of branches": _HEAD
    + (_IN + "x=(x,[x])\n" + _IN + "if x:\n" + _IN + "    x=[x]\n") * 800,
    "a long line of classes": "from manim import *\nclass A0(VGroup): pass\n"
    + "".join(
        f"class A{i}(A{i - 1}):\n    def m(self): return self.m{i}()\n" for i in range(1, 800)
    )
    + _HEAD.partition("\n")[2],
    "thousands of unknown names": _HEAD + "".join(f"{_IN}nam{i}x()\n" for i in range(3000)),
    "thousands of unknown methods": _HEAD + "".join(f"{_IN}c.shif{i}()\n" for i in range(3000)),
    "functions that call each other": "from manim import *\n"
    + "".join(
        f"def f{i}(x):\n    return f{(i * 7 + 1) % 300}(f{(i * 3 + 2) % 300}(x))\n"
        for i in range(300)
    )
    + _HEAD.partition("\n")[2],
    "loops within loops": _HEAD
    + "".join(f"{_IN}{'    ' * i}for a{i} in range(3):\n" for i in range(15))
    + f"{_IN}{'    ' * 15}c = Dot() if c.width else Text('a')\n",
    "lambdas within lambdas": _HEAD + f"{_IN}f = {'always_redraw(lambda: ' * 25}Dot(){')' * 25}\n",
    "a long chain": _HEAD + f"{_IN}c{'.shift(UP)' * 40}\n",
}


@pytest.mark.parametrize("what", EXPENSIVE)
def test_an_expensive_program_is_answered(what: str, tables_dir: Path) -> None:
    report = check_program(EXPENSIVE[what], "Example", cache_dir=tables_dir)
    assert len(report.findings) <= 50
    assert all(finding.rule != "too-deep" for finding in report.findings)
