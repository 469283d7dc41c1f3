"""Whatever the text, a check answers and a reply gives a program."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.checks import check_program, extract_program
from pipeline.schema.finding import has_error
from tests.checks.programs import programs

PIECES = sorted(
    {
        line
        for name in ("unsafe", "valid", "animated", "still")
        for program in programs(name).values()
        for line in program.splitlines()
    }
)
WORDS = """class Example(Scene): def construct self play ( ) [ ] { } : = . , ' " ``` <think> import
from manim * lambda if else for in while try except match case f' {x} \\ # @ -> := __class__ utils
config yield await async return global nonlocal 0x é 😀"""
TOKENS = st.sampled_from([*WORDS.split(), "\n", "\t", "\x00", "\ud800"])
few = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@few
@given(st.lists(TOKENS, max_size=60).map(" ".join))
def test_any_sequence_of_tokens_is_answered(tables_dir: Path, text: str) -> None:
    report = check_program(text, "Example", cache_dir=tables_dir)
    assert report.ok == (not has_error(report.findings))
    extract_program(text, "Example")


@few
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(tables_dir: Path, data: bytes) -> None:
    check_program(data, "Example", cache_dir=tables_dir)


@few
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("\n".join))
def test_any_mixture_of_lines_is_answered(tables_dir: Path, text: str) -> None:
    check_program(text, "Example", cache_dir=tables_dir)
    extract_program(text, "Example")


@few
@given(st.sampled_from(sorted(programs("unsafe").values())), st.data())
def test_a_program_cut_anywhere_is_answered(
    tables_dir: Path, program: str, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(program)))
    check_program(program[:cut], "Example", cache_dir=tables_dir)
    extract_program(f"```python\n{program[:cut]}", "Example")
