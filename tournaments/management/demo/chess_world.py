"""The whole invented chess season from one seed: people, then every tournament as a report, by date."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from federation.management.demo.chance import stream, weighted_sample
from federation.management.demo.chess_people import FLOOR, JUNIOR, RATES, ChessPerson, chess_people
from federation.management.demo.people import Person
from federation.management.demo.places import HOME
from federation.vocabulary.countries import fide_letters
from tournaments.formats.trf import writer as trf_writer
from tournaments.management.demo.chess_calendar import ChessEvent, ChessKind, chess_calendar
from tournaments.management.demo.chess_play import ChessPlayed, play, seats
from tournaments.management.demo.files import InventedFile
from tournaments.management.demo.world import REST, SEED
from tournaments.reports import tiebreaks
from tournaments.reports.report import Entrant, Report

LISTS = 13  # months published before the present
PLAYERS = 600
LEAST = 8  # fewer are no field
_SECOND_BELOW = 1900.0
_CLOSED_ABOVE = 1950.0


@dataclass(frozen=True, slots=True)
class ChessPlan:
    """What is asked for. The clock is an argument: the last tournaments end shortly before `today`."""

    today: date
    seed: int = SEED
    players: int = PLAYERS

    @property
    def newest(self) -> date:
        """The newest list: that of this month."""
        return self.today.replace(day=1)

    @property
    def base(self) -> date:
        """The list everything starts from, and the first day anything is played."""
        months = self.newest.year * 12 + self.newest.month - 1 - LISTS
        return date(months // 12, months % 12 + 1, 1)


@dataclass(frozen=True, slots=True)
class InventedChess:
    """A tournament as its organiser hands it in; `people` are indices into the players, by entrant."""

    event: ChessEvent
    report: Report
    people: tuple[int, ...]


def invent(
    plan: ChessPlan, guests: Sequence[tuple[Person, set[date]]] = ()
) -> tuple[tuple[ChessPerson, ...], list[InventedChess]]:
    """Invent the players and play the calendar; `guests` are known elsewhere and busy there on some days."""
    known = [guest for guest, _ in guests]
    people = chess_people(plan.seed, count=plan.players, year=plan.base.year, guests=known)
    busy = {place: set(days) for place, (_, days) in enumerate(guests)}
    return people, list(chess_tournaments(plan, people, busy))


def chess_tournaments(
    plan: ChessPlan, people: Sequence[ChessPerson], busy: dict[int, set[date]]
) -> Iterator[InventedChess]:
    """Play the calendar from the first list on; no player sits in two halls on one day."""
    last = plan.today - timedelta(days=REST)
    events = chess_calendar(stream(plan.seed, "chess calendar"), first=plan.base, last=last)
    for number, event in enumerate(events, start=1):
        chance = stream(plan.seed, "chess", number)
        free = [place for place in range(len(people)) if busy.get(place, set()).isdisjoint(event.days)]
        weights = [_pull(event, people[place], since=plan.base) for place in free]
        most = (
            event.size if event.is_robin else min(event.size, sum(weight > 0 for weight in weights) * 3 // 5)
        )
        comers = [free[place] for place in weighted_sample(chance, weights, count=most)]
        if len(comers) < (event.size if event.is_robin else LEAST):
            continue
        # a start list runs from the strongest down
        comers.sort(key=lambda place: (-(people[place].listed[0] or 0), place))
        for place in comers:
            busy.setdefault(place, set()).update(event.days)
        strengths = [strength(people[place], event, since=plan.base) for place in comers]
        played = play(chance, event, seats(chance, event, strengths))
        yield InventedChess(event, _report(event, played, [people[comer] for comer in comers]), tuple(comers))


def strength(person: ChessPerson, event: ChessEvent, *, since: date) -> float:
    """Return the true strength at an event."""
    return (
        person.strength
        + person.growth * (event.start - since).days / 365
        + person.offsets[RATES.index(event.rate)]
    )


def _pull(event: ChessEvent, person: ChessPerson, *, since: date) -> float:
    """Weigh how much a tournament draws a player; 0: he may not play or does not want to."""
    level, age = strength(person, event, since=since), event.start.year - person.birth_year
    home = person.country == HOME
    if event.kind is ChessKind.ABROAD:
        return person.appetite * (6.0 if person.country == event.country else 1.0 if level > 2150 else 0.2)
    wanted = {
        ChessKind.SECOND: level < _SECOND_BELOW,
        ChessKind.CLOSED: level > _CLOSED_ABOVE and person.listed[0] is not None,
        ChessKind.NATIONAL: home and level > 2150 and person.listed[0] is not None,
        ChessKind.WOMEN: home and person.sex == "f" and level > 1750 and person.listed[0] is not None,
        ChessKind.JUNIOR: home and age <= JUNIOR,
        ChessKind.CLUB: home and level < 2250,
    }.get(event.kind, True)
    # those without rating meet each other less often than they would by chance, so most come where all come
    keen = 1.6 if person.listed[0] is None and level > FLOOR else 1.0
    return person.appetite * keen * (1.0 if home else 0.35) if wanted else 0.0


def _report(event: ChessEvent, played: ChessPlayed, people: Sequence[ChessPerson]) -> Report:
    numbers = range(1, len(people) + 1)
    turns = tiebreaks.table(numbers, played.pairings, played.byes, rounds=event.rounds)
    order = [number for group in tiebreaks.standing(turns, on=event.start) for number in group]
    rank = {number: str(place) for place, number in enumerate(order, start=1)}
    entrants = tuple(
        replace(
            _entrant(person, number), rank=rank[number], score=f"{tiebreaks.total(turns[number]) / 2:.1f}"
        )
        for number, person in zip(numbers, people, strict=True)
    )
    return Report(
        format="trf16",
        encoding="utf-8",
        name=event.name,
        start=event.start,
        end=event.end,
        place=event.place,
        federation=fide_letters(event.country),
        rounds=event.rounds,
        time_system=event.clock,
        discipline="chess",
        rate=event.rate,
        system=event.system,
        arbiters=(event.arbiter,),
        round_dates=event.days,
        entrants=entrants,
        pairings=played.pairings,
        byes=played.byes,
    )


def _entrant(person: ChessPerson, number: int) -> Entrant:
    return Entrant(
        number=number,
        surname=person.surname,
        given_name=person.given_name,
        identifiers={"fide": person.number},
        start_number=number,
        sex=person.sex,
        title=person.title or person.women_title,
        federation=fide_letters(person.country),
        birth=str(person.birth_year),
    )


def rated(invented: InventedChess, ratings: Mapping[int, int]) -> InventedChess:
    """Write down the ratings in force, by index of the player, where the tournament was played."""
    entrants = tuple(
        replace(entrant, rating=ratings.get(place))
        for entrant, place in zip(invented.report.entrants, invented.people, strict=True)
    )
    return replace(invented, report=replace(invented.report, entrants=entrants))


def chess_file(invented: InventedChess, *, number: int) -> InventedFile:
    """Write the file the organiser's program makes: every third as of 2026, else as of 2016."""
    town = "".join(letter if letter.isalnum() else "-" for letter in invented.event.place.lower())
    write = trf_writer.write_2026 if number % 3 == 0 else trf_writer.write_2016
    return InventedFile(f"{invented.event.start:%y%m%d}-{number:03d}-{town}.trf", write(invented.report))
