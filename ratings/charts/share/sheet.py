"""The sheet a picture is drawn on: colours, ground, whose site it is, titles, the curve of a rating."""

import io
import math
import threading
from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.charts.share import HIGH, WIDE
from ratings.charts.share.lettering import BOLD, SANS, SERIF, Face, cut, fold, width, write

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

EDGE = 72
ROOM = WIDE - 2 * EDGE
TITLES = ((84, 1), (72, 1), (62, 2), (52, 2))  # size, lines: the first that holds a title whole
_FINE = 3  # how much larger curves are drawn, then made small: their edges become smooth
# FreeType's faces are not made for several threads at once; nor is the processor for several pictures.
ALONE = threading.Lock()


def token(name: str) -> Colour:
    """Return a colour every page has: a token of static/css/palmares.css in the light theme, as sRGB."""
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


class Sheet:
    """One picture on its way."""

    def __init__(self, system: str, *, house: str, corner: str = "") -> None:
        self.system = system
        self.image = Image.new("RGB", (WIDE, HIGH), token("ground"))
        self.draw = ImageDraw.Draw(self.image)
        self.accent = accent(system)
        self.draw.rectangle((0, 0, WIDE, 13), fill=self.accent)
        self._house(house, corner)

    def _house(self, house: str, corner: str) -> None:
        """Draw the mark and the name of the federation at the head, and a word at the right."""
        left, taken = EDGE + 68, 0.0
        self._stones()
        if corner:
            taken = width(corner, BOLD, 32) + 48
            self.text((WIDE - EDGE, 91), corner, BOLD, size=32, ink_name="accent", right=True)
        self.text((left, 91), cut(house, SERIF, 34, ROOM - 68 - taken), SERIF, size=34)

    def _stones(self) -> None:
        """Draw the two stones, finely."""
        size = 56 * _FINE
        mark = Image.new("RGB", (size, size), token("ground"))
        draw = ImageDraw.Draw(mark)
        dark, unit = token("ink"), size / 24
        draw.ellipse((1 * unit, 4 * unit, 17 * unit, 20 * unit), fill=dark)
        draw.ellipse((8 * unit, 4 * unit, 24 * unit, 20 * unit), fill=dark)
        draw.ellipse((9.5 * unit, 5.5 * unit, 22.5 * unit, 18.5 * unit), fill=token("ground"))
        self.image.paste(mark.resize((56, 56), Image.Resampling.LANCZOS), (EDGE - 3, 51))

    def text(
        self,
        at: tuple[float, float],
        text: str,
        face: Face,
        *,
        size: int,
        ink_name: str = "ink",
        right: bool = False,
    ) -> float:
        """Write a text from a point, or up to it; gives where it ends."""
        x, y = at
        x -= width(text, face, size) if right else 0
        return write(self.draw, (x, y), text, face, size=size, fill=self.colour(ink_name))

    def colour(self, name: str) -> Colour:
        """Return a colour by its name; "accent" is that of the system."""
        return self.accent if name == "accent" else token(name)

    def title(self, text: str, top: float, *, room: float = ROOM) -> float:
        """Draw a title below a height, as large as it fits whole; return the baseline of its last line."""
        lines, size = [text], TITLES[-1][0]
        for size, most in TITLES:  # the one tried last is the one it is set in
            lines = fold(text, SERIF, size, room)
            if len(lines) <= most and " ".join(lines) == " ".join(text.split()):
                break
        baseline = top
        for line in lines:
            baseline += size * (0.92 if line == lines[0] else 1.12)
            self.text((EDGE, baseline), line, SERIF, size=size)
        return baseline

    def facts(self, parts: Sequence[str], baseline: float = 568, *, room: float = ROOM) -> None:
        """Draw a line of facts at the foot."""
        text = " \N{MIDDLE DOT} ".join(part for part in parts if part)
        self.text((EDGE, baseline), cut(text, SANS, 34, room), SANS, size=34, ink_name="ink-2")

    def curve(self, points: Sequence[tuple[float, float]], box: tuple[int, int, int, int]) -> None:
        """Draw a rating over time into a box: left, top, right, bottom; nothing for a single point."""
        if len(points) < 2:
            return
        left, top, right, bottom = box
        wide, high = (right - left) * _FINE, (bottom - top) * _FINE
        area = Image.new("RGB", (wide, high), token("ground"))
        draw = ImageDraw.Draw(area)
        placed = _scale_points(points, wide, high, rim=14 * _FINE)
        base = high - 1
        draw.polygon(
            [(placed[0][0], base), *placed, (placed[-1][0], base)], fill=accent(self.system, soft=True)
        )
        draw.line(placed, fill=self.accent, width=5 * _FINE, joint="curve")
        x, y = placed[-1]
        reach = 10 * _FINE
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self.accent)
        self.image.paste(area.resize((right - left, bottom - top), Image.Resampling.BOX), (left, top))

    def png(self) -> bytes:
        """Return the picture, with a small palette, since it has few colours."""
        palette_image = self.image.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        file = io.BytesIO()
        palette_image.save(file, "PNG", compress_level=6)
        return file.getvalue()


def _scale_points(
    points: Sequence[tuple[float, float]], wide: int, high: int, *, rim: int
) -> list[tuple[float, float]]:
    """Scale points into a box, the lowest above its floor; equal ratings make a line in the middle."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    low, span = min(ys), max(ys) - min(ys)
    first, days = xs[0], (xs[-1] - xs[0]) or 1.0
    room = high - 2 * rim - high * 0.18
    return [
        (
            rim + (wide - 2 * rim) * (x - first) / days,
            rim + room * (1 - (y - low) / span if span else 0.5),
        )
        for x, y in points
    ]
