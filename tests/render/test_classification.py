"""What is said about a program that fails: category, line, message, signature, hint.

The static check is out of the way here: everything is run.
"""

import re

import pytest

from pipeline.agents.offline.text_reviewer import CrashReader
from pipeline.agents.protocols import Attempt, CodeRequest
from pipeline.schema.render import RenderResult
from tests.offline_agents.scenes import SPEC, TASK
from tests.render.conftest import Studio, case, case_names
from tests.render.faults import faults

FAULTS = faults()
# Words of a hint that let a person mend the case; the valid one is not here.
CASE_HINTS = {
    "C01": "Create",
    "C02": "Text",
    "C06": "'font_size'",
    "C08": "code_string",
    "C09": "MovingCameraScene",
    "C10": "ThreeDScene",
    "C14": "at least 0.1 s",
    "C16": "separate strings",
    "C18": "x_range",
    "C20": "%",
    "C22": "outside math",
    "C23": "preamble",
    "C24": "outside ASCII",
    "C28": "",
    "C30": "prettyneuralnets.sty",
    "C33": "ReplacementTransform",
    "C36": "str(value)",
    "C37": "Draw the picture",
    "C38": "import List by name",
    "C41": "WrongName",
    "C43": "at least two animations",
}


def hint(result: RenderResult) -> str:
    attempt = Attempt(program="", result=result)
    request = CodeRequest(task=TASK, spec=SPEC, slots=None, attempts=(attempt,))
    return CrashReader().hint(request).text


def check_form(result: RenderResult, program: str) -> None:
    """What every failure has in common, whatever it is."""
    assert not result.ok
    assert result.category is not None
    assert result.message
    assert len(result.signature.split(" | ")) >= 3
    assert len(result.message) <= 600
    assert len(result.traceback_tail) <= 3000
    assert len(result.tex_log) <= 3000
    shown = result.message + result.traceback_tail + result.tex_log + result.signature
    assert not any(ord(letter) < 32 and letter not in "\n\t" for letter in shown)
    assert not re.search("[\u2500-\u259f\u202a-\u202e]", shown)
    for path in re.findall(r"(?<![\w.~:/\\)\]}$-])/(?:[\w.+-]+/)+[\w.+-]*", shown):
        assert path in program
    assert len(hint(result).split()) <= 60


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_gets_its_category_its_line_and_a_hint(studio: Studio, name: str) -> None:
    fault = FAULTS[name]
    wall = 5 if "without end" in name else 60
    result = studio.render(fault.program, wall_seconds=wall, memory_bytes=2 * 1024**3)
    check_form(result, fault.program)
    assert (result.category, result.line) == (fault.category, fault.line), result
    assert fault.message in result.message
    assert fault.hint in hint(result)
    assert not result.environment


def test_every_case_is_asked_for() -> None:
    assert set(CASE_HINTS) == set(case_names("C")) - {"C39"}


@pytest.mark.parametrize("name", sorted(CASE_HINTS))
def test_the_hint_for_a_case_lets_a_person_mend_it(studio: Studio, name: str) -> None:
    program, scene = case(name)
    result = studio.render(program, scene)
    check_form(result, program)
    assert CASE_HINTS[name] in hint(result)


def test_an_exception_in_a_finaliser_fails_nothing(studio: Studio) -> None:
    result = studio.construct(
        """
        class Loud:
            def __del__(self):
                raise ValueError("too late")
        held = Loud()
        del held
        self.play(FadeIn(Circle()))
        self.play(FadeOut(Circle()))
        """
    )
    assert result.ok, result


def test_paths_of_this_machine_are_hidden_and_those_of_the_program_stay(studio: Studio) -> None:
    result = studio.construct(
        """
        import sys
        raise ValueError(f"{sys.prefix}/lib/x.py, {'/'.join(['', 'home', 'someone', 'key'])}, "
                         "/named/in/program, https://example.org/a/b, 1/2/3")
        """
    )
    assert "python/lib/x.py, .../key, /named/in/program, https://example.org/a/b, 1/2/3" in (
        result.message
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("MathTex(r'\\bm{x}')", "y = 1\nMathTex(r'\\bm{y}')"),
        ("raise KeyError(17)", "x = 1\nraise KeyError(18)"),
    ],
)
def test_equal_faults_at_other_lines_have_one_signature(
    studio: Studio, first: str, second: str
) -> None:
    one, other = studio.construct(first), studio.construct(second)
    assert one.signature == other.signature
    assert one.line != other.line
