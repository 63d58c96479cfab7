"""Reads of the courses of two players beside each other, in the systems that know both."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from federation.vocabulary.rating_systems import Cadence
from ratings.cadence.by_game import histories
from ratings.models import ListEntry, RatingChange, RatingSystem
from ratings.players.head_to_head import Pair
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Step:
    """Where a player stood from a day on."""

    day: int  # proleptic ordinal
    value: float
    name: str  # of the event; "" a list, a day of single games
    active: bool = True  # a list that calls him inactive says no


Courses = tuple[Sequence[Step], Sequence[Step]]


def courses(pair: Pair, systems: Sequence[str]) -> dict[str, Courses]:
    """Read both players' courses in some systems, oldest first, in the order given.

    Systems that move event by event are read in one query, those that move once a list in one; streams ask
    one for themselves and one for each player.
    """
    of_clock: dict[Cadence, list[str]] = defaultdict(list)
    for key in systems:
        of_clock[SYSTEMS[key].cadence].append(key)
    found: dict[str, dict[int, list[Step]]] = {key: {player.pk: [] for player in pair} for key in systems}
    _read_events(found, pair, of_clock[Cadence.BY_EVENT])
    _read_lists(found, pair, of_clock[Cadence.BY_PERIOD])
    _read_streams(found, pair, of_clock[Cadence.BY_GAME])
    return {key: (each[pair[0].pk], each[pair[1].pk]) for key, each in found.items()}


_Found = dict[str, dict[int, list[Step]]]


def _read_events(found: _Found, pair: Pair, systems: Sequence[str]) -> None:
    if not systems:
        return
    rows = RatingChange.objects.filter(player__in=pair, system__key__in=systems, after__isnull=False)
    columns = ("system__key", "player_id", "after", "tournament__name", "tournament__start",
               "manual_event__label", "manual_event__date")  # fmt: skip
    for key, player, after, name, start, label, day in rows.order_by("sequence").values_list(*columns):
        if start or day:
            found[key][player].append(Step((start or day).toordinal(), after, name or label or ""))


def _read_lists(found: _Found, pair: Pair, systems: Sequence[str]) -> None:
    if not systems:
        return
    rows = ListEntry.objects.filter(player__in=pair, list__ready=True, list__system__key__in=systems)
    ordered = rows.order_by("list__date", "list__revision")
    columns = ("list__system__key", "player_id", "list__date", "rating", "active")
    for key, player, day, rating, active in ordered.values_list(*columns):
        steps = found[key][player]
        if steps and steps[-1].day == day.toordinal():  # a newer revision
            steps.pop()
        steps.append(Step(day.toordinal(), float(rating), "", active))


def _read_streams(found: _Found, pair: Pair, systems: Sequence[str]) -> None:
    for system in RatingSystem.objects.filter(key__in=systems) if systems else ():
        for player in pair:
            found[system.key][player.pk] += [
                Step(point.day.toordinal(), point.rating, "") for point in histories.course(system, player)
            ]
