"""Import of another office's list as a published list of its month, all as listed there.

Changes are computed against the list before it in the archive, so the oldest is imported first.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from federation.database import bulk
from federation.database.slicing import slices
from federation.journal import journal
from federation.models import Account
from federation.player_lists.readers.fide_columns import Levels, Longs, Persons
from ratings.cadence.shared.list_columns import NOBODY, Places, places
from ratings.lists import anonymise, group_ranks, list_choices
from ratings.models import ListEntry, PublishedList, RatingSystem, list_years
from ratings.rulebook.list_fields import filled

_SLICE = 20_000
_SOURCE = "source"  # key of the report: identifies the file of a month


def keep(
    system: RatingSystem, levels: Levels, persons: Persons, *, day: date, account: Account | None
) -> PublishedList:
    """Store a list; an equal one is returned as stored, another of its day is the next revision."""
    # Its partition at once, not when this long transaction ends: making it holds off who writes players.
    list_years.ensure(day.year)
    return _keep(system, levels, persons, day=day, account=account)


@transaction.atomic
def _keep(
    system: RatingSystem, levels: Levels, persons: Persons, *, day: date, account: Account | None
) -> PublishedList:
    RatingSystem.objects.select_for_update().get(pk=system.pk)
    source = _fingerprint(levels, persons)
    same_day = PublishedList.objects.filter(system=system, date=day, ready=True)
    newest = same_day.order_by("-revision").first()
    if newest and newest.report.get(_SOURCE) == source:
        return newest
    last = PublishedList.objects.filter(system=system, date=day).aggregate(last=Max("revision"))["last"]
    before = _before(system, day, levels.player)
    published = PublishedList.objects.create(
        system=system,
        date=day,
        revision=(last or 0) + 1,
        ready=True,
        published=datetime.combine(day, time(), timezone.get_current_timezone()),
        published_by=account,
        players=levels.player.size,
        active_players=int((~levels.inactive).sum()),
        scoped=True,
        report=_report(levels, before) | {_SOURCE: source},
    )
    for columns in _entries(published, levels, persons, before):
        bulk.write_columns(ListEntry._meta.db_table, filled(columns))
    anonymise.hide_in(published)
    list_choices.store(published)
    journal.write(
        "list.archived", published, account=account, system=system.key, date=day, revision=published.revision,
        players=published.players,
    )  # fmt: skip
    return published


def _fingerprint(levels: Levels, persons: Persons) -> str:
    digest = hashlib.sha256()
    for name in Levels.__dataclass_fields__:
        digest.update(getattr(levels, name).tobytes())
    for name in Persons.__dataclass_fields__:
        for text in getattr(persons, name):
            digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def _before(system: RatingSystem, day: date, players: Longs) -> tuple[Longs, Longs, int]:
    """Return each player's rating and active rank on the list before (0: none), and how many it listed."""
    last = PublishedList.objects.filter(system=system).before(day).first()
    i8 = np.dtype("i8")
    player, rating, rank = bulk.read_columns(
        "SELECT player_id, rating, active_rank FROM ratings_listentry WHERE list_id = %s",
        [last.pk if last else 0],
        [i8, i8, i8],
    )
    if not player.size:
        return np.zeros(players.size, np.int64), np.zeros(players.size, np.int64), 0
    order = np.argsort(player)
    place = order[np.minimum(np.searchsorted(player[order], players), player.size - 1)]
    met = player[place] == players
    return np.where(met, rating[place], 0), np.where(met, np.maximum(rank[place], 0), 0), player.size


def _report(levels: Levels, before: tuple[Longs, Longs, int]) -> dict[str, int]:
    old, _rank, count = before
    return {
        "created": int((old == 0).sum()),
        "changed": int(((old > 0) & (old != levels.rating)).sum()),
        "unchanged": int((old == levels.rating).sum()),
        "gone": count - int((old > 0).sum()),
    }


def _entries(
    published: PublishedList, levels: Levels, persons: Persons, before: tuple[Longs, Longs, int]
) -> Iterator[dict[str, Sequence[Any]]]:
    """Arrange the entries as columns, some thousand at a time, in the order of the page."""
    keys = list(zip(persons.search_key, levels.player.tolist(), strict=True))
    place = places(levels.rating, keys, active=~levels.inactive)
    del keys
    order = np.argsort(place.position)
    scopes = _scopes(published, levels, persons, place)
    for rows in slices(order, _SLICE):
        numbers = _numbers(levels, place, before, rows)
        at = rows.tolist()
        texts = {name: [getattr(persons, name)[row] for row in at] for name in Persons.__dataclass_fields__}
        yield {
            "list_id": [published.pk] * len(at),
            **numbers,
            **texts,
            "licence": [""] * len(at),  # of an own list without licences it is "-"
            "scopes": [scopes[row] for row in at],
        }


def _scopes(published: PublishedList, levels: Levels, persons: Persons, place: Places) -> list[bytes]:
    """Count everybody's places among fewer than the whole list."""
    silent = [""] * levels.player.size
    rows = {
        "player_id": levels.player.tolist(),
        "active_position": place.active_position.tolist(),
        "active_rank": place.active_rank.tolist(),
        "federation": persons.federation,
        "sex": persons.sex,
        "birth_year": levels.birth_year.tolist(),
        "region": silent,
        "club": silent,
    }
    return group_ranks.packed(rows, published.date.year, unknown=anonymise.anonymous_players())


def _numbers(
    levels: Levels, place: Places, before: tuple[Longs, Longs, int], rows: Longs
) -> dict[str, list[Any]]:
    rating, old, old_rank = levels.rating[rows], before[0][rows], before[1][rows]
    rank = place.active_rank[rows]
    return {
        "player_id": levels.player[rows].tolist(),
        "position": place.position[rows].tolist(),
        "rank": place.rank[rows].tolist(),
        "active_rank": _none_where(rank == NOBODY, rank),
        "active_position": _none_where(levels.inactive[rows], place.active_position[rows]),
        "birth_year": _none_where(levels.birth_year[rows] == 0, levels.birth_year[rows]),
        "rating": rating.tolist(),
        "exact": rating.astype(np.float64).tolist(),
        "change": _none_where(old == 0, rating - old),
        "rank_change": _none_where((old_rank == 0) | (rank == NOBODY), old_rank - rank),
        "period_games": levels.games[rows].tolist(),
        "k": _none_where(levels.k[rows] == 0, levels.k[rows]),
        "active": (~levels.inactive[rows]).tolist(),
    }


def _none_where(hidden: Any, values: Longs) -> list[int | None]:
    return [None if hide else value for hide, value in zip(hidden.tolist(), values.tolist(), strict=True)]
