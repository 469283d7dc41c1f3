"""The three axes as sums of documented penalties; every figure comes from a measurement.

Penalties are judgements of ours, not measurements: they are chosen so that one error of severity
`error` brings u below 90 (a revision is asked for) and warnings alone never do.
"""

from dataclasses import dataclass, field

from pipeline.agents.offline.review.screen import Picture, Screen, count, shown_numbers
from pipeline.agents.offline.review.terms import Terms, numbers_in, spec_terms, terms_of
from pipeline.schema.finding import Finding
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

LAYOUT_RULES = frozenset(
    {
        "overlap",
        "off_frame",
        "small_text",
        "low_contrast",
        "clutter",
        "blank",
        "occluded",
        "crowded",
        "small_words",
        "small_formula",
    }
)
COMFORT_RULES = frozenset(
    {"formula_time", "hasty_words", "crowded", "small_words", "small_formula"}
)
FLOW_RULES = frozenset({"reading_time", "static", "duration", "formula_time", "hasty_words"})
ERROR_CAP = 65.0
"""An axis with an error is worth at most this: (65 + 100 + 100) / 3 is 88.3, below 90."""
COMFORT_CAP = 69.0
"""The same for a fault of comfort: (69 + 100 + 100) / 3 is 89.7."""

ERROR_PENALTY, COMFORT_PENALTY, WARNING_PENALTY = 30.0, 20.0, 6.0
WARNINGS_AT_MOST = 20.0
FOREIGN_NUMBER, FOREIGN_AT_MOST = 5.0, 20.0
NUMBER_WEIGHT, FORMULA_WEIGHT, WORD_WEIGHT = 0.35, 0.35, 0.3
SHOWN = 0.5
"""Share of a sentence's terms from which it counts as being on screen (captions are shortened)."""


@dataclass
class Axis:
    """A score with the reasons that lowered it."""

    score: float = 100.0
    cap: float = 100.0
    reasons: list[str] = field(default_factory=list)

    def lose(self, points: float, reason: str) -> None:
        """Take points off."""
        self.score -= points
        self.reasons.append(f"{reason} (-{points:.0f})")

    @property
    def value(self) -> float:
        """The score in [0, 100], under the cap if an error was met."""
        return round(max(0.0, min(self.score, self.cap)), 1)


def layout_axis(findings: tuple[Finding, ...], duration: float) -> Axis:
    """100 minus a penalty per layout finding, by severity, share of time and area."""
    axis = Axis()
    _penalise(axis, [f for f in findings if f.rule in LAYOUT_RULES], duration)
    return axis


def flow_axis(
    spec: SceneSpec, screen: Screen, findings: tuple[Finding, ...], duration: float
) -> Axis:
    """Claim, then evidence, then takeaway; one thing at a time; time to read; something moves."""
    axis = Axis()
    _penalise(axis, [f for f in findings if f.rule in FLOW_RULES], duration)
    claim = _first(screen, terms_of(spec.claim))
    takeaway = _last(screen, terms_of(spec.takeaway))
    evidence = _first(screen, _own_evidence(spec), share=SHOWN / 2)
    if claim is None:
        axis.lose(25, "the claim is never on screen")
    if evidence is None:
        axis.lose(20, "the evidence is never on screen")
    if takeaway is None:
        axis.lose(25, "the takeaway is never on screen")
    elif takeaway is not screen.pictures[-1]:
        axis.lose(10, "the scene does not end on its takeaway")
    if claim and evidence and claim.time > evidence.time:
        axis.lose(15, "the evidence comes before the claim")
    if evidence and takeaway and evidence.start > takeaway.start:
        axis.lose(15, "the takeaway comes before the evidence")
    crowd = _largest_reveal(screen)
    if crowd > 0.6:
        axis.lose(10, f"{crowd:.0%} of all texts appear at the same moment")
    return axis


def accuracy_axis(task: Task, spec: SceneSpec, screen: Screen) -> Axis:
    """The weighted share of numbers, formulas and key terms shown; nothing that is not sourced."""
    axis = Axis()
    terms = spec_terms(spec)
    parts = [
        (NUMBER_WEIGHT, "numbers", Terms(numbers=terms.numbers)),
        (FORMULA_WEIGHT, "formulas", Terms(formulas=terms.formulas)),
        (WORD_WEIGHT, "key terms", Terms(words=terms.words)),
    ]
    parts = [part for part in parts if not part[2].empty]
    total = sum(weight for weight, _, _ in parts)
    for weight, name, wanted in parts:
        share = screen.share(wanted)
        if share < 1:
            missing = f"{share:.0%} of {count(wanted)} {name} of the storyboard are on screen"
            axis.lose(100 * weight / total * (1 - share), missing)
    foreign = foreign_numbers(task, spec, screen)
    if foreign:
        points = min(FOREIGN_NUMBER * len(foreign), FOREIGN_AT_MOST)
        axis.lose(points, f"numbers that the section does not have: {', '.join(foreign[:4])}")
    return axis


def foreign_numbers(task: Task, spec: SceneSpec, screen: Screen) -> tuple[str, ...]:
    """Numbers on screen that no source states; axes, counters and counts up to 10 are free."""
    source = " ".join(
        (task.text, task.title, task.abstract, spec.claim, spec.evidence, spec.takeaway)
    )
    known = {*numbers_in(source), *numbers_in(source.replace("\\", " ").replace("$", " "))}
    known |= {part for number in known for part in number.split(".")}
    shown = shown_numbers(screen.pictures, counted=False) - known
    return tuple(sorted(n for n in shown if not (n.isdigit() and int(n) <= 10)))


def _penalise(axis: Axis, findings: list[Finding], duration: float) -> None:
    warned = 0.0
    for finding in findings:
        scale = _extent(finding, duration)
        if finding.severity == "error":
            axis.cap = min(axis.cap, ERROR_CAP)
            axis.lose(ERROR_PENALTY * scale, finding.message)
        elif finding.rule in COMFORT_RULES:
            axis.cap = min(axis.cap, COMFORT_CAP)
            axis.lose(COMFORT_PENALTY * scale, finding.message)
        elif finding.severity == "warning":
            points = min(WARNING_PENALTY * scale, WARNINGS_AT_MOST - warned)
            warned += points
            if points > 0:
                axis.lose(points, finding.message)


def _extent(finding: Finding, duration: float) -> float:
    """Between 0.5 and 1.5: half for existing, and up to a half each for time and for area."""
    lasting = 1.0
    if finding.time is not None and finding.until is not None and duration > 0:
        lasting = min(max(finding.until - finding.time, 0.0) / duration, 1.0)
    area = sum(abs(b.right - b.left) * abs(b.bottom - b.top) for b in finding.boxes)
    return 0.5 + 0.5 * lasting + 0.5 * min(2 * area, 1.0)


def _own_evidence(spec: SceneSpec) -> Terms:
    """Terms of the evidence that neither claim nor takeaway has, if there are any."""
    own, rest = terms_of(spec.evidence), terms_of(f"{spec.claim}\n{spec.takeaway}")
    fresh = Terms(
        numbers=tuple(n for n in own.numbers if n not in rest.numbers),
        formulas=tuple(f for f in own.formulas if f not in rest.formulas),
        words=tuple(w for w in own.words if w not in rest.words),
    )
    return own if fresh.empty else fresh


def _first(screen: Screen, terms: Terms, share: float = SHOWN) -> Picture | None:
    """The first picture by whose time `share` of the terms has been shown."""
    seen: list[Picture] = []
    for picture in screen.pictures:
        seen.append(picture)
        if Screen(tuple(seen), screen.duration).share(terms) >= share:
            return picture
    return None


def _last(screen: Screen, terms: Terms) -> Picture | None:
    """The last picture that shows the terms."""
    return next((p for p in reversed(screen.pictures) if screen.share(terms, p) >= SHOWN), None)


def _largest_reveal(screen: Screen) -> float:
    """The largest share of all texts of the scene that appears at one boundary."""
    seen: set[str] = set()
    largest = 0
    for picture in screen.pictures:
        fresh = {*picture.texts, *picture.formulas} - seen
        largest = max(largest, len(fresh))
        seen |= fresh
    return largest / len(seen) if len(seen) > 4 else 0.0
