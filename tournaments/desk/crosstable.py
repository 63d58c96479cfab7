"""Crosstable of a revision, whole or a page of it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields

from django.core.paginator import Page, Paginator
from django.db.models import Q

from tournaments.desk.match_choice import is_called
from tournaments.models import Bye, Entry, Game, Tournament
from tournaments.reports.outcomes import ByeKind, Outcome

A_PAGE = 100  # rows
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant of the crosstable with a cell for each round."""

    entry: Entry
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which part of the page of a revision an address asks for, by the names of its fields there."""

    rows: str = ""  # a page of the crosstable
    find: str = ""  # its entrants who are called so
    entrant: str = ""  # the page on which the entrant of this number stands
    kind: str = ""  # findings of one kind
    lines: str = ""  # a page of these


ASKED = tuple(field.name for field in fields(Asked))


def entrants(tournament: Tournament) -> list[Entry]:
    """Return the entrants in the order of the file; one query."""
    return list(Entry.objects.filter(tournament=tournament).select_related("player").order_by("number"))


def page_of(people: Sequence[Entry], asked: Asked) -> Page[Entry]:
    """Return the requested page of entrants."""
    entries = [entry for entry in people if is_called(entry, asked.find)]
    at = next((at for at, entry in enumerate(entries) if str(entry.number) == asked.entrant), None)
    return Paginator(entries, A_PAGE).get_page(at // A_PAGE + 1 if at is not None else asked.rows)


def crosstable(tournament: Tournament) -> list[Row]:
    """Return every entrant in the order of the file, a cell a round; three queries."""
    people = entrants(tournament)
    return rows_of(tournament, people, people)


def rows_of(tournament: Tournament, people: Sequence[Entry], shown: Sequence[Entry]) -> list[Row]:
    """Return the rows of some entrants, a cell a round; `people`: all of them. Two queries."""
    numbers = {entry.pk: entry.number for entry in people}
    games, byes = Game.objects.filter(tournament=tournament), Bye.objects.filter(tournament=tournament)
    if len(shown) < len(people):
        keys = [entry.pk for entry in shown]
        games, byes = games.filter(Q(white__in=keys) | Q(black__in=keys)), byes.filter(entry__in=keys)
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for game in games.order_by("round", "board", "pk"):
        for side in ("w", "b"):
            own, other = (game.white_id, game.black_id)[:: 1 if side == "w" else -1]
            cells[own, game.round].append(f"{numbers[other]}{_sign(game, side)}{_details(game, side)}")
    for bye in byes:
        cells[bye.entry_id, bye.round].append(_BYES[ByeKind(bye.kind)])
    last = max([tournament.rounds, *(key[1] for key in cells)], default=0)
    rounds = range(1, min(last, MOST_ROUNDS) + 1)
    return [
        Row(entry, tuple(" ".join(cells.get((entry.pk, number), [])) for number in rounds)) for entry in shown
    ]


_BYES = {
    ByeKind.PAIRING_ALLOCATED: "0+",
    ByeKind.FULL_POINT: "0+",
    ByeKind.HALF_POINT: "0=",
    ByeKind.ZERO_POINT: "0−",
}
_SIGNS = {
    Outcome.WHITE_WINS: ("+", "−"),
    Outcome.BLACK_WINS: ("−", "+"),
    Outcome.DRAW: ("=", "="),
    Outcome.BOTH_LOSE: ("−", "−"),
    Outcome.BOTH_WIN: ("+", "+"),
    Outcome.UNKNOWN: ("?", "?"),
}


def _sign(game: Game, side: str) -> str:
    return _SIGNS[Outcome(game.outcome)][side == "b"] + ("!" if game.by_default else "")


def _details(game: Game, side: str) -> str:
    return f"{side if game.colour_known else ''}{game.handicap or ''}"
