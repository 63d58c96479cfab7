"""The invented players of a chess federation: who they are, how strong, and how a list has them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from federation.management.demo.chance import stream
from federation.management.demo.names import full_name
from federation.management.demo.people import Person
from federation.management.demo.places import HOME

FIRST_NUMBER = 99_000_000  # no id of FIDE's begins like that
RATES = ("standard", "rapid", "blitz")
FLOOR = 1400
JUNIOR = 18  # years
_SHARES = {HOME: 62, "DE": 8, "ENG": 6, "BE": 5, "CH": 5, "ES": 4, "IT": 4, "CZ": 3, "RO": 3}
_TONGUE = {"ENG": "UK"}  # where FIDE's federation is only a part of the country the names are known by
_WOMEN, _MASTERS, _UNRATED, _RETIRED, _FASTER = 0.17, 0.055, 0.13, 0.09, 0.6
_SELDOM = 0.45  # appetite of who has not played for a year
_HIGH = 2480.0
_ONCE = 60  # points above the rating at which a title was earned
_STRONG = 2250.0  # who plays for a living
_TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
_WOMEN_BELOW = 200  # women's titles need as much less
_SECOND_TITLES = (("FA", 0.03), ("IA", 0.01), ("FST", 0.015), ("NI", 0.01))


@dataclass(frozen=True, slots=True)
class ChessPerson:
    """An invented chess player; strengths in rating points, the ratings of the first list by RATES."""

    number: str  # FIDE's
    surname: str
    given_name: str
    sex: str  # "f", "m"
    birth_year: int
    country: str
    title: str
    women_title: str
    other_titles: str
    strength: float  # on the day of the first list
    growth: float  # points a year
    offsets: tuple[float, float, float]  # how much stronger at each rate of play
    appetite: float  # how much he plays, against others; 0: not any more
    is_inactive: bool  # as the first list has him; some come back
    listed: tuple[int | None, int | None, int | None]
    k: tuple[int, int, int]


def chess_people(
    seed: int, *, count: int, year: int, guests: Sequence[Person] = ()
) -> tuple[ChessPerson, ...]:
    """Invent `count` players as of a year; the first are `guests`, whom another register knows already."""
    chance = stream(seed, "chess people")
    source = _distinct(chance, year)
    drawn = [next(source) for _ in range(count)]
    for place, guest in enumerate(guests[:count]):
        drawn[place] = _guest(chance, guest)
    return tuple(
        replace(person, number=str(FIRST_NUMBER + place * 13)) for place, person in enumerate(drawn, 1)
    )


def _guest(chance: Random, guest: Person) -> ChessPerson:
    """Make a chess player of a person of another register, with the strength of a keen club player."""
    strength, offsets = chance.uniform(1650, 1950), (0.0, 40.0, -60.0)
    return ChessPerson(
        number="",
        surname=guest.surname,
        given_name=guest.given_name,
        sex=guest.sex,
        birth_year=guest.birth_year,
        country=guest.country,
        title="",
        women_title="",
        other_titles="",
        strength=strength,
        growth=60.0,
        offsets=offsets,
        appetite=3.0,
        is_inactive=False,
        listed=tuple(round(strength + offset) for offset in offsets),  # type: ignore[arg-type]  # three
        k=(20, 20, 20),
    )


def _distinct(chance: Random, year: int) -> Iterator[ChessPerson]:
    """Invent players without end whose names all differ."""
    seen: set[tuple[str, str]] = set()
    while True:
        person = _person(chance, year)
        if (person.surname, person.given_name) not in seen:
            seen.add((person.surname, person.given_name))
            yield person


def _person(chance: Random, year: int) -> ChessPerson:
    country = chance.choices(list(_SHARES), list(_SHARES.values()))[0]
    sex = "f" if chance.random() < _WOMEN else "m"
    surname, given_name = full_name(chance, country=_TONGUE.get(country, country), sex=sex)
    age = _age(chance)
    strength = _strength(chance, age)
    offsets = (0.0, chance.gauss(0, 55), chance.gauss(0, 75))
    unrated = strength < 2000 and chance.random() < _UNRATED * (2.2 if age < JUNIOR else 0.8)
    listed = (None, None, None) if unrated else _draw_first_ratings(chance, strength, offsets)
    retired = not unrated and age > 25 and chance.random() < _RETIRED
    appetite = 0.0 if retired else chance.lognormvariate(0, 0.7) * (1.5 if strength > _STRONG else 1.0)
    others = [name for name, share in _SECOND_TITLES if age > 21 and chance.random() < share]
    return _give_titles(
        ChessPerson(
            number="",
            surname=surname,
            given_name=given_name,
            sex=sex,
            birth_year=year - age,
            country=country,
            title="",
            women_title="",
            other_titles=",".join(others),
            strength=strength,
            growth=chance.uniform(30, 170) if age < JUNIOR else chance.gauss(-2, 20),
            offsets=offsets,
            appetite=appetite,
            is_inactive=not unrated and appetite < _SELDOM,
            listed=listed,
            k=_factors(chance, age=age, listed=listed),
        )
    )


def _age(chance: Random) -> int:
    turn = chance.random()
    if turn < 0.28:
        return chance.randrange(8, JUNIOR)
    return chance.randrange(JUNIOR, 36) if turn < 0.58 else chance.randrange(36, 79)


def _strength(chance: Random, age: int) -> float:
    """Draw a strength: most near the middle, a few masters, the young weaker but for some."""
    if chance.random() < _MASTERS and age > 13:
        drawn = chance.gauss(2390, 100)
        return min(drawn, _HIGH + (drawn - _HIGH) * 0.35)  # the higher, the closer together
    mean, spread = (1610, 170) if age < JUNIOR else (1800, 215)
    return max(1250.0, min(2330.0, chance.gauss(mean, spread)))


def _draw_first_ratings(
    chance: Random, strength: float, offsets: Sequence[float]
) -> tuple[int | None, int | None, int | None]:
    """Draw the ratings of the first list: near the strength, never below the floor."""
    standard, rapid, blitz = (
        max(FLOOR, round(strength + offset + chance.gauss(0, 40))) for offset in offsets
    )
    return (
        standard,
        rapid if chance.random() < _FASTER else None,
        blitz if chance.random() < _FASTER * 0.85 else None,
    )


def _factors(
    chance: Random, *, age: int, listed: tuple[int | None, int | None, int | None]
) -> tuple[int, int, int]:
    """Draw K as such a list prints it: 40 for the new and the young, 10 from 2400, else 20."""
    standard, rapid, blitz = (
        10
        if (rating or 0) >= 2400
        else 40
        if (age < JUNIOR and (rating or 0) < 2300) or chance.random() < 0.12
        else 20
        for rating in listed
    )
    return standard, rapid, blitz


def _give_titles(person: ChessPerson) -> ChessPerson:
    """Return the titles a strength has earned; some never asked for theirs."""
    rating = person.listed[0] + _ONCE if person.listed[0] else 0
    title = next((name for least, name in _TITLES if rating >= least), "")
    women = next((f"W{name}" for least, name in _TITLES if rating >= least - _WOMEN_BELOW), "")
    return replace(person, title=title, women_title=women if person.sex == "f" else "")
