"""Chances, handicaps and first ratings: the calculators that are no list of games."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.database.slicing import slices
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.grades import Grade, grade_at, parse_grade
from federation.web.tables import Column, Table
from ratings.calculators import go_chances
from ratings.calculators.fields import figure
from ratings.calculators.first_fide import Reckoned, reckon
from ratings.calculators.go_chances import STONES, Chance, GoEdition, Meeting
from ratings.calculators.question import RATINGS, edition_for
from ratings.rulebook.editions import Edition
from ratings.rulebook.expected_score import Strength, expected_score
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_clauses import FirstRatingClauses, first_rating_clauses
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import SYSTEMS, System, first_of, newest_of, start_rating
from ratings.templatetags.palmares import exact1, rating

_CHANCES = "grid-table chances"

DIFFERENCES = (*range(0, 400, 25), *range(400, 801, 50))
PART = 9  # differences in one column of the page
DEVIATIONS = (30.0, 80.0, 150.0, 250.0, 350.0)
GRADES_APART = range(10)
MOST_GAMES = 100
GRADES = [
    *(Grade(number, "k") for number in range(30, 0, -1)),
    *(Grade(number, "d") for number in range(1, 10)),
]


class GradeTable(Table):
    """Starting rating of every grade."""

    css = _CHANCES
    name = Column(gettext_lazy("Grade"), accessor="0")
    ffg = Column("FFG", accessor="1", by=rating)
    egf = Column("EGF", accessor="2", by=rating)


class FirstTable(Table):
    """A first rating by each edition."""

    css = _CHANCES
    edition = Column(gettext_lazy("Edition"), accessor="edition__name")
    average = Column("Ra", accessor="reckoned__whole_average", by=exact1)
    share = Column("p")
    distance = Column("dp")
    performance = Column("Ru", accessor="reckoned__performance")
    rating = Column(gettext_lazy("First rating"))


@dataclass(frozen=True, slots=True)
class Entered:
    """A field and the number read from it."""

    text: str
    value: float | None
    finding: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A difference with the expectations of the stronger, column by column."""

    difference: int
    stronger: Sequence[float]
    weaker: Sequence[float]


@dataclass(frozen=True, slots=True)
class GradeRow:
    """A weaker player of some grade at every handicap; None: not counted."""

    grade: str
    chances: Sequence[Chance | None]

    @property
    def best(self) -> Chance | None:
        """Return the handicap nearest to even."""
        return min(
            (chance for chance in self.chances if chance), key=lambda chance: chance.distance, default=None
        )


@dataclass(frozen=True, slots=True)
class First:
    """A first rating by one edition, with its articles."""

    edition: Edition
    reckoned: Reckoned
    clauses: FirstRatingClauses


def chances(request: HttpRequest) -> HttpResponse:
    """Show who is to be expected to score how much, by difference or by grades and handicap."""
    system = _system(request, list(SYSTEMS), first_of(FideEdition).key)
    edition = edition_for(system, request.GET.get("edition", ""), timezone.localdate())
    own = _rating(request.GET.get("rating", ""), system)
    context = {
        "system": system.key,
        "systems": list(SYSTEMS),
        "edition": edition,
        "editions": list(reversed(system.editions)),
        "own": own,
        "is_go": bool(system.scale),
        "stones": STONES,
        "deviations": DEVIATIONS if edition.has_deviation else (),
    }
    if system.scale:
        context |= {"grades": _grade_rows(system, cast(GoEdition, edition), own)}
    else:
        rows = _rows(edition, own.value or 0.0)
        context |= {"parts": list(slices(rows, PART))}
    return render(request, "ratings/calculators/chances.html", context)


def handicap(request: HttpRequest) -> HttpResponse:
    """Show stones and komi for two players of Go."""
    graded = _graded()
    system = _system(request, graded, graded[-1])
    edition = cast(GoEdition, edition_for(system, request.GET.get("edition", ""), timezone.localdate()))
    first, other = (_rating(request.GET.get(name, ""), system, usual) for name, usual in _PAIR)
    rows = _handicaps(system, edition, first, other)
    context = {
        "system": system.key,
        "systems": graded,
        "edition": edition,
        "editions": list(reversed(system.editions)),
        "one": first,
        "other": other,
        "rows": rows,
        "best": min(rows, key=lambda row: row.distance, default=None),
        "fair": go_chances.fair(edition, first.value, other.value)
        if rows and first.value is not None and other.value is not None
        else None,
        "komi": go_chances.KOMI,
    }
    return render(request, "ratings/calculators/handicap.html", context)


def first_rating(request: HttpRequest) -> HttpResponse:
    """Estimate a first rating in every family."""
    grade_text = request.GET.get("grade", "").strip()[:10] or "10k"
    grade = parse_grade(grade_text)
    games = _number(request.GET.get("games", ""), 5, least=1, most=MOST_GAMES)
    points = _number(request.GET.get("points", ""), 2.5, least=0, most=games.value or 0, halves=True)
    average = _number(request.GET.get("average", ""), 1700, least=1000, most=3000)
    firsts = _firsts(games.value, points.value, average.value)
    scales = list({SYSTEMS[key].scale: key for key in reversed(_graded())}.values())[
        ::-1
    ]  # the first of each
    context = {
        "grade": Entered(grade_text, None, "" if grade else _("Enter a grade such as 5k, 2d or 3p.")),
        "games": games,
        "points": points,
        "average": average,
        "fide": firsts,
        "firsts": FirstTable(firsts),
        "starts": [(key, start_rating(key, grade)) for key in scales] if grade else (),
        "all_grades": GradeTable(
            (str(grade), *(start_rating(key, grade) for key in scales)) for grade in GRADES
        ),
        "glicko": newest_of(FicsEdition),
        "ladder": newest_of(LadderEdition),
    }
    return render(request, "ratings/calculators/first_rating.html", context)


def _graded() -> list[str]:
    """Return the keys of the systems with grades."""
    return [key for key, system in SYSTEMS.items() if system.scale]


_PAIR = (("one", "2d"), ("other", "2k"))


def _system(request: HttpRequest, known: Sequence[str], usual: str) -> System:
    key = request.GET.get("system", usual)
    return SYSTEMS[key if key in known else usual]


def _rating(text: str, system: System, usual: str = "") -> Entered:
    """Read a rating, in Go also a grade; an empty field is the usual one."""
    text = text.strip()[:20] or usual or _usual_strength(system)
    value = figure(text)
    grade = parse_grade(text) if value is None and system.scale else None
    if grade is not None:
        return Entered(text, start_rating(system.key, grade))
    if value is None or not RATINGS[0] <= value <= RATINGS[1]:
        return Entered(
            text, None, _("Enter a rating, or a grade such as 5k.") if system.scale else _("Enter a rating.")
        )
    return Entered(text, value)


def _usual_strength(system: System) -> str:
    if system.scale:
        return "5k"
    return "1800" if system.game in DISCIPLINES else "1500"


def _number(text: str, usual: float, *, least: float, most: float, halves: bool = False) -> Entered:
    text = text.strip()[:20]
    value = figure(text) if text else min(usual, most)
    steps = 2 if halves else 1
    if value is None or not least <= value <= most or not float(value * steps).is_integer():
        words = (
            _("Enter a number from %(least)s to %(most)s; halves are allowed.")
            if halves
            else _("Enter a whole number from %(least)s to %(most)s.")
        )
        return Entered(text, None, words % {"least": f"{least:g}", "most": f"{most:g}"})
    return Entered(text or number_format(f"{value:g}", use_l10n=True), value)


def _rows(edition: Edition, own: float) -> list[Row]:
    """Return both expectations by difference; with deviations a column for each of the opponent's."""
    deviations = DEVIATIONS if edition.has_deviation else (0.0,)
    rows = []
    for difference in DIFFERENCES:
        pairs = [(Strength(own), Strength(own - difference, rd)) for rd in deviations]
        back = [(Strength(own - difference), Strength(own, rd)) for rd in deviations]
        rows.append(
            Row(
                difference,
                [expected_score(edition, *pair) for pair in pairs],
                [expected_score(edition, *pair) for pair in back],
            )
        )
    return rows


def _grade_rows(system: System, edition: GoEdition, own: Entered) -> list[GradeRow]:
    """Return for grades apart and stones what Black, the weaker, is to be expected to score."""
    if own.value is None or system.scale is None:
        return []
    weaker = [own.value - 100 * apart for apart in GRADES_APART]
    meetings = [Meeting(own.value, rating, stones) for rating in weaker for stones in STONES]
    by_meeting = {chance.meeting: chance for chance in _chances(system, edition, meetings)}
    return [
        GradeRow(
            str(grade_at(rating, system.scale)),
            [by_meeting.get(Meeting(own.value, rating, stones)) for stones in STONES],
        )
        for rating in (weaker if by_meeting else ())
    ]


def _handicaps(system: System, edition: GoEdition, first: Entered, other: Entered) -> list[Chance]:
    """Return the chances at every handicap, the stronger having White."""
    if first.value is None or other.value is None:
        return []
    white, black = max(first.value, other.value), min(first.value, other.value)
    return _chances(system, edition, [Meeting(white, black, stones) for stones in STONES])


def _chances(system: System, edition: GoEdition, meetings: Sequence[Meeting]) -> list[Chance]:
    """Return the expectations; none of ratings outside every scale."""
    try:
        expectations = go_chances.chances(system, edition, meetings, today=timezone.localdate())
    except (ArithmeticError, ValueError):
        return []
    return [chance for chance in expectations if math.isfinite(chance.white) and math.isfinite(chance.black)]


def _firsts(games: float | None, points: float | None, average: float | None) -> list[First]:
    """Calculate a first FIDE rating by every edition, newest first."""
    if games is None or points is None or average is None:
        return []
    numbers = {"opponents": int(average * games), "games": int(games), "half_points": round(2 * points)}
    system = first_of(FideEdition)
    return [
        First(edition, reckon(edition, **numbers), first_rating_clauses(system.key, edition.name))
        for edition in cast(Sequence[FideEdition], system.editions[::-1])
    ]
