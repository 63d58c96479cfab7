"""The page of one game of a stream: every seat before and after, and the sum behind it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.models import Player
from ratings.breakdown import streams
from ratings.cadence.by_game.explain import Explanation, SeatRow, explain, seats_of
from ratings.engines.stream_contract import DuelDetail
from ratings.models import RatingSystem
from ratings.players.online_games import Played, Sat, played
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import edition_of
from ratings.views.calculators import what_if as what_ifs
from ratings.views.players import breakdowns
from tournaments.models import TableGame


@dataclass(frozen=True, slots=True)
class Duel:
    """One seat against one opponent: what was scored, and its sum."""

    opponent: Player
    score: float
    lines: Sequence[breakdowns.Line]

    @property
    def end(self) -> breakdowns.Line:
        """The last step: the change itself."""
        return self.lines[-1]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: who, what the game did, and the sum of it: steps of Glicko, or duels of the ladder."""

    player: Player
    sat: Sat
    row: SeatRow | None  # None: not rated yet
    lines: Sequence[breakdowns.Line] = ()
    duels: Sequence[Duel] = ()
    what_if: str = ""  # address of the calculator, filled in

    @property
    def has_deviation(self) -> bool:
        """Return whether the system has deviations."""
        return self.row is not None and not math.isnan(self.row.deviation)


def game(request: HttpRequest, system: str, server: str, code: str) -> HttpResponse:
    """Show a game by its server and the number it has there."""
    rated_by = get_object_or_404(RatingSystem, key=system, active=True)
    table_game = TableGame.objects.filter(system=system, server__key=server, code=code).first()
    if table_game is None:
        raise Http404(f"{system} {server} {code}")
    whole = played([table_game.pk])[table_game.pk]
    people = Player.objects.in_bulk([seat.player for seat in whole.seats])
    edition = edition_of(rated_by, whole.ended.date())
    explanation = None if table_game.withdrawn else explain(rated_by, table_game)
    rows = {row.player: row for row in seats_of(rated_by, table_game)} if explanation else {}
    place = breakdowns.Place(system, edition, "sum") if edition else None
    sums = _Sums(explanation, place, people, whole)
    seats = [_seat(seat, rows, sums) for seat in _order_seats(whole)]
    context = {
        "system": system,
        "game": table_game,
        "played": whole,
        "seats": seats,
        "edition": edition,
        "is_exact": edition is not None and edition.rates_tables,
        "legend": breakdowns.legend(place, breakdowns.used(line for seat in seats for line in _every(seat)))
        if place
        else (),
    }
    return render(request, "ratings/table_game.html", context)


@dataclass(frozen=True, slots=True)
class _Sums:
    """Input of the sums of a game."""

    explanation: Explanation | None
    place: breakdowns.Place | None
    people: Mapping[int, Player]
    played: Played


def _every(seat: SeatView) -> list[breakdowns.Line]:
    return [*seat.lines, *(line for duel in seat.duels for line in duel.lines)]


def _order_seats(whole: Played) -> list[Sat]:
    """Order the seats of a table by place; a duel and teams as they sat."""
    return sorted(whole.seats, key=lambda seat: seat.place) if whole.is_table else list(whole.seats)


def _seat(sat: Sat, rows: Mapping[int, SeatRow], sums: _Sums) -> SeatView:
    row, person = rows.get(sat.player), sums.people[sat.player]
    if row is None or sums.explanation is None or sums.place is None:
        return SeatView(person, sat, None)
    details = [
        detail for detail in sums.explanation.details if sums.explanation.player[detail.seat] == sat.player
    ]
    what_if = what_ifs.of_game(sums.place.system, sums.played, sat.player, rows.values())
    if sums.place.edition.has_deviation:
        lines = [line for detail in details for line in _glicko(detail, row, sums.place)]
        return SeatView(person, sat, row, lines=lines, what_if=what_if)
    return SeatView(
        person, sat, row, duels=[_duel(detail, sums, sums.place) for detail in details], what_if=what_if
    )


def _glicko(detail: DuelDetail, row: SeatRow, place: breakdowns.Place) -> list[breakdowns.Line]:
    edition = cast(FicsEdition, place.edition)
    end = {"before": row.before, "after": row.after, "deviation": row.deviation}
    return breakdowns.lines(streams.glicko(detail, edition, system=place.system, **end), place)


def _duel(detail: DuelDetail, sums: _Sums, place: breakdowns.Place) -> Duel:
    players = sums.explanation.player if sums.explanation else []
    steps = streams.ladder(detail, cast(LadderEdition, place.edition))
    lines = breakdowns.lines(steps, place, clause=str(streams.formula_number(detail)))
    return Duel(sums.people[players[detail.opponent]], detail.score, lines)
