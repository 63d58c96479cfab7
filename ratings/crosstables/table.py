"""A tournament as a table: who met whom, how it ended, who stands where. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ratings.crosstables.order import Reckoning, standing, step
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores, was_played


class Entrant(NamedTuple):
    """Who took part; `rank` is the place as the file wrote it, "" for none."""

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
    """One line of the table. Scores in half points; `sos` is the sum of his opponents' scores."""

    place: int
    entrant: Entrant
    cells: Sequence[Cell | None]
    score: int
    sos: int


def standings(
    entrants: Sequence[Entrant], pairings: Iterable[Pairing], byes: Iterable[Free] = (), *, rounds: int
) -> list[Row]:
    """Arrange a tournament in the organiser's order; where the file has none, as its pairings reckon."""
    cells: dict[tuple[int, int], tuple[Cell, int]] = {}
    for pairing in pairings:
        cells[pairing.white, pairing.round] = (_cell(pairing, white=True), pairing.black)
        cells[pairing.black, pairing.round] = (_cell(pairing, white=False), pairing.white)
    for bye in byes:
        points = bye_score(bye.kind)
        cells.setdefault((bye.entrant, bye.round), (Cell("bye", played=False, half_points=points), 0))
    won: dict[int, dict[int, int]] = {entrant.key: {} for entrant in entrants}
    for (key, number), (cell, _opponent) in cells.items():
        won[key][number] = cell.half_points
    score = {key: sum(rounds.values()) for key, rounds in won.items()}
    sos = dict.fromkeys(score, 0)
    for (key, _), (_own, opponent) in cells.items():
        sos[key] += score.get(opponent, 0)
    games = [(number, key, opponent) for (key, number), (_cell, opponent) in cells.items() if opponent]
    steps = {entrant.key: step(entrant.grade) for entrant in entrants}
    ordered = _order_entrants(entrants, Reckoning(won, games, steps), sos=sos)
    place = {entrant.key: number for number, entrant in enumerate(ordered, 1)}
    names = {entrant.key: entrant.name for entrant in entrants}
    return [
        Row(
            place[one.key],
            one,
            [_cell_by_place(cells.get((one.key, number)), place, names) for number in range(1, rounds + 1)],
            score[one.key],
            sos[one.key],
        )
        for one in ordered
    ]


def _order_entrants(
    entrants: Sequence[Entrant], reckoning: Reckoning, *, sos: Mapping[int, int]
) -> list[Entrant]:
    if entrants and all(one.rank.isdigit() for one in entrants):
        return sorted(entrants, key=lambda one: (int(one.rank), one.number))
    if any(one.rank for one in entrants):  # a table in order, whose tied places are blank
        return sorted(entrants, key=lambda one: one.number)
    placed_by = standing(reckoning)
    return sorted(entrants, key=lambda one: (-placed_by[one.key], -sos[one.key], one.number))


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
    found: tuple[Cell, int] | None, place: Mapping[int, int], names: Mapping[int, str]
) -> Cell | None:
    if found is None:
        return None
    cell, opponent = found
    return Cell(
        cell.result,
        place.get(opponent, 0),
        names.get(opponent, ""),
        cell.colour,
        cell.handicap,
        cell.played,
        cell.half_points,
    )
