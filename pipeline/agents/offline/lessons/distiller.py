"""The offline LessonDistiller: what was estimated wrongly, for which content, and what cured it."""

import difflib
import re

from pipeline.agents.offline.advice.apply import field_name
from pipeline.agents.offline.advice.parse import parse_advice
from pipeline.agents.offline.compose.plan import ScenePlan
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.lessons.cuts import CODE, DIAGNOSTIC, FIELD, at_word, lines, sentences
from pipeline.agents.offline.lessons.departures import Departure, departures
from pipeline.agents.offline.lessons.wording import remedy, who
from pipeline.agents.offline.revise.composer import Composer
from pipeline.agents.offline.revise.corrections import corrections
from pipeline.agents.offline.text_reviewer import crash_words
from pipeline.agents.protocols import DistilRequest
from pipeline.schema.memory import Lesson

_OF_THE_SCENE = "are asked for"
"""How an instruction words a scene that is too long or too short."""

_CAUSE = {
    "size": "the size was planned from the character count alone",
    "width": "the line width was planned from the character count alone",
    "gap": "the gap was planned without knowing the drawn sizes",
    "hold": "the time was planned from the scene's length alone",
    "second": "the time was planned from the word count alone",
    "words": "the time was planned as if a number were read as fast as a word",
}


class LayoutDistiller:
    """Compares the stated sizes of two programs, and the estimate that the text alone gives."""

    def __init__(self, composer: Composer) -> None:
        self._composer = composer

    def distil(self, request: DistilRequest) -> Lesson:
        """Six fields within their caps. A cure that changed no size gives a lesson on the code."""
        plan = self._composer.plan(request.task, request.spec)
        before, after = (self._composer.read(p) for p in (request.before, request.after))
        found: tuple[Departure, ...] = ()
        if before is not None and after is not None and before != after:
            estimate = self._composer.estimate(plan, before.aspect)
            found = _teachable(departures(plan, estimate, before, after), request, plan, before)
        if before is None or not any(departure.fresh for departure in found):
            resized = None not in (before, after) and before != after
            return _lesson_of_the_scene(request) if resized else _code_lesson(request)
        reasons = _reasons(request, plan, before)
        anti, good = _differing_lines(request.before, request.after)
        return Lesson(
            trigger=sentences([_trigger(d) for d in found], FIELD),
            root_cause=sentences([_root_cause(d, reasons.get(d.name, "")) for d in found], FIELD),
            recipe=sentences([_recipe(d) for d in found], FIELD),
            anti_example=lines(anti, CODE),
            good_example=lines(good, CODE),
            diagnostic=at_word(request.diagnostic, DIAGNOSTIC),
        )


def _teachable(
    found: tuple[Departure, ...], request: DistilRequest, plan: ScenePlan, before: Layout
) -> tuple[Departure, ...]:
    """Without what was changed for this scene alone, such as its length."""
    causes = corrections(request.findings_before, plan, before)
    alone = {c.name for c in causes if c.of_this_scene}
    if _OF_THE_SCENE in request.diagnostic and not causes:
        alone.add("hold")
    return tuple(d for d in found if d.name not in alone)


def _reasons(request: DistilRequest, plan: ScenePlan, before: Layout) -> dict[str, str]:
    """Layout field -> what was measured: from the findings, else from the reviewer's words."""
    found = {c.name: c.reason for c in corrections(request.findings_before, plan, before)}
    for sentence in re.split(r"(?<=[.!?;])\s+", request.diagnostic):
        asked, colon, reason = sentence.partition(": ")
        for advice in parse_advice(asked) if colon else ():
            name = field_name(advice)
            if name:
                found.setdefault(name, reason.rstrip("."))
    return found


def _trigger(departure: Departure) -> str:
    knob = departure.name.rpartition("_")[2]
    planned = "timed" if knob in {"hold", "second", "words"} else "sized"
    return f"{_subject(departure)}, {planned} from the text."


def _root_cause(departure: Departure, reason: str) -> str:
    cause = _CAUSE[departure.name.rpartition("_")[2]]
    share = abs(departure.estimate / departure.worked - 1)
    sense = "too large" if departure.estimate > departure.worked else "too small"
    measured = f": {reason}" if reason else ""
    subject = f"{departure.element}: " if departure.element else ""
    return f"{subject}{cause} and was {share:.0%} {sense}{measured}.".capitalize()


def _recipe(departure: Departure) -> str:
    words = remedy(departure.name, departure.estimate, departure.worked)
    return f"{_subject(departure)}: {words}."


def _subject(departure: Departure) -> str:
    return who(departure.name, departure.element, departure.kinds, departure.figure)


def _lesson_of_the_scene(request: DistilRequest) -> Lesson:
    """What cured this scene and says nothing about others, such as its length."""
    anti, good = _differing_lines(request.before, request.after)
    return Lesson(
        trigger="A scene whose length differs from the one asked for.",
        root_cause=at_word(request.diagnostic.strip() or "The rests did not fill the time.", FIELD),
        recipe="Fill the time asked for with rests; no size or pace of the plan was at fault.",
        anti_example=lines(anti, CODE),
        good_example=lines(good, CODE),
        diagnostic=at_word(request.diagnostic, DIAGNOSTIC),
    )


def _code_lesson(request: DistilRequest) -> Lesson:
    """A lesson on a crash or on another change of the program: the lines say it best."""
    anti, good = _differing_lines(request.before, request.after)
    fault, cure = crash_words(request.diagnostic, request.findings_before)
    return Lesson(
        trigger=at_word(f"A program with a line like: {anti[0].strip()}" if anti else fault, FIELD),
        root_cause=at_word(fault, FIELD),
        recipe=at_word(cure, FIELD),
        anti_example=lines(anti, CODE),
        good_example=lines(good, CODE),
        diagnostic=at_word(request.diagnostic, DIAGNOSTIC),
    )


def _differing_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """Lines that only the first, and only the second program has, in order."""
    difference = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    anti = [line[2:] for line in difference if line.startswith("- ") and line[2:].strip()]
    good = [line[2:] for line in difference if line.startswith("+ ") and line[2:].strip()]
    return anti, good
