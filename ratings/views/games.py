"""The page of one game of a stream: every seat before and after, and the sum behind it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.models import Player
from ratings.encounters import edition_of
from ratings.models import RatingSystem
from ratings.rulebook.editions import Edition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.streams import histories
from ratings.streams.histories import Explanation, SeatRow
from ratings.table_games import Played, Sat, played
from ratings.views import sums
from tournaments.models import TableGame


@dataclass(frozen=True, slots=True)
class Duel:
    """One seat against one opponent: a step, and what was scored."""

    opponent: Player
    score: float
    step: sums.Step


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: who, what the game did, and the sum of it: steps of Glicko, or duels of the ladder."""

    player: Player
    sat: Sat
    row: SeatRow | None  # None: not rated yet
    steps: Sequence[sums.Step] = ()
    duels: Sequence[Duel] = ()

    @property
    def has_deviation(self) -> bool:
        """Say whether the system knows deviations."""
        return self.row is not None and not math.isnan(self.row.deviation)


def game(request: HttpRequest, system: str, server: str, code: str) -> HttpResponse:
    """Show a game by its server and the number it has there."""
    rated_by = get_object_or_404(RatingSystem, key=system, active=True)
    found = TableGame.objects.filter(system=system, server__key=server, code=code).first()
    if found is None:
        raise Http404(f"{system} {server} {code}")
    whole = played([found.pk])[found.pk]
    people = Player.objects.in_bulk([one.player for one in whole.seats])
    edition = edition_of(rated_by, whole.ended.date())
    explanation = None if found.withdrawn else histories.explain(rated_by, found)
    rows = {row.player: row for row in histories.game(rated_by, found)} if explanation else {}
    context = {
        "system": system,
        "game": found,
        "played": whole,
        "seats": [
            _seat(one, people, rows=rows, sums_of=_Sums(explanation, edition, people))
            for one in _ordered(whole)
        ],
        "edition": edition,
        "is_ladder": isinstance(edition, LadderEdition),
    }
    return render(request, "ratings/table_game.html", context)


@dataclass(frozen=True, slots=True)
class _Sums:
    """What the sums of a game are set from."""

    explanation: Explanation | None
    edition: Edition | None
    people: Mapping[int, Player]


def _ordered(whole: Played) -> list[Sat]:
    """Order the seats of a table by place; a duel and teams as they sat."""
    return sorted(whole.seats, key=lambda one: one.place) if whole.is_table else list(whole.seats)


def _seat(sat: Sat, people: Mapping[int, Player], *, rows: Mapping[int, SeatRow], sums_of: _Sums) -> SeatView:
    row, told, edition = rows.get(sat.player), sums_of.explanation, sums_of.edition
    if row is None or told is None:
        return SeatView(people[sat.player], sat, None)
    details = [one for one in told.details if told.player[one.seat] == sat.player]
    if isinstance(edition, FicsEdition):
        steps = [step for one in details for step in sums.glicko(one, edition, row)]
        return SeatView(people[sat.player], sat, row, steps=steps)
    duels = [
        Duel(people[told.player[one.opponent]], one.score, sums.ladder(one, edition))
        for one in details
        if isinstance(edition, LadderEdition)
    ]
    return SeatView(people[sat.player], sat, row, duels=duels)
