"""Text of a section is data: it can neither leave its literal nor give TeX a command."""

import ast
from pathlib import Path

import pytest

from pipeline.agents.offline.compose import estimate_layout, plan_scene, write_program
from pipeline.agents.offline.compose.quote import clean, literal, raw
from pipeline.agents.offline.compose.tex import canonical
from pipeline.render import SandboxRenderer
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task
from tests.offline_compose import specs

HOSTILE = [
    'He said "stop" and \'go\', then \\"',
    '"""\nimport os\nos.system("touch marker")\n"""',
    "a\\nb\\x41\\u0042 \\",
    "{braces} {0} %s %(x)s f'{1+1}'",
    "line\u2028separator\u2029paragraph\x00\x1b[31mred",
    "bidi \u202e reversed \u2066 isolate \u2069",
    "emoji \U0001f680 and \ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    "$\\input{/etc/passwd}$ and $\\write18{ls}$ and $$\\catcode`\\@=11 \\def\\x{y}\\x = 1$$",
    "$$\\begin{document}\\immediate\\openout1=marker x = y$$",
    "]) + exec('1') + str([",
    "$$x = \\frac{a}{b$$ and $$}}} y = {{{$$",
]


def _spec(text: str) -> SceneSpec:
    return SceneSpec(
        name="Hostile", claim=f"A claim {text}", evidence=f"First, {text}. Then {text}.",
        takeaway=f"So {text}", duration_hint=20,
    )  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_in_literals(text: str) -> None:
    plan = plan_scene(Task(text=text), _spec(text))
    tree = ast.parse(write_program(plan, estimate_layout(plan)))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    assert not called & {"exec", "eval", "open", "__import__"}
    assert len(imports) == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_a_literal_gives_back_the_cleaned_text(text: str) -> None:
    assert ast.literal_eval(literal(text)) == clean(text)
    assert ast.literal_eval(raw(text)) == clean(text)


@pytest.mark.parametrize(
    "tex",
    [
        r"\input{/etc/passwd} = 1",
        r"\write18{ls} = x",
        r"\def\x{\openout1=m} \x = 2",
        r"\catcode`\@=11 = y",
        r"\csname input\endcsname{x} = y",
        r"\begin{filecontents}{m} x = y \end{filecontents}",
        r"\special{dvisvgm:raw <g>} = z",
        r"x = \directlua{os.exit()}",
    ],
)
def test_unknown_commands_become_letters(tex: str) -> None:
    shown = canonical(tex) or ""
    for word in ("input", "write", "def", "openout", "catcode", "csname", "special", "directlua"):
        assert f"\\{word}" not in shown
    assert "filecontents" not in shown or r"\begin{filecontents}" not in shown


def test_hostile_text_renders_and_leaves_no_marker(
    renderer: SandboxRenderer, tmp_path: Path
) -> None:
    text = 'He said "x" \\ {y} % & # _ ^ ~ <b>bold</b> $\\input{marker} = \\foo{x}$'
    plan = plan_scene(specs.TASK, _spec(text))
    program = write_program(plan, estimate_layout(plan))
    result = renderer.render(program, "Hostile", tmp_path, RenderSettings(), CancelToken())
    assert result.ok, result.message
    assert not list(tmp_path.glob("**/marker*"))
