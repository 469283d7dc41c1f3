"""The safety rules find nothing in the examples of Manim's own documentation."""

import ast
from pathlib import Path

from app.bench.docstrings import manim_examples
from pipeline.checks import check_program

EXCLUDED = {
    "LabeledCountryExample": "downloads a map from the network, which no scene may do",
    "<Class": "is the pattern of the directive itself and no program",
}


def _calls_play(program: str) -> bool:
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func) == "self.play"
        for node in ast.walk(ast.parse(program))
    )


def test_the_safety_rules_find_nothing_in_manims_own_examples(tables_dir: Path) -> None:
    examples = list(manim_examples())
    assert len(examples) >= 390

    found = {
        f"{example.module}:{example.scene}": report.findings
        for example in examples
        if example.scene not in EXCLUDED
        and (
            report := check_program(
                example.program, example.scene, rules={"safety"}, cache_dir=tables_dir
            )
        ).findings
    }
    assert found == {}


def test_the_scene_is_found_in_every_example(tables_dir: Path) -> None:
    missing = [
        (example.module, example.scene)
        for example in manim_examples()
        if example.scene not in EXCLUDED
        and not check_program(
            example.program, example.scene, rules={"scene"}, cache_dir=tables_dir
        ).ok
    ]
    assert missing == []


def test_an_example_with_a_play_in_its_construct_counts_as_animated(tables_dir: Path) -> None:
    refused = [
        (example.module, example.scene)
        for example in manim_examples()
        if example.scene not in EXCLUDED
        and _calls_play(example.program)
        and not check_program(
            example.program, example.scene, rules={"plays"}, cache_dir=tables_dir
        ).ok
    ]
    assert refused == []


def test_the_excluded_examples_are_still_there() -> None:
    assert {example.scene for example in manim_examples()} >= EXCLUDED.keys()
