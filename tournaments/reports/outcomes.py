"""Every way a pairing can end: was it played, is it rateable, what did each side score.

Played, paired and scored are three separate truths. Scores are integers in half points, never floats.
"""

from enum import IntEnum


class Outcome(IntEnum):
    """How a pairing ended. The value is what the tables store; 0 to 2 are White's half points."""

    BLACK_WINS = 0
    DRAW = 1
    WHITE_WINS = 2
    BOTH_LOSE = 3
    BOTH_WIN = 4
    UNKNOWN = 5


class ByeKind(IntEnum):
    """Why an entrant had no opponent in a round, and what he scored for it."""

    PAIRING_ALLOCATED = 0
    FULL_POINT = 1
    HALF_POINT = 2
    ZERO_POINT = 3


_SCORES: dict[Outcome, tuple[int, int]] = {
    Outcome.BLACK_WINS: (0, 2),
    Outcome.DRAW: (1, 1),
    Outcome.WHITE_WINS: (2, 0),
    Outcome.BOTH_LOSE: (0, 0),
    Outcome.BOTH_WIN: (2, 2),
    Outcome.UNKNOWN: (0, 0),
}
_BYE_SCORES = {
    ByeKind.PAIRING_ALLOCATED: 2,
    ByeKind.FULL_POINT: 2,
    ByeKind.HALF_POINT: 1,
    ByeKind.ZERO_POINT: 0,
}

WRITTEN: dict[Outcome, str] = {
    Outcome.WHITE_WINS: "1–0",
    Outcome.BLACK_WINS: "0–1",
    Outcome.DRAW: "½–½",
    Outcome.BOTH_LOSE: "0–0",
    Outcome.BOTH_WIN: "1–1",
    Outcome.UNKNOWN: "?–?",
}


def scores(outcome: Outcome) -> tuple[int, int]:
    """Half points of White and of Black."""
    return _SCORES[outcome]


def bye_score(kind: ByeKind) -> int:
    """Half points an entrant without opponent gets."""
    return _BYE_SCORES[kind]


def was_played(outcome: Outcome, *, by_default: bool) -> bool:
    """Return whether stones were put on the board: a default or an unknown outcome is not a played game."""
    return not by_default and outcome is not Outcome.UNKNOWN


def is_rateable(outcome: Outcome, *, by_default: bool) -> bool:
    """Return whether a rating can be computed: played, and one side won or the game was drawn.

    Both-lose and both-win are referees' decisions; no expectation can be compared with them.
    """
    return not by_default and outcome in (Outcome.BLACK_WINS, Outcome.DRAW, Outcome.WHITE_WINS)
