"""Entrants typed or pasted, one per line: a number, or a name with further data beside it.

"4711", "0100001", "Aubrac Lise 3d FR 38Gr", "Aubrac, Lise; 3d; FR; 38Gr".
"""

import re
from dataclasses import dataclass

from federation.vocabulary.grades import tidy_grade
from tournaments.pairing_programs.pairgoth.people import split_name
from tournaments.reports.report import Entrant

MOST_LINES = 2_000
LONGEST = 200  # letters of a line
_NUMBER = re.compile(r"(?:no\.?|n°|№|#)?\s*([0-9]{1,16})", re.IGNORECASE)
_GRADE = re.compile(r"[0-9]{1,2} ?[kdp]", re.IGNORECASE)
_COUNTRY = re.compile(r"[A-Z]{2}")


@dataclass(frozen=True, slots=True)
class Typed:
    """A line: a number, or an entrant."""

    number: str = ""
    entrant: Entrant | None = None


def read(text: str) -> list[Typed]:
    """Read a text, a line an entrant; empty lines are passed over."""
    return [_line(line[:LONGEST].strip()) for line in text.splitlines()[:MOST_LINES] if line.strip()]


def _line(line: str) -> Typed:
    number = _NUMBER.fullmatch(line)
    if number:
        return Typed(number=number[1])
    parts = [part.strip() for part in re.split(r"[;\t]", line) if part.strip()]
    name, *more = parts or [line]
    if not more:
        name, more = _without_ends(name)
    surname, given_name = _name(name)
    grade = next((word for word in more if _GRADE.fullmatch(word)), "")
    country = next((word for word in more if _COUNTRY.fullmatch(word)), "")
    club = next((word for word in more if word not in (grade, country)), "")
    return Typed(
        entrant=Entrant(
            1, surname, given_name, grade=tidy_grade(grade.replace(" ", "")) or "", country=country, club=club
        )
    )


def _without_ends(line: str) -> tuple[str, list[str]]:
    """Part a line of words: the name, and what stands behind it from a grade or a country on."""
    words = line.split()
    for place in range(1, len(words)):
        if _GRADE.fullmatch(words[place]) or (place > 1 and _COUNTRY.fullmatch(words[place])):
            return " ".join(words[:place]), words[place:]
    return line, []


def _name(text: str) -> tuple[str, str]:
    surname, comma, given_name = (part.strip() for part in text.partition(","))
    return (surname or given_name, given_name if surname else "") if comma else split_name(text)
