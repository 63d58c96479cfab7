"""The facts of a list that moves event by event, as rows of its bundle."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_event.replay import Replay, load
from ratings.cadence.shared.hypothetical_facts import Span
from ratings.list_proof.go import IMPORTED
from ratings.list_proof.table_files import Rows
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingSystem
from ratings.replay.event_facts import event_of_entry
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import Stage

_AT_ONCE = 5000
_BASE = ManualEvent.Kind.BASE.value
_EVENT = ("number", "start", "end", "time_class", "adjusted_minutes", "online", "board_size")


def rows(published: PublishedList, system: RatingSystem) -> dict[str, Rows]:
    """Read the rows of every table but the list itself, in the order of the bundle.

    `system` has the rules the list was made by.
    """
    replay = load(system, Span(until=published.date))
    keys = replay.assembly.events.tournament.tolist()
    order = {key: at for at, key in enumerate(key for key in keys if key)}
    counted = Tournament.objects.filter(
        stage=Stage.APPROVED.value, discipline=CATALOGUE[system.key].game, start__lte=published.date
    )
    by_key = {key: event for key, *event in counted.values_list("pk", *_EVENT) if key in order}
    events = [by_key[key] for key in order]
    number = {key: by_key[key][0] for key in order}
    entrants, players = _entrants(published, order)
    decided = list(_decisions(published, system))
    return {
        "events": (
            [event_number, start, end, time_class or None, _real(minutes), online, size]
            for event_number, start, end, time_class, minutes, online, size in events
        ),
        "entrants": ([number[key], *rest] for key, *rest in entrants),
        "games": ([number[key], *rest] for key, *rest in _games(published, order, players)),
        "decisions": [row for row in decided if row[1] not in IMPORTED],
        "base_levels": [row for row in decided if row[1] in IMPORTED],
        "players": ([player, grade or None, licence] for player, grade, licence in _people(published)),
        "seeds": _seeds(replay, number),
    }


def _real(value: Any) -> float | None:
    return None if value is None else float(value)


def _approved(published: PublishedList, table: Any) -> Any:
    return table.objects.filter(
        tournament__stage=Stage.APPROVED.value,
        tournament__discipline=CATALOGUE[published.system.key].game,
        tournament__start__lte=published.date,
    )


def _entrants(
    published: PublishedList, order: dict[int, int]
) -> tuple[list[Any], dict[int, tuple[int, int]]]:
    """Read entrants of the register as rows, and by their key place and player."""
    names = ("tournament", "number", "player", "grade", "pk")
    entrants = _approved(published, Entry).filter(player__isnull=False).values_list(*names)
    rows = [row for row in entrants.iterator(chunk_size=_AT_ONCE) if row[0] in order]
    rows.sort(key=lambda row: (order[row[0]], row[1]))
    return [[*row[:3], row[3] or None] for row in rows], {row[4]: (row[1], row[2]) for row in rows}


def _games(
    published: PublishedList, order: dict[int, int], players: dict[int, tuple[int, int]]
) -> Iterator[list[Any]]:
    """Read the games between entrants of the register that were played to a result."""
    names = ("tournament", "round", "white", "black", "outcome", "handicap")
    games = _approved(published, Game).filter(outcome__lte=2, by_default=False).values_list(*names)
    rows = [
        (order[key], number, players[white], players[black], score, handicap, key)
        for key, number, white, black, score, handicap in games.iterator(chunk_size=_AT_ONCE)
        if key in order and white in players and black in players
    ]
    rows.sort()
    for _place, number, white, black, score, handicap, key in rows:
        yield [key, number, white[1], black[1], score, handicap]


def _decisions(published: PublishedList, system: RatingSystem) -> Iterator[list[Any]]:
    names = ("pk", "kind", "date", "player", "value", "factor", "offset")
    decisions = ManualEvent.objects.filter(
        system=system, withdrawn__isnull=True, date__lte=published.date
    ).order_by("date", "pk")
    imported = "replace" if system.imported_replace else _BASE
    for key, kind, day, player, value, factor, offset in decisions.values_list(*names).iterator():
        yield [key, imported if kind == _BASE else kind, day, player, value, factor, offset]


def _people(published: PublishedList) -> Any:
    entries = ListEntry.objects.filter(list=published).order_by("player_id")
    return entries.values_list("player_id", "declared_grade", "licence").iterator(chunk_size=_AT_ONCE)


def _seeds(replay: Replay, number: dict[int, int]) -> Iterator[list[Any]]:
    """Yield the levels newcomers bring from the system this one seeds from."""
    facts, events = replay.assembly.facts, replay.assembly.events
    event = event_of_entry(facts)
    seeded = np.flatnonzero(~np.isnan(facts.entry_seed) & (events.tournament[event] > 0))
    keys = events.tournament[event[seeded]].tolist()
    players = replay.players[facts.entry_player[seeded]].tolist()
    for key, player, level in zip(keys, players, facts.entry_seed[seeded].tolist(), strict=True):
        yield [number[key], player, level]
