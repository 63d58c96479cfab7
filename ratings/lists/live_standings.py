"""Queries of a stream between its lists: all ratings at this moment, in the order of a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from federation.database import bulk
from federation.models import Player
from ratings.cadence.by_game.replay import engine_of, stream_policy
from ratings.lists.selection import PAGE, Selection
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.editions import rounded
from ratings.rulebook.streams import is_active, is_established, stream_edition

_INT, _FLOAT = np.dtype(np.int64), np.dtype(np.float64)
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Live:
    """One page of a table as columns, as lists of online games have them; how many stand in each."""

    columns: Mapping[str, Sequence[Any]]
    established: int  # among those shown: the active, or everybody
    provisional: int
    last: datetime | None  # end of the last rated game of any player


@dataclass(frozen=True, slots=True)
class _Columns:
    player: NDArray[np.int64]
    shown: NDArray[np.int64]
    games: NDArray[np.int64]
    deviation: NDArray[np.float64]
    moment: NDArray[np.int64]
    active: Mask
    established: Mask


def live(
    system: RatingSystem, moment: datetime, selection: Selection, *, listed: PublishedList | None
) -> Live:
    """Read one page of a stream's table as it stands at a moment; three queries.

    The change is that against `listed`, the newest list.
    """
    now = _columns(system, moment)
    counts = now.active if not selection.everybody else np.ones_like(now.active)
    established, provisional = now.established & counts, ~now.established & counts
    chosen = np.flatnonzero(provisional if selection.table else established)
    order = chosen[np.lexsort((now.player[chosen], -now.shown[chosen]))]
    values = -now.shown[order]
    first = (selection.page - 1) * PAGE
    page = order[first : first + PAGE]
    ranks = 1 + np.searchsorted(values, -now.shown[page])
    return Live(
        _page(now, page, ranks.tolist(), listed=listed) if page.size else {},
        int(established.sum()),
        int(provisional.sum()),
        datetime.fromtimestamp(int(now.moment.max()) // 1000, UTC) if now.moment.size else None,
    )


def _columns(system: RatingSystem, moment: datetime) -> _Columns:
    player, rating, games, deviation, ended = bulk.read_columns(
        "SELECT player_id, rating, games, deviation, moment FROM ratings_currentrating WHERE system_id = %s",
        [system.pk],
        [_INT, _FLOAT, _INT, _FLOAT, _INT],
    )
    edition, now = stream_edition(system, moment.date()), int(moment.timestamp() * 1000)
    aged = engine_of(system.key).aged(deviation, ended, now, stream_policy(system).parameters)
    return _Columns(
        player,
        rounded(rating, edition.rounding),
        games,
        aged,
        ended,
        active=is_active(edition, last_game=ended, moment=now),
        established=is_established(edition, games=games, deviation=aged),
    )


def _page(
    now: _Columns, page: NDArray[np.int64], ranks: list[int], *, listed: PublishedList | None
) -> dict[str, Sequence[Any]]:
    numbers, rating, deviation = (column[page].tolist() for column in (now.player, now.shown, now.deviation))
    players = Player.objects.select_related("federation").in_bulk(numbers)
    people = [players[number] for number in numbers]
    entries = (
        ListEntry.objects.filter(list=listed, player__in=numbers) if listed else ListEntry.objects.none()
    )
    before = dict(entries.values_list("player_id", "rating"))
    return {
        "rank": ranks,
        "player_id": numbers,
        "surname": [person.surname for person in people],
        "given_name": [person.given_name for person in people],
        "federation": [person.federation.code for person in people],
        "rating": rating,
        "change": [
            shown - before[number] if number in before else None
            for number, shown in zip(numbers, rating, strict=True)
        ],
        "rank_change": [None] * len(numbers),
        "games": now.games[page].tolist(),
        "last_played": [_day(moment) for moment in now.moment[page].tolist()],
        "active": now.active[page].tolist(),
        "deviation": [None if np.isnan(value) else value for value in deviation],
    }


def _day(moment: int) -> date | None:
    return None if moment < 0 else datetime.fromtimestamp(moment // 1000, UTC).date()
