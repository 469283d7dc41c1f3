"""Every number of the loop that a person may change: words, range, and whose default it is."""

from dataclasses import dataclass
from typing import Any

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
    NumberField("k_plus", "Reference examples", "Success records a scene reads", 0, 50),
    NumberField("k_minus", "Known pitfalls", "Failure records a scene reads", 0, 50),
    NumberField("t_text", "Retries after a crash", "Per program; each is a round", 0, 10),
    NumberField("t_vis", "Visual revisions", "Per scene; each is a reflection round", 0, 10),
    NumberField("theta_conv", "Passes at once from", "Points, whatever the verdict", 0, 100),
    NumberField("theta_high", "Remembered from", "Score in points for a success record", 0, 100),
    NumberField("delta_fail", "A lesson from a gain of", "Points between two versions", 0, 100),
    NumberField(
        "parallel_scenes", "Scenes side by side", "Renders share the machine's cores", 1, 12, False
    ),
)
SWITCHES = (
    SwitchField(
        "measured_findings", "Show measured findings to the reviewer", "And to the reviser"
    ),
    SwitchField("repair", "Mend safe faults without a model", "Such as a renamed call"),
    SwitchField("veto", "Hold records of faulty programs back", "They wait for a person"),
    SwitchField("own_checks", "Check the use of Manim and LaTeX", "Before anything is rendered"),
    SwitchField("diversity", "One record per source scene", "For a more varied memory"),
)


def default_of(name: str) -> Any:
    """What a field is where nobody has set it."""
    return RunSettings.model_fields[name].default


def origin_of(field: NumberField) -> str:
    """The default and where it is from, in words."""
    whose = "the paper's" if field.of_the_paper else "the studio's"
    return f"Default {default_of(field.name):g}, {whose}"
