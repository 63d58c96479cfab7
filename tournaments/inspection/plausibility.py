"""Reasons to doubt that a player of the register is the entrant they are matched to. Pure.

The bounds are those of an office that has seen slips, not of a rulebook: none is a proof, so each is a
warning to be confirmed or mended.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from federation.vocabulary.names import fold, full_name
from tournaments.matching.matching import grade_distance
from tournaments.reports.findings import Finding, Place, warning
from tournaments.reports.report import Entrant

YOUNGEST, OLDEST = 4, 100  # years of age
GRADES_OFF = 10  # between the grade written and the one declared
STRENGTH_OFF = 8  # grades between the grade written and the one of his rating, which moves faster
RATING_OFF = 400.0  # points of chess between the rating written and the one he has
LONGEST_STAY = 10  # days; no player sits at a longer event every day

ERASED = "person-erased"  # to be a new player, and like a person erased on request
CODES = frozenset(
    {
        "person-age",
        "person-birth",
        "person-sex",
        "person-grade",
        "person-strength",
        "person-rating",
        "person-elsewhere",
        ERASED,
    }
)


@dataclass(frozen=True, slots=True)
class Event:
    """Time and place at which a person sat at a board; `start` None where it is not known."""

    name: str
    place: str
    start: date | None
    end: date | None
    online: bool = False

    @property
    def days(self) -> int:
        """How many days it lasts, 0 where it is not known."""
        return (self.end - self.start).days + 1 if self.start and self.end else 0


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a player besides their name."""

    name: str
    birth_year: int | None = None
    sex: str = ""
    grade: str = ""
    rating: float | None = None  # chess, at the rate of play
    strength: str = ""  # Go: the grade of his rating
    events: Sequence[Event] = ()  # others he was entered for


def doubts(entrant: Entrant, known: Known, event: Event) -> Iterator[Finding]:
    """Yield what speaks against an entrant of an event being a player."""
    place = Place(entrant.line, entrant=entrant.number)
    name = full_name(entrant.surname, entrant.given_name)
    yield from _age(known, event, place, name)
    year = entrant.birth_year
    if year and known.birth_year and year != known.birth_year:
        yield warning(
            "person-birth", place, name=name, player=known.name, written=year, listed=known.birth_year
        )
    if entrant.sex and known.sex and entrant.sex != known.sex:
        yield warning("person-sex", place, name=name, player=known.name)
    yield from _strength(entrant, known, place, name)
    for other in known.events:
        if is_elsewhere(event, other) and other.start and other.end:
            yield warning(
                "person-elsewhere",
                place,
                player=known.name,
                other=other.name,
                place=other.place,
                start=other.start.isoformat(),
                end=other.end.isoformat(),
            )


def _age(known: Known, event: Event, place: Place, name: str) -> Iterator[Finding]:
    if known.birth_year and event.start:
        age = event.start.year - known.birth_year
        if not YOUNGEST <= age <= OLDEST:
            yield warning(
                "person-age", place, name=name, player=known.name, year=known.birth_year, age=max(age, 0)
            )


def _strength(entrant: Entrant, known: Known, place: Place, name: str) -> Iterator[Finding]:
    off = grade_distance(entrant.grade, known.grade)
    if off is not None and off >= GRADES_OFF:
        yield warning(
            "person-grade", place, name=name, player=known.name, written=entrant.grade, listed=known.grade
        )
    off = grade_distance(entrant.grade, known.strength)
    if off is not None and off >= STRENGTH_OFF:
        yield warning(
            "person-strength",
            place,
            name=name,
            player=known.name,
            written=entrant.grade,
            listed=known.strength,
        )
    # A rating of Go is written in many scales; one of chess in the scale of its list.
    in_one_scale = entrant.rating and known.rating and not entrant.grade
    if in_one_scale and abs((entrant.rating or 0) - (known.rating or 0)) >= RATING_OFF:
        yield warning(
            "person-rating",
            place,
            name=name,
            player=known.name,
            written=round(entrant.rating or 0),
            listed=round(known.rating or 0),
        )


def is_elsewhere(event: Event, other: Event) -> bool:
    """Return whether one cannot be at both: common days, different towns, both over the board and short."""
    if event.online or other.online or not (event.start and event.end and other.start and other.end):
        return False
    if max(event.days, other.days) > LONGEST_STAY or event.start > other.end or other.start > event.end:
        return False
    here, there = fold(event.place), fold(other.place)
    return bool(here and there) and here not in there and there not in here
