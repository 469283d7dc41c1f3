"""One module per kind of figure; each turns its part of a plan into set-up lines and reveals."""

from pipeline.agents.offline.compose.drawing import Drawing, Pen
from pipeline.agents.offline.compose.figures import (
    bars,
    contrast,
    flow,
    formula,
    matrix,
    network,
    pair,
    plot,
    samples,
    spectrum,
    spread,
    stages,
    state,
    timeline,
)
from pipeline.agents.offline.compose.figures.strip import add_formula
from pipeline.agents.offline.compose.plan import (
    BarsFigure,
    ContrastFigure,
    FlowFigure,
    FormulaFigure,
    MatrixFigure,
    NetworkFigure,
    PairFigure,
    PlotFigure,
    SamplesFigure,
    SpectrumFigure,
    SpreadFigure,
    StagesFigure,
    StateFigure,
    TimelineFigure,
)


def draw(pen: Pen) -> Drawing:
    """The drawing of the plan's figure; a formula beside it is its last step."""
    drawing = _figure(pen)
    formula_beside = getattr(pen.plan.figure, "formula", "")
    if formula_beside:
        add_formula(formula_beside, pen, drawing)
    return drawing


def _figure(pen: Pen) -> Drawing:
    match pen.plan.figure:
        case FormulaFigure() as figure:
            return formula.draw(figure, pen)
        case FlowFigure() as figure:
            return flow.draw(figure, pen)
        case BarsFigure() as figure:
            return bars.draw(figure, pen)
        case PlotFigure() as figure:
            return plot.draw(figure, pen)
        case StagesFigure() as figure:
            return stages.draw(figure, pen)
        case TimelineFigure() as figure:
            return timeline.draw(figure, pen)
        case SpectrumFigure() as figure:
            return spectrum.draw(figure, pen)
        case SpreadFigure() as figure:
            return spread.draw(figure, pen)
        case MatrixFigure() as figure:
            return matrix.draw(figure, pen)
        case StateFigure() as figure:
            return state.draw(figure, pen)
        case PairFigure() as figure:
            return pair.draw(figure, pen)
        case NetworkFigure() as figure:
            return network.draw(figure, pen)
        case ContrastFigure() as figure:
            return contrast.draw(figure, pen)
        case SamplesFigure() as figure:
            return samples.draw(figure, pen)
