"""All checks, side by side, in a fixed order.

Checks import what they try inside their functions: a missing package is an answer, not a crash.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from app.doctor.check import Check, tried
from app.doctor.embedder import embedder_works
from app.doctor.endpoints import endpoint_checks
from app.doctor.hardware import machine_is_large_enough
from app.doctor.isolation import isolation_layers
from app.doctor.latex import latex_works
from app.doctor.manim import fonts_are_here, manim_works
from app.doctor.packages import packages_as_locked, python_version
from app.doctor.storage import data_folder_works
from app.doctor.video import video_works
from app.texts import mark

# In the order in which a person reads them.
CHECKS: tuple[tuple[str, Callable[[], str]], ...] = (
    (mark("python"), python_version),
    (mark("packages"), packages_as_locked),
    (mark("manim"), manim_works),
    (mark("fonts"), fonts_are_here),
    (mark("latex"), latex_works),
    (mark("video"), video_works),
    (mark("isolation"), isolation_layers),
    (mark("embedder"), embedder_works),
    (mark("data folder"), data_folder_works),
    (mark("machine"), machine_is_large_enough),
)
WORKERS = 3


def run_doctor(
    checks: Sequence[tuple[str, Callable[[], str]]] | None = None,
) -> list[Check]:
    """Try everything, the endpoints of all profiles too; one answer per check, in order.

    Takes about ten seconds, never raises.
    """
    checks = [*CHECKS, *endpoint_checks()] if checks is None else checks
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(lambda pair: tried(*pair), checks))
