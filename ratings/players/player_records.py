"""Reads of one player for programs: where he stands in every system, and what one system made of him."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import isnan

from federation.models import Player
from federation.vocabulary.rating_systems import Cadence
from ratings.cadence.by_game import histories as streams
from ratings.cadence.shared.moves import Move
from ratings.models import CurrentRating, ListEntry, RatingSystem
from ratings.players import fide_history, histories
from ratings.players.list_history import Line
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Step:
    """What moved a player in one system, or where he stood then; None where it has no such thing.

    An event: before, start, after, games, edition. A list: rating, change, games, K. A day of single games:
    after and deviation at its end.
    """

    day: date
    kind: str  # tournament, decision, list, day
    name: str = ""
    tournament: int | None = None
    before: float | None = None
    start: float | None = None
    after: float | None = None
    change: float | None = None
    games: int | None = None
    k: int | None = None
    deviation: float | None = None
    edition: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands in one system: on the newest list, and live; None where he does not."""

    system: str
    entry: ListEntry | None
    current: CurrentRating | None


def places(player: Player) -> list[Place]:
    """Read where a player stands, in the order of the site; three queries.

    Systems that move once a list have no live rating; one the list does not say exactly is not told either.
    """
    newest = histories.newest_lists()
    entries = ListEntry.objects.filter(player=player, list__in=newest.values()).select_related("list__system")
    entry_of = {entry.list.system.key: entry for entry in entries}
    rows = CurrentRating.objects.filter(player=player, system__active=True).select_related("system")
    current_of: dict[str, CurrentRating] = {}
    order = {}
    for row in rows:
        order[row.system.key] = row.system.position
        entry = entry_of.get(row.system.key)
        if (
            SYSTEMS[row.system.key].cadence is not Cadence.BY_PERIOD
            and histories.Standing(row, entry).is_exact
        ):
            current_of[row.system.key] = row
    order |= {key: entry.list.system.position for key, entry in entry_of.items()}
    return [
        Place(key, entry_of.get(key), current_of.get(key)) for key in sorted(order, key=order.__getitem__)
    ]


def course(player: Player, system: RatingSystem) -> Sequence[Step]:
    """Read everything that moved a player in a system, oldest first; one or two queries."""
    clock = SYSTEMS[system.key].cadence
    if clock is Cadence.BY_PERIOD:
        found = fide_history.courses(player, {system.key: 0})
        return [_of_list(line) for one in found for line in reversed(one.lines)]
    if clock is Cadence.BY_GAME:
        return [_of_day(point) for point in streams.course(system, player)]
    return [
        _of_event(event, move)
        for event in reversed(histories.events(player))
        for move in event.moves
        if move.system == system.key
    ]


def _of_event(event: histories.Event, move: Move) -> Step:
    return Step(
        day=event.day,
        kind="decision" if event.tournament is None else "tournament",
        name=event.name,
        tournament=event.tournament,
        before=move.before,
        start=move.start,
        after=move.after,
        change=move.change,
        games=move.games,
        edition=move.edition,
    )


def _of_list(line: Line) -> Step:
    return Step(day=line.day, kind="list", after=line.rating, change=line.change, games=line.games, k=line.k)


def _of_day(point: streams.Point) -> Step:
    deviation = None if isnan(point.deviation) else point.deviation
    return Step(day=point.day, kind="day", after=point.rating, deviation=deviation)
