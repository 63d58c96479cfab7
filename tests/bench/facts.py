"""Invented histories of any size to measure the engines with; the seed decides everything."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from federation.vocabulary.grades import GOR_MINUS_LEVEL, Scale
from ratings.engines.contract import Changes, Facts, Floats, Ints, Standing

ROUNDS = 5
ONE_GAME_IN = 5  # every fifth game gives handicap stones
KNOWN_SHARE = 0.97  # of the players of an event; the others enter with a grade for the first time


@dataclass(frozen=True, slots=True)
class Size:
    """How large a history is."""

    games: int
    tournaments: int
    players: int
    seed: int = 1


def synthetic_facts(
    games: int,
    tournaments: int,
    players: int,
    seed: int,
    *,
    scale: Scale = Scale.FFG,
    played: Ints | None = None,
) -> tuple[Facts, Standing]:
    """Invent a history: events of five rounds, neighbours in strength meet, outcomes follow it.

    Players first come up with a declared grade that is a grade or so off; the standing before the first event
    is empty. Values are on the scale asked for. `played`: about how many events each player plays; without,
    old hands are drawn evenly. Raises ValueError for too few players.
    """
    size = Size(games, tournaments, players, seed)
    if 2 * -(-games // (tournaments * ROUNDS)) > players:
        raise ValueError(f"{players} players are too few for {games} games in {tournaments} tournaments")
    chance = np.random.default_rng(seed)
    true_level = np.clip(chance.normal(-700.0, 600.0, players), -2900.0, 840.0)
    if played is None:
        entry_player, entry_start = _entries(size, true_level, chance)
    else:
        entry_player, entry_start = _spread(size, true_level, played, chance)
    columns = _games(size, entry_player, entry_start, true_level, chance)
    declared = true_level + chance.normal(0.0, 60.0, players)
    value = np.floor(declared / 100.0) * 100.0 + 50.0
    nothing = np.full(players, np.nan)
    facts = Facts(
        event_kind=np.zeros(tournaments, np.int8),
        event_edition=np.zeros(tournaments, np.int8),
        event_weight=np.ones(tournaments),
        event_factor=np.ones(tournaments),
        event_offset=np.zeros(tournaments),
        entry_start=entry_start,
        entry_player=entry_player,
        entry_value=value[entry_player] + (GOR_MINUS_LEVEL if scale is Scale.GOR else 0.0),
        entry_seed=np.full(entry_player.size, np.nan),
        **columns,
    )
    return facts, Standing(nothing, np.zeros(players, np.int32), nothing.copy())


def evaluations(facts: Facts, changes: Changes) -> int:
    """Count the game evaluations of a replay: every game once per pass of its event, both sides together."""
    return int((np.diff(facts.game_start).astype(np.int64) * changes.event_passes).sum())


def _pairings_per_event(size: Size) -> Ints:
    """Share the games out, then the rounds: E numbers of games."""
    share = np.full(size.tournaments, size.games // size.tournaments, np.int32)
    share[: size.games % size.tournaments] += 1
    return share


def _entries(size: Size, true_level: Floats, chance: np.random.Generator) -> tuple[Ints, Ints]:
    """Choose who plays where: an event's players are drawn from those known so far, and a few newcomers."""
    boards = -(-_pairings_per_event(size) // ROUNDS)
    starts = np.concatenate(([0], np.cumsum(2 * boards))).astype(np.int32)
    order = chance.permutation(size.players).astype(np.int32)
    rows, seen = [], 0
    for need in 2 * boards:
        fresh = max(need - seen, int(chance.binomial(need, 1.0 - KNOWN_SHARE)))
        fresh = min(fresh, size.players - seen)
        old = chance.choice(seen, need - fresh, replace=False) if need > fresh else np.zeros(0, np.int64)
        chosen = np.concatenate((old, np.arange(seen, seen + fresh)))
        seen += fresh
        people = order[chosen]
        rows.append(people[np.argsort(true_level[people], kind="stable")])
    return np.concatenate(rows).astype(np.int32), starts


def heavy_tailed(players: int, events: int, *, mean: float, seed: int, counted: float = ROUNDS) -> Ints:
    """Return how many events each player plays: most a few, some hundreds, P numbers around a mean.

    Half of the players of a federation of Go play 11 games in 25 years, a tenth more than 44, a hundredth
    more than 327, and one 1,689. `counted`: how many games of an event are rated, on average.
    """
    chance = np.random.default_rng(seed)
    # Around the middle a stretch of 11 games, so that a player more or less does not move the median.
    share = np.array([0.0, 0.42, 0.55, 0.9, 0.99, 1.0])
    games = np.array([5.0, 11.0, 12.0, 44.0, 327.0, 1689.0])
    place = (np.arange(players) + 0.5) / players
    step = np.clip(np.searchsorted(share, place, side="right") - 1, 0, share.size - 2)
    within = (place - share[step]) / (share[step + 1] - share[step])
    low, high = np.log(games[step] / counted), np.log(games[step + 1] / counted)
    least, most = 0.2, 8.0  # the larger the power, the longer each stretch stays near its lower end
    for _ in range(40):
        power = (least + most) / 2
        often = np.exp(low + (high - low) * within**power)
        least, most = (power, most) if often.mean() > mean else (least, power)
    whole = np.floor(often + chance.random(players)).astype(np.int32)
    return chance.permutation(np.clip(whole, 1, max(1, events // 2))).astype(np.int32)


def _spread(size: Size, true_level: Floats, played: Ints, chance: np.random.Generator) -> tuple[Ints, Ints]:
    """Choose who plays where: every player at even distances in time; gaps are filled with any player."""
    boards = -(-_pairings_per_event(size) // ROUNDS)
    starts = np.concatenate(([0], np.cumsum(2 * boards))).astype(np.int32)
    first = np.cumsum(played) - played
    turn = np.arange(played.sum()) - np.repeat(first, played)
    moment = (turn + np.repeat(chance.random(size.players), played)) / np.repeat(played, played)
    queue = np.repeat(np.arange(size.players, dtype=np.int32), played)[np.argsort(moment, kind="stable")]
    queue = np.resize(queue, starts[-1])
    rows = []
    for start, end in pairwise(starts.tolist()):
        people = np.unique(queue[start:end])
        while people.size < end - start:
            more = chance.integers(0, size.players, end - start - people.size, dtype=np.int32)
            people = np.unique(np.concatenate((people, more)))
        rows.append(people[np.argsort(true_level[people], kind="stable")])
    return np.concatenate(rows).astype(np.int32), starts


def _games(
    size: Size, entry_player: Ints, entry_start: Ints, true_level: Floats, chance: np.random.Generator
) -> dict[str, Any]:
    """Pair neighbours: round r shifts the list by r, so no player plays twice in a round."""
    share = _pairings_per_event(size)
    white, black, rounds = [], [], []
    for event, games in enumerate(share):
        first, entries = int(entry_start[event]), int(entry_start[event + 1] - entry_start[event])
        board = np.arange(games)
        number, place = board * 2 // entries, board * 2 % entries
        white.append(first + (place + number) % entries)
        black.append(first + (place + 1 + number) % entries)
        rounds.append(number + 1)
    side_w, side_b = (np.concatenate(rows).astype(np.int32) for rows in (white, black))
    handicap = np.where(chance.random(size.games) * ONE_GAME_IN < 1.0, chance.integers(1, 5, size.games), 0)
    fictive = true_level[entry_player[side_b]] + np.where(handicap > 0, 100.0 * handicap - 50.0, 0.0)
    wins = chance.random(size.games) < 1.0 / (
        1.0 + np.exp((fictive - true_level[entry_player[side_w]]) / 250.0)
    )
    return {
        "game_start": np.concatenate(([0], np.cumsum(share))).astype(np.int32),
        "game_round": np.concatenate(rounds).astype(np.int32),
        "game_white": side_w,
        "game_black": side_b,
        "game_score": np.where(wins, 2, 0).astype(np.int8),
        "game_handicap": handicap.astype(np.int8),
        "game_size": np.full(size.games, 19, np.int8),
    }
