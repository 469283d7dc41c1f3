"""The structure check: is the requested scene there, and does it animate?"""

import ast

from pipeline.checks.api.nearest import closest
from pipeline.checks.classes import ClassMap
from pipeline.checks.folding import Folder
from pipeline.checks.parsing import Program
from pipeline.checks.plays import Plays
from pipeline.checks.report import RuleGroup, problem
from pipeline.checks.tables import ManimTables
from pipeline.schema.finding import Finding

_LISTED = 8


def check_structure(
    program: Program,
    folder: Folder,
    scene: str,
    tables: ManimTables,
    rules: frozenset[RuleGroup],
) -> tuple[Finding, ...]:
    """Findings `no-scene`, `wrong-scene-name`, `not-a-scene`, `no-construct`, `no-animation`."""
    classes = ClassMap.of(program.tree, tables)
    found = classes.resolve(scene) if scene in classes.names else None
    if not isinstance(found, ast.ClassDef):
        return (_missing(classes, scene),) if "scene" in rules else ()
    if "scene" in rules and not classes.is_scene(found):
        return (_not_a_scene(found),)
    if "plays" not in rules:
        return ()
    plays = Plays(classes, found, folder)
    if not plays.has_construct():
        return (
            problem(
                "no-construct",
                f"The scene {scene} has no method `construct`.",
                "Write `def construct(self):` with the animations in it.",
                found.lineno,
            ),
        )
    if not plays.animates():
        return (
            problem(
                "no-animation",
                f"Nothing in {scene}.construct is animated: no `self.play(...)` can be reached.",
                "Show the objects with `self.play(Create(...))`, `self.play(Write(...))` or alike.",
                found.lineno,
            ),
        )
    return ()


def _missing(classes: ClassMap, scene: str) -> Finding:
    scenes, names = classes.scene_names(), classes.class_names()
    if not scenes:
        others = f" It defines {_listed(names)}." if names else ""
        return problem(
            "no-scene",
            f"The program has no scene class; {scene} was asked for.{others}",
            f"Define `class {scene}(Scene):` with a method `construct`.",
        )
    near = closest(scene, scenes, 0.5) or scenes[0]
    node = classes.resolve(near)
    return problem(
        "wrong-scene-name",
        f"The program has no scene {scene}; its scenes are {_listed(scenes)}.",
        f"Rename `{near}` to `{scene}`.",
        node.lineno if isinstance(node, ast.ClassDef) else None,
    )


def _not_a_scene(node: ast.ClassDef) -> Finding:
    bases = ", ".join(ast.unparse(base) for base in node.bases) or "nothing"
    return problem(
        "not-a-scene",
        f"{node.name} is not a scene: it derives from {bases[:100]}.",
        f"Derive it from a scene class of Manim: `class {node.name}(Scene):`.",
        node.lineno,
    )


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:_LISTED])
    return shown if len(names) <= _LISTED else f"{shown} and {len(names) - _LISTED} more"
