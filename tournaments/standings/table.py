"""A tournament as a table: who met whom, how it ended, who stands where by which order. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from federation.vocabulary.grades import gor_of, parse_grade
from tournaments.reports import tiebreaks
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores, was_played
from tournaments.reports.tiebreaks import Table

SWISS_GAP = 0.6  # half points between opponents, on average from the second round on


class Entrant(NamedTuple):
    """Entrant of a tournament; `rank` is the place as the file wrote it, "" for none."""

    key: int
    number: int
    name: str
    player: int | None
    grade: str
    club: str
    country: str
    rank: str


class Pairing(NamedTuple):
    """A game of two entrants, by their keys."""

    round: int
    white: int
    black: int
    outcome: Outcome
    by_default: bool
    handicap: int
    colour_known: bool


class Free(NamedTuple):
    """An entrant without opponent in a round."""

    round: int
    entrant: int
    kind: ByeKind


class Cell(NamedTuple):
    """One round of one entrant. `colour` is "w", "b" or ""; `result` is win, loss, draw, none or bye."""

    result: str
    opponent: int = 0  # his place; 0 = none
    opponent_name: str = ""
    colour: str = ""
    handicap: int = 0
    played: bool = True
    half_points: int = 0


class Row(NamedTuple):
    """One line of the table. Scores in half points; `sos` is the sum of his opponents' scores.

    `mcmahon` is the McMahon score where the file brings start scores; `sos` then adds up those of opponents.
    """

    place: int
    entrant: Entrant
    cells: Sequence[Cell | None]
    score: int
    sos: int
    mcmahon: int | None = None


class Order(StrEnum):
    """Basis of the order of a table."""

    FILE = "file"  # the places as handed in
    MCMAHON = "mcmahon"  # McMahon score, then the sum of the opponents' McMahon scores
    GRADES = "grades"  # a McMahon without start scores: points and a head start of the grade, then SOS
    POINTS = "points"  # points, then SOS
    TIE_BREAKS = "tie-breaks"  # points, then the tie-breaks of the discipline


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Data of places, by entrant: half points won in each round, opponents, steps of the grade."""

    won: Mapping[int, Mapping[int, int]]  # entrant -> round -> half points
    games: Sequence[tuple[int, int, int]]  # round, one entrant, the other
    steps: Mapping[int, int]  # half points of head start, one grade = 2


def step(grade: str) -> int:
    """Return the head start of a grade in half points; who has none starts at the foot."""
    known = parse_grade(grade)
    return round(gor_of(known) / 100) * 2 if known else 0


def is_mcmahon(reckoning: Reckoning) -> bool:
    """Return whether opponents had other scores than their own when they were paired.

    Every pairing program pairs equals, so opponents of one score are a Swiss tournament, and opponents of
    different scores started at different heights, by grade. In 48 real result tables with printed places
    (2026-11) opponents differ by less than a third of a point in Swiss tournaments and by more than half a
    point in McMahon ones.
    """
    first = min((turn for turn, _, _ in reckoning.games), default=0)
    gaps = [
        abs(_before(reckoning.won[entrant], turn) - _before(reckoning.won[other], turn))
        for turn, entrant, other in reckoning.games
        if turn > first
    ]
    return bool(gaps) and sum(gaps) / len(gaps) > SWISS_GAP


def _before(won: Mapping[int, int], turn: int) -> int:
    return sum(points for number, points in won.items() if number < turn)


def standing(reckoning: Reckoning) -> tuple[dict[int, int], Order]:
    """Return the half points each is placed by: won, and in a McMahon tournament the head start too."""
    head_start = is_mcmahon(reckoning)
    placed_by = {
        key: sum(won.values()) + (reckoning.steps[key] if head_start else 0)
        for key, won in reckoning.won.items()
    }
    return placed_by, Order.GRADES if head_start else Order.POINTS


class Standings(NamedTuple):
    """The rows of a table, the first place first, and what their order follows."""

    rows: list[Row]
    order: Order


@dataclass(frozen=True, slots=True)
class _Scores:
    """Scores of the entrants, by key, in half points."""

    points: Mapping[int, int]
    sos: Mapping[int, int]
    mcmahon: Mapping[int, int]
    is_by_points: bool = False  # as stated in the file


def standings(
    entrants: Sequence[Entrant], pairings: Iterable[Pairing], byes: Iterable[Free] = (), *, rounds: int
) -> list[Row]:
    """Arrange a tournament in the organiser's order, else as derived from its pairings."""
    return arrange(entrants, pairings, byes, rounds=rounds).rows


def arrange(
    entrants: Sequence[Entrant],
    pairings: Iterable[Pairing],
    byes: Iterable[Free] = (),
    *,
    rounds: int,
    mcmahon: McMahon | None = None,
) -> Standings:
    """Arrange a tournament as `standings` does, by McMahon scores where the file has start scores."""
    cells: dict[tuple[int, int], tuple[Cell, int]] = {}
    for pairing in pairings:
        cells[pairing.white, pairing.round] = (_cell(pairing, white=True), pairing.black)
        cells[pairing.black, pairing.round] = (_cell(pairing, white=False), pairing.white)
    free: dict[int, list[ByeKind]] = {entrant.key: [] for entrant in entrants}
    for bye in byes:
        if (bye.entrant, bye.round) not in cells:
            free[bye.entrant].append(bye.kind)
            points = bye_score(bye.kind)
            cells[bye.entrant, bye.round] = (Cell("bye", played=False, half_points=points), 0)
    won: dict[int, dict[int, int]] = {entrant.key: {} for entrant in entrants}
    for (key, number), (cell, _opponent) in cells.items():
        won[key][number] = cell.half_points
    scores = _scores(entrants, cells, won, free=free, mcmahon=mcmahon)
    games = [(number, key, opponent) for (key, number), (_cell, opponent) in cells.items() if opponent]
    steps = {entrant.key: step(entrant.grade) for entrant in entrants}
    ordered, order = _order_entrants(entrants, Reckoning(won, games, steps), scores)
    place = {entrant.key: number for number, entrant in enumerate(ordered, 1)}
    names = {entrant.key: entrant.name for entrant in entrants}
    rows = [
        Row(
            place[entrant.key],
            entrant,
            [
                _cell_by_place(cells.get((entrant.key, number)), place, names)
                for number in range(1, rounds + 1)
            ],
            scores.points[entrant.key],
            scores.sos[entrant.key],
            scores.mcmahon.get(entrant.key),
        )
        for entrant in ordered
    ]
    return Standings(rows, order)


def arrange_by_tie_breaks(
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    byes: Sequence[Free],
    *,
    rounds: int,
    on: date,
    by: Sequence[str],
) -> tuple[Standings, Table]:
    """Arrange a tournament by points and tie-breaks, and return the turns of these as well.

    By the tie-break rules of the day `on` where the file placed no entrant; equals by their order.
    """
    turns = tiebreaks.table([entrant.key for entrant in entrants], pairings, byes, rounds=rounds)
    if any(entrant.rank for entrant in entrants):
        return Standings(standings(entrants, pairings, byes, rounds=rounds), Order.FILE), turns
    order = [key for group in tiebreaks.standing(turns, on=on, by=by) for key in group]
    place = {key: str(number) for number, key in enumerate(order, 1)}
    placed = [entrant._replace(rank=place[entrant.key]) for entrant in entrants]
    return Standings(standings(placed, pairings, byes, rounds=rounds), Order.TIE_BREAKS), turns


def _scores(
    entrants: Sequence[Entrant],
    cells: Mapping[tuple[int, int], tuple[Cell, int]],
    won: Mapping[int, Mapping[int, int]],
    *,
    free: Mapping[int, Sequence[ByeKind]],
    mcmahon: McMahon | None,
) -> _Scores:
    points = {key: sum(rounds.values()) for key, rounds in won.items()}
    starts = {entrant.key: start for entrant in entrants if (start := _start(mcmahon, entrant)) is not None}
    if mcmahon is None or not starts:
        sos = dict.fromkeys(points, 0)
        for (key, _), (_own, opponent) in cells.items():
            sos[key] += points.get(opponent, 0)
        return _Scores(points, sos, {}, is_by_points=mcmahon is not None)
    of_byes = {key: sum(map(bye_score, kinds)) for key, kinds in free.items()}
    mcmahon_scores = {
        key: start + points[key] - of_byes[key] + mcmahon.free(free[key]) for key, start in starts.items()
    }
    return _Scores(points, _mcmahon_sos(points, starts, cells, mcmahon=mcmahon_scores), mcmahon_scores)


def _start(mcmahon: McMahon | None, entrant: Entrant) -> int | None:
    return mcmahon.start(entrant.number) if mcmahon else None


def _mcmahon_sos(
    points: Mapping[int, int],
    starts: Mapping[int, int],
    cells: Mapping[tuple[int, int], tuple[Cell, int]],
    *,
    mcmahon: Mapping[int, int],
) -> dict[int, int]:
    """Sum up the opponents' McMahon scores as OpenGotha does.

    White adds the handicap given, Black takes it off; a round without an opponent counts the own start score.
    """
    sos = dict.fromkeys(points, 0)
    for (key, _), (cell, opponent) in cells.items():
        if not opponent:
            sos[key] += starts.get(key, 0)
            continue
        stones = 2 * cell.handicap * {"w": 1, "b": -1}.get(cell.colour, 0)
        sos[key] += mcmahon.get(opponent, points.get(opponent, 0)) + stones
    return sos


def _order_entrants(
    entrants: Sequence[Entrant], reckoning: Reckoning, scores: _Scores
) -> tuple[list[Entrant], Order]:
    """Order the entrants as the organiser wrote them, else as derived from the pairings.

    A file that prints ranks (TOU, H9, FIDE reports) is a table in its order; tied places are left blank
    there. OpenGotha saves its players in no order at all, but the start scores of a McMahon, from which its
    order follows. Where none are stored (other programs, files read before 2026-11), `standing` finds the
    order.
    """
    if entrants and all(entrant.rank.isdigit() for entrant in entrants):
        return sorted(entrants, key=lambda entrant: (int(entrant.rank), entrant.number)), Order.FILE
    if any(entrant.rank for entrant in entrants):  # a table in order, whose tied places are blank
        return sorted(entrants, key=lambda entrant: entrant.number), Order.FILE
    placed_by, order = standing(reckoning)
    if scores.mcmahon:
        placed_by, order = {**scores.points, **scores.mcmahon}, Order.MCMAHON
    elif scores.is_by_points:
        placed_by, order = dict(scores.points), Order.POINTS
    return sorted(
        entrants, key=lambda entrant: (-placed_by[entrant.key], -scores.sos[entrant.key], entrant.number)
    ), order


def _cell(pairing: Pairing, *, white: bool) -> Cell:
    mine, _his = scores(pairing.outcome) if white else scores(pairing.outcome)[::-1]
    if pairing.outcome is Outcome.UNKNOWN:
        result = "none"
    else:
        result = "win" if mine == 2 else "draw" if mine == 1 else "loss"
    colour = ("w" if white else "b") if pairing.colour_known else ""
    played = was_played(pairing.outcome, by_default=pairing.by_default)
    return Cell(result, 0, "", colour, pairing.handicap, played, mine)


def _cell_by_place(
    cell_and_opponent: tuple[Cell, int] | None, place: Mapping[int, int], names: Mapping[int, str]
) -> Cell | None:
    if cell_and_opponent is None:
        return None
    cell, opponent = cell_and_opponent
    return Cell(
        cell.result,
        place.get(opponent, 0),
        names.get(opponent, ""),
        cell.colour,
        cell.handicap,
        cell.played,
        cell.half_points,
    )
