"""The rules of the streams once more, in plain Python, to hold the compiled engines to.

Written from the clauses (FICS Glicko 1.1, ladder 2.1 and 2.2) and sharing nothing with the engines: no
arrays, its own constants, the formulas as they are printed. Slow on purpose.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from math import erf, log, pi, sqrt

Ticket = tuple[str, tuple[int, ...], tuple[int, ...], float, float | None]
# kind, players, places, minutes since some day, points at stake


@dataclass(frozen=True)
class Person:
    """A player of either system; `rd` and `last` are Glicko's."""

    r: float | None = None
    n: int = 0
    rd: float = 350.0
    last: float | None = None


def integer(value: float) -> float:
    """The nearest integer, halves away from zero."""
    return float(Decimal(value).quantize(Decimal(1), ROUND_HALF_UP))


def glicko(person: Person, *, mean: float, other_mean: float, rds: Sequence[float], score: float,
           scale: float) -> tuple[float, float]:  # fmt: skip
    """Change before rounding and new RD of somebody whose RD is aged already; `scale` 400 or 800."""
    q = log(10) / scale
    p = 3 * log(10) ** 2 / (pi**2 * scale**2)
    f = 1 / sqrt(1 + p * sum(rd**2 for rd in rds))
    e = 1 / (1 + 10 ** (-(mean - other_mean) * f / 400))
    i = q**2 * f**2 * e * (1 - e)
    k = q * f / (1 / person.rd**2 + i)
    return max(k, 16) * (score - e), 1 / sqrt(1 / person.rd**2 + i)


def play_fics(people: list[Person], games: Sequence[Ticket]) -> None:
    """Rate duels and games of teams in place."""
    for kind, seats, places, minute, _ in games:
        aged = {}
        for seat in seats:
            person = people[seat]
            idle = 0.0 if person.last is None else max(minute - person.last, 0)
            rd = min(350.0, sqrt(person.rd**2 + 0.034969 * idle))
            aged[seat] = replace(person, rd=rd)
        half = len(seats) // 2
        found = {}
        for number, seat in enumerate(seats):
            mine, theirs = (seats[:half], seats[half:]) if number < half else (seats[half:], seats[:half])
            ratings = {one: 1720.0 if aged[one].r is None else aged[one].r for one in seats}
            change, rd = glicko(
                aged[seat],
                mean=sum(ratings[one] or 0 for one in mine) / half,
                other_mean=sum(ratings[one] or 0 for one in theirs) / half,
                rds=[aged[one].rd for one in seats if one != seat],
                score=against(places[number], places[half if number < half else 0]),
                scale=800 if kind == "teams" else 400,
            )
            first = aged[seat].r is None
            before = ratings[seat] or 0.0
            after = integer(before + change) if first else before + integer(change)
            found[seat] = Person(after, people[seat].n + 1, rd, minute)
        for seat, person in found.items():
            people[seat] = person


def against(place: int, other: int) -> float:
    """The score of a place against another."""
    return 0.5 if place == other else 1.0 if place < other else 0.0


def new_rating(a: Person, b: Person, score: float, *, k: float, normal: bool) -> float:
    """The new rating of A after a duel: the four formulas of 2.1."""
    ra, rb = 1500.0 if a.r is None else a.r, 1500.0 if b.r is None else b.r
    s1 = 2 * score - 1
    if a.n < 20:
        if b.n < 20:
            return (ra * a.n + (ra + rb) / 2 + 100 * s1) / (a.n + 1)
        return (ra * a.n + rb + 200 * s1) / (a.n + 1)
    expected = 1 / (1 + 10 ** ((rb - ra) / 400))
    if normal:
        sigma = 200 * sqrt(2)
        expected = (1 + erf((ra - rb) / sigma / sqrt(2))) / 2
    if b.n < 20:
        return ra + k * (b.n / 20) * (score - expected)
    return ra + k * (score - expected)


def play_ladder(people: list[Person], games: Sequence[Ticket], *, normal: bool = False) -> None:
    """Rate duels and games of several in place."""
    for _, seats, places, _, points in games:
        k = 32.0 if points is None else points
        found = {}
        for seat, place in zip(seats, places, strict=True):
            duels = [
                new_rating(people[seat], people[other], against(place, there), k=k, normal=normal)
                for other, there in zip(seats, places, strict=True)
                if other != seat
            ]
            found[seat] = Person(sum(duels) / len(duels), people[seat].n + 1)
        for seat, person in found.items():
            people[seat] = person
