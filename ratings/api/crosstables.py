"""Approved tournaments by the interface for programs: the table, and what it did to every rating."""

from datetime import date

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema

from federation.api.problems import Refused
from federation.api.public_api import open_to_all
from ratings.api.records import FOUND, Number
from ratings.cadence.shared.steps import Move
from ratings.crosstables.crosstables import Crosstable, Line, crosstable
from ratings.rulebook.fide_performance import Performance
from tournaments.api.heads import TournamentHead, tournament_head
from tournaments.reports.tiebreaks import Ties
from tournaments.revisions.public import public_revision
from tournaments.standings.table import Cell, Order

router = Router(tags=["tournaments"])


class Turn(Schema):
    """A round of an entrant. `result`: win, loss, draw, none or bye; `opponent` is a place, 0 for none."""

    round: int
    result: str
    opponent: int
    colour: str
    handicap: int
    played: bool
    points: float


class MoveTold(Schema):
    """What a tournament did to a rating; in chess the list of a date did it, maybe for others besides.

    `revision` of the tournament was rated: after a correction an earlier one, until the next recalculation;
    null in chess.
    """

    system: str
    list: date | None
    before: float | None
    start: float | None
    after: float | None
    change: float | None
    games: int
    edition: str
    revision: int | None


class TieBreaks(Schema):
    """The tie-breaks of chess as the page shows them; Buchholz is null in a round robin."""

    buchholz: float | None
    buchholz_cut_1: float | None
    sonneborn_berger: float


class PerformanceTold(Schema):
    """The performance (Rp) of a player in a tournament of chess: `rating` is `average` plus `difference`.

    `games` and `points` are those against opponents with a rating in force; `average` is the mean of these
    ratings, not limited by the 400 rule; `difference` what the percentage score gives (dp).
    """

    rating: int
    average: int
    difference: int
    games: int
    points: float


class Entrant(Schema):
    """An entrant as the table shows them; `player` is null for an entrant not in the register.

    `mcmahon`: the McMahon score (start score and points), where the file of a tournament of Go brings start
    scores. `opponents_points`: the sum of the opponents' scores, with McMahon scores of those, in chess the
    Buchholz; `tie_breaks`: of chess alone. `performance`: of chess, null without a rated opponent.
    """

    place: int
    name: str
    player: int | None
    grade: str
    title: str
    rating: int | None
    club: str
    country: str
    points: float
    mcmahon: float | None
    opponents_points: float
    tie_breaks: TieBreaks | None
    performance: PerformanceTold | None
    rounds: list[Turn]
    moves: list[MoveTold]


class CrosstableTold(Schema):
    """A tournament in the order of its standings; `rated_games` is the most any system counted.

    `order` is what the order follows: `file` (the places handed in), `mcmahon` (McMahon score, then
    `opponents_points`), `grades` (a McMahon tournament whose file has no start scores: points with a head
    start by declared grade), `points` (points, then `opponents_points`), in chess `tie-breaks`.
    """

    tournament: TournamentHead
    systems: list[str]
    games: int
    rated_games: int
    order: Order
    entrants: list[Entrant]


@router.get("/{number}/crosstable", response={200: CrosstableTold, **FOUND})
@open_to_all(cost=2)
def table(request: HttpRequest, number: Number) -> CrosstableTold:  # noqa: ARG001 - Ninja's first
    """Return the table of an approved or revoked tournament with the changes of every rating."""
    found = public_revision(number).first()
    if found is None:
        raise Refused(404, "no-tournament", _("There is no approved tournament with this number."))
    cross = crosstable(found)
    return CrosstableTold(
        tournament=tournament_head(found, entrants=len(cross.lines)),
        systems=list(dict.fromkeys([*cross.systems, *(count.system for count in cross.counts)])),
        games=cross.games,
        rated_games=cross.rated,
        order=cross.order,
        entrants=[_entrant(cross, line) for line in cross.lines],
    )


def _entrant(cross: Crosstable, line: Line) -> Entrant:
    row, who = line.row, line.row.entrant
    moves: list[tuple[Move | None, date | None]] = [(move, None) for move in line.moves]
    moves += [(move, count.day) for move, count in zip(line.listed, cross.counts, strict=True)]
    return Entrant(
        place=row.place,
        name=who.name,
        player=who.player,
        grade=who.grade,
        title=line.title,
        rating=line.rating,
        club=who.club,
        country=line.federation or who.country,
        points=row.score / 2,
        mcmahon=None if row.mcmahon is None else row.mcmahon / 2,
        opponents_points=(line.ties.buchholz if line.ties else row.sos) / 2,
        tie_breaks=_tie_breaks(line.ties, has_buchholz=cross.has_buchholz) if line.ties else None,
        performance=performance_told(line.performance),
        rounds=[_turn(number, cell) for number, cell in enumerate(row.cells, 1) if cell is not None],
        moves=[_move(move, day, cross.revisions.get(move.system)) for move, day in moves if move is not None],
    )


def performance_told(performance: Performance | None) -> PerformanceTold | None:
    """Return a performance as programs get it."""
    if performance is None:
        return None
    return PerformanceTold(
        rating=performance.rating,
        average=performance.average,
        difference=performance.distance,
        games=performance.games,
        points=performance.half_points / 2,
    )


def _tie_breaks(ties: Ties, *, has_buchholz: bool) -> TieBreaks:
    return TieBreaks(
        buchholz=ties.buchholz / 2 if has_buchholz else None,
        buchholz_cut_1=ties.cut / 2 if has_buchholz else None,
        sonneborn_berger=ties.berger / 4,
    )


def _turn(number: int, cell: Cell) -> Turn:
    return Turn(
        round=number,
        result=cell.result,
        opponent=cell.opponent,
        colour=cell.colour,
        handicap=cell.handicap,
        played=cell.played,
        points=cell.half_points / 2,
    )


def _move(move: Move, day: date | None, revision: int | None) -> MoveTold:
    return MoveTold(
        system=move.system,
        list=day,
        before=move.before,
        start=move.start,
        after=move.after,
        change=move.change,
        games=move.games,
        edition=move.edition,
        revision=revision,
    )
