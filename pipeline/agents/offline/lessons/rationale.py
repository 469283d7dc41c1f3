"""The offline RationaleWriter: how a scene that scored well was staged, with what sizes."""

from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Element
from pipeline.agents.offline.lessons.cuts import FIELD, sentences
from pipeline.agents.offline.lessons.departures import departures, own_kinds
from pipeline.agents.offline.lessons.wording import kinds_phrase, remedy, who
from pipeline.agents.offline.revise.composer import Composer
from pipeline.agents.protocols import RationaleRequest

_FIGURES = {
    "formula": "a formula built up part by part",
    "flow": "a flow of boxes joined by arrows",
    "bars": "bars that grow from one line",
    "plot": "a curve drawn over its axes",
    "stages": "cards revealed one at a time",
    "timeline": "events along a line of time",
    "spectrum": "waves and the bars of their spectrum",
    "spread": "a bell curve with its spread",
    "matrix": "a matrix shown row by row",
    "state": "a state arrow between two basis states",
    "network": "layers of units with a signal running through",
    "contrast": "two panels told one after the other",
    "samples": "draws on a line and the mean they settle on",
}


class StagingWriter:
    """States the staging, the sizes that departed from the estimate, and those that held."""

    def __init__(self, composer: Composer) -> None:
        self._composer = composer

    def write(self, request: RationaleRequest) -> str:
        """At most 400 characters, whole sentences."""
        plan = self._composer.plan(request.task, request.spec)
        layout = self._composer.read(request.program)
        staging = _staging(plan)
        if layout is None:
            return sentences([staging, "Its sizes were set by hand."], FIELD)
        estimate = self._composer.estimate(plan, layout.aspect)
        found = [d for d in departures(plan, estimate, layout, layout) if d.name != "hold"]
        parts = [
            f"{who(d.name, d.element, d.kinds, d.figure)}: {remedy(d.name, d.estimate, d.worked)}."
            for d in found
        ]
        return sentences([staging, *parts, *_held(plan, {d.element for d in found})], FIELD)


def _staging(plan: ScenePlan) -> str:
    figure = _FIGURES.get(plan.figure.kind, "a figure")
    captions = f"{len(plan.beats)} caption{'' if len(plan.beats) == 1 else 's'}"
    return f"Claim first, then {figure} with {captions}, then the takeaway alone."


def _held(plan: ScenePlan, moved: set[Element | None]) -> list[str]:
    """Elements with demanding content for which the estimate was right."""
    held = []
    for element in Element:
        kinds = own_kinds(plan, element)
        if kinds and element not in moved:
            held.append(f"The estimate held for {element}s with {kinds_phrase(kinds, 'and')}.")
    return held
