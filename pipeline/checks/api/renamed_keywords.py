"""What older Manim, ManimGL and other habits call keywords, and what to write today.

`KEYWORDS` are plain renames that can be applied as they stand; `KEYWORD_ADVICE` says in words what
to do where more has to change.
"""

from pipeline.checks.words import words

# Keywords, by the class or function (or any, as "*"): what they are called today.
KEYWORDS: dict[str, dict[str, str]] = {
    "Code": {
        "code": "code_string",
        "source": "code_string",
        "file_name": "code_file",
        "style": "formatter_style",
        "insert_line_no": "add_line_numbers",
        "line_no_from": "line_numbers_from",
        "tab_size": "tab_width",
        "lang": "language",
    },
    "Rotating": {"radians": "angle"},
    "Rotate": {"radians": "angle"},
    "Sector": {"outer_radius": "radius"},
    "arrange_in_grid": {"n_rows": "rows", "n_cols": "cols", "columns": "cols", "spacing": "buff"},
    **{
        name: dict.fromkeys(words("spacing buffer margin gap padding buf"), "buff")
        for name in words("arrange arrange_submobjects next_to to_edge to_corner put_at_tip")
    },
    "Circle": {"r": "radius"},
    "Square": {"side": "side_length"},
    "RegularPolygon": {"sides": "n", "num_sides": "n", "n_sides": "n"},
    "SurroundingRectangle": {"padding": "buff"},
    "LaggedStart": {"lag": "lag_ratio"},
    "BarChart": dict.fromkeys(words("bar_labels labels names categories"), "bar_names"),
    "Arrow": dict.fromkeys(words("tip_size tip_len"), "tip_length"),
    "DecimalNumber": dict.fromkeys(
        words("num_decimal decimals decimal_places num_decimals places precision"),
        "num_decimal_places",
    ),
    "Arc": {"start": "start_angle", "from_angle": "start_angle"},
    "GenericGraph": {"label": "labels"},
    "*": {
        "runtime": "run_time",
        "rate_function": "rate_func",
        "colour": "color",
        "stroke_colour": "stroke_color",
        "fill_colour": "fill_color",
        "fontsize": "font_size",
        "linewidth": "stroke_width",
        "line_width": "stroke_width",
        "thickness": "stroke_width",
    },
}

KEYWORD_ADVICE: dict[str, dict[str, str]] = {
    "Axes": {
        **dict.fromkeys(words("x_min x_max x_step"), "Give `x_range=[min, max, step]`."),
        **dict.fromkeys(words("y_min y_max y_step"), "Give `y_range=[min, max, step]`."),
        "include_numbers": 'Give `axis_config={"include_numbers": True}`.',
        "axis_labels": "Call `axes.get_axis_labels(...)`.",
        "x_label": "Call `axes.get_x_axis_label(...)`.",
        "y_label": "Call `axes.get_y_axis_label(...)`.",
        "include_tip": "Give `tips=True`.",
        "center_point": "Call `.move_to(...)` on the axes.",
    },
    "NumberPlane": {
        **dict.fromkeys(words("x_min x_max"), "Give `x_range=[min, max, step]`."),
        **dict.fromkeys(words("y_min y_max"), "Give `y_range=[min, max, step]`."),
        "include_numbers": "Call `plane.add_coordinates()`.",
    },
    "NumberLine": dict.fromkeys(words("x_min x_max"), "Give `x_range=[min, max, step]`."),
    "Text": {
        "bold": "Give `weight=BOLD`.",
        "italic": "Give `slant=ITALIC`.",
        "align": "Text has no alignment: place it with `.to_edge(...)` or `.next_to(...)`.",
        "alignment": "Use `Paragraph(..., alignment=...)`.",
        "size": "Give `font_size=...` (48 by default).",
        "max_width": "Give `width=...`, or call `.scale_to_fit_width(...)`.",
    },
    "Tex": {
        "weight": "Write `\\textbf{...}` in the text.",
        "font": "TeX sets its own fonts: use `Text(..., font=...)` for others.",
        "bold": "Write `\\textbf{...}` in the text.",
    },
    "MathTex": {
        "weight": "Write `\\mathbf{...}` in the formula.",
        "font": "TeX sets its own fonts: use `Text(..., font=...)` for others.",
    },
    "ParametricFunction": dict.fromkeys(words("t_min t_max"), "Give `t_range=[min, max]`."),
    "FunctionGraph": dict.fromkeys(words("x_min x_max"), "Give `x_range=[min, max]`."),
    "Surface": dict.fromkeys(words("u_min u_max v_min v_max"), "Give `u_range` and `v_range`."),
    "plot": dict.fromkeys(words("x_min x_max"), "Give `x_range=[min, max]`."),
    "Rotate": {"degrees": "Give `angle=... * DEGREES`."},
    "BarChart": dict.fromkeys(
        words("max_value min_value y_max y_min"), "Give `y_range=[min, max, step]`."
    ),
    "DashedLine": dict.fromkeys(
        words("dash_spacing dash_gap gap spacing"),
        "Give `dashed_ratio=...`: the drawn part of each period, between 0 and 1.",
    ),
    "Arc": {"end": "Give `angle=...`, counted from `start_angle`."},
    "Dot": {"size": "Give `radius=...`."},
    "Line": {"dash_length": "Use `DashedLine(..., dash_length=...)`."},
    "Rectangle": {"corner_radius": "Use `RoundedRectangle(corner_radius=...)`."},
    "Square": {"corner_radius": "Use `RoundedRectangle(corner_radius=...)`."},
    "Sector": {"inner_radius": "Use `AnnularSector(inner_radius=..., outer_radius=...)`."},
    "Code": {
        "font": 'Give `paragraph_config={"font": ...}`.',
        "font_size": 'Give `paragraph_config={"font_size": ...}`.',
        "line_spacing": 'Give `paragraph_config={"line_spacing": ...}`.',
        "background_stroke_color": "Give `background_config={...}`.",
    },
    **{
        name: dict.fromkeys(
            words("font font_size color tex_template"),
            "Make the label yourself, `label = Tex(...)`, and call `brace.put_at_tip(label)`.",
        )
        for name in words("get_text get_tex")
    },
    "FadeIn": {"direction": "Give `shift=...`.", "from_": "Give `shift=...`."},
    "*": {
        "font_size": "Only texts have a font size: make a `Text` or `MathTex` beside it.",
        "text": "Make a `Text` and place it with `.move_to(...)` or `.next_to(...)`.",
        "label": "Make a `Text` or `MathTex` and place it with `.next_to(...)`.",
        "position": "Call `.move_to(...)` on it.",
        "center": "Call `.move_to(...)` on it.",
        "duration": "Give `run_time=...`.",
        "easing": "Give `rate_func=...`, for example `rate_func=smooth`.",
        "size": "Give the size by its name (`radius`, `font_size`...), or call `.scale(...)`.",
        "opacity": "Give `fill_opacity=...` or `stroke_opacity=...`.",
        "stroke": "Give `stroke_color=...` and `stroke_width=...`.",
        "fill": "Give `fill_color=...` and `fill_opacity=...`.",
        "delay": "Call `self.wait(...)` before it, or use `Succession(Wait(...), ...)`.",
    },
}
