"""What a demanding teacher sends back is measured from the trace, with an amount."""

from pipeline.agents.offline.review.comfort import comfort_faults
from pipeline.schema.finding import Finding
from pipeline.schema.trace import GeometryTrace, Item, Rect
from tests.offline_agents.scenes import item, trace


def text(label: str, x: float, y: float, high: float = 0.3, wide: float = 2.0) -> Item:
    """A text whose letters are `high` units high, around (x, y)."""
    letters = len(label.replace(" ", ""))
    step = wide / letters
    left = x - wide / 2
    glyphs = tuple(
        Rect(
            x0=left + n * step,
            y0=y - high / 2,
            x1=left + (n + 0.9) * step,
            y1=y + high / 2,
        )
        for n in range(letters)
    )
    box = Rect(x0=left, y0=y - high / 2, x1=x + wide / 2, y1=y + high / 2)
    return item(label).model_copy(update={"box": box, "glyphs": glyphs})


def formula(symbols: int, high: float = 0.4, wide: float = 6.0) -> Item:
    """A typeset formula in the middle of the frame."""
    drawn = text("x" * symbols, 0.0, 0.5, high, wide)
    return drawn.model_copy(update={"kind": "tex", "type": "MathTex", "label": "a = b"})


CAPTION = text("six words stand here as caption", 0.0, -3.0, 0.3, 6.0)


def faults(shown: GeometryTrace) -> dict[str, Finding]:
    return {fault.rule: fault for fault in comfort_faults(shown)}


def test_a_calm_scene_has_no_fault() -> None:
    assert faults(trace((CAPTION,), (CAPTION, formula(30)), (CAPTION, formula(30)))) == {}


def test_a_formula_that_goes_before_it_can_be_read_is_named_with_both_times() -> None:
    brief = faults(trace((CAPTION,), (CAPTION, formula(40)), (CAPTION,), seconds=1.0))
    assert brief["formula_time"].amount == 0.0
    assert brief["formula_time"].limit == 5.2


def test_an_emphasis_that_takes_a_formula_apart_does_not_end_it() -> None:
    whole = formula(40)
    piece = whole.model_copy(update={"kind": "text", "label": "", "key": "piece"})
    shown = trace((whole, CAPTION), (piece, CAPTION), (piece, CAPTION), seconds=3.0)
    assert "formula_time" not in faults(shown)


def test_names_side_by_side_need_a_space_between_them() -> None:
    near = trace(
        (text("beverages", -1.03, 0.0), text("transport", 1.03, 0.0)),
    )
    apart = trace(
        (text("beverages", -1.2, 0.0), text("transport", 1.2, 0.0)),
    )
    assert faults(near)["crowded"].subjects == ("beverages", "transport")
    assert "crowded" not in faults(apart)


def test_texts_above_each_other_need_more_than_the_space_between_lines() -> None:
    near = trace(
        (text("category", 0.0, -2.6), CAPTION),
    )
    apart = trace(
        (text("category", 0.0, -2.3), CAPTION),
    )
    assert faults(near)["crowded"].limit == 0.25
    assert "crowded" not in faults(apart)


def test_letters_under_a_fortieth_of_the_frame_are_small_unless_they_mark_an_axis() -> None:
    tiny = text("small name", 0.0, 0.0, high=0.15)
    assert "small_words" in faults(trace((tiny,)))
    tick = tiny.model_copy(update={"role": ("NumberLine",)})
    assert "small_words" not in faults(trace((tick,)))


def test_a_formula_no_larger_than_its_caption_is_small_only_while_there_is_room() -> None:
    stay = 9.0
    small = faults(trace((CAPTION, formula(20, 0.3, 5.0)), (CAPTION,), seconds=stay))
    assert small["small_formula"].amount is not None
    wide = faults(trace((CAPTION, formula(20, 0.3, 12.0)), (CAPTION,), seconds=stay))
    assert "small_formula" not in wide


def test_each_kind_of_fault_is_named_once() -> None:
    crowd = tuple(text(f"name{n}", 0.0, 0.25 * n, 0.15) for n in range(5))
    rules = [fault.rule for fault in comfort_faults(trace(crowd))]
    assert sorted(rules) == ["crowded", "small_words"]
