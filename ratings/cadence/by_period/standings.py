# ruff: noqa: S608 - the names are this file's own, every value is bound
"""State of players at a list by the ledger: ratings, K as imported, waiting results.

One statement a table, joined by key with numpy; the statements run on both databases.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

import numpy as np

from federation.database import bulk
from ratings.cadence.by_period.facts import DAY, months_of, place_of
from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.shared.columns import F8, I4, I8, Longs, Values
from ratings.cadence.shared.hypothetical_facts import NOTHING, PLACES_A_DAY, Supposed, sequence
from ratings.cadence.shared.standings import rows_of
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import Pool
from ratings.engines.fide_rules import WINDOW
from ratings.models import ManualEvent, RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of

NAMED = 5_000  # players looked up one by one; of more, everybody's years are read


@dataclass(frozen=True, slots=True)
class PeriodStandings:
    """State of players at a list by the ledger, by rising key; ratings 0 = none."""

    player: Longs
    rating: Ints
    games: Ints
    peak: Ints


def stood(system: RatingSystem, who: tuple[str, Values], *, until: int) -> PeriodStandings:
    """Return the last row of some players before a place of the replay."""
    query, values = who
    # One probe of the index per player, for any ledger size the planner assumes.
    player, rating, rated_games, peak = bulk.read_columns(
        'SELECT c.player_id, c."after", c.total_games, c.peak FROM (SELECT who.player_id, ('
        "SELECT MAX(r.sequence) FROM ratings_ratingchange r"
        " WHERE r.system_id = %s AND r.player_id = who.player_id AND r.sequence < %s) AS sequence"
        f" FROM ({query}) who) last JOIN ratings_ratingchange c"
        " ON c.player_id = last.player_id AND c.sequence = last.sequence WHERE c.system_id = %s",
        [system.pk, until, *values, system.pk],
        [I8, F8, I4, I4],
    )
    order = np.argsort(player)
    ratings = np.nan_to_num(rating[order]).astype(np.int32)
    return PeriodStandings(player[order], ratings, rated_games[order], np.maximum(peak[order], 0))


def given_k(system: RatingSystem, who: tuple[str, Values], *, until: int) -> tuple[Longs, Ints, Ints]:
    """Return K and month of the last imported list before a month that named one: players, K, months."""
    _system, player, k, month = given_rows([system], who, until=until)
    last = np.append(player[1:] != player[:-1], np.ones(min(player.size, 1), np.bool_))
    return player[last], k[last], month[last]


def these(players: Longs) -> tuple[str, Values]:
    """Return a query for some players."""
    source, value = bulk.listed_keys(players.tolist())
    return f"SELECT v.value AS player_id FROM {source}", [value]


def given_rows(
    systems: Sequence[RatingSystem], who: tuple[str, Values], *, until: int
) -> tuple[Longs, Longs, Ints, Ints]:
    """Return K on imported lists before a month, by player, the oldest first.

    Keys of the systems, players, K (0 = none), months.
    """
    query, values = who
    marks = ", ".join(["%s"] * len(systems))
    system, player, k, day, key = bulk.read_columns(
        f'SELECT m.system_id, m.player_id, m.k, m."date", m.id FROM ratings_manualevent m JOIN ({query}) who'
        f" ON who.player_id = m.player_id WHERE m.system_id IN ({marks}) AND m.kind = %s"
        ' AND m.withdrawn IS NULL AND m."date" < %s',
        [
            *values,
            *(rating_system.pk for rating_system in systems),
            ManualEvent.Kind.BASE.value,
            list_date(until),
        ],
        [I8, I8, I4, DAY, I8],
    )
    month = months_of(day)
    order = np.lexsort((key, month, player))
    return system[order], player[order], np.maximum(k[order], 0), month[order]


def pool(system: RatingSystem, *, standing: int, policy: PeriodPolicy) -> tuple[Longs, Pool]:
    """Return the results that wait for a first rating at a list: keys of the players, rows in order of play.

    A row of the ledger that pools nothing ends what was pooled before it.
    """
    bound = _oldest(standing, policy)
    pooled = "FROM ratings_ratingchange WHERE system_id = %s AND sequence > %s AND sequence <= %s"
    values: Values = [system.pk, place_of(bound), place_of(standing)]
    player, place, rated_games, opponents, points = bulk.read_columns(
        f"SELECT player_id, sequence, pooled, pooled_opponents, pooled_points {pooled}"
        " AND pooled IS NOT NULL",
        values,
        [I8, I8, I4, I8, I4],
    )
    ended, at = bulk.read_columns(
        f"SELECT player_id, MAX(sequence) {pooled} AND pooled IS NULL AND player_id IN (SELECT player_id"
        f" {pooled} AND pooled IS NOT NULL) GROUP BY player_id",
        [*values, *values],
        [I8, I8],
    )
    order = np.argsort(ended)
    seat = np.minimum(np.searchsorted(ended[order], player), max(ended.size - 1, 0))
    met = ended[order][seat] == player if ended.size else np.zeros(player.size, np.bool_)
    gone = met & (at[order][seat] > place) if ended.size else met
    rows = np.flatnonzero(~gone)
    rows = rows[np.lexsort((place[rows], player[rows]))]
    month = np.array(
        [month_of(date.fromordinal(number // PLACES_A_DAY)) for number in place[rows].tolist()], np.int32
    )
    waiting = Pool(
        player=np.zeros(rows.size, np.int32),
        month=month,
        games=rated_games[rows],
        opponents=opponents[rows],
        half_points=points[rows],
    )
    return player[rows], waiting


def _oldest(standing: int, policy: PeriodPolicy) -> int:
    """Return the newest list whose results no longer wait, as every list until the standing one saw it."""
    lists = range(max(12, standing - 60), standing + 1)
    return max(12, *(month - int(policy.rule(month)[WINDOW]) for month in lists))


def birth_years(players: Longs, supposed: Supposed = NOTHING) -> Ints:
    """Return the years of birth of players, by rising key; 0 = not known."""
    source, value = bulk.listed_keys(players.tolist()) if 0 < players.size <= NAMED else ("", None)
    key, year = bulk.read_columns(
        f"SELECT p.id, p.birth_year FROM federation_player p{source and f' JOIN {source} ON v.value = p.id'}",
        [value] if source else [],
        [I8, I4],
    )
    if supposed.approval and supposed.approval.born:
        key = np.append(key, list(supposed.approval.born))
        year = np.append(year, list(supposed.approval.born.values()))
    order = np.argsort(key)
    born: Ints = np.maximum(year[order][np.searchsorted(key[order], players)], 0).astype(np.int32)
    return born


def ratings_on(key: str, player: Longs, month: Longs, supposed: Supposed = NOTHING) -> Ints:
    """Return the ratings of players in another system on lists; 0 = none."""
    if not player.size:
        return np.zeros(0, np.int32)
    lists = np.unique(month)
    places = {
        list_month: sequence(list_date(list_month) + timedelta(days=1)) for list_month in lists.tolist()
    }
    whose, when, rating = rows_of(key, np.unique(player), until=places[int(lists[-1])], supposed=supposed)
    ratings = np.zeros(player.size, np.int32)
    for list_month, place in places.items():
        rows = np.flatnonzero(month == list_month)
        then = when < place
        keys, values = whose[then], rating[then]
        at = np.searchsorted(keys, player[rows], side="right") - 1
        met = (at >= 0) & (keys[at] == player[rows]) if keys.size else np.zeros(rows.size, np.bool_)
        ratings[rows[met]] = np.nan_to_num(values[at[met]]).astype(np.int32)
    return ratings


class Listed(NamedTuple):
    """State of a player on a list by the ledger; 0 = none, or not known."""

    rating: int
    games: int
    peak: int


NOWHERE = Listed(0, 0, 0)


_PLAYERS = 1 << 40  # a list and a player as one number: months have 15 bits


def on_lists(key: str, places: Collection[tuple[int, int]]) -> dict[tuple[int, int], Listed]:
    """Return the state of players on lists by a system's ledger, by list (a month) and player.

    One probe of the index a place.
    """
    if not places:
        return {}
    months = sorted({month for month, _player in places})
    lists = ", ".join(["(%s, %s)"] * len(months))
    bounds: Values = [number for month in months for number in (month, place_of(month) + PLACES_A_DAY)]
    source, value = bulk.listed_keys(sorted(month * _PLAYERS + player for month, player in places))
    month, player, rating, games, peak = bulk.read_columns(
        f'WITH listed(month, place) AS (VALUES {lists}) SELECT last.month, last.player_id, c."after",'
        " c.total_games, c.peak"
        f" FROM (SELECT l.month, v.value - l.month * {_PLAYERS} AS player_id, s.id AS system_id,"
        " (SELECT MAX(r.sequence) FROM ratings_ratingchange r WHERE r.system_id = s.id"
        f" AND r.player_id = v.value - l.month * {_PLAYERS} AND r.sequence < l.place) AS sequence"
        f" FROM {source} JOIN listed l ON l.month = v.value / {_PLAYERS}"
        " CROSS JOIN ratings_ratingsystem s WHERE s.key = %s) last"
        " JOIN ratings_ratingchange c ON c.system_id = last.system_id AND c.player_id = last.player_id"
        " AND c.sequence = last.sequence",
        [*bounds, value, key],
        [I8, I8, F8, I4, I4],
    )
    columns = (np.nan_to_num(rating).astype(np.int64), games, np.maximum(peak, 0))
    keys = zip(month.tolist(), player.tolist(), strict=True)
    return dict(zip(keys, map(Listed, *(column.tolist() for column in columns)), strict=True))
