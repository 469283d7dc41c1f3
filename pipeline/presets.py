"""Named departures from the studio's settings, for ablation: data, recorded in the manifest.

The conditions are those of ManimAgent's sections 4 and 5 and of its appendix on the memory; what
a name leaves unsaid stays as it was, so that presets can be combined (`paper` and `top-1`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pipeline.settings import RunSettings


@dataclass(frozen=True)
class Preset:
    """A condition of an experiment.

    Attributes:
        text: what it changes, one sentence.
        settings: fields of `RunSettings` and the values they get.
        reviewer_profile: the reviewer must be given by another profile than the rest.
    """

    text: str
    settings: dict[str, object] = field(default_factory=dict)
    reviewer_profile: bool = False


PRESETS: dict[str, Preset] = {
    "paper": Preset(
        "everything that is ours and changes the method is off",
        {
            "own_checks": False,
            "measured_findings": False,
            "veto": False,
            "repair": False,
            "query": "section",
            "diversity": False,
            "write_policy": "automatic",
        },
    ),
    "reflection-only": Preset(
        "no memory: the prompts have no slots and nothing is written", {"memory_mode": "off"}
    ),
    "empty-bank": Preset(
        "both slots are there and empty, and nothing is written (EMB@0)",
        {"memory_mode": "ro", "k_plus": 0, "k_minus": 0},
    ),
    "success-only": Preset("only M+ is retrieved", {"k_minus": 0}),
    "failure-only": Preset("only M- is retrieved", {"k_plus": 0}),
    "top-1": Preset("one record of each polarity is retrieved", {"k_plus": 1, "k_minus": 1}),
    "rationale-only": Preset(
        "Reference Examples hold the rationale and no code", {"code_excerpt": False}
    ),
    "ungated-failures": Preset(
        "every failed attempt that another one followed is written to M-",
        {"gate_failures": False},
    ),
    "no-measured-findings": Preset(
        "reviewer and reviser are not given what was measured", {"measured_findings": False}
    ),
    "weak-reviewer": Preset("a model of another profile reviews", reviewer_profile=True),
}


class PresetConflictError(ValueError):
    """Two presets, or a preset and an option, want different values of one setting."""


def apply_presets(
    settings: RunSettings, names: Iterable[str], chosen: Iterable[str] = ()
) -> RunSettings:
    """The settings under these presets, with their names recorded.

    Args:
        names: of `PRESETS`, in any order; none leaves the settings as they are.
        chosen: fields of the settings that a person set by hand.

    Raises:
        KeyError: there is no preset of that name.
        PresetConflictError: a field is wanted with two values.
    """
    names = tuple(dict.fromkeys(names))
    if not names:
        return settings
    changes: dict[str, object] = {}
    owner: dict[str, str] = {}
    for name in names:
        for key, value in PRESETS[name].settings.items():
            if key in changes and changes[key] != value:
                raise PresetConflictError(
                    f"presets {owner[key]} and {name} want different values of {key}"
                )
            changes[key], owner[key] = value, name
    for key in chosen:
        if key in changes and changes[key] != getattr(settings, key):
            raise PresetConflictError(
                f"preset {owner[key]} sets {key} to {changes[key]}, "
                f"an option sets it to {getattr(settings, key)}"
            )
    preset = "+".join(sorted(names))
    data = settings.model_dump() | changes | {"preset": preset}
    return RunSettings.model_validate(data)


def needs_reviewer_profile(settings: RunSettings) -> bool:
    """Whether one of the presets of these settings asks for another reviewer."""
    names = settings.preset.split("+")
    return any(PRESETS[name].reviewer_profile for name in names if name in PRESETS)
