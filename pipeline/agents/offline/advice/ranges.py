"""What a value of the layout may be: where a scene can be read, and where advice is absurd."""

READABLE: dict[str, tuple[float, float]] = {
    "heading_size": (24, 64),
    "formula_size": (37, 84),
    "caption_size": (20, 48),
    "label_size": (18, 44),
    "takeaway_size": (24, 56),
    "heading_width": (4.0, 13.4),
    "caption_width": (4.0, 13.4),
    "label_width": (0.8, 6.0),
    "takeaway_width": (4.0, 13.4),
    "gap": (0.1, 1.5),
    "hold": (0.5, 8.0),
    "formula_hold": (0.2, 6.0),
    "symbol_seconds": (0.03, 0.25),
    "words_per_second": (2.2, 4.0),
    "year_words": (1.0, 3.5),
    "percentage_words": (1.0, 5.0),
    "decimal_words": (1.0, 5.5),
    "large_words": (1.0, 6.0),
    "sign_words": (1.0, 2.0),
}
"""Where a value still makes a scene that can be read and followed; the frame is 14.2 x 8 units.
Text under 14 pt is below 1.65% of the frame's height, some labels are set at 0.8 of their
element's size, the signs of a formula are too small below 37 pt,
and below 2.2 words a second the picture stands still for too long."""

POSSIBLE: dict[str, tuple[float, float]] = {
    "size": (8, 120),
    "width": (0.3, 14.0),
    "gap": (0.0, 3.0),
    "hold": (0.0, 20.0),
    "second": (0.3, 10.0),
    "words": (0.5, 10.0),
    "seconds": (0.0, 1.0),
}
RATIOS = (0.3, 3.0)
