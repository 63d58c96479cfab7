# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Figures of published lists together, their entries as columns. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

import numpy as np
from django.db.models import Sum
from numpy.typing import NDArray

from federation.database import bulk
from federation.privacy import kinds, policy
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.web.caches import pages as cache
from ratings.cadence.laboratory import laboratory_of
from ratings.cadence.shared.columns import F8, I1, I4, I8, Longs
from ratings.cadence.shared.listed_games import look_up
from ratings.cadence.shared.record import Flags
from ratings.lists.list_words import is_by_licence
from ratings.lists.selection import born
from ratings.models import PublishedList, RatingSystem
from ratings.statistics.kinds import GROUPS, LAYOUT, Clubs, Data, Drift, Improvers, read, write
from ratings.statistics.list_figures import (
    LEAST_GAMES,
    Company,
    Level,
    Listed,
    Wins,
    clubs,
    improvers,
    last_of_months,
    level_of,
    year_marks,
    years_before,
)

YEARS = 5  # of the lists the company was on
_JUNIORS = "u20"
TEXT = np.dtype("O")
# Of the provisional of a stream too little is known to be counted among the active.
_COLUMNS = "player_id, rating, CASE WHEN active AND NOT provisional THEN 1 ELSE 0 END"


@dataclass(frozen=True, slots=True)
class _Wide:
    """A list with what improvers are chosen by."""

    listed: Listed
    games: Longs
    groups: Mapping[str, Flags]


def state_of_lists(system: RatingSystem) -> int:
    """Return a number that changes with the set of lists of a system, of any days; 0 = none.

    The sum of their keys: keys begin with the year of the list, so that the largest is not the newest.
    """
    sums = PublishedList.objects.filter(system=system, ready=True).aggregate(total=Sum("pk"))
    return int(sums["total"] or 0)


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


def drift(system: RatingSystem, lists: Mapping[date, int], *, known: Drift | None) -> Drift:
    """Return the level of the active list by list; what is `known` of a list stays, for it never changes.

    The same people are on the last list of every month shown, and have played in every year of them.
    """
    days = last_of_months(list(lists))
    old = dict(zip(known.keys, known.levels, strict=True)) if known else {}
    levels: dict[date, Level] = {day: old[lists[day]] for day in days if lists[day] in old}
    company = Company()
    newest = days[-1] if days else date.min
    for day in reversed(days):
        is_recent = day >= years_before(newest, YEARS)
        if not is_recent and day in levels:
            continue
        read = listed(day, lists[day])
        if is_recent:
            company.add(_with_level(system, read))
        if read.active.any():
            levels[day] = level_of(day, read.rating[read.active])
    recent = [day for day in days if day >= years_before(newest, YEARS)]
    if len(recent) > 1:
        company.keep(_regulars(system, lists, year_marks(recent)))
    rows = sorted(levels)
    return Drift(tuple(lists[day] for day in rows), tuple(levels[day] for day in rows), company.levels())


def _with_level(system: RatingSystem, entries: Listed) -> Listed:
    """Return those whose level a list shows: the FFG shows no more than the grade of who has no licence."""
    if not is_by_licence(system):
        return entries
    return Listed(
        entries.day,
        entries.player[entries.active],
        entries.rating[entries.active],
        entries.active[entries.active],
    )


def _regulars(system: RatingSystem, lists: Mapping[date, int], marks: Sequence[date]) -> Longs:
    """Return who has played between all neighbours of some days of lists, which fall."""
    regulars: Longs | None = None
    for now, before in pairwise(marks):
        new, old = _counted(lists[now]), _counted(lists[before])
        keys = [lists[day] for day in sorted(lists) if before < day <= now]
        then = look_up(new[0], *old)
        played = new[0][laboratory_of(system.key).games_since(new[0], new[1], then, keys) > 0]
        regulars = played if regulars is None else np.intersect1d(regulars, played, assume_unique=True)
    return np.zeros(0, np.int64) if regulars is None else regulars


def _counted(key: int) -> tuple[Longs, Longs]:
    """Read the players of a list and how many games it counts of each."""
    player, games = bulk.read_columns(
        "SELECT player_id, games FROM ratings_listentry WHERE list_id = %s", [key], [I8, I8]
    )
    order = np.argsort(player)
    return player[order], games[order]


def best_improvers(system: RatingSystem, lists: Mapping[date, int]) -> Improvers | None:
    """Compare what the newest list and one a year older, or the oldest, show; None without a list."""
    if not lists:
        return None
    now = max(lists)
    before = year_earlier(lists, now)
    if before == now:
        return Improvers(None, now, lists[now], {})
    return _improvers_between(system, lists, before, now)


def year_earlier(lists: Mapping[date, int], now: date) -> date:
    """Return the day of the list that is a year older, or of the oldest."""
    year_ago = [day for day in lists if day <= years_before(now, 1)]
    return max(year_ago) if year_ago else min(lists)


def improvers_between(system: RatingSystem, lists: Mapping[date, int], before: date, now: date) -> Improvers:
    """Compare what two lists show, and keep it: published lists never change. Three queries at most."""
    between = [key for day, key in lists.items() if before <= day <= now]
    key = f"gains-{LAYOUT}-{lists[before]}-{lists[now]}-{sum(between)}"
    stored: Data | None = cache.get(key)
    if stored is None:
        stored = write(_improvers_between(system, lists, before, now))
        cache.set(key, stored, None)
    return read(Improvers, stored)


def _improvers_between(system: RatingSystem, lists: Mapping[date, int], before: date, now: date) -> Improvers:
    new, old = _wide(system, now, lists[now]), _wide(system, before, lists[before])
    between = [lists[day] for day in sorted(lists) if before < day <= now]
    games = _games(system, new, old, between)
    rows = {
        (group, least): improvers(
            _only(new.listed, new.groups[group]), _with_level(system, old.listed), games, least=least
        )
        for group in GROUPS
        for least in LEAST_GAMES
    }
    return Improvers(before, now, lists[now], rows)


def _only(listed: Listed, members: Flags) -> Listed:
    return Listed(listed.day, listed.player, listed.rating, listed.active & members)


def _wide(system: RatingSystem, day: date, key: int) -> _Wide:
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
        "women": _category(system, "sex", woman[order] == 1),
        "juniors": _category(system, "age", (year >= first) & (year <= last)),
    }
    return _Wide(Listed(day, player[order], rating[order], active[order] == 1), games[order], groups)


def _category(system: RatingSystem, field: str, members: Flags) -> Flags:
    """Return the members of a category, none where the policy does not offer it."""
    level = policy.level(field, kinds.kind_of(system.key))
    least = {policy.Level.SHOWN: 0, policy.Level.CATEGORY: policy.LEAST_IN_CATEGORY}.get(
        level, members.size + 1
    )
    return members if members.sum() >= least else np.zeros(members.size, np.bool_)


def _games(system: RatingSystem, new: _Wide, old: _Wide, between: list[int]) -> Longs:
    """Return the rated games each player of the newer list had since the older one."""
    players = new.listed.player
    before = look_up(players, old.listed.player, old.games)
    return laboratory_of(system.key).games_since(players, new.games, before, between)


def club_table(system: RatingSystem, lists: Mapping[date, int], wins: Wins | None = None) -> Clubs | None:
    """Put the clubs of the newest list side by side, or its federations where it has none; None: no list."""
    if not lists:
        return None
    day = max(lists)
    by = CATALOGUE[system.key].compared
    listed, code = _with_codes(day, lists[day], by)
    if by == "club" and not (code != "").any():
        by = "federation"
        listed, code = _with_codes(day, lists[day], by)
    return Clubs(day, by, clubs(listed, code, wins.of(listed.player) if wins else None))


def _with_codes(day: date, key: int, by: str) -> tuple[Listed, NDArray[np.object_]]:
    player, rating, active, code = bulk.read_columns(
        f"SELECT {_COLUMNS}, {by} FROM ratings_listentry WHERE list_id = %s", [key], [I8, F8, I1, TEXT]
    )
    order = np.argsort(player)
    return Listed(day, player[order], rating[order], active[order] == 1), code[order]
