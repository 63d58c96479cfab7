# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Reads: what published lists say together, their entries as columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from federation.database import bulk
from ratings.cadence.shared.columns import F8, I1, I4, I8, Longs
from ratings.cadence.shared.listed_games import look_up
from ratings.cadence.shared.record import Flags
from ratings.cadence.table import cadence_of
from ratings.lists.selection import born
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.systems import family_of
from ratings.statistics.kinds import GROUPS, Clubs, Drift, Improvers
from ratings.statistics.listed import (
    LEAST_GAMES,
    Company,
    Level,
    Listed,
    clubs,
    improvers,
    last_of_months,
    level_of,
)

YEARS = 5  # of the lists the company was on
_JUNIORS = "u20"
TEXT = np.dtype("O")
# Of the provisional of a stream too little is known to be counted among the active.
_COLUMNS = "player_id, exact, CASE WHEN active AND NOT provisional THEN 1 ELSE 0 END"


@dataclass(frozen=True, slots=True)
class _Wide:
    """A list with what improvers are chosen by."""

    listed: Listed
    games: Longs
    groups: Mapping[str, Flags]


def newest_key(system: RatingSystem) -> int:
    """Return the key of the list of a system that was written last, of whatever day; 0 = none."""
    found = PublishedList.objects.filter(system=system, ready=True).aggregate(newest=Max("pk"))
    return int(found["newest"] or 0)


def newest_of_each_day(system: RatingSystem) -> dict[date, int]:
    """Return the key of the newest revision of every list of a system, by day, rising; one query."""
    lists = PublishedList.objects.filter(system=system, ready=True).order_by("date", "revision")
    return dict(lists.values_list("date", "pk"))


def listed(day: date, key: int) -> Listed:
    """Read a list."""
    player, rating, active = bulk.read_columns(
        f"SELECT {_COLUMNS} FROM ratings_listentry WHERE list_id = %s", [key], [I8, F8, I1]
    )
    order = np.argsort(player)
    return Listed(day, player[order], rating[order], active[order] == 1)


def drift(lists: Mapping[date, int], *, known: Drift | None) -> Drift:
    """Return the level of the active list by list; what is `known` of a list stays, for it never changes."""
    days = last_of_months(list(lists))
    old = dict(zip(known.keys, known.levels, strict=True)) if known else {}
    levels: dict[date, Level] = {day: old[lists[day]] for day in days if lists[day] in old}
    company = Company()
    newest = days[-1] if days else date.min
    for day in reversed(days):
        is_recent = day >= _years_before(newest, YEARS)
        if not is_recent and day in levels:
            continue
        read = listed(day, lists[day])
        if is_recent:
            company.add(read)
        if read.active.any():
            levels[day] = level_of(day, read.rating[read.active])
    rows = sorted(levels)
    return Drift(tuple(lists[day] for day in rows), tuple(levels[day] for day in rows), company.levels())


def _years_before(day: date, years: int) -> date:
    """Return the same day of an earlier year; of 29 February the 28th."""
    return day.replace(year=day.year - years, day=28 if (day.month, day.day) == (2, 29) else day.day)


def best_improvers(system: RatingSystem, lists: Mapping[date, int]) -> Improvers | None:
    """Compare the newest list with that of a year before, or the oldest there is; None without a list."""
    if not lists:
        return None
    days = sorted(lists)
    now = days[-1]
    year_ago = [day for day in days if day <= _years_before(now, 1)]
    before = year_ago[-1] if year_ago else days[0]
    if before == now:
        return Improvers(None, now, lists[now], {})
    new, old = _wide(now, lists[now]), _wide(before, lists[before])
    between = [lists[day] for day in days if before < day <= now]
    games = _games(system, new, old, between)
    rows = {
        (group, least): improvers(_only(new.listed, new.groups[group]), old.listed, games, least=least)
        for group in GROUPS
        for least in LEAST_GAMES
    }
    return Improvers(before, now, lists[now], rows)


def _only(one: Listed, members: Flags) -> Listed:
    return Listed(one.day, one.player, one.rating, one.active & members)


def _wide(day: date, key: int) -> _Wide:
    first, last = born(_JUNIORS, day.year)
    player, rating, active, games, woman, year = bulk.read_columns(
        f"SELECT {_COLUMNS}, games, CASE WHEN sex = 'f' THEN 1 ELSE 0 END, birth_year"
        " FROM ratings_listentry WHERE list_id = %s",
        [key],
        [I8, F8, I1, I8, I1, I4],
    )
    order = np.argsort(player)
    year = year[order]
    groups = {
        "all": np.ones(year.size, np.bool_),
        "women": woman[order] == 1,
        "juniors": (year >= first) & (year <= last),
    }
    return _Wide(Listed(day, player[order], rating[order], active[order] == 1), games[order], groups)


def _games(system: RatingSystem, new: _Wide, old: _Wide, between: list[int]) -> Longs:
    """Return the rated games each player of the newer list had since the older one."""
    players = new.listed.player
    before = look_up(players, old.listed.player, old.games)
    return cadence_of(system.key).games_since(players, new.games, before, between)


def club_table(system: RatingSystem, lists: Mapping[date, int]) -> Clubs | None:
    """Put the clubs of the newest list side by side, or its federations where it has none; None: no list."""
    if not lists:
        return None
    day = max(lists)
    by = "federation" if family_of(system.key) == "fide" else "club"
    found, code = _with_codes(day, lists[day], by)
    if by == "club" and not (code != "").any():
        by = "federation"
        found, code = _with_codes(day, lists[day], by)
    return Clubs(day, by, clubs(found, code))


def _with_codes(day: date, key: int, by: str) -> tuple[Listed, NDArray[np.object_]]:
    player, rating, active, code = bulk.read_columns(
        f"SELECT {_COLUMNS}, {by} FROM ratings_listentry WHERE list_id = %s", [key], [I8, F8, I1, TEXT]
    )
    order = np.argsort(player)
    return Listed(day, player[order], rating[order], active[order] == 1), code[order]
