"""The invented chess calendar: opens, festivals, closed events, club championships, rapid and blitz."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from random import Random

from federation.management.demo.names import full_name
from federation.management.demo.places import ABROAD, HOME, of_town, town
from tournaments.formats.shared import chess

SWISS, ROBIN = "Individual: Swiss-System", "Individual: Round-Robin"
EVERY_MONTH = tuple(range(1, 13))
LATE_AFTER = 50  # days until the report that was forgotten came in
FRIDAY, SUNDAY = 4, 6


class ChessKind(StrEnum):
    """What sort of tournament: it decides who comes."""

    OPEN = "open"
    SECOND = "second"  # the open for those who are not strong yet
    FESTIVAL = "festival"
    ABROAD = "abroad"
    CLOSED = "closed"
    NATIONAL = "national"
    WOMEN = "women"
    JUNIOR = "junior"
    CLUB = "club"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class ChessConditions:
    """How a kind of tournament is played."""

    title: str
    months: tuple[int, ...]
    size: tuple[int, int]
    rounds: int
    turns: tuple[int, ...]  # rounds on each day it is played
    clock: str
    rate: str = "standard"
    system: str = SWISS
    weekday: int = FRIDAY  # of the first round
    every: int = 1  # days from one day of play to the next


LONG, SHORT = "90 min + 30 s per move", "60 min + 30 s per move"
_NINE = (1,) * 9
_RAPID, _BLITZ = "15 min + 10 s per move", "3 min + 2 s per move"
_OFTEN = (*EVERY_MONTH, 1, 3, 5, 6, 9, 10)
_WEEKEND_B = (1, 2, 4, 5, 7, 8, 10, 11)
_OF = ChessConditions
CONDITIONS = {
    ChessKind.OPEN: _OF("Open {of_town}", EVERY_MONTH, (28, 48), 5, (1, 2, 2), LONG),
    ChessKind.SECOND: _OF("Open B {of_town}", _WEEKEND_B, (24, 40), 6, (2, 2, 2), SHORT),
    ChessKind.FESTIVAL: _OF("Festival {of_town}", (2, 4, 7, 10, 12), (54, 84), 9, _NINE, LONG),
    ChessKind.ABROAD: _OF("{town} Chess Open", (3, 6, 9), (36, 56), 7, (1,) * 7, LONG),
    ChessKind.CLOSED: _OF(
        "Tournoi fermé {of_town}", (1, 3, 5, 9, 11), (10, 10), 9, _NINE, LONG, system=ROBIN
    ),
    ChessKind.NATIONAL: _OF(
        "Championnat national, {town}", (8,), (12, 12), 11, (1,) * 11, LONG, system=ROBIN
    ),
    ChessKind.WOMEN: _OF(
        "Championnat national féminin, {town}", (8,), (8, 8), 7, (1,) * 7, LONG, system=ROBIN
    ),
    ChessKind.JUNIOR: _OF("Championnat des jeunes, {town}", (4,), (32, 44), 7, (1, 2, 2, 2), SHORT),
    # seven evenings, a week apart: longer than 30 days, so every month counts for its own list
    ChessKind.CLUB: _OF(
        "Championnat du club {of_town}", (1, 9), (16, 22), 7, (1,) * 7, LONG, weekday=1, every=7
    ),
    ChessKind.RAPID: _OF("Rapide {of_town}", _OFTEN, (36, 60), 7, (7,), _RAPID, "rapid", weekday=SUNDAY),
    ChessKind.BLITZ: _OF("Blitz {of_town}", _OFTEN, (28, 52), 9, (9,), _BLITZ, "blitz", weekday=SUNDAY),
}


@dataclass(frozen=True, slots=True)
class ChessEvent:
    """A tournament of the calendar, before entries; `days` is the day of every round."""

    kind: ChessKind
    name: str
    place: str
    country: str
    size: int
    rounds: int
    days: tuple[date, ...]
    clock: str
    rate: str
    system: str
    arbiter: str
    handed_in: date

    @property
    def start(self) -> date:
        """The day of the first round."""
        return self.days[0]

    @property
    def end(self) -> date:
        """The day of the last round."""
        return self.days[-1]

    @property
    def is_robin(self) -> bool:
        """Return whether everybody plays everybody."""
        return self.system == ROBIN

    @property
    def reported(self) -> date | None:
        """The day it is reported; a long one month by month as it goes, so always in time."""
        return None if self.kind is ChessKind.CLUB else self.handed_in

    @property
    def adjusted_minutes(self) -> float | None:
        """Minutes for 60 moves."""
        return chess.minutes_said(self.clock)

    @property
    def time_class(self) -> str:
        """Chess has no class."""
        return ""

    @property
    def online(self) -> bool:
        """Return False: these are played over the board."""
        return False

    @property
    def rated_for(self) -> list[str]:
        """Families of systems it is handed in for."""
        return ["fide"]


def chess_calendar(chance: Random, *, first: date, last: date) -> list[ChessEvent]:
    """Invent the tournaments that begin from a month on and end by a day, by date; one comes in late."""
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    events = [
        _event(chance, kind, month, last=last)
        for month in (date(number // 12, number % 12 + 1, 1) for number in months)
        for kind, rules in CONDITIONS.items()
        for _ in range(rules.months.count(month.month))
    ]
    events.sort(key=lambda event: (event.start, event.end, event.name))
    return _one_late([event for event in events if event.end <= last], last)


def _event(chance: Random, kind: ChessKind, month: date, *, last: date) -> ChessEvent:
    """Draw one tournament of a month, over by the `last` day if a week of the month allows it."""
    rules = CONDITIONS[kind]
    first = month + timedelta(days=(rules.weekday - month.weekday()) % 7)
    length = timedelta(days=(len(rules.turns) - 1) * rules.every)
    weeks = [first + timedelta(days=7 * week) for week in range(4)]
    start = chance.choice([day for day in weeks if day + length <= last] or weeks)
    days = [
        start + timedelta(days=place * rules.every)
        for place, count in enumerate(rules.turns)
        for _ in range(count)
    ]
    country = HOME if kind is not ChessKind.ABROAD else chance.choice(("DE", "ES", "IT", "CZ"))
    where = town(chance) if country == HOME else ABROAD[country][1]
    return ChessEvent(
        kind=kind,
        name=rules.title.format(town=where, of_town=of_town(where)),
        place=where,
        country=country,
        size=chance.randint(*rules.size),
        rounds=rules.rounds,
        days=tuple(days),
        clock=rules.clock,
        rate=rules.rate,
        system=rules.system,
        arbiter=", ".join(full_name(chance, country=country, sex=chance.choice("fm"))),
        handed_in=days[-1] + timedelta(days=chance.randrange(3)),
    )


def _one_late(events: Sequence[ChessEvent], last: date) -> list[ChessEvent]:
    """Let the report of one weekend open of the winter be forgotten for some weeks."""
    forgotten = next(
        (event for event in events if event.kind is ChessKind.OPEN and event.start.month in (12, 1, 2)), None
    )
    return [
        replace(event, handed_in=event.end + timedelta(days=LATE_AFTER))
        if event is forgotten and event.end + timedelta(days=LATE_AFTER) < last
        else event
        for event in events
    ]
