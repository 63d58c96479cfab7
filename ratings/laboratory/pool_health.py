"""Health of a pool at its newest list: residuals, ties, circles, levels; stored by a job."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import numpy as np
from django.utils import timezone
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from federation.database import bulk
from ratings.cadence.laboratory import laboratory_of
from ratings.cadence.shared.columns import I4, I8, TEXT, Longs
from ratings.cadence.shared.record import Floats, Record
from ratings.laboratory.figures import codes
from ratings.laboratory.figures.pool_residuals import Games, Grouping, residuals
from ratings.laboratory.figures.pool_ties import circles, ties
from ratings.laboratory.job_figures import Figures
from ratings.models import ListEntry, RatingSystem
from ratings.rulebook.systems import SYSTEMS
from ratings.statistics import lists
from ratings.statistics.list_figures import last_of_months

WORK, KIND = "ratings.pool_health", "pool"
FIGURES = Figures(WORK, KIND, layout=1)
WINDOW = 365  # days of games before the list
MONTHS = 60  # of levels
NEW_BELOW = 15  # games rated before
_AGES = ((0, 11), (12, 15), (16, 19), (20, 34), (35, 49), (50, 64), (65, 200))
ReportProgress = Callable[[float, str], None]


def alerts() -> list[tuple[str, int]]:
    """Return the active systems whose pool raises alerts, and how many; one query."""
    found = FIGURES.rows().filter(system__active=True, data__alerts__gt=0)
    return list(found.order_by("system__position").values_list("system__key", "data__alerts"))


def is_due(system: RatingSystem) -> bool:
    """Return whether there is a list newer than the stored figures."""
    newest = lists.state_of_lists(system)
    return newest > 0 and not FIGURES.rows().filter(system=system, newest=newest).exists()


def compute(
    system: RatingSystem, *, report: ReportProgress = lambda _percent, _message: None
) -> dict[str, Any]:
    """Compute and store the figures of a system at its newest list; return the stored data."""
    system.refresh_from_db()
    newest, days = lists.state_of_lists(system), lists.newest_of_each_day(system)
    report(5, gettext_noop("reading the games"))
    record = laboratory_of(system.key).record(system)
    day = max(days) if days else None
    found = figures_of(system, record, day or date.max)
    report(70, gettext_noop("reading the lists"))
    found |= {"day": day.isoformat() if day else None, **_levels(system, days)}
    return FIGURES.keep(system, found, newest=newest)


def figures_of(system: RatingSystem, record: Record, day: date) -> dict[str, Any]:
    """Return residuals, ties and circles of the games of the year up to a day."""
    rows = _rows(record, day)
    pairs, sides = record.pairs, record.sides
    ratings = np.stack([sides.rating[rows], sides.other_rating[rows]])
    games = Games(
        first=sides.first[rows],
        other=sides.other[rows],
        event=sides.tournament[rows],
        score=pairs.score[rows],
        expected=pairs.expected[rows],
        lead=pairs.lead[rows],
        middle=ratings.mean(axis=0),
        even=pairs.even[rows],
    )
    if not rows.size:
        return {"games": 0, "groups": [], "ties": [], "circles": [], "alerts": 0}
    people = _groupings_of_people(games, day)
    groups = residuals(
        games, [*people, *_groupings_of_games(system, games, ratings, _played(record)[:, rows])]
    )
    return {
        "games": int(rows.size),
        "groups": groups,
        "ties": ties(
            games, [grouping for grouping in people if grouping.name in ("federation", "region", "club")]
        ),
        "circles": circles(games, ratings),
        "alerts": sum(group["alert"] for group in groups),
    }


def _rows(record: Record, day: date) -> Longs:
    """Return the games that count, in order of time."""
    sides = record.sides
    known = ~np.isnan(record.pairs.expected) & ~np.isnan(record.pairs.lead)
    known &= (sides.first > 0) & (sides.other > 0)
    last = min(day.toordinal(), int(sides.day.max(initial=0)))
    known &= (sides.day <= last) & (sides.day > last - WINDOW)
    rows = np.flatnonzero(known)
    return rows[np.argsort(sides.day[rows], kind="stable")]


def _played(record: Record) -> Longs:
    """Return how many games of the record each side had had before, of shape (2, F)."""
    sides = record.sides
    player = np.stack([sides.first, sides.other]).ravel()
    time = np.concatenate([sides.day, sides.day])
    order = np.lexsort((time, player))
    begin = np.searchsorted(player[order], player[order])
    found = np.empty(player.size, np.int64)
    found[order] = np.arange(player.size) - begin
    return found.reshape(2, -1)


def _groupings_of_people(games: Games, day: date) -> list[Grouping]:
    players = np.unique(np.concatenate([games.first, games.other]))
    key, federation, club, region, year, sex = bulk.read_columns(
        "SELECT p.id, f.code, COALESCE(c.code, ''), COALESCE(r.code, ''), COALESCE(p.birth_year, 0), p.sex"
        " FROM federation_player p JOIN federation_federation f ON f.id = p.federation_id"
        " LEFT JOIN federation_club c ON c.id = p.club_id"
        " LEFT JOIN federation_region r ON r.id = c.region_id",
        [],
        [I8, TEXT, TEXT, TEXT, I4, TEXT],
    )
    order = np.argsort(key)
    known = order[np.isin(key[order], players)]
    age = np.where(year[known] > 0, min(day.year, timezone.localdate().year) - year[known], -1)
    names = [(_age_label(low, high), (age >= low) & (age <= high)) for low, high in _AGES]
    of_age = np.select([mask for _name, mask in names], [name for name, _mask in names], "")
    columns = (("federation", federation), ("region", region), ("club", club), ("sex", sex))
    words = [(name, column[known].astype(str)) for name, column in columns]
    at = (np.searchsorted(players, games.first), np.searchsorted(players, games.other))
    return [_of_words(name, column[at[0]], column[at[1]]) for name, column in [*words, ("age", of_age)]]


def _age_label(low: int, high: int) -> str:
    return f"{low}+" if high >= 200 else f"{low}–{high}"


def _of_words(name: str, first: NDArray[Any], other: NDArray[Any], *, of_people: bool = True) -> Grouping:
    """Group both sides by words; "" is no group."""
    labels, place = np.unique(np.concatenate([first, other]), return_inverse=True)
    code = np.where(labels[place] == "", -1, place).astype(np.int64)
    return Grouping(name, code[: first.size], code[first.size :], labels.tolist(), of_people)


def _groupings_of_games(system: RatingSystem, games: Games, ratings: Floats, played: Longs) -> list[Grouping]:
    """Group sides by what the rules know of them; the other side of such a game is of no group."""
    nobody = np.full(games.score.size, "")
    width = 300 if SYSTEMS[system.key].scale else 200
    bands = [_bands(row, width) for row in ratings]
    fresh = [np.where(row < NEW_BELOW, "new", "known") for row in played]
    favourite = np.where(games.expected >= 0.5, 1, 2)
    found = [
        _of_words("band", bands[0], bands[1], of_people=False),
        _of_words("newcomers", fresh[0], fresh[1], of_people=False),
        _of_words("colour", np.where(games.even, "white", ""), nobody, of_people=False),
        _of_words("handicap", np.where(games.even, "", "white"), nobody, of_people=False),
    ]
    rate = _time_classes(games.event)
    sides = [np.where(favourite == side, rate, "") for side in (1, 2)]
    return [*found, _of_words("time", sides[0], sides[1], of_people=False)]


def _bands(rating: Floats, width: int) -> NDArray[np.str_]:
    low = (np.floor(rating / width) * width).astype(np.int64)
    words: NDArray[np.str_] = np.char.add(np.char.add(low.astype(str), " … "), (low + width).astype(str))
    return words


def _time_classes(event: Longs) -> NDArray[np.str_]:
    """Return the class of the time control of each game's tournament; "" for none."""
    key, name = bulk.read_columns(
        "SELECT id, CASE WHEN time_class <> '' THEN time_class ELSE rate END FROM tournaments_tournament",
        [],
        [I8, TEXT],
    )
    order = np.argsort(key)
    at = np.minimum(np.searchsorted(key[order], event), max(key.size - 1, 0))
    if not key.size:
        return np.full(event.size, "")
    return np.where(key[order][at] == event, name[order][at].astype(str), "")


def _levels(system: RatingSystem, days: dict[date, int]) -> dict[str, Any]:
    """Return what the lists say of the level: ratings at some ranks, and the mean of the same people."""
    months = last_of_months(list(days))[-MONTHS:]
    keys = [days[day] for day in months]
    at_ranks = _at_ranks(keys)
    drift = lists.drift(system, {day: days[day] for day in months}, known=None) if months else None
    company: Sequence[Any] = drift.company if drift else ()
    return {
        "ranks": [[day.isoformat(), at_ranks.get(key, {})] for day, key in zip(months, keys, strict=True)],
        "cohort": [[level.day.isoformat(), level.players, round(level.mean, 2)] for level in company],
    }


def _at_ranks(keys: list[int]) -> dict[int, dict[str, float]]:
    """Return the rating at each of `codes.RANKS` among the active, by list."""
    found: dict[int, dict[str, float]] = {}
    rows = ListEntry.objects.filter(list__in=keys, active_position__in=codes.RANKS)
    for key, rank, rating in rows.values_list("list_id", "active_position", "rating"):
        found.setdefault(key, {})[str(rank)] = rating
    return found
