"""Letters from the fonts of the site: FreeType reads the files the pages load, each a part of the alphabet.

A text is cut into runs, one for each file that has its letters; a letter no file has is written in Latin.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from anyascii import anyascii
from PIL import ImageDraw, ImageFont

from federation.site_folder import SITE

FOLDER = SITE / "static" / "fonts"
FAMILIES = {"sans": "source-sans-3", "serif": "source-serif-4"}
# Characters of each file, as in static/css/fonts.css; a test compares.
PARTS: dict[str, Sequence[tuple[int, int]]] = {
    "latin": (
        (0x0000, 0x00FF), (0x0131, 0x0131), (0x0152, 0x0153), (0x02BB, 0x02BC), (0x02C6, 0x02C6),
        (0x02DA, 0x02DA), (0x02DC, 0x02DC), (0x2000, 0x206F), (0x20AC, 0x20AC), (0x2122, 0x2122),
        (0x2191, 0x2191), (0x2193, 0x2193), (0x2212, 0x2212), (0x2215, 0x2215),
    ),
    "latin-ext": (
        (0x0100, 0x0130), (0x0132, 0x0151), (0x0154, 0x02BA), (0x02BD, 0x02C5), (0x02C7, 0x02CC),
        (0x02CE, 0x02D7), (0x02DD, 0x02FF), (0x1E00, 0x1EFF), (0x2020, 0x2020), (0x20A0, 0x20AB),
        (0x20AD, 0x20C0), (0x2113, 0x2113),
    ),
    "cyrillic": ((0x0301, 0x0301), (0x0400, 0x045F), (0x0490, 0x0491), (0x04B0, 0x04B1), (0x2116, 0x2116)),
}  # fmt: skip
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
Face = tuple[str, int]  # family, weight
Run = tuple[str, str]  # part, letters
SANS, BOLD, SERIF = ("sans", 400), ("sans", 600), ("serif", 600)


def runs(text: str) -> list[Run]:
    """Cut a text into runs of letters of one file each."""
    letters = [(_part(letter), letter) for letter in _letters_of(text)]
    return [
        (part, "".join(letter for _, letter in run))
        for part, run in groupby(letters, key=lambda pair: pair[0])
    ]


def _letters_of(text: str) -> Iterable[str]:
    """Return the letters to write: one no file has becomes what it sounds like, a control becomes a blank."""
    for letter in text:
        if letter < " " or letter == "\x7f":
            yield " "
        elif _part(letter):
            yield letter
        else:
            yield from anyascii(letter)


@lru_cache(4096)
def _part(letter: str) -> str:
    code = ord(letter)
    for name, ranges in PARTS.items():
        if any(first <= code <= last for first, last in ranges):
            return name
    return ""


@lru_cache(256)
def font(face: Face, part: str, size: int) -> ImageFont.FreeTypeFont:
    """Open a font at a size, in points of the picture, and a weight."""
    family, weight = face
    typeface = ImageFont.truetype(FOLDER / f"{FAMILIES[family]}-{part}-wght-normal.woff2", size)
    typeface.set_variation_by_axes([weight])
    return typeface


def width(text: str, face: Face, size: int) -> float:
    """Measure a text."""
    return sum(font(face, part, size).getlength(letters) for part, letters in runs(text))


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    face: Face,
    *,
    size: int,
    fill: tuple[int, int, int],
) -> float:
    """Write a text with its baseline at a point; gives where it ends."""
    x, y = at
    for part, letters in runs(text):
        used = font(face, part, size)
        draw.text((x, y), letters, font=used, fill=fill, anchor="ls")
        x += used.getlength(letters)
    return x


def cut(text: str, face: Face, size: int, room: float) -> str:
    """Shorten a text to some width, with an ellipsis where anything is left out."""
    if width(text, face, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, face, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def fold(text: str, face: Face, size: int, room: float) -> list[str]:
    """Arrange a text in one line or two, broken between words; what does not fit ends in an ellipsis."""
    if width(text, face, size) <= room:
        return [text]
    words = text.split()
    fits = 0
    while fits < len(words) and width(" ".join(words[: fits + 1]), face, size) <= room:
        fits += 1
    if not fits:
        return [cut(text, face, size, room)]
    first, rest = " ".join(words[:fits]), " ".join(words[fits:])
    return [first, cut(rest, face, size, room)]
