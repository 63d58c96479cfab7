"""Builds facts for the engines from a few words: players by letter, games as tuples."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ratings.engines.contract import TOURNAMENT, Facts, Floats, Standing

NAN = float("nan")
# round, white, black, White's score in half points, then perhaps handicap and board size
Game = tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """One event; `players` are indices into the standing, games name places among them."""

    players: Sequence[int]
    games: Sequence[Game] = ()
    kind: int = TOURNAMENT
    values: Sequence[float] = ()
    seeds: Sequence[float] = ()
    weight: float = 1.0
    factor: float = 1.0
    offset: float = 0.0
    edition: int = 0


@dataclass
class _Rows:
    games: list[tuple[int, ...]] = field(default_factory=list)
    entry_start: list[int] = field(default_factory=lambda: [0])
    game_start: list[int] = field(default_factory=lambda: [0])


def facts_of(*events: Event) -> Facts:
    """Return events as columns."""
    rows = _Rows()
    for event in events:
        first = rows.entry_start[-1]
        for game in sorted(event.games, key=lambda game: game[0]):
            row = tuple(game) + (0, 19)[len(game) - 4 :]
            rows.games.append((row[0], first + row[1], first + row[2], *row[3:]))
        rows.entry_start.append(first + len(event.players))
        rows.game_start.append(len(rows.games))
    games = np.array(rows.games, np.int32).reshape(-1, 6).T
    return Facts(
        event_kind=np.array([event.kind for event in events], np.int8),
        event_edition=np.array([event.edition for event in events], np.int8),
        event_weight=np.array([event.weight for event in events], np.float64),
        event_factor=np.array([event.factor for event in events], np.float64),
        event_offset=np.array([event.offset for event in events], np.float64),
        entry_start=np.array(rows.entry_start, np.int32),
        game_start=np.array(rows.game_start, np.int32),
        entry_player=np.array([player for event in events for player in event.players], np.int32),
        entry_value=_floats([event.values or [NAN] * len(event.players) for event in events]),
        entry_seed=_floats([event.seeds or [NAN] * len(event.players) for event in events]),
        game_round=games[0].copy(),
        game_white=games[1].copy(),
        game_black=games[2].copy(),
        game_score=games[3].astype(np.int8),
        game_handicap=games[4].astype(np.int8),
        game_size=games[5].astype(np.int8),
    )


def standing_of(
    ratings: Sequence[float], *, games: Sequence[int] | None = None, highest: Sequence[float] | None = None
) -> Standing:
    """Return a standing; whoever has a rating has played, unless `games` says otherwise."""
    rating = np.array(ratings, np.float64)
    played = (~np.isnan(rating)).astype(np.int32) if games is None else np.array(games, np.int32)
    return Standing(rating, played, np.array(highest or [NAN] * len(ratings), np.float64))


def _floats(columns: Sequence[Sequence[float]]) -> Floats:
    return np.array([value for column in columns for value in column], np.float64)
