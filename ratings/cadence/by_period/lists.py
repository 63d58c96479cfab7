# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Lists of systems that move once a list (FIDE): a list is dated the first of its month.

Everything a list copies, as columns: standings, K, games of the last lists, people.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db.models import Q
from numpy.typing import NDArray

from federation.database import bulk
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_period import facts as sources
from ratings.cadence.by_period import standings
from ratings.cadence.by_period.facts import place_of
from ratings.cadence.by_period.policy import period_policy_of
from ratings.cadence.by_period.rated_lists import Given, printed_k
from ratings.cadence.shared.by_runs import RunLists
from ratings.cadence.shared.columns import I1, I4, I8, Longs
from ratings.cadence.shared.hypothetical_facts import day_of, sequence
from ratings.cadence.shared.list_columns import (
    TITLES,
    PreviousList,
    Rows,
    moves,
    place_columns,
    places,
    register_columns,
)
from ratings.cadence.shared.listed_games import look_up
from ratings.cadence.shared.standings import LedgerStandings, stood
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding
from ratings.engines.fide_rules import INACTIVE_MIN_GAMES, INACTIVE_MONTHS
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of

INACTIVE = ("i", "wi")  # labels of imported levels whose player that list called inactive


@dataclass(frozen=True, slots=True)
class Listed:
    """Players on a list of a month, by rising key, and the columns only a period system has."""

    stood: LedgerStandings
    people: dict[str, list[Any]]  # column of ListEntry -> values
    k: Ints  # as printed
    period_games: Ints
    active: NDArray[np.bool_]


def listed(system: RatingSystem, day: date) -> Listed:
    """Read where everybody with a rating stands on the list of a day's month."""
    month, who = month_of(day), sources.everybody(system)
    ledger = stood(system, day)
    numbers = CATALOGUE[system.key].numbers.listed
    people = register_columns(ledger.player, who, numbers=numbers, more=TITLES)
    born = np.array([year or 0 for year in people["birth_year"]], np.int32)
    return Listed(
        stood=ledger,
        people=people,
        k=_printed_k(system, ledger, born, month=month),
        period_games=_games(system, ledger.player, after=month - 1, until=month),
        active=_active(system, ledger.player, month=month),
    )


def _printed_k(system: RatingSystem, ledger: LedgerStandings, born: Ints, *, month: int) -> Ints:
    """Return K on the list: it falls with age, too, where nothing was played."""
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    who = sources.everybody(system)
    past = standings.stood(system, who, until=place_of(month) + sources.PLACES_A_DAY)
    peak = past.peak[np.searchsorted(past.player, ledger.player)]
    standing = ListStanding(
        rating=ledger.rating.astype(np.int32),
        k=np.zeros_like(born),
        games=ledger.games,
        peak=peak,
        birth_year=born,
    )
    player, k, given_month = standings.given_k(system, who, until=month + 1)
    given = Given(np.zeros_like(born), np.zeros_like(born))
    seat = np.minimum(np.searchsorted(ledger.player, player), max(ledger.player.size - 1, 0))
    here = ledger.player[seat] == player if ledger.player.size else np.zeros(0, np.bool_)
    given.k[seat[here]], given.month[seat[here]] = k[here], given_month[here]
    return printed_k(standing, given, month=month, policy=policy)


def _games(system: RatingSystem, players: Longs, *, after: int, until: int) -> Ints:
    """Add up the rated games of some lists: those after a month, up to another."""
    player, games = bulk.read_columns(
        "SELECT player_id, SUM(games) FROM ratings_ratingchange WHERE system_id = %s AND sequence > %s"
        " AND sequence <= %s AND games > 0 GROUP BY player_id",
        [system.pk, place_of(after) + sources.PLACES_A_DAY - 1, place_of(until)],
        [I8, I4],
    )
    return _spread(players, player, games)


def _spread(players: Longs, player: Longs, values: Ints) -> Ints:
    by_player = np.zeros(players.size, np.int32)
    seat = np.minimum(np.searchsorted(players, player), max(players.size - 1, 0))
    here = players[seat] == player if players.size else np.zeros(0, np.bool_)
    by_player[seat[here]] = values[here]
    return by_player


def _active(system: RatingSystem, players: Longs, *, month: int) -> NDArray[np.bool_]:
    """Return who has rated games enough in the last lists (1.10), both numbers constants of the edition.

    Of the months before an imported list only its own word is known.
    """
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    rule = policy.rule(month)
    months = int(rule[INACTIVE_MONTHS])
    games = _games(system, players, after=max(month - months, 12), until=month)
    marks = ", ".join(["%s"] * len(INACTIVE))
    player, active = bulk.read_columns(
        f"SELECT player_id, MAX(CASE WHEN label IN ({marks}) THEN 0 ELSE 1 END) FROM ratings_manualevent"
        ' WHERE system_id = %s AND kind = %s AND withdrawn IS NULL AND "date" > %s AND "date" <= %s'
        " GROUP BY player_id",
        [
            *INACTIVE,
            system.pk,
            ManualEvent.Kind.BASE.value,
            list_date(max(month - months, 12)),
            list_date(month),
        ],
        [I8, I1],
    )
    called_active = _spread(players, player, active.astype(np.int32)) > 0
    return (games >= int(rule[INACTIVE_MIN_GAMES])) | called_active


def list_columns(published: PublishedList, listed: Listed, before: PreviousList) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page; played is dated by the list."""
    standings, active = listed.stood, listed.active
    players, shown = standings.player.tolist(), standings.rating.astype(np.int64)
    keys = list(zip(listed.people["search_key"], players, strict=True))
    place = places(shown, keys, active=active)
    rows: Rows = {
        **listed.people,
        "list_id": [published.pk] * len(players),
        "player_id": players,
        **place_columns(place),
        "rating": shown.tolist(),
        "exact": standings.rating.tolist(),
        "games": standings.games.tolist(),
        "period_games": listed.period_games.tolist(),
        "k": [k or None for k in listed.k.tolist()],
        "events": standings.events.tolist(),
        "last_played": [day_of(at) if at >= 0 else None for at in standings.last.tolist()],
        "active": active.tolist(),
    }
    rows |= moves(rows, before)
    order = np.argsort(place.position).tolist()
    return {name: [values[row] for row in order] for name, values in rows.items()}


def games_on_lists(players: Longs, _now: Longs, _before: Longs, lists: Sequence[int], /) -> Longs:
    """Return the games of some lists together, each of which counts those of its period."""
    marks = ", ".join(["%s"] * len(lists))
    player, games = bulk.read_columns(
        "SELECT player_id, SUM(period_games) FROM ratings_listentry"
        f" WHERE list_id IN ({marks}) AND period_games > 0 GROUP BY player_id",
        list(lists),
        [I8, I8],
    )
    return look_up(players, player, games)


class ListsByPeriod(RunLists):
    """Lists of systems that move once a list: `ratings.cadence.lists.Lists`."""

    def usual_list_day(self, today: date) -> date:
        """Return the first of the month."""
        return today.replace(day=1)

    def why_no_list_on(self, day: date) -> str:
        """Return "not-the-first" for any other day: FIDE's lists are of the first of a month."""
        return "" if day.day == 1 else "not-the-first"

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Copy the list the period made."""
        on_list = listed(published.system, published.date)
        copied()
        return list_columns(published, on_list, before)

    def next_list_day(self, today: date) -> date | None:
        """Return the first of the next month."""
        return list_date(month_of(today) + 1)

    def rows_between(self, newer: PublishedList, _older: PublishedList | None) -> Q | None:
        """Return the rows of the newer list of who has played."""
        return Q(system=newer.system_id, sequence=sequence(newer.date), games__gt=0)
