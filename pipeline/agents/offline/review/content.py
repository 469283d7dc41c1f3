"""What a revision lost: terms of claim, evidence and takeaway that were on screen before."""

from pipeline.agents.offline.review.screen import Screen, read_screen
from pipeline.agents.offline.review.terms import Terms, spec_terms
from pipeline.schema.finding import Finding
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.trace import GeometryTrace

_SAME_FORMULA = 0.9
"""Share of a formula's tokens from which it counts as shown: a reviser may respell it."""


def lost_content(
    before: GeometryTrace, after: GeometryTrace, spec: SceneSpec
) -> tuple[Finding, ...]:
    """One finding per number, formula or key term of `spec` that was on screen and no longer is.

    Key terms are reported together, since a reworded caption often drops several.
    """
    terms = spec_terms(spec)
    was, now = read_screen(before), read_screen(after)
    lost = [
        _finding("number", n, f"the number {n}") for n in _gone(terms.numbers, "numbers", was, now)
    ]
    lost += [_finding("formula", f, f"the formula {f}") for f in _gone_formulas(terms, was, now)]
    words = _gone(terms.words, "words", was, now)
    if words:
        named = ", ".join(words[:6])
        lost.append(_finding("key terms", named, f"the key terms {named}"))
    return tuple(lost)


def _gone(terms: tuple[str, ...], field: str, was: Screen, now: Screen) -> list[str]:
    gone = []
    for term in terms:
        one = Terms.model_validate({field: (term,)})
        if was.found(one) and not now.found(one):
            gone.append(term)
    return gone


def _gone_formulas(terms: Terms, was: Screen, now: Screen) -> list[str]:
    ones = [(f, Terms(formulas=(f,))) for f in terms.formulas]
    return [
        f for f, one in ones if was.found(one) >= _SAME_FORMULA and now.found(one) < _SAME_FORMULA
    ]


def _finding(what: str, subject: str, words: str) -> Finding:
    return Finding(
        rule="content_lost",
        severity="warning",
        layer="content",
        message=f"The revision no longer shows {words}, which was on screen before.",
        suggestion=f"Bring the {what} back: claim, evidence and takeaway survive every revision.",
        subjects=(subject,),
    )
