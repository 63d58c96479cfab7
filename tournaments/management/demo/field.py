"""Field of an invented tournament, drawn by appetite, nearness and strength."""

import math
from collections.abc import Sequence
from random import Random

from federation.management.demo.chance import weighted_sample
from federation.management.demo.people import Person
from federation.management.demo.places import HOME
from tournaments.management.demo.calendar import Event, Kind
from tournaments.management.demo.skill import JUNIOR, Career, strength

FINALISTS = 60  # as many of the strongest are invited to the championship


def _nearness(event: Event, person: Person) -> float:
    """Weigh how near the hosts are: own club, own area, elsewhere at home, abroad."""
    if event.club is None or person.club is None:
        return 0.3 if person.country == HOME else 0.08
    if person.club.code == event.club.code:
        return 9.0
    return 3.0 if person.club.area == event.club.area else 0.5


def _pull(event: Event, person: Person, career: Career) -> float:
    """Weigh how much a tournament draws a member who is around."""
    foreign = person.country != HOME
    if event.kind is Kind.ONLINE:
        return career.appetite * (0.1 if foreign else 1.0)
    if event.kind is Kind.ABROAD:
        return career.appetite * (8.0 if person.country == event.country else 1.5 if foreign else 0.15)
    if event.kind in (Kind.CONGRESS, Kind.RAPID):
        return math.sqrt(career.appetite) * (0.9 if foreign else 1.0)
    if event.kind is Kind.CLUB:
        return career.appetite * _nearness(event, person) ** 2
    if event.kind is Kind.OPEN:
        return career.appetite * (0.35 if foreign else 0.6 + 0.2 * _nearness(event, person))
    if event.kind is Kind.JUNIOR:
        young = event.start.year - person.birth_year < JUNIOR
        return math.sqrt(career.appetite) if young and not foreign else 0.0
    return career.appetite * _nearness(event, person)


def field(chance: Random, event: Event, *, people: Sequence[Person], careers: Sequence[Career]) -> list[int]:
    """Draw the field of a tournament: indices into `people`, in their order.

    No more than three fifths of those around come, so a small federation holds small tournaments.
    """
    around = [index for index, person in enumerate(people) if person.is_around(event.start)]
    if event.kind is Kind.CHAMPIONSHIP:
        home = [index for index in around if people[index].country == HOME]
        home.sort(key=lambda index: (-strength(careers[index], event.start), index))
        around = home[:FINALISTS]
    weights = [_pull(event, people[index], careers[index]) for index in around]
    count = min(event.size, len(around) * 3 // 5)
    return sorted(around[place] for place in weighted_sample(chance, weights, count=count))
