"""Expected scores of both sides of a game of Go at every handicap, and the even handicap.

FFG ladder rules 1.3, EGF rating rules 1.3: Black is raised by 100 (H - 0.5), the half stone being the komi
that is missing. Expectations come from the engine, through a rating job.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ratings.calculators.question import day_of
from ratings.rating_job.answer import compute
from ratings.rating_job.reading import read_job
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import System

# Ours: what the rules call half a stone, in points on the board. One stone is then worth twice as many.
KOMI = 7.0
STONES = range(10)
MOST_STONES = 9
GoEdition = FfgEdition | EgfEdition


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game: the ratings of both, and the stones Black has."""

    white: float
    black: float
    handicap: int


@dataclass(frozen=True, slots=True)
class Chance:
    """Expected scores of both sides."""

    meeting: Meeting
    white: float
    black: float

    @property
    def distance(self) -> float:
        """Distance from even."""
        return abs(self.white - self.black)


@dataclass(frozen=True, slots=True)
class Fair:
    """Stones and komi that make up for a difference exactly; komi below 0 is given to Black."""

    stones: int  # 0: none, Black begins
    komi: float
    difference: float


def chances(system: System, edition: GoEdition, meetings: Sequence[Meeting], *, today: date) -> list[Chance]:
    """Return the expectation of every meeting; those the system does not count are left out.

    Raises ArithmeticError for ratings outside every scale.
    """
    job, findings = read_job(json.dumps(_job(system, edition, meetings, today)).encode())
    if job is None:
        raise ArithmeticError(findings[0].text)
    rows: list[dict[str, Any]] = compute(job)["games"]
    expected = {row["player"]: row["expected"] for row in rows}
    return [
        Chance(meeting, expected[f"w{place}"], expected[f"b{place}"])
        for place, meeting in enumerate(meetings)
        if f"w{place}" in expected
    ]


def fair(edition: GoEdition, first: float, other: float) -> Fair:
    """Return the fewest stones that make up for a difference, and the komi that takes back the rest."""
    difference = abs(first - other)
    stones = 1
    while edition.handicap_worth(stones) < difference and stones < MOST_STONES:
        stones += 1
    surplus = edition.handicap_worth(stones) - difference
    komi = round(2 * surplus / edition.handicap_step * KOMI / edition.komi_stones) / 2
    return Fair(0 if stones == 1 else stones, komi, difference)


def _job(system: System, edition: GoEdition, meetings: Sequence[Meeting], today: date) -> dict[str, Any]:
    players: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    for place, meeting in enumerate(meetings):
        sides = (f"w{place}", meeting.white), (f"b{place}", meeting.black)
        players.extend({"id": key, "rating": rating, "games": 1} for key, rating in sides)
        game = {"round": 1, "white": f"w{place}", "black": f"b{place}", "result": "1-0"}
        games.append(game | {"handicap": meeting.handicap})
    event = {"id": "chances", "start": day_of(system.editions, edition, today).isoformat(), "games": games}
    # One pass: a start moved by an imagined result would no longer be the rating asked about.
    one_pass = {"passes_most": 1} if hasattr(edition, "passes_most") else {}
    return {
        "system": system.key,
        "edition": edition.name,
        "parameters": one_pass,
        "players": players,
        "events": [event],
    }
