"""True strength of an invented member, day by day, and its effect on a game. FFG scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from federation.management.demo.chance import stream
from federation.management.demo.people import Person
from federation.management.demo.places import HOME

LOWEST, HIGHEST = -2900.0, 780.0
JUNIOR = 18  # years
MASTERS = 0.02  # share of the members who were taught by a professional


@dataclass(frozen=True, slots=True)
class Career:
    """What decides a member's strength: it rises from `peak - gap` towards `peak`, then drifts."""

    peak: float
    gap: float
    pace: float  # days in which the gap shrinks to 37 %
    drift: float  # points a year, early or late
    appetite: float  # how much he plays, against others; heavy-tailed
    arrived: int  # proleptic ordinal
    born: int  # year


def careers(seed: int, people: Sequence[Person]) -> tuple[Career, ...]:
    """Draw a career for each member."""
    chance = stream(seed, "careers")
    drawn: list[Career] = []
    for person in people:
        junior = person.arrived.year - person.birth_year < JUNIOR
        # Who keeps at it for years is stronger than who drops in; those who travel abroad are stronger still.
        peak = chance.gauss(-690, 440) + (90 if junior else 0) + (170 if person.country != HOME else 0)
        if chance.random() < MASTERS:
            peak += 480
        keen = person.left is None or (person.left - person.arrived).days > 2000
        gap = chance.uniform(700, 1500) if junior else chance.uniform(300, 1000)
        peak = min(700.0, max(-1900.0, peak + (120 if keen else -120)))
        # The stronger a player is, the further they travel for a game.
        appetite = chance.lognormvariate(0, 1.15) * (1.3 if keen else 1.0) * math.exp((peak + 690) / 1100)
        drawn.append(
            Career(
                peak=peak,
                gap=gap,
                pace=chance.uniform(450, 1100) if junior else chance.uniform(350, 1300),
                drift=chance.gauss(0, 9),
                appetite=appetite,
                arrived=person.arrived.toordinal(),
                born=person.birth_year,
            )
        )
    return tuple(drawn)


def strength(career: Career, day: date) -> float:
    """Return the true strength on a day: a rise that slows down, a slow drift, a decline after fifty."""
    days = day.toordinal() - career.arrived
    rise = career.gap * math.exp(-days / career.pace)
    drift = career.drift * max(-60.0, min(60.0, math.sin(days / 1500) * 8))
    decline = 7.0 * max(0, day.year - career.born - 50)
    return max(LOWEST, min(HIGHEST, career.peak - rise + drift - decline))


def expectation(white: float, black: float, *, handicap: int) -> float:
    """Return White's expected score from true strengths.

    FFG ladder, algorithm in force since 6 October 2022: Black's fictive level is raised by 100 (H - 0.5);
    P(weaker) = 1 / (exp(D / a) + 1), a = (1250 - weaker) / 7.
    """
    lifted = black + (100.0 * (handicap - 0.5) if handicap else 0.0)
    weaker = min(white, lifted)
    loses = 1.0 / (math.exp(abs(white - lifted) / (max(150.0, 1250.0 - weaker) / 7.0)) + 1.0)
    return loses if white < lifted else 1.0 - loses


def grade_of(level: float) -> str:
    """Return the grade a player of a level declares: 30k to 7d."""
    if level >= 0:
        return f"{min(7, int(level // 100) + 1)}d"
    return f"{min(30, max(1, math.ceil(-level / 100)))}k"
