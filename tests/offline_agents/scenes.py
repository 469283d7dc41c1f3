"""Sections, scenes and traces that the tests of this folder share."""

from pipeline.agents.offline.compose import ScenePlan, plan_scene, read_layout, write_program
from pipeline.agents.offline.layout import Layout
from pipeline.agents.offline.revise import Composer
from pipeline.schema.finding import Box, Finding, GeometryRule, Severity
from pipeline.schema.render import Aspect
from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task
from pipeline.schema.trace import Boundary, GeometryTrace, Item, Rect


def estimate_layout(plan: ScenePlan, aspect: Aspect = "16:9") -> Layout:
    """A fixed estimate, so that these tests do not depend on how the composer estimates."""
    return Layout()


COMPOSER = Composer(
    plan=plan_scene, estimate=estimate_layout, write=write_program, read=read_layout
)
FORMULA = r"\alpha_{ij} = \frac{\exp(q_i^\top k_j / \sqrt{d})}{\sum_{l=1}^{n} \exp(q_i^\top k_l)}"
TASK = Task(
    text=f"Every query is compared with every key. The weight is $${FORMULA}$$ where $d$ is the "
    "key dimension. It raises accuracy from 71.2% to 84.9%.",
    role="method",
)
SPEC = SceneSpec(
    name="Weights",
    claim="Attention weights are a softmax over scaled dot products.",
    evidence=f"The weight is $${FORMULA}$$ where $d$ is the key dimension.",
    takeaway="Every query spreads one unit of weight over all keys.",
)


def program(**changes: float) -> str:
    """The composed program of the scene with some sizes other than estimated."""
    layout = Layout.model_validate({**Layout().model_dump(), **changes})
    return write_program(plan_scene(TASK, SPEC), layout)


def layout_in(text: str) -> Layout:
    """The sizes a program states."""
    layout = read_layout(text)
    assert layout is not None
    return layout


def flag(
    rule: GeometryRule,
    subjects: tuple[str, ...] = (),
    boxes: tuple[Box, ...] = (),
    severity: Severity = "error",
    amount: float | None = None,
    limit: float | None = None,
) -> Finding:
    """A geometry finding as the inspection reports it."""
    return Finding(
        rule=rule,
        severity=severity,
        layer="geometry",
        message=f"{rule} of {' and '.join(subjects) or 'the scene'}.",
        time=2.0,
        until=6.0,
        subjects=subjects,
        boxes=boxes,
        amount=amount,
        limit=limit,
    )


def box(left: float, top: float, right: float, bottom: float) -> Box:
    """A box in fractions of the frame."""
    return Box(left=left, top=top, right=right, bottom=bottom)


def item(label: str, kind: str = "text", key: str = "") -> Item:
    """A text or formula in the middle of the frame."""
    return Item.model_validate(
        {
            "key": key or label,
            "kind": kind,
            "type": "MathTex" if kind == "tex" else "Text",
            "label": label,
            "box": Rect(x0=-2, y0=-0.5, x1=2, y1=0.5),
        }
    )


def trace(*pictures: tuple[Item, ...], seconds: float = 5.0) -> GeometryTrace:
    """A video that shows these pictures one after another, `seconds` each."""
    boundaries = tuple(
        Boundary(
            index=n,
            start=n * seconds,
            time=(n + 1) * seconds,
            animation="FadeIn",
            frame=Rect(x0=-7.11, y0=-4, x1=7.11, y1=4),
            background="#000000",
            items=items,
        )
        for n, items in enumerate(pictures)
    )
    return GeometryTrace(
        scene=SPEC.name,
        pixels=(854, 480),
        fps=15,
        duration=len(pictures) * seconds,
        boundaries=boundaries,
        frames=(),
    )


GOOD = trace(
    (item(SPEC.claim),),
    (item(SPEC.claim), item(FORMULA, "tex"), item("The weight, where d is the key dimension.")),
    (item(SPEC.takeaway),),
)
