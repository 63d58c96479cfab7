"""Which list a rate of play belongs to (FIDE Handbook B.02, article 1, and the rapid and blitz chapter).

An oracle: what files say of their clock (formats/shared/chess) is compared with it.
"""

from dataclasses import dataclass
from datetime import date

SINCE_2022 = date(2022, 1, 1)
MOVES = 60  # a rate is its minutes for this many moves
HOURS_A_DAY = 12
# Standard: least minutes if a player of the game has the rating. Before 2022, since 2022.
STANDARD_BEFORE = ((2200, 120), (1600, 90), (0, 60))
STANDARD_SINCE = ((2400, 120), (1800, 90), (0, 60))
MOVES_BEFORE, MOVES_SINCE = 40, 30  # least moves of a first time control, if there are several
RAPID_MOST = 60  # less than
BLITZ_MOST = 10  # at most; more is rapid
BLITZ_LEAST = 3  # more than
ROUNDS_A_DAY = {"fide-rapid": 15, "fide-blitz": 30}


@dataclass(frozen=True, slots=True)
class Pace:
    """A rate of play: minutes, seconds added a move, moves of the first control (0 = only one)."""

    minutes: float
    increment: float = 0.0
    first_control: int = 0


def minutes_for_60(pace: Pace) -> float:
    """Return the thinking time for 60 moves in minutes."""
    return pace.minutes + pace.increment * MOVES / 60


def list_of(pace: Pace, *, on: date, highest: int = 0) -> str | None:
    """Return the key of the list a game counts for; `highest` is the higher rating of its two players.

    None: not rated, too fast, or too fast for players of that rating.
    """
    minutes = minutes_for_60(pace)
    if minutes <= BLITZ_MOST:
        return "fide-blitz" if minutes > BLITZ_LEAST else None
    if minutes < RAPID_MOST:
        return "fide-rapid"
    since = on >= SINCE_2022
    rows = STANDARD_SINCE if since else STANDARD_BEFORE
    least = next(minutes for rating, minutes in rows if highest >= rating)
    first = MOVES_SINCE if since else MOVES_BEFORE
    fits = minutes >= least and (pace.first_control == 0 or pace.first_control >= first)
    return "fide-standard" if fits else None
