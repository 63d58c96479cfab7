"""Contribution of each tournament of chess to the change of the list it counts for.

The engine rates the tournament from the lists the period was rated from; K is the one of the whole period.
The contributions of a player's tournaments, rounded once together, are the change of the list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from ratings.cadence.by_period import standings
from ratings.cadence.by_period.assemble import Counted, Month, month_columns, played, robins
from ratings.cadence.by_period.event_games import EventGames
from ratings.cadence.by_period.rated_lists import Given, printed_k
from ratings.cadence.by_period.standings import NOWHERE
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.steps import Move
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, PeriodFacts, Sums
from ratings.engines.fide_explaining import millionths
from ratings.engines.fide_rules import K_GAMES_MOST, ROUND_ROBIN
from ratings.engines.fide_tables import distances
from ratings.rulebook.interpreted import interpreted

# By system, list (a month) and player: what the list did to a player who had games that counted for it.
Moves = Mapping[tuple[str, int, int], Move]


@dataclass(frozen=True, slots=True)
class EventChange:
    """What one tournament contributed for a player with a rating: K times the score minus the expectation."""

    k: int  # of the whole period
    difference: Decimal  # score minus expectation

    @property
    def change(self) -> Decimal:
        """Return the contribution, not rounded: that is done once, for the whole list."""
        return self.k * self.difference


# By system, tournament (primary key), list (a month) and player.
EventChanges = Mapping[tuple[str, int, int, int], EventChange]


def event_changes(games: Sequence[EventGames], moves: Moves) -> EventChanges:
    """Compute what tournaments contributed to the moves of lists; two queries, none without moves.

    Nothing for players without a rating: all their results together make the first one.
    """
    systems = [each.system for each in games]
    if not moves or not systems:
        return {}
    players = np.unique([player for _, _, player in moves])
    last = max(month for _, month, _ in moves)
    imported = standings.given_rows(systems, standings.these(players), until=last)
    own = _Own(players, standings.birth_years(players), *imported)
    changes: dict[tuple[str, int, int, int], EventChange] = {}
    for each in games:
        of_system = {place[1:]: move for place, move in moves.items() if place[0] == each.system.key}
        k = own.k_by_list(each, of_system)
        for (part, player), total in _sums(each, of_system).items() if of_system else ():
            if (part.month, player) in k:
                place = (each.system.key, part.key, part.month, player)
                before = changes[place].difference if place in changes else 0
                changes[place] = EventChange(k[part.month, player], before + millionths(total))
    return changes


@dataclass(frozen=True, slots=True)
class _Own:
    """What K depends on beside the ledger: years of birth, and K of imported lists, the oldest first."""

    players: Longs
    born: Ints
    given_system: Longs
    given_player: Longs
    given_k: Ints
    given_month: Ints

    def k_by_list(
        self, read: EventGames, moves: Mapping[tuple[int, int], Move]
    ) -> dict[tuple[int, int], int]:
        """Return the K applied to moves, by list and player: that of the list before, less for many games."""
        found: dict[tuple[int, int], int] = {}
        for month in {month for month, _player in moves}:
            before = month - 1
            listed = [read.listed.get((before, player), NOWHERE) for player in self.players.tolist()]
            rating, games, peak = (np.array(column, np.int32) for column in zip(*listed, strict=True))
            standing = ListStanding(rating, np.zeros_like(rating), games, peak, self.born)
            printed = printed_k(
                standing, self._given(read.system.pk, until=month), month=before, policy=read.policy
            )
            most = int(read.policy.rule(month)[K_GAMES_MOST])
            for player, k in zip(self.players.tolist(), printed.tolist(), strict=True):
                if (month, player) in moves:
                    found[month, player] = min(k, most // max(moves[month, player].games, 1))
        return found

    def _given(self, system: int, *, until: int) -> Given:
        """Return K as the last imported list before a month printed it."""
        given = Given(np.zeros(self.players.size, np.int32), np.zeros(self.players.size, np.int32))
        rows = (self.given_system == system) & (self.given_month < until)
        seats = np.searchsorted(self.players, self.given_player[rows])
        given.k[seats], given.month[seats] = self.given_k[rows], self.given_month[rows]  # the newest is last
        return given


def _sums(read: EventGames, moves: Mapping[tuple[int, int], Move]) -> dict[tuple[Counted, int], int]:
    """Add up score minus expectation in millionths, by part and player, of who was rated and has moved."""
    parts = read.parts_in_order
    columns, players = _columns(read, parts)
    seats = zip(columns.entry_event.tolist(), players[columns.entry_player].tolist(), strict=True)
    entries = [(parts[event], player) for event, player in seats]
    own = np.array([_own_rating(read, part, player, moves) for part, player in entries], np.int32)
    facts = _facts(read, columns, entries, own)
    sums = _rate(facts, read.policy.rules)
    rated = np.flatnonzero((own > 0) & (sums.games > 0)).tolist()
    return {entries[row]: int(sums.sum[row]) for row in rated}


def _rate(facts: PeriodFacts, rules: Longs) -> Sums:
    """Rate the games of every entry, from the rating it is computed from; plain Python, for pages ask."""
    seen: Ints = interpreted("ratings.engines.fide_robin").rate_robins(facts, rules, distances()).seen
    rate_games = interpreted("ratings.engines.fide_games").rate_games
    sums: Sums = rate_games(facts, seen=seen, own=facts.entry_own, rules=rules)
    return sums


def _columns(read: EventGames, parts: Sequence[Counted]) -> tuple[Month, Longs]:
    """Arrange the games of all parts as if they counted for one list; players by their places."""
    players = np.array(read.rows.only(read.rows.rateable).players, np.int64)
    games = read.rows.games
    entries = np.concatenate([games.white, games.black])
    known = np.concatenate([read.rows.white, read.rows.black])
    entry, row = np.unique(entries[known >= 0], return_index=True)
    as_one = [replace(part, month=0) for part in parts]
    found = played(as_one, games, entry=entry, player=known[known >= 0][row], players=players)
    return month_columns(found, 0), players


def _own_rating(read: EventGames, part: Counted, player: int, moves: Mapping[tuple[int, int], Move]) -> int:
    """Return the rating a part is computed from, as `rated_lists` and the engine have it; 0 = none.

    That in force, if the list before the period has one too; else the one newcomers enter with.
    """
    move = moves.get((part.month, player))
    base = int(move.start or 0) if move else 0
    if not base:
        return 0
    place = part.in_force, player
    before = read.listed.get((part.month - 1, player), NOWHERE).rating
    return (read.listed if before else read.entered).get(place, NOWHERE).rating or base


def _facts(
    read: EventGames, columns: Month, entries: Sequence[tuple[Counted, int]], own: Ints
) -> PeriodFacts:
    """Return the games as the engine takes them, with the ratings opponents are met with."""
    readings = [read.policy.reading_on(part.first) for part in read.parts_in_order]
    seen = np.array([read.in_force(part.in_force, player) for part, player in entries], np.int32)
    edition = np.array(readings, np.int8)
    return PeriodFacts(
        month=0,
        list_edition=0,
        k_edition=0,
        event_edition=edition,
        event_robin=robins(columns, seen, admitted=read.policy.rules[edition, ROUND_ROBIN] > 0),
        entry_start=columns.entry_start,
        game_start=columns.game_start,
        entry_player=columns.entry_player,
        entry_seen=seen,
        entry_own=own,
        game_white=columns.game_white,
        game_black=columns.game_black,
        game_score=columns.game_score,
    )
