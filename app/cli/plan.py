"""What a person asked for on the command line, as the plan of a run."""

import argparse
import math
import sys
from pathlib import Path

from app.errors import wrong_use
from app.run_plan import RunPlan
from pipeline.intake.reading import read_task
from pipeline.presets import PRESETS, PresetConflictError, apply_presets
from pipeline.schema.render import RenderSettings
from pipeline.settings import RunSettings

MAX_SCENES = 12


def plan_of(options: argparse.Namespace) -> RunPlan:
    """The plan of `./run make`.

    Raises:
        StudioError: options that do not go together.
        IntakeError: the file holds no section.
    """
    if options.scenes is not None and not 1 <= options.scenes <= MAX_SCENES:
        raise wrong_use(
            f"--scenes {options.scenes}: an animation has 1 to {MAX_SCENES} scenes.",
            "Give a number in that range.",
        )
    if options.cast == "offline" and (options.profile or options.reviewer_profile):
        raise wrong_use(
            "The offline cast asks no model, so it has no profile.",
            "Add --cast model, or leave the profile out.",
        )
    settings = _settings(options)
    from_stdin = options.file == "-"
    source = sys.stdin.buffer.read() if from_stdin else Path(options.file)
    return RunPlan(
        task=read_task(source, role=options.role, domain=options.domain),
        settings=settings,
        cast=options.cast,
        profile=options.profile or "",
        reviewer_profile=options.reviewer_profile or "",
        memory=options.memory,
        source="standard input" if from_stdin else Path(options.file).name,
    )


def _settings(options: argparse.Namespace) -> RunSettings:
    defaults = RunSettings()
    scenes = options.scenes or defaults.max_scenes
    settings = RunSettings(
        render=RenderSettings(quality=options.quality, aspect=options.aspect),
        max_scenes=scenes,
        # While one scene waits for its model, the others draw.
        parallel_scenes=scenes if options.cast == "model" else defaults.parallel_scenes,
        memory_mode=options.memory_mode or "rw",
        repair=not options.no_repair,
    )
    given = ["memory_mode"] if options.memory_mode else []
    return with_budget(_with_presets(settings, options.preset, given), options, options.cast)


def _with_presets(settings: RunSettings, names: list[str], given: list[str]) -> RunSettings:
    unknown = [name for name in names if name not in PRESETS]
    if unknown:
        known = "; ".join(f"{name}: {preset.text}" for name, preset in PRESETS.items())
        raise wrong_use(f"There is no preset {unknown[0]!r}.", f"There are: {known}.")
    try:
        return apply_presets(settings, names, given)
    except PresetConflictError as error:
        text = str(error)
        raise wrong_use(f"{text[:1].upper()}{text[1:]}.", "Leave one of them out.") from error


def with_budget(settings: RunSettings, options: argparse.Namespace, cast: str) -> RunSettings:
    """The settings with the budget that the options give, or as they were.

    Raises:
        StudioError: a budget that is none, or one for a cast without models.
    """
    tokens, money = options.budget_tokens, options.budget_money
    if tokens is None and money is None:
        return settings
    if cast == "offline":
        raise wrong_use(
            "The offline cast asks no model: there is nothing to budget.",
            "Leave out --budget-tokens and --budget-money.",
        )
    if tokens is not None and tokens < 1:
        raise wrong_use(f"--budget-tokens {tokens} is no budget.", "Give a number above 0.")
    if money is not None and not (money > 0 and math.isfinite(money)):
        raise wrong_use(f"--budget-money {money:g} is no budget.", "Give a number above 0.")
    changes = {
        name: value
        for name, value in (("budget_tokens", tokens), ("budget_money", money))
        if value is not None
    }
    return settings.model_copy(update=changes)
