"""Levels of an imported FIDE list, written as facts a period system starts from."""

from collections.abc import Mapping
from datetime import date

import numpy as np
from django.db import transaction
from django.utils import timezone
from numpy.typing import NDArray

from federation.database import bulk
from federation.database.slicing import slices
from federation.player_lists.readers.fide_columns import Levels, Longs
from federation.signals import LevelCounts
from ratings.models import ManualEvent, RatingSystem
from ratings.rulebook.systems import SYSTEMS
from ratings.runs.recalculation import mark_stale

INACTIVE = "i"  # label of a base level whose player the list calls inactive
NOT_SAID = -1
_JUNIOR = 18  # last year of age in which K 40 shows nothing about games (FIDE B.02, 8.3.3)
_NEW, _TOP, _TOP_RATING = 40, 10, 2400
_SAID = ("value", "k", "games", "peak")
_MANY = 500


@transaction.atomic
def enter_levels(system: RatingSystem, levels: Levels, day: date) -> LevelCounts:
    """Write the levels of a list as base levels of its day; count them.

    A list imported again writes what differs only: its earlier levels of that day are withdrawn.
    """
    level_columns = _level_columns(system, levels, day)
    standing = _standing(system, day)
    fresh, replaced = _fresh(levels.player, level_columns, standing)
    same = int(levels.player.size - fresh.size)
    counts = LevelCounts(system.key, int(fresh.size - replaced.size), int(replaced.size), same)
    if not fresh.size:
        return counts
    now = timezone.now()
    for keys in slices(replaced.tolist(), _MANY):
        ManualEvent.objects.filter(pk__in=keys).update(withdrawn=now)
    labels = np.where(levels.inactive, INACTIVE, "")[fresh].tolist()
    columns = {name: column[fresh].tolist() for name, column in level_columns.items()}
    bulk.write_columns(
        ManualEvent._meta.db_table,
        {
            "system_id": [system.pk] * fresh.size,
            "kind": [ManualEvent.Kind.BASE.value] * fresh.size,
            "player_id": levels.player[fresh].tolist(),
            "date": [day] * fresh.size,
            **{
                name: [None if value == NOT_SAID else value for value in column]
                for name, column in columns.items()
            },
            "factor": [1.0] * fresh.size,
            "offset": [0.0] * fresh.size,
            "label": labels,
            "entered": [now] * fresh.size,
        },
    )
    mark_stale(system, day)
    return counts


def _level_columns(system: RatingSystem, levels: Levels, day: date) -> dict[str, Longs]:
    """Return rating, K, games and highest rating as far as the list and those before it say."""
    return {
        "value": levels.rating,
        "k": np.where(levels.k > 0, levels.k, NOT_SAID),
        "games": games_known(levels, day.year, settled=SYSTEMS[system.key].games_when_rated),
        "peak": np.maximum(_peaks(system, levels.player, day), peaks_shown(levels)),
    }


def games_known(levels: Levels, year: int, *, settled: int) -> Longs:
    """Return the rated games K stands for: `settled` below 40, else the list's count, or NOT_SAID.

    A junior has K 40 with any number of games, so theirs shows nothing (FIDE B.02, 8.3.3).
    """
    junior = (levels.birth_year > 0) & (year - levels.birth_year <= _JUNIOR)
    listed_games = np.where(junior | (levels.k == 0), NOT_SAID, np.minimum(levels.games, settled - 1))
    games: Longs = np.where((levels.k > 0) & (levels.k < _NEW), settled, listed_games)
    return games


def peaks_shown(levels: Levels) -> Longs:
    """Return the highest rating a line shows: K 10 is that of players once published at 2400 or more."""
    peaks: Longs = np.where(levels.k == _TOP, np.maximum(levels.rating, _TOP_RATING), levels.rating)
    return peaks


def _peaks(system: RatingSystem, players: Longs, day: date) -> Longs:
    """Return the highest rating each player had on a published list up to a day; 0: on none."""
    player, peak = bulk.read_columns(
        "SELECT e.player_id, MAX(e.rating) FROM ratings_listentry e JOIN ratings_publishedlist l"
        ' ON l.id = e.list_id WHERE l.system_id = %s AND l.ready AND l."date" <= %s GROUP BY e.player_id',
        [system.pk, day],
        [np.dtype("i8"), np.dtype("i8")],
    )
    if not player.size:
        return np.zeros(players.size, np.int64)
    order = np.argsort(player)
    place = order[np.minimum(np.searchsorted(player[order], players), player.size - 1)]
    peaks: Longs = np.where(player[place] == players, peak[place], 0)
    return peaks


def _standing(system: RatingSystem, day: date) -> tuple[NDArray[np.int64], ...]:
    """Read the base levels that stand on a day: keys, players, then what they say."""
    columns = bulk.read_columns(
        "SELECT m.id, m.player_id, m.value, m.k, m.games, m.peak FROM ratings_manualevent m"
        ' WHERE m.system_id = %s AND m.kind = %s AND m."date" = %s AND m.withdrawn IS NULL',
        [system.pk, ManualEvent.Kind.BASE.value, day],
        [np.dtype("i8"), np.dtype("i8"), np.dtype("f8"), *[np.dtype("i8")] * 3],
    )
    order = np.argsort(columns[1])
    return tuple(column[order] for column in columns)


def _fresh(
    players: Longs, level_columns: Mapping[str, Longs], standing: tuple[NDArray[np.int64], ...]
) -> tuple[Longs, Longs]:
    """Find the rows that are not there yet, and the keys of the events they replace."""
    keys, known, *stand = standing
    if not keys.size:
        return np.arange(players.size), keys
    place = np.minimum(np.searchsorted(known, players), keys.size - 1)
    there = known[place] == players
    same = there.copy()
    for name, column in zip(_SAID, stand, strict=True):
        same &= column[place] == level_columns[name]
    return np.flatnonzero(~same), keys[place[there & ~same]]
