"""The invented members of a federation: who they are, when they came and left, which licences they took."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from federation.management.demo.chance import stream
from federation.management.demo.names import full_name
from federation.management.demo.places import ABROAD, HOME, InventedClub

CLUBS = 60
FOREIGNERS = 0.15
ALREADY_THERE = 0.36  # share of the members who came before the first season
HOMONYMS = 3  # pairs of members who share their whole name


@dataclass(frozen=True, slots=True)
class Person:
    """An invented member; `number` counts from 1 in the order of arrival."""

    number: int
    surname: str
    given_name: str
    sex: str  # "f", "m"
    birth_year: int
    country: str
    club: InventedClub | None
    arrived: date
    left: date | None
    ffg: str = ""  # licence number YY00NNN
    egd: str = ""  # 99xxxxxx: no real PIN begins like that

    def is_around(self, day: date) -> bool:
        """Return whether the person plays at all on a day."""
        return self.arrived <= day and (self.left is None or day < self.left)


@dataclass(frozen=True, slots=True)
class Span:
    """The time that is invented: first day of the first season, and the present."""

    first: date
    today: date


def _arrival(chance: Random, span: Span) -> date:
    """Draw the day a person takes up the game; autumn brings more than spring."""
    if chance.random() < ALREADY_THERE:
        return span.first - timedelta(days=int(1 + chance.expovariate(1 / 2500) % 9000))
    # A little growth: an exponent below one leans towards the later years.
    days = (span.today - span.first).days * chance.random() ** 0.8
    return span.first + timedelta(days=int(days))


def _departure(chance: Random, arrived: date, span: Span) -> date | None:
    """Draw the day a person stops: many after a year, then few; none before the first season."""
    short = chance.random() < 0.22
    stays = 60 + chance.expovariate(1 / 250) if short else 200 + chance.expovariate(1 / 4200)
    day = max(arrived, span.first) + timedelta(days=int(stays))
    return day if day < span.today else None


def _age(chance: Random) -> int:
    """Draw the age at which a person takes up the game."""
    turn = chance.random()
    if turn < 0.27:
        return chance.randrange(7, 17)
    if turn < 0.62:
        return chance.randrange(17, 28)
    return chance.randrange(28, 62)


def _person(chance: Random, clubs: tuple[InventedClub, ...], span: Span) -> Person:
    """Invent one member, without numbers yet."""
    country, club = HOME, None
    if chance.random() < FOREIGNERS:
        country = chance.choices(list(ABROAD), [share for share, _town in ABROAD.values()])[0]
    elif chance.random() < 0.96:
        club = chance.choices(clubs, [each.weight for each in clubs])[0]
    sex = "f" if chance.random() < 0.17 else "m"
    surname, given_name = full_name(chance, country=country, sex=sex)
    arrived = _arrival(chance, span)
    return Person(
        number=0,
        surname=surname,
        given_name=given_name,
        sex=sex,
        birth_year=arrived.year - _age(chance),
        country=country,
        club=club,
        arrived=arrived,
        left=_departure(chance, arrived, span),
    )


def _distinct(chance: Random, clubs: tuple[InventedClub, ...], span: Span) -> Iterator[Person]:
    """Invent members without end whose names all differ, after a few that share one."""
    seen: set[tuple[str, str]] = set()
    count = 0
    while True:
        person = _person(chance, clubs, span)
        name = (person.surname, person.given_name)
        if name in seen:
            continue
        seen.add(name)
        yield person
        count += 1
        if count <= HOMONYMS:
            other = _person(chance, clubs, span)
            yield replace(other, surname=person.surname, given_name=person.given_name, sex=person.sex)


def people(seed: int, *, count: int, clubs: tuple[InventedClub, ...], span: Span) -> tuple[Person, ...]:
    """Invent `count` members in the order of arrival, with licence numbers and PINs."""
    chance = stream(seed, "people")
    source = _distinct(chance, clubs, span)
    drawn = [next(source) for _ in range(count)]
    drawn.sort(key=lambda person: (person.arrived, person.surname, person.given_name))
    years: Counter[int] = Counter()
    numbered: list[Person] = []
    for number, person in enumerate(drawn, start=1):
        ffg = egd = ""
        if person.country == HOME and chance.random() < 0.96:
            years[person.arrived.year] += 1
            ffg = f"{person.arrived.year % 100:02d}00{years[person.arrived.year]:03d}"
        if chance.random() < (0.95 if person.country != HOME else 0.72):
            egd = f"{99_000_000 + number * 17:08d}"
        numbered.append(replace(person, number=number, ffg=ffg, egd=egd))
    return tuple(numbered)


def licences(
    chance: Random, person: Person, *, played: Collection[int], seasons: range
) -> list[tuple[int, str]]:
    """Draw (season, status letter) for the seasons a member was around; `played` are those they played in.

    Letters as the FFG ladder writes them: L competition, C leisure, e foreigner. A season is a calendar year.
    """
    taken: list[tuple[int, str]] = []
    for season in seasons:
        if person.country != HOME:
            if season in played:
                taken.append((season, "e"))
            continue
        around = any(person.is_around(date(season, month, 1)) for month in (2, 6, 11))
        turn = chance.random()
        if season in played:
            taken += [(season, "L")] if turn < 0.93 else [(season, "C")] if turn < 0.97 else []
        elif around and person.ffg:
            taken += [(season, "L")] if turn < 0.18 else [(season, "C")] if turn < 0.32 else []
    return taken
