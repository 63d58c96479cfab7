"""Grades and ratings: read a declared grade, give its start value, name the grade of a rating.

Sources: FFG ladder rules 1.1 (scale, centre of a grade); EGF rating rules 1.1 (scale, professionals), 1.8
(promotion).
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, total_ordering

# "7K", " 2 dan", "3p", "12"; a bare number is a kyu grade (EGF result tables write it so).
_GRADE = re.compile(r"\s*(\d{1,2})\s*(k|d|p|kyu|dan|pro)?\s*", re.IGNORECASE | re.ASCII)
# A number and its letter, as files write a grade inside a line.
LETTERED = r"[0-9]{1,2}[kdp]"
# The grades ladders give, weakest 30k, as the interface for programs describes them.
AMATEUR = "[1-9]d|[1-9]k|[12][0-9]k|30k"
HIGHEST_DAN = 9
LOWEST_KYU = 30
_UNWRITTEN = frozenset({"", "-", "--", "?", "NR", "nr"})
_PROFESSIONAL = 6  # is placed beside 7d
FFG_FLOOR, FFG_CEILING = -2950.0, 850.0
GOR_FLOOR = -900.0
GOR_MINUS_LEVEL = 2050.0  # EGF GoR = FFG level + 2050


class Scale(StrEnum):
    """The two scales of Go: FFG levels (0 between 1k and 1d) and EGF GoR (1d is 2100)."""

    FFG = "ffg"
    GOR = "gor"

    @property
    def edge(self) -> float:
        """Return where grades begin: FFG 1.1 at the hundreds, EGF 1.1 half way between them."""
        return 50.0 if self is Scale.GOR else 0.0

    @property
    def below_gor(self) -> float:
        """Return what a rating lacks to the one of the same strength on the scale of the EGF."""
        return 0.0 if self is Scale.GOR else GOR_MINUS_LEVEL


@total_ordering
@dataclass(frozen=True, slots=True)
class Grade:
    """A declared grade: number and kind, `k` kyu, `d` dan, `p` professional dan."""

    number: int
    kind: str

    def __str__(self) -> str:
        return f"{self.number}{self.kind}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Grade):
            return NotImplemented
        return (_gor(self), self.kind == "p") < (_gor(other), other.kind == "p")


def parse_grade(text: str) -> Grade | None:
    """Read a grade as people write it: any case, blanks, kyu for a bare number; None where it is none."""
    match = _GRADE.fullmatch(text)
    if match is None:
        return None
    number, kind = int(match[1]), (match[2] or "k")[0].lower()
    if number < 1 or (kind != "k" and number > HIGHEST_DAN):
        return None
    return Grade(number, kind)


def tidy_grade(text: str) -> str | None:
    """Return a grade as the register keeps it (30k to 1k, 1d to 9d, 1p to 9p).

    "" where none is written, None for what is no grade.
    """
    if text.strip() in _UNWRITTEN:
        return ""
    grade = parse_grade(text)
    return None if grade is None or grade.number > LOWEST_KYU else str(grade)


def is_registered_form(text: str) -> bool:
    """Return whether a text is a grade as the register keeps it."""
    return text != "" and tidy_grade(text) == text


@lru_cache(256)
def place_of(text: str) -> int | None:
    """Place a grade on one scale: 2k -2, 1k -1, 1d 0, 2d 1, a professional as 7d; None where it is none."""
    grade = parse_grade(text)
    if grade is None:
        return None
    return {"k": -grade.number, "d": grade.number - 1, "p": _PROFESSIONAL}[grade.kind]


def start_value(grade: Grade, scale: Scale) -> float:
    """Return the rating a newcomer starts from: the centre of their grade, never outside the scale.

    FFG 1.1: n dan = 100n - 50, n kyu = 50 - 100n. EGF 1.1: 1d = 2100, 1p = 2700 and 30 per professional
    grade.
    """
    if scale is Scale.FFG:
        return min(FFG_CEILING, max(FFG_FLOOR, _gor(grade) - GOR_MINUS_LEVEL))
    return max(GOR_FLOOR, _gor(grade))


def grade_at(rating: float, scale: Scale) -> Grade:
    """Name the grade a rating falls in.

    FFG 1.1: 1d = [0, 100), 1k = [-100, 0). EGF 1.1: nearest hundred, lower edge included, 1d = [2050, 2150).
    Raises ValueError for a rating that is no number.
    """
    if not math.isfinite(rating):
        raise ValueError(f"no grade for the rating {rating}")
    return _BY_SCALE[scale](rating)


@lru_cache(256)
def _band_name(band: int, scale: Scale) -> str:
    return str(grade_at(100.0 * band, scale))


def grade_name(rating: float, scale: Scale) -> str:
    """Write the grade a rating falls in as grade_at names it; a page needs this for hundreds of ratings.

    Raises ValueError or OverflowError for a rating that is no number.
    """
    return _band_name(math.floor((rating + scale.edge) / 100.0), scale)


def promotion(grade: Grade, gor: float) -> Grade | None:
    """Return the grade the EGF list proposes instead of the declared one, None for none (EGF 1.8)."""
    if grade.kind == "p":
        return None
    low = math.floor(gor / 100) * 100.0
    value = _gor(grade)
    if low > value:
        return grade_at(low, Scale.GOR)
    return grade_at(low + 100, Scale.GOR) if low + 100 < value else None


def _gor(grade: Grade) -> float:
    if grade.kind == "p":
        return 2670.0 + 30 * grade.number
    return 2000.0 + 100 * grade.number if grade.kind == "d" else 100.0 * (21 - grade.number)


def _ffg_grade(level: float) -> Grade:
    if level >= 0:
        return Grade(min(HIGHEST_DAN, math.floor(level / 100) + 1), "d")
    return Grade(min(LOWEST_KYU, max(1, math.ceil(-level / 100))), "k")


def _gor_grade(gor: float) -> Grade:
    above = math.floor((gor + 50) / 100) - 20
    return Grade(min(HIGHEST_DAN, above), "d") if above >= 1 else Grade(min(LOWEST_KYU, 1 - above), "k")


_BY_SCALE: dict[Scale, Callable[[float], Grade]] = {Scale.FFG: _ffg_grade, Scale.GOR: _gor_grade}


def gor_of(grade: Grade) -> float:
    """Return the centre of a grade on the scale of the EGF, whichever scale a system has."""
    return start_value(grade, Scale.GOR)


def grade_of_gor(rating: float) -> Grade:
    """Return the grade of a rating on the scale of the EGF."""
    return grade_at(rating, Scale.GOR)
