"""The facts of a FIDE list, as rows of its bundle."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from federation.database.slicing import slices
from federation.privacy import policy
from ratings.cadence.by_period import facts as sources
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay, load
from ratings.cadence.by_period.lists import INACTIVE
from ratings.engines.fide_rules import JUNIOR_AGE
from ratings.list_proof.table_files import Rows
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of
from tournaments.models import Tournament

_BASE = ManualEvent.Kind.BASE.value
_EVENT = ("pk", "number", "start", "end", "official", "reported", "round_dates")
_AT_ONCE = 500  # keys in one statement


def rows(published: PublishedList, system: RatingSystem) -> dict[str, Rows]:
    """Read the rows of every table but the list itself, in the order of the bundle.

    `system` has the rules the list was made by.
    """
    month = month_of(published.date)
    window = Window(last=month)
    replay = load(system, window)
    events = _events(replay)
    decided = list(_decisions(published, month))
    return {
        "events": ([*event[:4], event[4], days] for _key, *event, days in _written(events)),
        "games": _games(published, window, replay, {row[0]: (row[2], row[1]) for row in events}),
        "decisions": [row for row in decided if row[1] != _BASE],
        "base_levels": [row for row in decided if row[1] == _BASE],
        "players": _players(replay, month),
        "seeds": _seeds(replay),
    }


def _events(replay: PeriodReplay) -> list[tuple[Any, ...]]:
    keys = sorted({part.key for part in replay.played.parts})
    rows: list[tuple[Any, ...]] = []
    for part in slices(keys, _AT_ONCE):
        rows += Tournament.objects.filter(pk__in=part).values_list(*_EVENT)
    return sorted(rows, key=lambda row: (row[2], row[1]))


def _written(events: list[tuple[Any, ...]]) -> Iterator[list[Any]]:
    for key, number, start, end, official, reported, rounds in events:
        yield [
            key,
            number,
            start,
            end,
            official,
            reported,
            " ".join(day or "-" for day in rounds or ()) or None,
        ]


def _games(
    published: PublishedList, window: Window, replay: PeriodReplay, events: dict[int, tuple[Any, int]]
) -> Iterator[tuple[Any, ...]]:
    """Yield the pairings of tournaments that count; a side that is no player of the register is empty."""
    policy = replay.policy
    games = sources.games(published.system, window, policy)
    entry, player = sources.entries(published.system, window, policy)
    players = dict(zip(entry.tolist(), player.tolist(), strict=True))
    names = ("tournament", "round", "white", "black", "score", "by_default")
    listed = zip(*(getattr(games, name).tolist() for name in names), strict=True)
    pairings = sorted(
        (*events[key], number, players.get(white, 0), players.get(black, 0), score, default)
        for key, number, white, black, score, default in listed
        if key in events
    )
    for _start, number, round_, white, black, score, default in pairings:
        yield number, round_, white or None, black or None, score if score <= 2 else None, default


def _decisions(published: PublishedList, month: int) -> Iterator[list[Any]]:
    names = ("pk", "kind", "date", "player", "value", "k", "games", "peak", "label")
    decisions = ManualEvent.objects.filter(
        system=published.system, withdrawn__isnull=True, player__isnull=False, date__lt=list_date(month + 1)
    ).order_by("date", "pk")
    for key, kind, day, player, value, k, games, peak, label in decisions.values_list(*names).iterator():
        rating = int(np.rint(0.0 if value is None else value))
        yield [key, kind, day, player, rating, k, games, peak, label not in INACTIVE]


def _players(replay: PeriodReplay, last: int) -> Iterator[tuple[int, int | None]]:
    """Yield everyone with the bracket of their K, as the privacy policy lets a proof have it.

    K asks on each list up to the month `last` whether a player is a junior. So years of birth differ
    only where a list does so: juniors on every list share one year, those on no list another.
    """
    level = policy.level("birth_year", policy.Kind.FIDE, audience=policy.Audience.PROOF)
    months = [*replay.decisions.month.tolist(), *(part.in_force for part in replay.played.parts), last]
    months += [part.month for part in replay.played.parts]
    ages = replay.policy.rules[:, JUNIOR_AGE]
    grown = min(months) // 12 - 2 - int(ages.max())
    junior = max(months) // 12 - int(ages.min())
    born = replay.past.standing.birth_year.tolist()
    for player, year in zip(replay.players.tolist(), born, strict=True):
        if not year or level is policy.Level.INSIDE:
            yield player, None
        else:
            yield player, year if level is policy.Level.SHOWN else min(max(year, grown), max(junior, grown))


def _seeds(replay: PeriodReplay) -> list[tuple[Any, ...]]:
    """Return the ratings newcomers enter with, and those whole lists are adjusted by."""
    past, played, players = replay.past, replay.played, replay.players
    rows: dict[tuple[int, int], int] = {}
    if past.seeds is not None:
        months = np.array([part.in_force for part in played.parts], np.int64)[played.part].tolist()
        for side, ratings in zip((played.white, played.black), past.seeds, strict=True):
            newcomers = zip(months, players[side].tolist(), ratings.tolist(), strict=True)
            rows |= {(month, player): rating for month, player, rating in newcomers if rating > 0}
    for month, everybody in past.seeded_list.items():
        listed = zip(players.tolist(), everybody.tolist(), strict=True)
        rows |= {(month, player): rating for player, rating in listed if rating > 0}
    return [(list_date(month), player, rating) for (month, player), rating in sorted(rows.items())]
