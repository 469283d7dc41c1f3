"""The templates: all used, versioned, strict about their places, and true about Manim."""

import re
from pathlib import Path

import pytest

from pipeline.agents.model.another_scene import SceneFinder
from pipeline.agents.model.coder import ModelCoder
from pipeline.agents.model.lesson_distiller import ModelDistiller
from pipeline.agents.model.prompts import FOLDER, PromptError, load_prompt
from pipeline.agents.model.rationale_writer import ModelRationaleWriter
from pipeline.agents.model.storyboarder import ModelStoryboarder
from pipeline.agents.model.text_reviewer import ModelTextReviewer
from pipeline.agents.model.visual_reviewer import ModelReviewer
from pipeline.agents.model.visual_reviser import ModelReviser
from pipeline.checks import check_program
from pipeline.checks.policy import ALLOWED_MODULES


def test_every_prompt_file_is_used_and_has_a_version() -> None:
    names = {path.stem for path in FOLDER.glob("*.md")}
    used = {agent.prompt_name for agent in (
        ModelStoryboarder, SceneFinder, ModelCoder, ModelTextReviewer, ModelReviewer,
        ModelReviser, ModelRationaleWriter, ModelDistiller)}  # fmt: skip
    assert names == used
    for name in names:
        assert re.fullmatch(r"\d+-[0-9a-f]{8}", load_prompt(name).version)


def test_a_place_without_a_text_is_an_error_and_so_is_a_text_without_a_place() -> None:
    prompt = load_prompt("storyboarder")
    with pytest.raises(PromptError, match="limit"):
        prompt.fill(section="s")
    with pytest.raises(PromptError, match="more"):
        prompt.fill(section="s", limit="3", more="x")


def test_a_damaged_template_is_refused_by_name(tmp_path: Path) -> None:
    for text in ("no header", "<!-- version: 1 -->\n<!-- system -->\n{{x}}\n<!-- prompt -->\np\n"):
        (tmp_path / f"p{len(text)}.md").write_text(text)
        with pytest.raises(PromptError, match=f"p{len(text)}"):
            load_prompt(f"p{len(text)}", tmp_path)
    with pytest.raises(PromptError, match="missing"):
        load_prompt("missing", tmp_path)


def rules() -> str:
    return load_prompt("coder").system


def test_the_reviser_is_told_the_same_facts_about_manim() -> None:
    sections = re.split(r"^## ", rules(), flags=re.MULTILINE)
    reviser = load_prompt("visual_reviser").system
    facts = [s for s in sections if s.startswith(("The program", "Names", "Formulas", "What is"))]
    assert len(facts) == 4
    for fact in facts:
        assert fact.strip() in reviser


def test_modules_that_the_coder_is_offered_are_allowed() -> None:
    line = re.search(r"Imports besides manim: (.*?)\. No files", rules(), re.DOTALL)
    assert line is not None
    offered = [name.split()[0] for name in re.findall(r"`([^`]+)`", line[1])]
    assert len(offered) == 7
    assert set(offered) <= set(ALLOWED_MODULES)


def test_names_that_the_coder_is_told_about_are_as_it_is_told() -> None:
    program = "from manim import *\nclass A(Scene):\n    def construct(self):\n{}\n"
    good = re.search(r"- Use (.*?)\.\n", rules(), re.DOTALL)
    colours = re.search(r"- Colours: (.*?) \(most", rules(), re.DOTALL)
    missing = re.search(r"There is no (.*?)\.\n", rules())
    assert good
    assert colours
    assert missing
    names = re.findall(r"`(\w+)", good[1]) + colours[1].replace(",", " ").split()
    body = "\n".join(f"        self.add({name})" for name in names)
    found = check_program(program.format(body), "A").findings
    assert not [f.message for f in found if f.rule == "unknown-name"]
    for name in missing[1].replace(",", " ").split():
        bad = check_program(program.format(f"        self.play(Create(Dot(color={name})))"), "A")
        assert name in "".join(f.message for f in bad.findings)
