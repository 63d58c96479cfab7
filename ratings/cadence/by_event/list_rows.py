"""The entries of a list: ratings as shown, ranks, activity, moves since the list before."""

from datetime import date

import numpy as np

from federation.vocabulary.grades import Grade, Scale, grade_at
from ratings.cadence.by_event.standings import NUMBER, People
from ratings.cadence.shared.previous_list import PreviousList, Rows, moves
from ratings.cadence.shared.ranking import place_columns, places
from ratings.cadence.shared.sequence import day_of
from ratings.cadence.shared.standings import LedgerStandings
from ratings.models import PublishedList
from ratings.rulebook import egf, ffg
from ratings.rulebook.activity import deciding_grade, is_active_egf, is_active_ffg
from ratings.rulebook.systems import SYSTEMS


def columns(
    published: PublishedList, standings: LedgerStandings, people: People, before: PreviousList
) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page."""
    scale = SYSTEMS[published.system.key].scale
    exact, players = standings.rating.tolist(), standings.player.tolist()
    last = [day_of(place) if place >= 0 else None for place in standings.last.tolist()]
    grades = [deciding_grade(text, rating) for text, rating in zip(people.declared, exact, strict=True)]
    active = _active(scale, grades, people.licence, last, published.date)
    shown = _round_ratings(scale, exact, people.licence)
    keys = list(zip(people.fields["search_key"], players, strict=True))
    place = places(np.array(shown, np.int64), keys, active=np.array(active, np.bool_))
    rows: Rows = {
        **people.fields,
        "list_id": [published.pk] * len(players),
        "player_id": players,
        **place_columns(place),
        "declared_grade": people.declared,
        "grade": [str(grade_at(rating, scale or Scale.GOR)) for rating in exact],
        "rating": shown,
        "exact": exact,
        "games": standings.games.tolist(),
        "events": standings.events.tolist(),
        "last_played": last,
        "last_event": [str(place & NUMBER) if place >= 0 else "" for place in standings.last.tolist()],
        "active": active,
        "licence": people.licence,
    }
    rows |= moves(rows, before)
    order = np.argsort(place.position)
    return {name: [values[row] for row in order] for name, values in rows.items()}


def _round_ratings(scale: Scale | None, exact: list[float], licences: list[str]) -> list[int]:
    """Round once, by the system's rule (FFG ladder rules 3.1, EGF 1.4)."""
    if scale is Scale.FFG:
        return [ffg.displayed(rating, licence) for rating, licence in zip(exact, licences, strict=True)]
    return [egf.displayed(rating) for rating in exact]


def _active(
    scale: Scale | None, grades: list[Grade], licences: list[str], last: list[date | None], on: date
) -> list[bool]:
    if scale is Scale.FFG:
        return [is_active_ffg(licence) for licence in licences]
    return [
        day is not None and is_active_egf(grade, last_event=day, on=on)
        for grade, day in zip(grades, last, strict=True)
    ]
