"""Builds FIDE periods from a few words: players by place, games as tuples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np

from ratings.engines.contract import Ints
from ratings.engines.fide import engine
from ratings.engines.fide_contract import (
    ListStanding,
    Longs,
    OneOff,
    PeriodChanges,
    PeriodFacts,
    Pool,
    empty_pool,
    month_number,
)
from ratings.rulebook.editions import amended, edition_named
from ratings.rulebook.fide import FideEdition, pack_rules
from tests.declared import RAPID_AND_BLITZ, STANDARD

MONTH = month_number(2025, 12)
# White, Black, White's half points
Game = tuple[int, int, int]


@dataclass(frozen=True)
class Event:
    """One event; `ratings` are those in force where they differ from the standing."""

    games: Sequence[Game]
    ratings: Mapping[int, int] = field(default_factory=dict)
    own: Mapping[int, int] = field(default_factory=dict)
    edition: int = 0
    robin: bool = False


@dataclass(frozen=True)
class Period:
    """What is the same for all events of a period."""

    month: int = MONTH
    base: Sequence[int] | None = None
    one_off: OneOff = field(default_factory=OneOff)


def edition(name: str, *, fast: bool = False, on: date | None = None) -> FideEdition:
    """An edition of the standard chapter, or of rapid and blitz, as it reads on a day."""
    found = edition_named(RAPID_AND_BLITZ if fast else STANDARD, name)
    assert found is not None
    return amended(found, on) if on else found


def rules_of(*editions: FideEdition | str) -> Longs:
    """Rules packed, one row per edition; a name is one of the standard chapter."""
    found = [edition(one) if isinstance(one, str) else one for one in editions]
    return np.array([pack_rules(one) for one in found], np.int64)


def ints(numbers: Sequence[int]) -> Ints:
    """A column."""
    return np.array(numbers, np.int32)


def standing_of(
    ratings: Sequence[int],
    *,
    k: Sequence[int] | None = None,
    columns: Mapping[str, Sequence[int]] | None = None,
    pool: Pool | None = None,
) -> ListStanding:
    """A list: whoever has a rating has 30 games, unless columns (games, peak, birth_year) say otherwise."""
    columns = columns or {}
    nothing = [0] * len(ratings)
    return ListStanding(
        rating=ints(ratings),
        k=ints(k or nothing),
        games=ints(columns.get("games", [30 if rating else 0 for rating in ratings])),
        peak=ints(columns.get("peak", nothing)),
        birth_year=ints(columns.get("birth_year", nothing)),
        pool=pool or empty_pool(),
    )


def facts_of(standing: ListStanding, events: Sequence[Event], period: Period = Period()) -> PeriodFacts:
    """Events as columns; entries are the players of the games in order."""
    seen: list[int] = []
    own: list[int] = []
    players: list[int] = []
    games: list[Game] = []
    entry_start, game_start = [0], [0]
    for event in events:
        entrants = sorted({side for game in event.games for side in game[:2]})
        row = {player: len(players) + place for place, player in enumerate(entrants)}
        seen.extend(event.ratings.get(one, int(standing.rating[one])) for one in entrants)
        own.extend(event.own.get(one, event.ratings.get(one, 0)) for one in entrants)
        players.extend(entrants)
        games.extend((row[white], row[black], score) for white, black, score in event.games)
        entry_start.append(len(players))
        game_start.append(len(games))
    columns = np.array(games, np.int32).reshape(-1, 3).T
    return PeriodFacts(
        month=period.month,
        list_edition=max((event.edition for event in events), default=0),
        k_edition=max((event.edition for event in events), default=0),
        event_edition=np.array([event.edition for event in events], np.int8),
        event_robin=np.array([event.robin for event in events], np.int8),
        entry_start=ints(entry_start),
        game_start=ints(game_start),
        entry_player=ints(players),
        entry_seen=ints(seen),
        entry_own=ints(own),
        game_white=columns[0].copy(),
        game_black=columns[1].copy(),
        game_score=columns[2].astype(np.int8),
        base=None if period.base is None else ints(period.base),
        one_off=period.one_off,
    )


def rate(
    standing: ListStanding,
    events: Sequence[Event],
    rules: Longs,
    period: Period = Period(),
) -> tuple[PeriodChanges, ListStanding]:
    """Compute a period."""
    return engine.rate(facts_of(standing, events, period), standing, rules)


def against(opponents: Sequence[int], half_points: Sequence[int]) -> tuple[list[int], list[Game]]:
    """Ratings of the others and the games of player 0 with White against each in turn."""
    return list(opponents), [(0, place + 1, score) for place, score in enumerate(half_points)]
