"""Play an invented tournament round by round: pairing, handicap, results, byes, defaults, final standings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tournaments.management.demo.calendar import Event, Kind
from tournaments.management.demo.pairing import pair_round
from tournaments.management.demo.skill import expectation
from tournaments.reports.outcomes import ByeKind, Outcome, scores
from tournaments.reports.report import Bye, Pairing

SWISS = frozenset({Kind.CHAMPIONSHIP, Kind.JUNIOR})
DEFAULTS = 0.006  # share of the games neither player sat down for
DRAWS = 0.012  # share of jigos where the komi allows one
FORM = 45.0  # standard deviation of a weekend's form, in points


@dataclass(slots=True)
class Seat:
    """A player at an invented tournament. Scores are half points, as everywhere."""

    grade: int  # declared, 0 = 1d, -1 = 1k
    level: float  # true strength with the form of these days
    score: int = 0  # McMahon score
    whites: int = 0
    had_bye: bool = False
    absent: frozenset[int] = frozenset()
    met: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, by final standings: `order` gives seats, pairings and byes count places from 1."""

    order: tuple[int, ...]
    ranks: tuple[str, ...]  # printed rank, "" where tied with the one above
    starts: tuple[int, ...]  # McMahon scores to begin with, in that order
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]


def _absences(chance: Random, event: Event) -> frozenset[int]:
    """Draw the rounds a player misses: most none, some the last; at a congress whole days."""
    rounds, turn = event.rounds, chance.random()
    if event.kind is Kind.CONGRESS and turn < 0.3:
        return frozenset(chance.sample(range(1, rounds + 1), chance.randint(1, 6)))
    if turn < 0.04:
        return frozenset(range(chance.randint(3, rounds), rounds + 1))
    return frozenset({chance.randint(1, rounds)}) if turn < 0.07 else frozenset()


def _first_score(event: Event, grade: int, *, bar: int) -> int:
    """Return the initial McMahon score in half points, between 20 kyu and the bar."""
    return 0 if event.kind in SWISS else 2 * max(-20, min(bar, grade))


def seats(chance: Random, event: Event, *, declared: Sequence[float], levels: Sequence[float]) -> list[Seat]:
    """Return a seat for each player from declared and true levels; a fifth of the field starts at the bar."""
    grades = [math.floor(level / 100) for level in declared]
    bar = sorted(grades, reverse=True)[min(len(grades) // 5, 15)] if grades else 0
    return [
        Seat(
            grade=grade,
            level=level + chance.gauss(0, FORM),
            score=_first_score(event, grade, bar=bar),
            absent=_absences(chance, event),
        )
        for grade, level in zip(grades, levels, strict=True)
    ]


def handicap(event: Event, white: Seat, black: Seat) -> int:
    """Return the stones White gives: by grade in a club's handicap event, by score less one at local ones."""
    if event.kind is Kind.CLUB:
        return max(0, min(9, white.grade - black.grade))
    if event.kind is Kind.LOCAL:
        return max(0, min(9, (white.score - black.score) // 2 - 1))
    return 0


def _result(chance: Random, event: Event, white: Seat, black: Seat, stones: int) -> tuple[Outcome, bool]:
    """Draw how a game ended, and whether it was by default."""
    even = chance.random()
    if chance.random() < DEFAULTS:
        return (Outcome.WHITE_WINS if even < 0.5 else Outcome.BLACK_WINS), True
    level_komi = stones > 1 or (stones == 0 and event.komi == int(event.komi))
    if level_komi and chance.random() < DRAWS:
        return Outcome.DRAW, False
    expected = expectation(white.level, black.level, handicap=stones)
    return (Outcome.WHITE_WINS if even < expected else Outcome.BLACK_WINS), False


def _colours(chance: Random, event: Event, field_: list[Seat], pair: tuple[int, int]) -> tuple[int, int]:
    """Return who takes White: the stronger where stones are given, else who had White less often."""
    own, other = pair
    first, second = field_[own], field_[other]
    if handicap(event, first, second):
        return own, other
    if handicap(event, second, first):
        return other, own
    if first.whites == second.whites:
        return (own, other) if chance.random() < 0.5 else (other, own)
    return (own, other) if first.whites < second.whites else (other, own)


def _players_and_byes(field_: list[Seat], number: int) -> tuple[list[int], list[Bye]]:
    """Return who plays a round, and the byes of those who do not; seats count from 0."""
    byes = [
        Bye(number, place, ByeKind.ZERO_POINT) for place, seat in enumerate(field_) if number in seat.absent
    ]
    present = [place for place, seat in enumerate(field_) if number not in seat.absent]
    if len(present) % 2:
        last = min(present, key=lambda place: (field_[place].had_bye, field_[place].score, -place))
        present.remove(last)
        byes.append(Bye(number, last, ByeKind.PAIRING_ALLOCATED))
    return present, byes


def _round(chance: Random, event: Event, field_: list[Seat], number: int) -> tuple[list[Pairing], list[Bye]]:
    """Play one round: pairings by score, then everybody's score moves."""
    present, byes = _players_and_byes(field_, number)
    pairs = pair_round(
        chance,
        present,
        score=lambda place: field_[place].score,
        met=lambda place, other: other in field_[place].met,
    )
    played: list[Pairing] = []
    for board, pair in enumerate(pairs, start=1):
        white, black = _colours(chance, event, field_, pair)
        stones = handicap(event, field_[white], field_[black])
        outcome, default = _result(chance, event, field_[white], field_[black], stones)
        played.append(
            Pairing(number, white, black, outcome, by_default=default, handicap=stones, board=board)
        )
    for game in played:
        _note(field_, game)
    for bye in byes:
        if bye.kind is ByeKind.PAIRING_ALLOCATED:
            field_[bye.entrant].had_bye = True
            field_[bye.entrant].score += 2
    return played, byes


def _note(field_: list[Seat], game: Pairing) -> None:
    """Note a game at both seats."""
    white, black = field_[game.white], field_[game.black]
    for_white, for_black = scores(game.outcome)
    white.score += for_white
    black.score += for_black
    white.whites += 1
    white.met.append(game.black)
    black.met.append(game.white)


def play(chance: Random, event: Event, field_: list[Seat]) -> Played:
    """Play all rounds and rank by score, then the sum of opponents' scores, then as entered."""
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    starts = [seat.score for seat in field_]
    for number in range(1, event.rounds + 1):
        games, free = _round(chance, event, field_, number)
        pairings += games
        byes += free
    keys = [(seat.score, sum(field_[other].score for other in seat.met)) for seat in field_]
    order = sorted(range(len(field_)), key=lambda place: (-keys[place][0], -keys[place][1], place))
    ranks = [
        "" if at and keys[place] == keys[order[at - 1]] else str(at + 1) for at, place in enumerate(order)
    ]
    number_of = {place: at for at, place in enumerate(order, start=1)}
    return Played(
        order=tuple(order),
        ranks=tuple(ranks),
        starts=tuple(starts[place] for place in order),
        pairings=tuple(
            replace(game, white=number_of[game.white], black=number_of[game.black]) for game in pairings
        ),
        byes=tuple(
            sorted(
                (replace(bye, entrant=number_of[bye.entrant]) for bye in byes),
                key=lambda bye: (bye.round, bye.entrant),
            )
        ),
    )
