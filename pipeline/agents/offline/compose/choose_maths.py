"""Bids of the figures that show mathematics: formulas, plots, matrices, waves, chances, states."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.agents.offline.compose import tex as maths
from pipeline.agents.offline.compose.plan import (
    Curve,
    Figure,
    FormulaFigure,
    MatrixFigure,
    PlotFigure,
    SamplesFigure,
    SpectrumFigure,
    SpreadFigure,
    StateFigure,
)
from pipeline.agents.offline.compose.source import Source
from pipeline.agents.offline.compose.texparse import Atom, TexError, parse
from pipeline.agents.offline.reading import PlotFunction, sample

Bid = tuple[int, Figure]
MAX_NOTES = 4
MAX_FORMS = 3


def read_formula(source: Source) -> Bid | None:
    """Formulas of the evidence, the related ones as forms of one another."""
    if not source.formulas:
        return None
    displayed = [(f, a) for f, a in source.formulas if f.display] or list(source.formulas)
    single = [piece for _, atoms in displayed for piece in maths.statements(atoms)]
    forms = [source.parts(atoms) for atoms in single[:MAX_FORMS]]
    signs = max(len(maths.symbols(a)) for _, a in displayed)
    stacked = not all(_continues(a, b) for a, b in pairwise(forms))
    figure = FormulaFigure(
        forms=tuple(forms),
        # Several formulas one above the other leave no calm place for a legend.
        notes=() if stacked else source.notes[:MAX_NOTES],
        stacked=stacked,
    )
    if not displayed[0][0].display or signs <= 2:
        return 69, figure
    return (83 if len(forms) > 1 else 79), figure


def _continues(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a formula goes on from another: about the same thing, or from where that ended."""
    return other[0] in (one[0], one[-1])


# -- plots ---------------------------------------------------------------------------------------

_FEATURES = (
    ("area", re.compile(r"\b(area|integral|integrat\w+|accumulat\w+|under the curve)\b")),
    ("tangent", re.compile(r"\b(slope|derivative|tangent|gradient|rate of change|marginal)\b")),
)
_DESCENT_RE = re.compile(r"\b(descent|learning rate|downhill|step size)\b")
_EXTREME_RE = re.compile(
    r"\b(minimum|maximum|minimi[sz]\w+|maximi[sz]\w+|optim\w+|valleys?|peaks?|lowest|highest)\b"
)


def read_plot(source: Source) -> Bid | None:
    """A function that can be drawn, or the crossing lines of a market."""
    if "supply" in source.words and "demand" in source.words:
        return 78, _market(source)
    functions = source.evidence.functions
    if not functions:
        return None
    main = functions[0]
    start = 0.0 if main.low < 0 < main.high and _positive(main, source) else main.low
    points = [(x, y) for x, y in sample(main, 161) if abs(y) < 50 and x >= start]
    if len(points) < 20:
        return None
    low, high = min(y for _, y in points), max(y for _, y in points)
    feature = next((name for name, cue in _FEATURES if cue.search(source.words)), "dot")
    at = 0.0
    inner = points[8:-8]
    if _EXTREME_RE.search(source.words):
        lowest, highest = min(inner, key=lambda p: p[1]), max(inner, key=lambda p: p[1])
        if lowest[1] <= low or highest[1] >= high:
            feature, at = "extreme", (lowest if lowest[1] <= low else highest)[0]
    if _DESCENT_RE.search(source.words) and feature == "extreme" and lowest[1] <= low:
        feature = "descent"
    curves = [_curve(main, source)]
    curves += [_curve(f, source) for f in functions[1:2] if f.variable == main.variable]
    atoms = source.main_formula
    beside = source.tex(atoms) if atoms is not None else ""
    figure = PlotFigure.model_validate(
        {
            "formula": "" if beside in {c.tex for c in curves} else beside,
            "curves": tuple(curves),
            "x_range": _range(start, main.high, 5),
            "y_range": _range(min(low, 0), max(high, 0), 4, 0.5),
            "x_words": main.variable,
            "feature": feature,
            "at": round(at, 3),
        }
    )
    return 81, figure


_POSITIVE_RE = re.compile(
    r"\b(costs?|prices?|quantit\w+|time|length|distance|income|emissions?|tonnes?|probabilit\w+)\b"
)


def _positive(function: PlotFunction, source: Source) -> bool:
    """Whether the variable is a quantity that is never negative."""
    return function.variable in ("t", "n", "q", "r", "p") or (
        function.variable not in ("x", "w", "z") and bool(_POSITIVE_RE.search(source.words))
    )


def _curve(function: PlotFunction, source: Source) -> Curve:
    tex = f"{function.name}={function.tex}" if function.name else function.tex
    try:
        atoms = parse(tex)
    except TexError:
        return Curve(code=function.python, words="f")
    named = maths.symbols(atoms)
    return Curve(code=function.python, tex=source.tex(atoms), symbol=named[0] if named else "")


def _range(low: float, high: float, ticks: int, head: float = 0.0) -> tuple[float, float, float]:
    """A range with few round ticks that holds all values, with `head` ticks of room above."""
    span = max(high - low, 1e-6)
    unit = 10 ** math.floor(math.log10(span / 3))
    step = next(unit * k for k in (1, 2, 5, 10, 20) if span / (unit * k) <= ticks)
    start, end = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    if high > end - 0.15 * step:
        end += head * step
    return round(start, 6), round(end, 6), round(step, 6)


def _market(source: Source) -> Figure:
    shifted = bool(re.search(r"\b(shift\w*|outward|tax\w*|subsid\w+)\b", source.words))
    curves = [Curve(code="9 - x", words="demand"), Curve(code="1 + x", words="supply")]
    if shifted and "demand" in source.words:
        curves.append(Curve(code="10.5 - x", words="new demand"))
    return PlotFigure(
        curves=tuple(curves), x_range=(0, 8, 2), y_range=(0, 11, 2), x_words="quantity",
        y_words="price", feature="crossing", at=4.0, moved=4.75,
    )  # fmt: skip


# -- matrices ------------------------------------------------------------------------------------


def read_matrix(source: Source) -> Bid | None:
    """A matrix printed in the evidence, with the vector it acts on and the result.

    Only where these are all of the formula: nothing that it says may be left out.
    """
    for _, atoms in source.formulas:
        grids = [a for a in atoms if a.shape == "environment" and "cases" not in a.name]
        if not grids or not _only_grids(atoms, grids):
            continue
        tables = [_rows(g, source) for g in grids]
        if max(len(t) for t in tables) > 4 or max(len(r) for t in tables for r in t) > 5:
            continue
        wide = [t for t in tables if len(t[0]) > 1]
        tall = [t for t in tables if len(t[0]) == 1]
        if not wide:
            continue
        return 92, MatrixFigure(
            rows=wide[0],
            column=tuple(r[0] for r in tall[0]) if tall else (),
            result=tuple(r[0] for r in tall[1]) if len(tall) > 1 else (),
            name=source.tex(atoms[: atoms.index(grids[0])]),
        )
    return None


def _only_grids(atoms: Sequence[Atom], grids: Sequence[Atom]) -> bool:
    """Whether from the first grid on there is a matrix, a vector, `=` and the result, in order."""
    rest = [a for a in atoms[atoms.index(grids[0]) :] if a.name not in {".", ",", ";"}]
    shape = "".join(
        "=" if a.name == "=" else "m" if a in grids and not (a.sub or a.sup or a.primes) else "?"
        for a in rest
    )
    wide = [len(g.name.split(" ")) > 1 and "&" in g.name for g in grids]
    return shape in {"m", "mm", "mm=m"} and wide[0] and not any(wide[1:])


def _rows(grid: Atom, source: Source) -> tuple[tuple[str, ...], ...]:
    rows: list[list[str]] = [[]]
    breaks = ["&", *grid.name.split(" ")[1:]]
    for mark, cell in zip(breaks, grid.arguments, strict=False):
        if mark == "\\\\":
            rows.append([])
        rows[-1].append(maths.write(cell, source.is_tinted) or r"\,")
    width = max(len(r) for r in rows)
    full = [tuple(r + [r"\,"] * (width - len(r))) for r in rows if any(c != r"\," for c in r)]
    return tuple(full) or ((r"\,",),)


# -- waves, chances, states ----------------------------------------------------------------------

_WAVE_RE = re.compile(
    r"\b(fourier|spectr\w+|frequenc\w+|harmonics?|sine|sinusoids?|cosines?|oscillat\w+|waves?)\b"
)


def read_spectrum(source: Source) -> Bid | None:
    """A signal and its frequencies, where the text is about them."""
    hits = {h[:6] for h in _WAVE_RE.findall(source.words)}
    if len(hits) < 2 or not re.search(r"fourier|spectr|frequenc|harmonic|tones?\b", source.words):
        return None
    main = source.main_formula
    formula = source.tex(main) if main else ""
    waves = _waves(source)
    if waves:
        frequencies, amplitudes = zip(*waves, strict=True)
        return 93, SpectrumFigure(
            frequencies=frequencies, amplitudes=amplitudes, printed=True, formula=formula
        )
    bid = 80 if main is None or len(hits) > 2 else 74
    return bid, SpectrumFigure(formula=formula)


_SINE_RE = re.compile(r"(\d*\.?\d*)\s*\\(?:sin|cos)\s*(?:\\left)?\(\s*(\d+)\s*\\pi\b")


def _waves(source: Source) -> list[tuple[int, float]]:
    """Frequencies and strengths of a sum of sine waves that the text prints."""
    for formula, _ in source.formulas:
        found = [(int(m) // 2, float(a or 1)) for a, m in _SINE_RE.findall(formula.tex)]
        if 2 <= len(found) <= 4 and all(1 <= f <= 12 and 0 < a <= 2 for f, a in found):
            largest = max(a for _, a in found)
            return [(f, round(a / largest, 3)) for f, a in found]
    return []


_SPREAD_RE = re.compile(
    r"\b(normal distribution|gaussian|bell|standard deviations?|variance|posterior|prior|"
    r"distribution|volatil\w+|uncertaint\w+|spread)\b"
)


_REACHES = ("one standard deviation", "standard deviation", "volatility", "uncertainty", "variance")


def _mean_name(source: Source) -> str:
    return next((w for w in ("mean", "average", "expected value") if w in source.words), "")


def read_spread(source: Source) -> Bid | None:
    """A bell curve, or two where a prior meets a posterior or a spread changes."""
    hits = set(_SPREAD_RE.findall(source.words))
    if len(hits) < 2:
        return None
    main = source.main_formula
    formula = source.tex(main) if main else ""
    share = next((q.printed for q in source.evidence.quantities if q.unit == "%"), "")
    bid = 76 if main is None or len(hits) > 2 else 68
    reach = next((w for w in _REACHES if w in source.words), "spread")
    if {"prior", "posterior"} <= hits:
        return bid, SpreadFigure(
            middles=(-1.2, 0.8),
            widths=(1.2, 0.6),
            names=("prior", "posterior"),
            reach=reach,
            formula=formula,
        )
    narrower = re.search(r"\b(narrow\w*|tight\w*|shrink\w*|concentrat\w+)\b", source.words)
    if narrower:
        return bid, SpreadFigure(
            middles=(0.0, 0.0), widths=(1.2, 0.6), names=("", ""), reach=reach, formula=formula
        )
    return bid, SpreadFigure(share=share, names=(_mean_name(source),), reach=reach, formula=formula)


_STATE_RE = re.compile(
    r"\b(qubits?|bloch|superposition|hadamard|basis states?|amplitudes?|measurement|gate)\b"
)


def read_state(source: Source) -> Bid | None:
    """A qubit on its sphere, turned by the gate the text names, or measured."""
    hits = set(_STATE_RE.findall(source.words))
    if not ({"qubit", "qubits", "bloch"} & hits or {"superposition", "hadamard"} <= hits):
        return None
    if len(hits) < 2:
        return None
    main = source.main_formula
    formula = source.tex(main) if main else ""
    if "hadamard" in hits:
        return 81, StateFigure(start=0, turn=90, gate="H", formula=formula)
    if re.search(r"\b(bit flip|not gate|x gate|pauli-?x)\b", source.words):
        return 81, StateFigure(start=0, turn=180, gate="X", formula=formula)
    if "measurement" in hits:
        return 80, StateFigure(start=55, turn=-55, formula=formula)
    return 75, StateFigure(start=20, turn=70, formula=formula)


_SAMPLE_RE = re.compile(
    r"\b(samples?|sampling|draws?|monte carlo|law of large numbers|central limit|estimators?|"
    r"averages?|mean)\b"
)
_DRAWS = (-0.4, 1.1, 0.6, -1.3, 0.1, 0.3, -0.7, 0.9, 0.2, -0.2, 1.6, -0.9, 0.4, 0.0, -0.5, 0.6,
          -1.8, 0.2, 0.7, -0.1)  # fmt: skip


def read_samples(source: Source) -> Bid | None:
    """Draws on a line, where the text samples and averages."""
    hits = set(_SAMPLE_RE.findall(source.words))
    if len(hits) < 2 or not re.search(r"\bsampl|\bdraw|monte carlo", source.words):
        return None
    main = source.main_formula
    words = "estimate" if "estimat" in source.words else "mean"
    return (75 if main is None or len(hits) > 2 else 67), SamplesFigure(
        values=_DRAWS, mean_words=words, formula=source.tex(main) if main else ""
    )
