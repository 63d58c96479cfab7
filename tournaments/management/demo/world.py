"""The whole invented federation from one seed: people, then every tournament and its field, by date."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from federation.management.demo.chance import stream, weighted_sample
from federation.management.demo.people import CLUBS, Person, Span, people
from federation.management.demo.places import HOME, InventedClub, clubs
from tournaments.management.demo.calendar import Event, Kind, season
from tournaments.management.demo.play import SWISS, Played, play, seats
from tournaments.management.demo.skill import JUNIOR, Career, careers, grade_of, strength
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.report import Entrant, Report

FINALISTS = 60  # as many of the strongest are invited to the championship

SEED = 20261120
PLAYERS = 1850
SEASONS = 10
ZERO = 60  # half points from 30 kyu, where McMahon scores are counted from, to 1 dan
REST = 9  # days before the present on which nothing ends any more: results take a week to arrive


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for. The clock is an argument: the last tournaments end shortly before `today`."""

    today: date
    seed: int = SEED
    players: int = PLAYERS
    seasons: int = SEASONS

    @property
    def first_season(self) -> int:
        """The year in whose September the first season begins."""
        running = self.today.year if self.today.month >= 9 else self.today.year - 1
        return running - self.seasons

    @property
    def span(self) -> Span:
        """The time that is invented."""
        return Span(date(self.first_season, 9, 1), self.today)


@dataclass(frozen=True, slots=True)
class World:
    """Who there is; `careers` and `people` lie side by side."""

    plan: Plan
    clubs: tuple[InventedClub, ...]
    people: tuple[Person, ...]
    careers: tuple[Career, ...]


@dataclass(frozen=True, slots=True)
class InventedTournament:
    """A tournament as its organiser hands it in; `people` are indices into the world's, by entrant."""

    event: Event
    report: Report
    people: tuple[int, ...]


def world(plan: Plan) -> World:
    """Invent clubs, people and what is in them."""
    halls = clubs(stream(plan.seed, "clubs"), count=CLUBS)
    members = people(plan.seed, count=plan.players, clubs=halls, span=plan.span)
    return World(plan, halls, members, careers(plan.seed, members))


def events(plan: Plan, halls: tuple[InventedClub, ...]) -> list[Event]:
    """Invent the calendar of all seasons up to the present."""
    last = plan.today - timedelta(days=REST)
    calendar = [
        event
        for begins in range(plan.first_season, plan.first_season + plan.seasons + 1)
        for event in season(stream(plan.seed, "season", begins), begins=begins, clubs=halls)
    ]
    return [event for event in calendar if event.end <= last]


def tournaments(invented: World) -> Iterator[InventedTournament]:
    """Play the calendar from the first season on; declared grades follow strength with a lag."""
    beliefs: dict[int, float] = {}
    for number, event in enumerate(events(invented.plan, invented.clubs), start=1):
        chance = stream(invented.plan.seed, "tournament", number)
        comers = field(chance, event, people=invented.people, careers=invented.careers)
        if len(comers) < 4:
            continue
        levels = [strength(invented.careers[index], event.start) for index in comers]
        for index, level in zip(comers, levels, strict=True):
            known = beliefs.get(index)
            beliefs[index] = level + chance.gauss(0, 80) if known is None else known + 0.55 * (level - known)
        declared = [beliefs[index] for index in comers]
        played = play(chance, event, seats(chance, event, declared=declared, levels=levels))
        grades = [grade_of(level) for level in declared]
        yield _handed_in(invented, event, played, comers=comers, grades=grades)


def _handed_in(
    invented: World, event: Event, played: Played, *, comers: list[int], grades: list[str]
) -> InventedTournament:
    """Write down a played tournament as a report."""
    order = tuple(comers[seat] for seat in played.order)
    entrants = tuple(
        _entrant(invented.people[comers[seat]], at, grade=grades[seat], rank=rank)
        for at, (seat, rank) in enumerate(zip(played.order, played.ranks, strict=True), start=1)
    )
    report = Report(
        format="opengotha",
        encoding="utf-8",
        name=event.name,
        start=event.start,
        end=event.end,
        place=event.place,
        country=event.country,
        rounds=event.rounds,
        komi=event.komi,
        time_class=event.time_class,
        adjusted_minutes=event.adjusted_minutes,
        time_system=f"{event.minutes} min + {event.period} s",
        online=event.online,
        mcmahon=None if event.kind in SWISS else McMahon(tuple(start + ZERO for start in played.starts)),
        program="Palmares demonstration",
        entrants=entrants,
        pairings=played.pairings,
        byes=played.byes,
    )
    return InventedTournament(event, report, order)


def _entrant(person: Person, number: int, *, grade: str, rank: str) -> Entrant:
    """Write a person down as the file of a tournament does."""
    identifiers = {scheme: value for scheme, value in (("ffg", person.ffg), ("egd", person.egd)) if value}
    return Entrant(
        number=number,
        surname=person.surname,
        given_name=person.given_name,
        grade=grade,
        country=person.country,
        club=person.club.code if person.club else ("XXXX" if person.country == HOME else ""),
        identifiers=identifiers,
        licence_status="L" if person.ffg else "",
        rank=rank,
    )


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
