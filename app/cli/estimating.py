"""`./run make --estimate`: what a run may cost, before anything is asked."""

from app.cli.output import Output
from app.errors import ExitCode
from app.estimate import Estimate, estimate
from app.model_cast import load_profiles
from app.paths import DataPaths
from app.run_plan import RunPlan


def estimate_of(plan: RunPlan, paths: DataPaths) -> Estimate:
    """The estimate of a plan with the model cast. Raises `StudioError` without a profile."""
    profiles = load_profiles(paths, plan.settings, plan.profile, plan.reviewer_profile)
    return estimate(
        plan.task,
        plan.settings.max_scenes,
        profiles.main.name,
        profiles.prices,
        profiles.vision is None,
        paths,
    )


def show_estimate(plan: RunPlan, paths: DataPaths, output: Output) -> ExitCode:
    """Print it; nothing is asked and nothing is made."""
    if plan.cast == "offline":
        output.document({"estimate": None, "cast": plan.cast})
        output.line("The offline cast asks no model: it costs nothing.")
        return ExitCode.DONE
    found = estimate_of(plan, paths)
    output.document({"estimate": found.model_dump(mode="json"), "cast": plan.cast})
    output.line(found.line())
    tokens, money = plan.settings.budget_tokens, plan.settings.budget_money
    over_money = money is not None and found.money is not None and found.money > money
    if (tokens is not None and found.input + found.output > tokens) or over_money:
        output.line("That is more than the budget: the run would pause, and could be resumed.")
    return ExitCode.DONE
