"""A simpler plan after a crash: what failed is replaced, what is told stays."""

from collections.abc import Sequence

from pipeline.agents.offline.compose.plan import (
    Figure,
    FormulaFigure,
    MatrixFigure,
    PlotFigure,
    ScenePlan,
    StagesFigure,
    StateFigure,
)
from pipeline.agents.offline.compose.planning import plan_with
from pipeline.agents.offline.compose.quote import clean
from pipeline.agents.offline.compose.source import Source
from pipeline.agents.offline.reading import plain_math
from pipeline.schema.render import Category

MAX_PLAIN = 3


def simpler(source: Source, plan: ScenePlan, failures: Sequence[Category]) -> ScenePlan:
    """The plan to try after attempts failed with these categories, oldest first.

    TeX that failed is set again without colours and with plain commands only; if it fails again
    the formulas are shown as letters. Any other crash drops the figure for cards that need nothing
    but text, after a first try without the formula beside it.
    """
    if not failures:
        return plan
    if failures[-1] == "latex":
        if failures.count("latex") == 1:
            return plan_with(_uncoloured(source), _strip(plan.figure))
        return _in_letters(source)
    if len(failures) == 1 and _formula(plan.figure):
        return plan_with(source, plan.figure.model_copy(update={"formula": ""}))
    return _in_letters(source)


def _uncoloured(source: Source) -> Source:
    return Source(
        spec=source.spec, evidence=source.evidence, section=source.section,
        formulas=source.formulas, notes=(), tints=(), words=source.words,
    )  # fmt: skip


def _strip(figure: Figure) -> Figure:
    """The figure with every command removed that is not plain LaTeX."""
    match figure:
        case FormulaFigure(forms=forms):
            whole = tuple((_plain_tex("".join(form)),) for form in forms)
            return FormulaFigure(forms=whole)
        case PlotFigure(curves=curves):
            bare = tuple(c.model_copy(update={"tex": "", "words": c.words or "f"}) for c in curves)
            return figure.model_copy(update={"curves": bare})
        case MatrixFigure() | StateFigure():
            return figure.model_copy(update={"formula": ""})
        case _:
            if _formula(figure):
                return figure.model_copy(update={"formula": _plain_tex(_formula(figure))})
            return figure


def _formula(figure: Figure) -> str:
    return str(getattr(figure, "formula", ""))


def _plain_tex(tex: str) -> str:
    for name in (r"\operatorname*", r"\operatorname", r"\text", r"\textbf", r"\boldsymbol"):
        tex = tex.replace(name + "{", r"\mathrm{")
    for name in (r"\dfrac", r"\tfrac", r"\cfrac"):
        tex = tex.replace(name, r"\frac")
    return tex


def _in_letters(source: Source) -> ScenePlan:
    items = [clean(plain_math(f.tex, lossy=True) or "") for f, _ in source.formulas]
    items = [i for i in items if i][:MAX_PLAIN]
    if not items:
        items = [" ".join(s.text.split()[:5]) for s in source.evidence.sentences][:MAX_PLAIN]
    cards = tuple(clean(plain_math(i, lossy=True) or i) for i in items) or ("The claim",)
    bare = _uncoloured(source)
    return plan_with(bare, StagesFigure(items=cards))
