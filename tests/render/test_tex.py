"""TeX: our template, the run's compiled expressions, and machines without TeX."""

import re
import shutil
from pathlib import Path

import pytest

from pipeline.render import SandboxRenderer, intake, link, texformat, texrun
from pipeline.render.failure import Place, describe
from pipeline.render.plaintext import Paths
from pipeline.render_port import CancelToken
from pipeline.schema.render import RenderSettings
from tests.render.conftest import Studio, scene_with

FORMULA = scene_with("self.play(Write(MathTex(r'a \\coloneqq b^2')))\nself.wait(0.2)")


def test_compiled_tex_is_kept_for_the_next_iteration_of_the_run(tmp_path: Path) -> None:
    store = tmp_path / "tex"
    with SandboxRenderer(tmp_path / "scratch", tex_dir=store) as renderer:
        settings = RenderSettings()
        first = renderer.render(FORMULA, "Scene1", tmp_path / "a", settings, CancelToken())
        assert first.ok, first
        (compiled,) = store.glob("*.svg")
        marked = compiled.read_text().replace("<svg", "<svg id='kept'", 1)
        compiled.write_text(marked)
        second = renderer.render(FORMULA, "Scene1", tmp_path / "b", settings, CancelToken())
        assert second.ok
    assert compiled.read_text() == marked
    assert [path.suffix for path in store.iterdir()] == [".svg"]


def test_only_plain_files_named_like_compiled_tex_are_kept(tmp_path: Path) -> None:
    tex, store, outside = tmp_path / "tex", tmp_path / "store", tmp_path / "outside"
    tex.mkdir()
    outside.write_text("secret")
    (tex / f"{'a' * 16}.svg").write_text("<svg></svg>")
    (tex / f"{'b' * 16}.svg").symlink_to(outside)
    (tex / f"{'c' * 16}.svg").hardlink_to(outside)
    (tex / f"{'d' * 16}.svg").mkdir()
    (tex / "evil.svg").write_text("<svg/>")
    (tex / f"{'e' * 16}.tex").write_text("x")
    store.mkdir()
    intake.keep_tex(tex, store)
    assert [path.name for path in store.iterdir()] == [f"{'a' * 16}.svg"]
    (tex / f"{'a' * 16}.svg").write_text("<svg>replaced</svg>")
    intake.keep_tex(tex, store)
    assert (store / f"{'a' * 16}.svg").read_text() == "<svg></svg>"


@pytest.mark.parametrize(
    "body",
    [
        r"t = Tex(r'Text with $x^2$ and \textbf{bold}')",
        r"t = MathTex(r'\mathbb{R} \coloneqq \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}')",
        r"t = Tex('x', tex_template=TexTemplate(preamble=r'\usepackage{amsmath}'))",
        r"t = Tex('x', tex_template=TexTemplate().add_to_document(r'\boldmath'))",
        "t = Tex('x', tex_template=TexTemplate("
        r"documentclass=r'\documentclass[preview]{standalone}'))",
        r"t = VGroup(Integer(3), DecimalNumber(2.5), Matrix([[1, 2], [3, 4]]))",
        r"t = BulletedList('one', 'two')",
    ],
)
def test_usual_ways_of_setting_tex_work_with_our_template(studio: Studio, body: str) -> None:
    result = studio.construct(f"{body}\nself.play(FadeIn(t))\nself.wait(0.2)")
    assert result.ok, result


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (r"Tex(r'\undefinedmacro x')", "Undefined control sequence"),
        (r"MathTex(r'\frac{a}{b')", ""),
        (r"MathTex(r'x', tex_template=TexTemplateLibrary.ctex)", "only latex"),
        (r"Tex(r'\input{/etc/hostname}')", "not found"),
        (r"Tex(r'\immediate\openout5=/tmp/studio_canary_tex \immediate\write5{x}')", ""),
        (r"Tex(r'\immediate\write18{touch studio_canary_tex}x')", ""),
    ],
)
def test_faults_and_tricks_of_tex_end_as_tex_failures_or_nothing(
    studio: Studio, body: str, words: str
) -> None:
    result = studio.construct(f"self.play(FadeIn({body}))\nself.wait(0.2)")
    assert result.ok or result.category == "latex", result
    if words:
        assert words in result.message
    assert not list(Path("/tmp").glob("studio_canary_*"))


def test_a_machine_without_tex_is_not_the_fault_of_the_program() -> None:
    place = Place("scene.py", "manim", Paths([]))
    try:
        raise texrun.TexError("missing", "latex is not installed on this machine")
    except texrun.TexError as error:
        result = describe(error, place, 4 * 1024**3)
    assert (result.category, result.environment) == ("latex", True)
    assert "latex" in result.message


def test_a_scene_with_tex_on_a_machine_without_it_is_an_environment_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "_PATH", str(tmp_path / "no-programs"))
    with SandboxRenderer(tmp_path / "scratch") as renderer:
        result = renderer.render(FORMULA, "Scene1", tmp_path / "a", RenderSettings(), CancelToken())
    assert (result.ok, result.category, result.environment) == (False, "latex", True)
    assert "not installed" in result.message


def test_a_log_cut_in_a_wide_character_or_without_a_line_number_is_still_read(
    tmp_path: Path,
) -> None:
    log = tmp_path / "x.log"
    log.write_bytes("! Emergency stop.\n<*> α".encode()[:-1])
    message, excerpt = texrun.summarise(texrun.read_log(log), {})
    assert message == "LaTeX: Emergency stop"
    assert "Emergency" in excerpt
    assert texrun.summarise("", {})[0] == "LaTeX stopped without naming an error"


def test_the_excerpt_holds_the_error_and_the_line_of_the_source() -> None:
    log = "x\n! Missing $ inserted.\n<inserted text> \n                $\nl.8 h_\n      t\n"
    message, excerpt = texrun.summarise(log, {8: "the state h_t"})
    assert message == "LaTeX: Missing $ inserted"
    assert "in: the state h_t" in excerpt


def test_a_preloaded_preamble_gives_the_same_picture(tmp_path: Path) -> None:
    latex, dvisvgm = shutil.which("latex") or "", shutil.which("dvisvgm") or ""
    prepared = texformat.ensure_format(latex, tmp_path)
    assert prepared
    assert texformat.ensure_format(latex, tmp_path) == prepared
    source = texrun.TEMPLATE.read_text(encoding="utf-8").replace(
        "YourTextHere", r"\begin{align*}\sum_{i=1}^n \alpha_i \coloneqq \mathbb{R}\end{align*}"
    )
    pictures = []
    for name, used in (("plain", ""), ("quick", prepared)):
        (tmp_path / name).mkdir()
        file = tmp_path / name / "formula.tex"
        file.write_text(source, encoding="utf-8")
        programs = texrun.Programs(latex, dvisvgm, 30, used)
        dvi = texrun._compile(programs, file, "latex", ".dvi")
        svg = texrun._convert(programs, dvi, 1).read_text()
        # dvisvgm writes the outlines in any order; what is drawn where must be equal.
        pictures.append((sorted(re.findall(r"d='([^']+)'", svg)), svg.partition("</defs>")[2]))
        assert (tmp_path / name / "formula.rest.tex").exists() == bool(used)
    assert pictures[0] == pictures[1]
    assert pictures[0][0]


def test_a_format_that_does_not_fit_falls_back_to_the_ordinary_way(tmp_path: Path) -> None:
    broken = tmp_path / "broken.fmt"
    broken.write_bytes(b"not a format")
    file = tmp_path / "formula.tex"
    file.write_text(texrun.TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8")
    programs = texrun.Programs(shutil.which("latex") or "", "", 30, str(broken))
    assert texrun._compile(programs, file, "latex", ".dvi").exists()
