"""The whole invented chess season from one seed: people, then every tournament, played and as a report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

from federation.management.demo.chance import stream, weighted_sample
from federation.management.demo.chess_people import FLOOR, JUNIOR, RATES, ChessPerson, chess_people
from federation.management.demo.people import Person
from federation.management.demo.places import HOME
from federation.vocabulary.countries import fide_letters
from tournaments.formats.trf import writer as trf_writer
from tournaments.management.demo.chess_calendar import ChessEvent, ChessKind, chess_calendar
from tournaments.management.demo.files import InventedFile
from tournaments.management.demo.pairing import Pair, pair_round
from tournaments.management.demo.world import REST, SEED
from tournaments.reports import tiebreaks
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores
from tournaments.reports.report import Bye, Entrant, Pairing, Report

FORM = 35.0  # standard deviation of a weekend's form, in points
FIRST_MOVE = 35.0  # points White's first move is worth
DEFAULTS = 0.008
_DRAWS = {"standard": 0.38, "rapid": 0.26, "blitz": 0.17}  # between equals of 2000
_TIRED, _AWAY = 0.03, 0.04  # who goes home early; who asks for half a point

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


@dataclass(slots=True)
class ChessSeat:
    """A player at an invented tournament. Scores are half points."""

    strength: float
    score: int = 0
    colours: int = 0  # games with White less those with Black
    had_bye: bool = False
    asks: dict[int, ByeKind] = field(default_factory=dict)  # rounds he does not play
    met: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ChessPlayed:
    """What was played; pairings and byes count seats from 1."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]


def expectation(white: float, black: float) -> float:
    """Return White's expected score from true strengths: the logistic curve of 400 points."""
    return 1.0 / (1.0 + float(10.0 ** ((black - white - FIRST_MOVE) / 400.0)))


def seats(chance: Random, event: ChessEvent, strengths: Sequence[float]) -> list[ChessSeat]:
    """Return a seat for each player, with the form of these days and the rounds they will miss."""
    return [
        ChessSeat(
            strength + chance.gauss(0, FORM), asks={} if event.is_robin else _asks(chance, event.rounds)
        )
        for strength in strengths
    ]


def _asks(chance: Random, rounds: int) -> dict[int, ByeKind]:
    turn = chance.random()
    if turn < _TIRED:
        return dict.fromkeys(range(chance.randint(3, rounds), rounds + 1), ByeKind.ZERO_POINT)
    if turn < _TIRED + _AWAY:
        return {chance.randint(1, rounds - 1): ByeKind.HALF_POINT}
    return {}


def play(chance: Random, event: ChessEvent, field_: list[ChessSeat]) -> ChessPlayed:
    """Play all rounds."""
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    table = list(_berger(len(field_))) if event.is_robin else []
    for number in range(1, event.rounds + 1):
        present, free = _players_and_byes(field_, number)
        pairs = (
            table[number - 1]
            if event.is_robin
            else pair_round(
                chance,
                present,
                score=lambda place: field_[place].score,
                met=lambda place, other: other in field_[place].met,
            )
        )
        games = [
            _game(chance, event, field_, pair=pair, number=number, board=board)
            for board, pair in enumerate(pairs, 1)
        ]
        for game in games:
            _note(field_, game)
        for bye in free:
            field_[bye.entrant].score += bye_score(bye.kind)
        pairings += games
        byes += free
    return ChessPlayed(
        tuple(
            Pairing(
                pairing.round,
                pairing.white + 1,
                pairing.black + 1,
                pairing.outcome,
                by_default=pairing.by_default,
                board=pairing.board,
            )
            for pairing in pairings
        ),
        tuple(Bye(bye.round, bye.entrant + 1, bye.kind) for bye in byes),
    )


def _berger(count: int) -> Iterator[list[Pair]]:
    """Pair an even number of seats by the Berger tables: White first (FIDE C.05, annex 1)."""
    ring = list(range(count - 1))
    for turn in range(count - 1):
        last = (count - 1, ring[0]) if turn % 2 else (ring[0], count - 1)
        yield [last, *((ring[place], ring[-place]) for place in range(1, count // 2))]
        ring = ring[count // 2 :] + ring[: count // 2]


def _players_and_byes(field_: list[ChessSeat], number: int) -> tuple[list[int], list[Bye]]:
    """Return who plays a round, and the byes of those who do not; seats count from 0."""
    byes = [Bye(number, place, seat.asks[number]) for place, seat in enumerate(field_) if number in seat.asks]
    present = [place for place, seat in enumerate(field_) if number not in seat.asks]
    if len(present) % 2:
        last = min(present, key=lambda place: (field_[place].had_bye, field_[place].score, -place))
        present.remove(last)
        field_[last].had_bye = True
        byes.append(Bye(number, last, ByeKind.PAIRING_ALLOCATED))
    return present, byes


def _game(
    chance: Random, event: ChessEvent, field_: list[ChessSeat], *, pair: Pair, number: int, board: int
) -> Pairing:
    white, black = pair if event.is_robin else _assign_colours(chance, field_, pair)
    outcome, default = _result(chance, event, field_[white].strength, field_[black].strength)
    return Pairing(number, white, black, outcome, by_default=default, board=board)


def _assign_colours(chance: Random, field_: list[ChessSeat], pair: Pair) -> Pair:
    """Return White to who had him less often."""
    first_seat, other = pair
    first, second = field_[first_seat].colours, field_[other].colours
    if first == second:
        return pair if chance.random() < 0.5 else (other, first_seat)
    return pair if first < second else (other, first_seat)


def _result(chance: Random, event: ChessEvent, white: float, black: float) -> tuple[Outcome, bool]:
    """Draw how a game ended, and whether it was by default; the strong and the equal draw more."""
    even = chance.random()
    if chance.random() < DEFAULTS and not event.is_robin:
        return (Outcome.WHITE_WINS if even < 0.5 else Outcome.BLACK_WINS), True
    expected = expectation(white, black)
    likely = _DRAWS[event.rate] + ((white + black) / 2 - 2000) / 3000
    draws = max(0.04, min(0.7, likely)) * (1.0 - abs(2.0 * expected - 1.0))
    if even < expected - draws / 2:
        return Outcome.WHITE_WINS, False
    return (Outcome.DRAW if even < expected + draws / 2 else Outcome.BLACK_WINS), False


def _note(field_: list[ChessSeat], game: Pairing) -> None:
    """Note a game at both seats."""
    for_white, for_black = scores(game.outcome)
    sides = ((game.white, game.black, for_white, 1), (game.black, game.white, for_black, -1))
    for mine, other, half_points, colour in sides:
        field_[mine].score += half_points
        field_[mine].met.append(other)
        field_[mine].colours += 0 if game.by_default else colour


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
