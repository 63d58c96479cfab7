"""Play an invented chess tournament: Swiss or everybody against everybody, with draws, byes and defaults."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tournaments.management.demo.chess_calendar import ChessEvent
from tournaments.management.demo.pairing import Pair, pair_round
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores
from tournaments.reports.report import Bye, Pairing

FORM = 35.0  # standard deviation of a weekend's form, in points
FIRST_MOVE = 35.0  # points White's first move is worth
DEFAULTS = 0.008
_DRAWS = {"standard": 0.38, "rapid": 0.26, "blitz": 0.17}  # between equals of 2000
_TIRED, _AWAY = 0.03, 0.04  # who goes home early; who asks for half a point


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
