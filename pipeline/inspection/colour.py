"""Contrast as WCAG 2 defines it (relative luminance of sRGB, ratio 1 to 21)."""

Rgb = tuple[float, float, float]


def rgb(colour: str) -> Rgb:
    """`#rrggbb` as three numbers in [0, 1]."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def over(front: Rgb, opacity: float, back: Rgb) -> Rgb:
    """`front` painted with `opacity` over `back`; Manim blends in sRGB, so this does too."""
    red, green, blue = (f * opacity + b * (1 - opacity) for f, b in zip(front, back, strict=True))
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Relative luminance in [0, 1] (WCAG 2.2, definition)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio of two opaque colours, from 1 (equal) to 21 (black on white)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
