"""Contrast as WCAG 2 defines it (relative luminance of sRGB, ratio 1 to 21)."""

import math

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


def _lab(colour: Rgb) -> Rgb:
    """CIE L*a*b* of an sRGB colour, white point D65."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Rgb, other: Rgb) -> float:
    """CIE 1976 colour difference: unlike the contrast ratio it sees hue. Black to white is 100."""
    return math.dist(_lab(one), _lab(other))


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio of two opaque colours, from 1 (equal) to 21 (black on white)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
