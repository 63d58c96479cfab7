"""One player's period as FIDE prints it: a row per tournament, a row per game, exact decimals."""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from ratings.engines.fide_contract import NOT_RATED, PeriodChanges, PeriodFacts


@dataclass(frozen=True, slots=True)
class SideDetail:
    """One game from one side; of a player without rating `expected` is None and the changes are 0."""

    game: int  # row in PeriodFacts
    opponent: int  # player
    opponent_rating: int  # as used: the 400 rule may have moved it
    capped: bool  # it did; FIDE prints a star
    score: Decimal
    expected: Decimal | None  # PD
    change: Decimal  # chg: score - PD
    k: int
    k_change: Decimal  # K*chg


@dataclass(frozen=True, slots=True)
class TournamentDetail:
    """One tournament of one player: the columns of FIDE's calculation page."""

    event: int
    average: int  # Rc: mean of the opponents' ratings as used, half up
    rating: int  # Ro: own rating in force; 0 = none
    points: Decimal  # w
    games: int  # n
    change: Decimal  # chg
    k: int  # K
    k_change: Decimal  # K*chg
    sides: tuple[SideDetail, ...]


def explained(facts: PeriodFacts, changes: PeriodChanges, player: int) -> list[TournamentDetail]:
    """Return every tournament in which a player had a game that counts, in order."""
    entries = np.flatnonzero((facts.entry_player == player) & (changes.entry_games > 0))
    return [_tournament(facts, changes, int(entry)) for entry in entries]


def rounded_mean(total: int, count: int) -> int:
    """Return a mean to the nearest whole point, half up."""
    return (2 * total + count) // (2 * count)


def millionths(number: int) -> Decimal:
    """Write millionths as a decimal, exactly."""
    return Decimal(int(number)).scaleb(-6)


def _tournament(facts: PeriodFacts, changes: PeriodChanges, entry: int) -> TournamentDetail:
    event = int(np.searchsorted(facts.entry_start, entry, side="right")) - 1
    k, games = int(changes.k[facts.entry_player[entry]]), int(changes.entry_games[entry])
    change = millionths(changes.entry_sum[entry])
    rows = slice(int(facts.game_start[event]), int(facts.game_start[event + 1]))
    sides = [
        _side(facts, changes, row=row, side=side, k=k)
        for row in range(rows.start, rows.stop)
        for side, seat in enumerate((facts.game_white, facts.game_black))
        if seat[row] == entry and changes.side_opponent[row, side] > 0
    ]
    return TournamentDetail(
        event=event,
        average=rounded_mean(int(changes.entry_opponents[entry]), games),
        rating=int(changes.entry_own[entry]),
        points=Decimal(int(changes.entry_half_points[entry])) / 2,
        games=games,
        change=change,
        k=k,
        k_change=k * change,
        sides=tuple(sides),
    )


def _side(facts: PeriodFacts, changes: PeriodChanges, *, row: int, side: int, k: int) -> SideDetail:
    other = facts.game_white[row] if side else facts.game_black[row]
    half_points = 2 - int(facts.game_score[row]) if side else int(facts.game_score[row])
    score, expected = Decimal(half_points) / 2, int(changes.side_expected[row, side])
    rated = expected != NOT_RATED
    change = score - millionths(expected) if rated else Decimal(0)
    return SideDetail(
        game=row,
        opponent=int(facts.entry_player[other]),
        opponent_rating=int(changes.side_opponent[row, side]),
        capped=bool(changes.side_capped[row, side]),
        score=score,
        expected=millionths(expected) if rated else None,
        change=change,
        k=k,
        k_change=k * change,
    )
