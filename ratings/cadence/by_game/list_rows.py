"""The entries of a list of a stream: the table of the established before that of the provisional."""

from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.by_game.facts import day_at, moment_of
from ratings.cadence.by_game.packing import NEVER
from ratings.cadence.by_game.standings import DayStandings
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.previous_list import PreviousList, Rows, moves
from ratings.cadence.shared.ranking import NOBODY, Places, place_columns, places
from ratings.models import PublishedList
from ratings.rulebook.editions import rounded
from ratings.rulebook.streams import is_active, is_established, stream_edition


def columns(
    published: PublishedList, standings: DayStandings, people: dict[str, list[Any]], before: PreviousList
) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page."""
    edition = stream_edition(published.system, published.date)
    players, shown = standings.player.tolist(), rounded(standings.rating, edition.rounding)
    established = is_established(edition, games=standings.games, deviation=standings.deviation)
    active = is_active(edition, last_game=standings.played, moment=moment_of(published.date))
    keys = list(zip(people["search_key"], players, strict=True))
    place = tables(shown, keys, established=established, active=active)
    rows: Rows = {
        **people,
        "list_id": [published.pk] * len(players),
        "player_id": players,
        **place_columns(place),
        "rating": shown.tolist(),
        "exact": standings.rating.tolist(),
        "deviation": [None if np.isnan(value) else value for value in standings.deviation.tolist()],
        "provisional": (~established).tolist(),
        "games": standings.games.tolist(),
        "last_played": [_day(moment) for moment in standings.played.tolist()],
        "active": active.tolist(),
    }
    rows |= moves(rows, before)
    order = np.argsort(place.position).tolist()
    return {name: [values[row] for row in order] for name, values in rows.items()}


def _day(moment: int) -> date | None:
    return None if moment == NEVER else day_at(moment)


def tables(
    shown: Longs, keys: list[tuple[str, int]], *, established: NDArray[np.bool_], active: NDArray[np.bool_]
) -> Places:
    """Count one table behind the other, ranks inside each; the provisional are not among the active."""
    whole = Places(*(np.full(shown.size, NOBODY, np.int64) for _ in range(4)))
    first = int(established.sum())
    for chosen, among, behind in (
        (np.flatnonzero(established), active, 0),
        (np.flatnonzero(~established), np.zeros_like(active), first),
    ):
        part = places(shown[chosen], [keys[row] for row in chosen.tolist()], active=among[chosen])
        whole.position[chosen], whole.rank[chosen] = part.position + behind, part.rank
        whole.active_position[chosen], whole.active_rank[chosen] = part.active_position, part.active_rank
    return whole
