"""Grades as files write them: "3d", "12K", "9P", or a bare number for kyu."""

import re

_GRADE = re.compile(r"0?([1-9][0-9]?)\s?([kdp]?)", re.IGNORECASE)
_WEAKEST = {"k": 30, "d": 9, "p": 9}


def tidy(text: str) -> str | None:
    """Return a grade in lower case ("5k"), "" for none written, None for what is no grade."""
    text = text.strip()
    if text in {"", "-", "--", "?", "NR", "nr"}:
        return ""
    found = _GRADE.fullmatch(text)
    if found is None:
        return None
    number, letter = int(found[1]), found[2].lower() or "k"
    return f"{number}{letter}" if number <= _WEAKEST[letter] else None


def steps(grade: str) -> int | None:
    """Count grades above 1 kyu (1k = 0, 1d = 1, 5k = -4); None for professionals and for no grade."""
    if not grade or grade[-1] == "p":
        return None
    number = int(grade[:-1])
    return number if grade[-1] == "d" else 1 - number


def implied_handicap(white: str, black: str, *, reduction: int) -> int:
    """Derive a handicap nobody wrote down: grade difference minus reduction, 0 to 9, none with professionals.

    EGF H9 format page; the limit of 9 comes after the subtraction, and h9 stands for an even tournament.
    """
    higher, lower = steps(white), steps(black)
    if reduction >= 9 or higher is None or lower is None:
        return 0
    return min(9, max(0, higher - lower - reduction))
