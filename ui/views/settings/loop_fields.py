"""Every number of the loop that a person may change: words, range, and whose default it is."""

from dataclasses import dataclass
from typing import Any

from app.texts import mark, tr
from pipeline.settings import RunSettings


@dataclass(frozen=True)
class NumberField:
    """A number: its name in `RunSettings`, words, hint, range, and whether the paper gave it."""

    name: str
    words: str
    hint: str
    least: int
    most: int
    of_the_paper: bool = True


@dataclass(frozen=True)
class SwitchField:
    """A switch: its name in `RunSettings`, words and hint."""

    name: str
    words: str
    hint: str


NUMBERS = (
    NumberField("k_plus", mark("Reference examples"), mark("Success records a scene reads"), 0, 50),
    NumberField("k_minus", mark("Known pitfalls"), mark("Failure records a scene reads"), 0, 50),
    NumberField(
        "t_text", mark("Retries after a crash"), mark("Per program; each is a round"), 0, 10
    ),
    NumberField(
        "t_vis", mark("Visual revisions"), mark("Per scene; each is a reflection round"), 0, 10
    ),
    NumberField(
        "theta_conv", mark("Passes at once from"), mark("Points, whatever the verdict"), 0, 100
    ),
    NumberField(
        "theta_high", mark("Remembered from"), mark("Score in points for a success record"), 0, 100
    ),
    NumberField(
        "delta_fail", mark("A lesson from a gain of"), mark("Points between two versions"), 0, 100
    ),
    NumberField(
        "parallel_scenes",
        mark("Scenes side by side"),
        mark("Renders share the machine's cores"),
        1,
        12,
        False,
    ),
)
SWITCHES = (
    SwitchField(
        "measured_findings",
        mark("Show measured findings to the reviewer"),
        mark("And to the reviser"),
    ),
    SwitchField("repair", mark("Mend safe faults without a model"), mark("Such as a renamed call")),
    SwitchField(
        "veto", mark("Hold records of faulty programs back"), mark("They wait for a person")
    ),
    SwitchField(
        "own_checks", mark("Check the use of Manim and LaTeX"), mark("Before anything is rendered")
    ),
    SwitchField(
        "code_excerpt", mark("Reference examples show their code"), mark("Beside the rationale")
    ),
    SwitchField(
        "gate_failures",
        mark("A lesson needs a cure"),
        mark("A crash that was repaired, or a gain; off: every failed attempt gives one"),
    ),
    SwitchField("diversity", mark("One record per source scene"), mark("For a more varied memory")),
)


QUERIES = (("section", mark("By the section")), ("scene", mark("By the scene")))
"""What memory is searched with; the first is the paper's."""
PAPERS_SWITCHES = frozenset({"code_excerpt", "gate_failures", "diversity"})
"""Switches whose default is as in the paper; the others are the studio's own."""


def default_of(name: str) -> Any:
    """What a field is where nobody has set it."""
    return RunSettings.model_fields[name].default


def of_the_paper(name: str) -> bool:
    """Whether the default of a field is the paper's, not the studio's own."""
    numbers = {field.name for field in NUMBERS if field.of_the_paper}
    return name in numbers | PAPERS_SWITCHES | {"query"}


def origin_of(field: NumberField) -> str:
    """The default and where it is from, in words."""
    papers, ours = tr("Default {default:g}, the paper's"), tr("Default {default:g}, the studio's")
    return (papers if field.of_the_paper else ours).format(default=default_of(field.name))
