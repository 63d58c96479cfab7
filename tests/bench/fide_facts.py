"""Invented FIDE months of any size to measure the engine with; the seed decides everything."""

from dataclasses import dataclass

import numpy as np

from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, Longs, PeriodFacts, Pool, month_number

MONTH = month_number(2025, 12)
UNRATED_SHARE = 0.02  # of the players, beside the rated ones
OPEN_LIMIT = 2000  # entries of the largest event


@dataclass(frozen=True, slots=True)
class MonthSize:
    """How large a month is."""

    rated: int = 250_000
    active: int = 60_000
    games: int = 600_000
    tournaments: int = 6_000
    seed: int = 1


def synthetic_month(size: MonthSize, *, edition: int = 0) -> tuple[PeriodFacts, ListStanding]:
    """Invent a month: neighbours in strength meet in Swiss-like rounds, outcomes follow strength.

    Some active players have no rating and some results waiting. Raises ValueError for too few players.
    """
    chance = np.random.default_rng(size.seed)
    players = size.rated + round(size.rated * UNRATED_SHARE)
    strength = np.clip(chance.normal(1750.0, 250.0, players), 1400, 2850).astype(np.int32)
    unrated = np.zeros(players, np.bool_)
    unrated[chance.permutation(players)[: players - size.rated]] = True
    rating = np.where(unrated, 0, strength).astype(np.int32)
    entry_player, entry_start, share = _entries(size, chance.permutation(players)[: size.active], chance)
    order = _by_strength(entry_player, entry_start, strength)
    entry_player = entry_player[order]
    white, black, game_start = _pairings(entry_start, share)
    score = _scores(strength[entry_player[white]] - strength[entry_player[black]], chance)
    facts = PeriodFacts(
        month=MONTH,
        list_edition=edition,
        k_edition=edition,
        event_edition=np.full(size.tournaments, edition, np.int8),
        event_robin=np.zeros(size.tournaments, np.int8),
        entry_start=entry_start,
        game_start=game_start,
        entry_player=entry_player,
        entry_seen=rating[entry_player],
        entry_own=rating[entry_player],
        game_white=white,
        game_black=black,
        game_score=score,
    )
    return facts, _standing(rating, chance)


def _standing(rating: Ints, chance: np.random.Generator) -> ListStanding:
    players = rating.size
    waiting = np.flatnonzero(rating == 0)[::3].astype(np.int32)
    return ListStanding(
        rating=rating,
        k=np.zeros(players, np.int32),
        games=np.where(rating > 0, chance.integers(0, 400, players), 0).astype(np.int32),
        peak=(rating + np.where(rating > 0, chance.integers(0, 120, players), 0)).astype(np.int32),
        birth_year=chance.integers(1940, 2018, players).astype(np.int32),
        pool=Pool(
            player=waiting,
            month=np.full(waiting.size, MONTH - 3, np.int32),
            games=np.full(waiting.size, 3, np.int32),
            opponents=np.full(waiting.size, 3 * 165_000, np.int64),
            half_points=np.full(waiting.size, 2, np.int32),
        ),
    )


def _entries(size: MonthSize, active: Longs, chance: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """Fill events of uneven size, everybody active at least once; N players, E + 1 starts, E games."""
    weight = chance.pareto(1.5, size.tournaments) + 0.3
    share = np.maximum(1, np.floor(size.games * weight / weight.sum())).astype(np.int32)
    share[: size.games - int(share.sum())] += 1
    share[int(share.argmax())] += size.games - int(share.sum())
    # Nine games an entry make 4.5 boards' worth of a seat: 2 entries a board.
    entries = np.clip(np.ceil(share / 4.5), 2, min(OPEN_LIMIT, active.size)).astype(np.int32)
    entries += entries % 2
    if int(entries.max()) > active.size:
        raise ValueError(f"{active.size} players are too few for an event of {int(entries.max())}")
    start = np.concatenate(([0], np.cumsum(entries))).astype(np.int32)
    # Rotations of one order: no player twice in an event, every player in turn.
    row = np.arange(int(start[-1])) % active.size
    return active[row].astype(np.int32), start, share


def _by_strength(entry_player: Ints, entry_start: Ints, strength: Ints) -> Longs:
    event = np.repeat(np.arange(entry_start.size - 1), np.diff(entry_start))
    return np.lexsort((strength[entry_player], event)).astype(np.int64)


def _pairings(entry_start: Ints, share: Ints) -> tuple[Ints, Ints, Ints]:
    """Pair neighbours: round r shifts the list of an event by r, so no player plays twice in a round."""
    game_start = np.concatenate(([0], np.cumsum(share))).astype(np.int32)
    event = np.repeat(np.arange(share.size), share)
    board = np.arange(int(game_start[-1])) - game_start[event]
    entries = np.diff(entry_start)[event]
    number, place = board * 2 // entries, board * 2 % entries
    white = entry_start[event] + (place + number) % entries
    black = entry_start[event] + (place + 1 + number) % entries
    return white.astype(np.int32), black.astype(np.int32), game_start


def _scores(difference: Ints, chance: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    expected = 1.0 / (1.0 + 10.0 ** (-difference / 400.0))
    draw = 0.35 * (1.0 - np.abs(2.0 * expected - 1.0))
    luck = chance.random(difference.size)
    return np.where(luck < expected - draw / 2, 2, np.where(luck < expected + draw / 2, 1, 0)).astype(np.int8)
