"""Crosstable of a revision, whole or a page of it, and the corrections made in it by hand."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.language.wording import round_name
from federation.models import Account
from tournaments.desk.match_cards import is_called
from tournaments.models import Bye, Correction, Entry, Game, Tournament
from tournaments.reports.outcomes import WRITTEN, ByeKind, Outcome

A_PAGE = 100  # rows
MOST_ROUNDS = 99
BYES: Mapping[ByeKind, str | Promise] = {
    ByeKind.PAIRING_ALLOCATED: _("bye, no opponent left: a full point"),
    ByeKind.FULL_POINT: _("bye: a full point"),
    ByeKind.HALF_POINT: _("bye: half a point"),
    ByeKind.ZERO_POINT: _("absent: no points"),
}
FIELDS: Mapping[str, str | Promise] = {
    "surname": _("surname"),
    "given_name": _("given name"),
    "grade": _("grade"),
    "country": _("country"),
    "club": _("club"),
    "identifiers": _("numbers"),
    "title": _("title"),
    "sex": _("sex"),
    "birth_year": _("year of birth"),
    "rating_written": _("rating"),
    "name": _("name"),
    "start": _("first day"),
    "end": _("last day"),
    "place": _("place"),
    "time_class": _("class"),
    "adjusted_minutes": _("adjusted minutes"),
    "online": _("played on a server"),
    "rated_for": _("submitted for"),
    "rate": _("time control"),
    "official": _("official FIDE event"),
}


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


@dataclass(frozen=True, slots=True)
class MarkedCell:
    """A cell of the crosstable, and whether it was corrected by hand."""

    round: int
    text: str
    touched: bool


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A row of the crosstable with what was corrected by hand."""

    entry: Entry
    cells: Sequence[MarkedCell]
    touched: bool


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction in words."""

    at: datetime
    account: Account | None
    what: str
    before: str
    after: str
    entrant: int | None


def corrected(
    tournament: Tournament, names: Mapping[int, str]
) -> tuple[list[Corrected], set[tuple[int, int | None]]]:
    """Return what was corrected by hand, newest first, and the cells it touched; one query.

    `names`: of the entrants, by number.
    """
    corrections = Correction.objects.filter(tournament=tournament).select_related("account").order_by("-pk")
    cells: set[tuple[int, int | None]] = set()
    lines = []
    for correction in corrections:
        cells |= {(entrant, number) for entrant, number in correction.touched}
        lines.append(_describe_correction(correction, names))
    return lines, cells


def marked(rows: Sequence[Row], cells: Collection[tuple[int, int | None]]) -> list[MarkedRow]:
    """Mark on the crosstable what was corrected by hand."""
    return [
        MarkedRow(
            row.entry,
            [
                MarkedCell(number, text, (row.entry.number, number) in cells)
                for number, text in enumerate(row.cells, start=1)
            ],
            (row.entry.number, None) in cells,
        )
        for row in rows
    ]


def _describe_correction(correction: Correction, names: Mapping[int, str]) -> Corrected:
    if correction.kind == Correction.Kind.ROUND:
        what = round_name(correction.round)
        before, after = round_words(correction.before, names), round_words(correction.after, names)
        after = gettext("checked and correct") if before == after else after
    else:
        what = names.get(correction.entrant or 0, "") or gettext("data")
        before, after = _field_words(correction.before), _field_words(correction.after)
    return Corrected(correction.at, correction.account, what, before, after, correction.entrant)


def round_words(state: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return games and byes: "Aubrac – Brossolette 1–0"."""
    parts = [_game_words(game, names) for game in state["games"]]
    parts += [
        f"{names.get(bye['entrant'], bye['entrant'])}: {BYES[ByeKind[bye['kind'].upper()]]}"
        for bye in state["byes"]
    ]
    return "; ".join(parts) or gettext("nothing")


def _game_words(game: Mapping[str, Any], names: Mapping[int, str]) -> str:
    white, black = (str(names.get(game[side], game[side])) for side in ("white", "black"))
    more = [gettext("handicap %(stones)s") % {"stones": game["handicap"]}] if game["handicap"] else []
    more += [gettext("by forfeit")] if game["by_default"] else []
    more += [] if game["colour_known"] else [gettext("colours unknown")]
    return ", ".join([f"{white} – {black} {WRITTEN[Outcome[game['outcome'].upper()]]}", *more])


def _field_words(values: Mapping[str, Any]) -> str:
    return "; ".join(f"{FIELDS.get(name, name)}: {_value(value)}" for name, value in sorted(values.items()))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{scheme.upper()} {number}" for scheme, number in sorted(value.items())) or "–"
    if isinstance(value, list):
        return ", ".join(str(item).upper() for item in value) or "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "–" if value in (None, "") else str(value)
