"""Pictures of shared pages by their properties: size, colours, every alphabet, nothing over the edge."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.charts.share import HIGH, WIDE, sheet
from ratings.charts.share.cards import Card, EventCard, Figure, ListCard, PairCard, Place, PlayerCard
from ratings.charts.share.drawing import picture
from ratings.charts.share.lettering import BOLD, PARTS, SERIF, cut, fold, font, runs, width
from ratings.charts.share.sheet import EDGE
from tests import processor

LONG = "Adelgunde-Philippine Константинопольская-Преображенская-Łódź"
STATIC = Path(__file__).resolve().parents[4] / "static" / "css"
COURSE = [(float(day * 30), 1700.0 + (day * 37) % 90) for day in range(24)]
PLAYER = PlayerCard(
    "Federation", "Ann Archer", "ffg", "FFG ladder", Figure("\N{MINUS SIGN}1652", "17k", "+68", "gain"),
    COURSE, ["Rank 12", "List of 1 May 2026"],
)  # fmt: skip
LIST = ListCard(
    "Federation", "egf", "EGF rating", "List of 1 May 2026", "1,200 active players",
    [Place(str(number), LONG, "7d", "2700") for number in range(1, 6)],
)  # fmt: skip
EVENT = EventCard("Federation", "ffg", "Go tournament", LONG * 2, LONG, LONG, "Winner", [LONG, LONG])
PAIR = PairCard(
    "Federation", "egf", "EGF rating", (LONG, LONG), (Figure("2345", "3d"), Figure("2290", "2d")),
    ("15½", "13"), [LONG, LONG],
)  # fmt: skip
CARDS: list[Card] = [PLAYER, replace(PLAYER, name=LONG, house=LONG), LIST, EVENT, PAIR]


def drawn(card: Card) -> Image.Image:
    return Image.open(io.BytesIO(picture(card))).convert("RGB")


def inked(image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of whatever is drawn below the band at the head."""
    ground = Image.new("RGB", image.size, image.getpixel((4, 300)))
    below = ImageChops.difference(image, ground).crop((0, 20, WIDE, HIGH))
    box = below.getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("card", CARDS, ids=lambda card: type(card).__name__)
def test_nothing_drawn_passes_the_edges_however_long_the_names(card: Card) -> None:
    image = drawn(card)
    left, top, right, bottom = inked(image)

    assert image.size == (WIDE, HIGH) == (1200, 630)
    assert (left >= EDGE - 10, right <= WIDE - EDGE + 10) == (True, True)
    assert (top > 10, bottom <= HIGH - 20 - 10) == (True, True)


def test_the_accent_is_that_of_the_system() -> None:
    bands = [drawn(replace(PLAYER, system=key)).getpixel((600, 5)) for key in ("ffg", "egf", "ladder")]
    wanted = [sheet.accent(key) for key in ("ffg", "egf", "ladder")]

    assert len(set(bands)) == 3
    for band, accent in zip(bands, wanted, strict=True):
        assert isinstance(band, tuple)
        assert max(abs(one - other) for one, other in zip(band, accent, strict=True)) < 12


def test_what_a_card_says_is_seen() -> None:
    plain = drawn(PLAYER)
    others = [
        replace(PLAYER, name="Bob Archer"),
        replace(PLAYER, figure=Figure("\N{MINUS SIGN}1653", "17k", "+68", "gain")),
        replace(PLAYER, figure=Figure("\N{MINUS SIGN}1652", "17k", "\N{MINUS SIGN}68", "loss")),
        replace(PLAYER, course=COURSE[:12]),
        replace(PLAYER, facts=["Rank 13"]),
    ]

    assert all(ImageChops.difference(plain, drawn(one)).getbbox() for one in others)


def test_every_letter_is_written_in_a_font_that_has_it() -> None:
    text = "Żeleński Щукина Ærø \N{MINUS SIGN}1652 №½"
    missing = font(BOLD, "latin", 40).getmask("\N{CYRILLIC SMALL LETTER A}").getbbox()  # an empty box

    assert {part for part, _ in runs(text)} == {"latin", "latin-ext", "cyrillic"}
    assert "".join(letters for _, letters in runs(text)) == text
    for face in (BOLD, SERIF):
        for part, letters in runs(text.replace(" ", "")):
            for letter in letters:
                assert font(face, part, 40).getmask(letter).getbbox() not in (None, missing), letter


def test_letters_of_no_font_are_written_in_latin_ones() -> None:
    assert runs("გიორგი 李") == [("latin", "giorgi Li")]
    assert runs("a\nb") == [("latin", "a b")]


def test_texts_are_cut_and_folded_to_their_room() -> None:
    short = cut(LONG, BOLD, 40, 300)
    lines = fold(LONG, SERIF, 62, 1056)

    assert short.endswith("…")
    assert width(short, BOLD, 40) <= 300 < width(LONG, BOLD, 40)
    assert len(lines) == 2
    assert all(width(line, SERIF, 62) <= 1056 for line in lines)
    assert cut("Ann", BOLD, 40, 300) == "Ann"


# What pages are given in the place of a part of a font (static/fonts/palmares.txt).
SMALLER = {
    ("source-sans-3", "latin"): "palmares-sans-latin",
    ("source-sans-3", "cyrillic"): "palmares-sans-cyrillic",
    ("source-serif-4", "latin"): "palmares-serif-latin",
    ("source-serif-4", "cyrillic"): "palmares-serif-cyrillic",
}


def test_parts_of_the_alphabet_are_those_of_the_stylesheet() -> None:
    css = (STATIC / "fonts.css").read_text()
    for family in ("source-sans-3", "source-serif-4"):
        for part, ranges in PARTS.items():
            name = SMALLER.get((family, part), f"{family}-{part}-wght-normal")
            (written,) = re.findall(rf"{name}\.woff2[^}}]*?unicode-range: ([^;}}]+)", css)
            found = [one.strip().removeprefix("U+").partition("-") for one in written.split(",")]
            assert [(int(low, 16), int(high or low, 16)) for low, _, high in found] == list(ranges), part


def test_colours_are_those_of_the_stylesheet() -> None:
    css = (STATIC / "palmares.css").read_text()
    hues = dict(re.findall(r'\[data-system="([\w-]+)"\] \{ --hue: (\d+)', css))
    tokens = {
        name: re.search(rf"--{name}: light-dark\(oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)", css)
        for name in sheet.TOKENS
    }

    assert {key: int(hue) for key, hue in hues.items()} == {key: one.hue for key, one in CATALOGUE.items()}
    for name, (lightness, chroma, hue) in sheet.TOKENS.items():
        found = tokens[name]
        assert found is not None
        assert [float(one) for one in found.groups()] == pytest.approx([lightness * 100, chroma, hue])
    assert sheet.oklch(1.0, 0.0, 0.0) == (255, 255, 255)
    assert sheet.oklch(0.627955, 0.257683, 29.2339) == pytest.approx((255, 0, 0), abs=1)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: type(card).__name__)
def test_a_picture_costs_little(card: Card) -> None:
    assert len(picture(card)) < 60_000  # fonts are opened once
    assert processor.is_within(1.0, lambda: picture(card))  # one slow core takes 0.06
