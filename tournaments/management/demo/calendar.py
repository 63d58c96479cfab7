"""The invented calendar: which tournaments a season holds, when and where, under which conditions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from random import Random

from federation.management.demo.places import ABROAD, HOME, InventedClub, of_town
from tournaments.formats.shared.time_control import egf_class

# In spring 2020 there were no games over a board; the online tournaments that began then stayed.
CLOSED = (date(2020, 3, 14), date(2020, 6, 28))
ONLINE_FROM = date(2020, 3, 20)


class Kind(StrEnum):
    """What sort of tournament: it decides who comes."""

    LOCAL = "local"
    OPEN = "open"
    CHAMPIONSHIP = "championship"
    JUNIOR = "junior"
    CONGRESS = "congress"
    RAPID = "rapid"
    ONLINE = "online"
    CLUB = "club"
    ABROAD = "abroad"


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a kind of tournament is played."""

    yearly: int
    size: tuple[int, int]
    rounds: tuple[int, int]
    days: int
    months: tuple[int, ...]
    minutes: tuple[int, ...]  # main time, each with 30 s a move except online
    komi: float = 7.5


AUTUMN_TO_SPRING = (9, 9, 10, 10, 10, 11, 11, 11, 12, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6)
CONDITIONS = {
    Kind.LOCAL: Conditions(23, (12, 44), (4, 6), 2, AUTUMN_TO_SPRING, (60, 60, 45, 40, 30)),
    Kind.OPEN: Conditions(5, (44, 90), (5, 6), 2, (11, 1, 3, 4, 5, 6), (60,)),
    Kind.CHAMPIONSHIP: Conditions(1, (24, 32), (7, 8), 4, (5,), (75,)),
    Kind.JUNIOR: Conditions(1, (18, 40), (5, 6), 2, (4,), (30,)),
    Kind.CONGRESS: Conditions(1, (162, 162), (10, 10), 14, (7,), (75,)),
    Kind.RAPID: Conditions(1, (60, 100), (5, 5), 1, (7,), (25,)),
    Kind.ONLINE: Conditions(6, (20, 54), (4, 5), 2, (10, 11, 12, 1, 2, 3, 4, 5), (40, 30, 20)),
    Kind.CLUB: Conditions(6, (8, 18), (4, 4), 1, AUTUMN_TO_SPRING, (45, 30), 7.0),
    Kind.ABROAD: Conditions(3, (26, 60), (5, 6), 2, (9, 11, 2, 4, 6, 8), (60, 45), 6.5),
}
TITLES = {
    Kind.LOCAL: "Tournoi {of_town}",
    Kind.OPEN: "Open {of_town}",
    Kind.CHAMPIONSHIP: "Championnat national, {town}",
    Kind.JUNIOR: "Championnat des jeunes, {town}",
    Kind.CONGRESS: "Congrès d'été, {town}",
    Kind.RAPID: "Rapide du congrès, {town}",
    Kind.ONLINE: "Ligue en ligne, {month}",
    Kind.CLUB: "Tournoi à handicap {of_town}",
    Kind.ABROAD: "{town} Go Tournament",
}
MONTHS = (
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
)


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament of the calendar, before entries."""

    kind: Kind
    name: str
    start: date
    end: date
    place: str
    country: str
    club: InventedClub | None
    size: int
    rounds: int
    minutes: int
    komi: float

    @property
    def online(self) -> bool:
        """Whether it is played on the internet."""
        return self.kind is Kind.ONLINE

    @property
    def period(self) -> int:
        """Seconds of a byo-yomi period."""
        return 20 if self.online else 30

    @property
    def adjusted_minutes(self) -> float:
        """Main time and the allowance for Japanese byo-yomi, 45 periods."""
        return self.minutes + 45 * self.period / 60

    @property
    def time_class(self) -> str:
        """EGF class the thinking time allows, "" for none."""
        return egf_class(self.minutes, self.adjusted_minutes, online=self.online)

    @property
    def rated_for(self) -> list[str]:
        """Families of systems it is handed in for."""
        if self.kind is Kind.CLUB or not self.time_class:
            return ["ffg"]
        return ["egf"] if self.kind is Kind.ABROAD else ["ffg", "egf"]


def saturday(chance: Random, season: int, month: int) -> date:
    """Draw a Saturday of a month; September to December belong to the year the season began."""
    first = date(season if month >= 9 else season + 1, month, 1)
    return first + timedelta(days=(5 - first.weekday()) % 7 + 7 * chance.randrange(4))


def _place(chance: Random, kind: Kind, clubs: Sequence[InventedClub]) -> tuple[str, str, InventedClub | None]:
    """Draw where a tournament is held: (town, country, club of the hosts)."""
    if kind is Kind.ONLINE:
        return "OGS", HOME, None
    if kind is Kind.ABROAD:
        country = chance.choices(list(ABROAD), [share for share, _town in ABROAD.values()])[0]
        return ABROAD[country][1], country, None
    host = chance.choices(clubs, [club.weight for club in clubs])[0]
    return host.town, HOME, host


def _event(chance: Random, kind: Kind, season: int, clubs: Sequence[InventedClub]) -> Event:
    """Draw one tournament of a season."""
    rules = CONDITIONS[kind]
    start = saturday(chance, season, chance.choice(rules.months))
    town, country, host = _place(chance, kind, clubs)
    days = 1 if kind is Kind.LOCAL and chance.random() < 0.3 else rules.days
    name = TITLES[kind].format(
        town=town, of_town=of_town(town), month=f"{MONTHS[start.month - 1]} {start.year}"
    )
    return Event(
        kind=kind,
        name=name,
        start=start,
        end=start + timedelta(days=days - 1),
        place=town,
        country=country,
        club=host,
        size=chance.randint(*rules.size),
        rounds=rules.rounds[0] if days == 1 else chance.randint(*rules.rounds),
        minutes=chance.choice(rules.minutes),
        komi=rules.komi,
    )


def moved_online(event: Event) -> Event:
    """Return the online tournament a local one became when people could not meet."""
    if event.kind is not Kind.LOCAL or is_possible(event):
        return event
    name = f"{event.name} (en ligne)"
    return replace(event, kind=Kind.ONLINE, name=name, place="OGS", club=None, minutes=40)


def is_possible(event: Event) -> bool:
    """Return whether a tournament could take place at its time."""
    if event.online:
        return event.start >= ONLINE_FROM
    return event.end < CLOSED[0] or event.start > CLOSED[1]


def season(chance: Random, *, begins: int, clubs: Sequence[InventedClub]) -> list[Event]:
    """Invent the tournaments from 1 September of a year to 31 August, by date."""
    events = [
        _event(chance, kind, begins, clubs) for kind, rules in CONDITIONS.items() for _ in range(rules.yearly)
    ]
    events.sort(key=lambda event: (event.start, event.end, event.name))
    return [event for event in map(moved_online, events) if is_possible(event)]
