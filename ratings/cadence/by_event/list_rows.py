"""The entries of a list: ratings as shown, ranks, activity, moves since the list before."""

import numpy as np

from federation.vocabulary.grades import grade_at
from ratings.cadence.by_event.standings import NUMBER, People
from ratings.cadence.shared.previous_list import PreviousList, Rows, moves
from ratings.cadence.shared.ranking import place_columns, places
from ratings.cadence.shared.sequence import day_of
from ratings.cadence.shared.standings import LedgerStandings
from ratings.models import PublishedList
from ratings.rulebook.activity import About, listed
from ratings.rulebook.systems import SYSTEMS, edition_in_force


def columns(
    published: PublishedList, standings: LedgerStandings, people: People, before: PreviousList
) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page."""
    scale = SYSTEMS[published.system.key].scale
    exact, players = standings.rating.tolist(), standings.player.tolist()
    last = [day_of(place) if place >= 0 else None for place in standings.last.tolist()]
    edition = edition_in_force(published.system, published.date)
    about = About(people.declared, people.licence, last)
    shown, active = listed(edition, standings.rating, about, published.date)
    keys = list(zip(people.fields["search_key"], players, strict=True))
    place = places(shown, keys, active=active)
    rows: Rows = {
        **people.fields,
        "list_id": [published.pk] * len(players),
        "player_id": players,
        **place_columns(place),
        "declared_grade": people.declared,
        "grade": [str(grade_at(rating, scale)) if scale else "" for rating in exact],
        "rating": shown.tolist(),
        "exact": exact,
        "games": standings.games.tolist(),
        "events": standings.events.tolist(),
        "last_played": last,
        "last_event": [str(place & NUMBER) if place >= 0 else "" for place in standings.last.tolist()],
        "active": active.tolist(),
        "licence": people.licence,
    }
    rows |= moves(rows, before)
    order = np.argsort(place.position)
    return {name: [values[row] for row in order] for name, values in rows.items()}
