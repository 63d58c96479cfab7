"""A tournament as it was approved: entrants, games, and their effects on every rating."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from statistics import fmean
from typing import NamedTuple

from federation.models.display_name import PUBLIC, public_name, shown_title
from federation.vocabulary.countries import fide_letters
from federation.vocabulary.grades import grade_at, parse_grade, start_value
from ratings.cadence.by_period.event_changes import EventChange, event_changes
from ratings.cadence.by_period.event_games import EventGames, event_games, performances_in
from ratings.cadence.pages import lists_moved_by
from ratings.cadence.shared.steps import ListCount, Move
from ratings.cadence.traits import disciplines_of_events
from ratings.charts.figures import whole
from ratings.crosstables import crosstable_sql
from ratings.lists.queries import calculated_lists
from ratings.rulebook.editions import edition_named
from ratings.rulebook.fide_performance import Performance
from ratings.rulebook.fide_periods import list_date, month_of
from ratings.rulebook.systems import SYSTEMS
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.reports import mcmahon, tiebreaks
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.tiebreaks import Table, Ties
from tournaments.standings.table import (
    Cell,
    Entrant,
    Free,
    Order,
    Pairing,
    Row,
    arrange,
    arrange_by_tie_breaks,
)


class Line(NamedTuple):
    """A row of the table with its moves, one for each system that moves by event; None where none."""

    row: Row
    moves: Sequence[Move | None]
    title: str = ""  # chess: as the file wrote it, like the rating
    rating: int | None = None
    federation: str = ""  # FIDE's letters of the player, else of the file's country
    ties: Ties | None = None
    performance: Performance | None = None  # chess: against the rated opponents
    listed: Sequence[Move | None] = ()  # what each list did that it counts for
    shares: Sequence[EventChange | None] = ()  # what this tournament alone contributed to each of them


class Rated(NamedTuple):
    """A row of the table with the rating its player came with: of chess as the file wrote it."""

    line: Line
    rating: int


class Upset(NamedTuple):
    """A game won against the odds; `cell`: as its winner's row has it."""

    round: int
    winner: Rated
    loser: Rated
    cell: Cell
    difference: int  # of the ratings; handicap stones of Go count for the player who has them


@dataclass(frozen=True, slots=True)
class Level:
    """What the entrants came with in one system, taken together."""

    system: str  # "" chess: as the file wrote it
    mean: float
    players: int  # who had a rating, or a first one from the declared grade
    grade: str = ""  # of the mean, where the system has grades


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A tournament as a page shows it."""

    systems: Sequence[str]
    lines: Sequence[Line]
    games: int
    rated: int  # the most games any system counted
    counts: Sequence[ListCount] = ()  # the lists it counts for; `listed` and `shares` of a line follow them
    calculated: Collection[tuple[str, date]] = ()  # of these the lists whose calculations can be read
    has_buchholz: bool = False  # a Swiss of chess: it has no meaning in a round robin
    order: Order = Order.FILE
    revisions: Mapping[str, int] = field(default_factory=dict)  # that each system has rated
    revision: int = 1  # of the table

    @property
    def has_mcmahon(self) -> bool:
        """Return whether the file brought start scores that make a difference."""
        rows = [line.row for line in self.lines]
        return any(row.mcmahon is not None and row.mcmahon != row.score for row in rows)

    @property
    def earlier(self) -> dict[str, int]:
        """Return the systems whose changes are those of another revision, with the revision they rated."""
        return {system: revision for system, revision in self.revisions.items() if revision != self.revision}

    @property
    def has_performances(self) -> bool:
        """Return whether an entrant met a rated opponent in a tournament of chess."""
        return any(line.performance for line in self.lines)

    @property
    def has_shares(self) -> bool:
        """Return whether it contributed to the change of an entrant."""
        return any(share for line in self.lines for share in line.shares)

    @property
    def has_list_moves(self) -> bool:
        """Return whether a list it counts for was computed."""
        return any(count.moves for count in self.counts)

    @property
    def is_rated(self) -> bool:
        """Return whether anything was computed from it."""
        return bool(self.systems) or self.has_list_moves


def levels(cross: Crosstable) -> list[Level]:
    """Average what the entrants came with, system by system; for chess what the file wrote."""
    if not cross.systems:
        written = [line.rating for line in cross.lines if line.rating]
        return [Level("", fmean(written), len(written))] if written else []
    averages = []
    for at, system in enumerate(cross.systems):
        moves = [line.moves[at] for line in cross.lines]
        ratings = [value for move in moves if move and (value := _came_with(move)) is not None]
        if ratings:
            mean, scale = fmean(ratings), SYSTEMS[system].scale
            averages.append(Level(system, mean, len(ratings), str(grade_at(mean, scale)) if scale else ""))
    return averages


def upsets(cross: Crosstable) -> list[Upset]:
    """Return of each round the win over the opponent rated most above the winner, if any.

    Ratings of Go are those before the tournament in its first system; handicap raises that of Black.
    """
    by_place = {line.row.place: Rated(line, rating) for line, rating in _rated(cross)}
    most: dict[int, Upset] = {}
    for winner in by_place.values():
        for number, cell in enumerate(winner.line.row.cells, start=1):
            loser = by_place.get(cell.opponent) if cell and cell.played and cell.result == "win" else None
            if cell is None or loser is None:
                continue
            ahead = loser.rating - winner.rating + _stones(cross, winner.line, cell)
            if ahead > (most[number].difference if number in most else 0):
                most[number] = Upset(number, winner, loser, cell, ahead)
    return [most[number] for number in sorted(most)]


def _rated(cross: Crosstable) -> Iterator[tuple[Line, int]]:
    """Yield the rows whose players came with a rating, and that."""
    for line in cross.lines:
        rating = _before(line, cross.systems[0]) if cross.systems else line.rating or None
        if rating is not None:
            yield line, whole(rating)


def _before(line: Line, system: str) -> float | None:
    """Return the rating a player had before the tournament, of who had none that of the declared grade.

    None of who was not rated.
    """
    move, scale = line.moves[0], SYSTEMS[system].scale
    if move is None:
        return None
    if move.before is not None:
        return move.before
    grade = parse_grade(line.row.entrant.grade)
    return start_value(grade, scale) if grade and scale else None


def _stones(cross: Crosstable, winner: Line, cell: Cell) -> int:
    """Return by how much a handicap raised the loser above the winner, negative where the winner had it.

    By the edition that rated the tournament; constants an office has replaced do not show.
    """
    move = winner.moves[0] if cross.systems else None
    edition = edition_named(SYSTEMS[move.system].editions, move.edition) if move else None
    if not cell.handicap or edition is None:
        return 0
    points = round(edition.handicap_worth(cell.handicap))
    return points if cell.colour == "w" else -points


def _came_with(move: Move) -> float | None:
    return move.start if move.before is None else move.before


def crosstable(tournament: Tournament) -> Crosstable:
    """Read the table of a tournament with the changes of every system; four statements for Go."""
    entrants = [
        Entrant(
            pk, number, " ".join(filter(None, public_name(player, *name))), player, grade, club, country, rank
        )
        for pk, number, player, grade, club, country, rank, *name in crosstable_sql.entrants(tournament.pk)
    ]
    pairings = [
        Pairing(number, white, black, Outcome(outcome), by_default, handicap, known)
        for number, white, black, outcome, by_default, handicap, known in crosstable_sql.games(tournament.pk)
    ]
    byes = [Free(number, entry, ByeKind(kind)) for number, entry, kind in crosstable_sql.byes(tournament.pk)]
    if tie_breaks := tournament.game.tie_breaks:
        (rows, order), turns = arrange_by_tie_breaks(
            entrants, pairings, byes, rounds=tournament.rounds, on=tournament.start, by=tie_breaks
        )
        lines = _written(tournament, rows, turns)
        table = _with_effects(tournament, lines, games=len(pairings), order=order)
        return replace(table, has_buchholz=not tiebreaks.is_round_robin(turns))
    rows, order = arrange(
        entrants,
        pairings,
        byes,
        rounds=tournament.rounds,
        mcmahon=mcmahon.loaded(tournament.mcmahon),
    )
    return _with_effects(tournament, [Line(row, []) for row in rows], games=len(pairings), order=order)


def _written(tournament: Tournament, rows: Sequence[Row], turns: Table) -> list[Line]:
    """Return the rows of a tournament of chess with what its file wrote, and their tie-breaks."""
    fields = ("pk", "title", "player__privacy", "rating_written", "player__federation__code", "country")
    written = {
        key: (shown_title(title, privacy or PUBLIC), rating, fide_letters(federation or country))
        for key, title, privacy, rating, federation, country in tournament.entries.values_list(*fields)
    }
    reckoned = tiebreaks.ties(turns, on=tournament.start)
    return [Line(row, [], *written[row.entrant.key], reckoned[row.entrant.key]) for row in rows]


def _with_effects(tournament: Tournament, lines: Sequence[Line], *, games: int, order: Order) -> Crosstable:
    """Add what a tournament did to ratings: by itself, and by the lists it counts for."""
    moves, revisions = _moves(tournament)
    counts = lists_moved_by(tournament)
    read = event_games([tournament])
    performed, shares = performances_in(read).whole, _shares(tournament, read, counts)
    return Crosstable(
        systems=list(revisions),
        lines=[
            line._replace(
                moves=[moves.get((player, system)) for system in revisions],
                performance=performed.get((tournament.pk, player)),
                listed=[count.moves.get(player) for count in counts],
                shares=[shares.get((count.system, count.day, player)) for count in counts],
            )
            for line in lines
            for player in [line.row.entrant.player or 0]
        ],
        games=games,
        rated=max((_games(moves, system) for system in revisions), default=0),
        counts=counts,
        calculated=calculated_lists([count.day for count in counts if count.moves]),
        order=order,
        revisions=revisions,
        revision=tournament.revision,
    )


def _shares(
    tournament: Tournament, games: Sequence[EventGames], counts: Sequence[ListCount]
) -> dict[tuple[str, date, int], EventChange]:
    """Return what a tournament contributed to the lists it counts for; nothing of one that was revoked."""
    if tournament.stage != Stage.APPROVED:
        return {}
    moves = {
        (count.system, month_of(count.day), player): move
        for count in counts
        for player, move in count.moves.items()
    }
    return {
        (system, list_date(month), player): share
        for (system, _tournament, month, player), share in event_changes(games, moves).items()
    }


def _moves(tournament: Tournament) -> tuple[dict[tuple[int, str], Move], dict[str, int]]:
    """Read the changes by player and system, and which revision each system has rated.

    No query for a discipline no system rates by event.
    """
    if tournament.discipline not in disciplines_of_events():
        return {}, {}
    rows = crosstable_sql.moves(tournament.number)
    return {(row[0], row[1]): Move(*row[1:-1]) for row in rows}, {row[1]: row[-1] for row in rows}


def _games(moves: Mapping[tuple[int, str], Move], system: str) -> int:
    """Return the games a system counted, two sides each; some count for one side alone (FFG, below -2000)."""
    sides = sum(move.games for (_, key), move in moves.items() if key == system)
    return (sides + 1) // 2
