"""The offline cast put together: one composer and one reading of advice for all its agents."""

from pipeline.agents.offline.advice import apply_advice
from pipeline.agents.offline.cast import OfflineCast
from pipeline.agents.offline.coder import OfflineCoder
from pipeline.agents.offline.compose import (
    estimate_layout,
    plan_scene,
    read_layout,
    write_program,
)
from pipeline.agents.offline.revise import Composer
from pipeline.agents.offline.storyboard.storyboarder import OfflineStoryboarder


def offline_cast() -> OfflineCast:
    """The built-in cast: deterministic, no network, no key, no model."""
    return OfflineCast(
        storyboarder=OfflineStoryboarder(),
        coder=OfflineCoder(apply_advice),
        composer=Composer(
            plan=plan_scene, estimate=estimate_layout, write=write_program, read=read_layout
        ),
    )
