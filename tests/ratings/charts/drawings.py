"""What a drawing says where: every point drawn and the box of every text, for tests of geometry."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree as ET

from ratings.charts.chart_ground import NAME, VALUE, text_width

Place = tuple[float, float]
_STEP = re.compile(r"([MLHVhv])([-\d., ]*)")


@dataclass(frozen=True)
class Box:
    """Where a text stands, and what it is."""

    text: str
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Drawing:
    """A drawing taken apart; reading it proves it well formed."""

    root: ET.Element

    @property
    def size(self) -> Place:
        return float(self.root.get("width", "")), float(self.root.get("height", ""))

    def named(self, look: str) -> list[ET.Element]:
        """Find the elements that have every class of `look`."""
        wanted = set(look.split())
        return [one for one in self.root.iter() if wanted <= set((one.get("class") or "").split())]

    def places(self) -> list[Place]:
        """Return every point that is drawn, the hair line that waits outside excepted."""
        made: list[Place] = []
        for one in self.root.iter():
            made += _places(one) if one.get("class") != "hair" else []
        return made

    def boxes(self) -> list[Box]:
        """Return the box of every line of text."""
        return [box for one in self.root.iter() if one.tag.endswith("text") for box in _boxes(one)]


def read(drawn: str) -> Drawing:
    """Take a drawing apart."""
    return Drawing(ET.fromstring(drawn))


def is_sound(drawn: str) -> list[str]:
    """Return what of a drawing leaves it, which of its texts stand over each other, letters beside marks."""
    drawing = read(drawn)
    marks = [mark for mark in ET.fromstring(drawn).iter() if not mark.tag.endswith("tspan")]
    width, height = drawing.size
    wrong = [f"{mark.tail!r} is in no mark" for mark in marks if (mark.tail or "").strip()]
    wrong += [
        f"{x},{y} is outside" for x, y in drawing.places() if not (0 <= x <= width and 0 <= y <= height)
    ]
    boxes = drawing.boxes()
    for box in boxes:
        if box.left < 0 or box.right > width or box.top < -1 or box.bottom > height + 1:
            wrong.append(f"{box} leaves the drawing")
    wrong += [f"{one} hides {other}" for one, other in combinations(boxes, 2) if _meet(one, other)]
    return wrong


def path_places(path: str) -> list[Place]:
    """Return the points a path goes through; M, L, H, V, h and v are understood."""
    x = y = 0.0
    made = []
    for letter, text in _STEP.findall(path):
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", text)]
        if letter in "ML":
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                made.append((x, y))
            continue
        x = numbers[0] if letter == "H" else x + numbers[0] if letter == "h" else x
        y = numbers[0] if letter == "V" else y + numbers[0] if letter == "v" else y
        made.append((x, y))
    return made


def _places(one: ET.Element) -> Iterator[Place]:
    def number(name: str) -> float:
        return float(one.get(name, "0"))

    kind = one.tag.rpartition("}")[2]
    if kind == "path":
        yield from path_places(one.get("d", ""))
    elif kind == "rect":
        yield number("x"), number("y")
        yield number("x") + number("width"), number("y") + number("height")
    elif kind == "circle":
        yield number("cx"), number("cy")
    elif kind in ("polygon", "polyline"):
        for pair in one.get("points", "").split():
            x, y = pair.split(",")
            yield float(x), float(y)


def _boxes(one: ET.Element) -> Iterator[Box]:
    """A text, or its lines where a later part begins again at the left."""
    x, y = float(one.get("x", "0")), float(one.get("y", "0"))
    look = one.get("class", "")
    size = NAME + 1 if look.startswith("who") else NAME
    lines = [(y, _width(one.text, size), one.text or "")]
    for part in one:
        if part.get("x"):
            lines.append((lines[-1][0] + float(part.get("dy", "0")), 0.0, ""))
        base, width, text = lines.pop()
        own = _width(part.text, VALUE if part.get("class") == "value" else size)
        lines.append(
            (base, width + own + _width(part.tail, size), text + (part.text or "") + (part.tail or ""))
        )
    for base, width, text in lines:
        left = x - width if look in ("grade", "who late") else x - width / 2 if look == "axis" else x
        yield Box(text, left, left + width, base - 9, base + 2)


def _width(text: str | None, size: int) -> float:
    return text_width(text or "", size)


def _meet(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )
