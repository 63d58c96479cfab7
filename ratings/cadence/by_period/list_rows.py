"""The entries of a list of a period system: ratings, K, games of the period, ranks, activity, moves."""

import numpy as np

from ratings.cadence.by_period.standings_on import Listed
from ratings.cadence.shared.previous_list import PreviousList, Rows, moves
from ratings.cadence.shared.ranking import place_columns, places
from ratings.cadence.shared.sequence import day_of
from ratings.models import PublishedList

_SILENT = {"declared_grade": "", "grade": "", "licence": "-", "last_event": ""}


def columns(published: PublishedList, listed: Listed, before: PreviousList) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page; played is dated by the list."""
    standings, active = listed.stood, listed.active
    players, shown = standings.player.tolist(), standings.rating.astype(np.int64)
    keys = list(zip(listed.people["search_key"], players, strict=True))
    place = places(shown, keys, active=active)
    rows: Rows = {
        **listed.people,
        **{name: [value] * len(players) for name, value in _SILENT.items()},
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
