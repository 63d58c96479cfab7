"""The colours of the light theme as a picture needs them: the tokens of static/css/palmares.css in sRGB."""

import math
from collections.abc import Mapping

from federation.vocabulary.systems.catalogue import CATALOGUE

Colour = tuple[int, int, int]

NO_SYSTEM = 264
# Name of the token -> lightness, chroma, hue; tests compare these with the stylesheet.
TOKENS: Mapping[str, tuple[float, float, float]] = {
    "ground": (0.984, 0.006, 85),
    "line": (0.895, 0.009, 85),
    "ink": (0.23, 0.018, 262),
    "ink-2": (0.41, 0.016, 262),
    "ink-3": (0.515, 0.014, 262),
    "gain": (0.48, 0.13, 248),
    "loss": (0.52, 0.13, 48),
}
ACCENT, ACCENT_SOFT = (0.47, 0.13), (0.945, 0.026)


def token(name: str) -> Colour:
    """Return a colour every page has."""
    return oklch(*TOKENS[name])


def accent(system: str, *, soft: bool = False) -> Colour:
    """Return the accent of a system, or the pale one for areas."""
    hue = CATALOGUE[system].hue if system in CATALOGUE else NO_SYSTEM
    return oklch(*(ACCENT_SOFT if soft else ACCENT), hue)


def oklch(lightness: float, chroma: float, hue: float) -> Colour:
    """Return a colour in sRGB, what lies outside of it cut off (the matrices of Oklab, B. Ottosson 2020)."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long, medium, short = (
        (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    )
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    return _byte(red), _byte(green), _byte(blue)


def _byte(linear: float) -> int:
    value = min(max(linear, 0.0), 1.0)
    curved = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(curved * 255)
