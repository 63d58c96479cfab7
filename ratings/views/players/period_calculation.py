"""Calculation of a period for a player, by tournament and game, as FIDE prints it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as day
from typing import TYPE_CHECKING, Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.models import Player
from federation.vocabulary.countries import fide_letters
from ratings.breakdown import chess
from ratings.cadence.by_period.event_games import performances
from ratings.cadence.by_period.explain import PeriodExplanation, PeriodGame, PeriodTournament, explain_period
from ratings.cadence.traits import traits_of
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.editions import amended, edition_named
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_clauses import entering_clause
from ratings.rulebook.fide_performance import Performance
from ratings.rulebook.fide_periods import month_of
from ratings.rulebook.systems import SYSTEMS, edition_of
from ratings.views.calculators import what_if as what_ifs
from ratings.views.players import breakdowns
from tournaments.models import Tournament

if TYPE_CHECKING:
    from ratings.cadence.by_period.first_rating import PooledResult

# The symbols of a change and of a first rating, in the order of the page.
_CHANGE = ("Rc", "Ro", "w", "n", "Rp", "D", "PD", "chg", "K", "Kchg")
_FIRST = ("Rc", "Ro", "w", "n", "Rp", "Rp2022", "Ra", "p", "dp", "Ru")


@dataclass(frozen=True, slots=True)
class Line:
    """A game and its opponent as the register has him; None where he is no longer there."""

    game: PeriodGame
    opponent: Player | None
    lines: Sequence[breakdowns.Line]  # the sum of the game; empty without a rating of his own

    @property
    def letters(self) -> str:
        """FIDE's letters of the opponent's federation."""
        return fide_letters(self.opponent.federation.code) if self.opponent else ""

    @property
    def end(self) -> breakdowns.Line | None:
        """The last step of the sum: the change itself."""
        return self.lines[-1] if self.lines else None


@dataclass(frozen=True, slots=True)
class Part:
    """A tournament of the period with its games, and its calculator filled in."""

    tournament: PeriodTournament
    lines: Sequence[Line]
    what_if: str
    performance: Performance | None


def period(request: HttpRequest, number: int, system: str, date: str) -> HttpResponse:
    """Show the calculation of a player for a published list of a period system."""
    person = get_object_or_404(Player.objects.select_related("federation"), pk=number)
    row = get_object_or_404(RatingSystem, key=system)
    explanation = explain_period(row, person, _list_day(row, date))
    if not explanation.tournaments:
        raise Http404(f"{system} {date}")
    context = {"player": person, "row": row, "system": system, **calculation(row, explanation)}
    return render(request, "ratings/period.html", context)


def calculation(system: RatingSystem, explanation: PeriodExplanation) -> dict[str, Any]:
    """Return what the calculation of a list is set from, for the reader and for the officer."""
    place = breakdowns.Place(system.key, _edition(system, explanation), "sum")
    is_change = explanation.before is not None and explanation.after is not None
    return {
        "explanation": explanation,
        "place": place,
        "signs": breakdowns.signs(place),
        "legend": breakdowns.legend(place, _FIRST if explanation.first else _CHANGE),
        "tournaments": _with_opponents(system, explanation, place),
        "results": _with_names(explanation),
        "published": _published_months(system, explanation),
        "enters": entering_clause(system.key, explanation.edition),
        "change": (explanation.after or 0) - (explanation.before or 0) if is_change else None,
    }


def _edition(system: RatingSystem, explanation: PeriodExplanation) -> FideEdition:
    """Return the edition the period was computed by, its constants as this office replaced them."""
    edition = edition_of(system, explanation.list_date)
    if edition is None or edition.name != explanation.edition:
        named = cast(FideEdition, edition_named(SYSTEMS[system.key].editions, explanation.edition))
        return amended(named, explanation.list_date)
    return cast(FideEdition, edition)


def _list_day(system: RatingSystem, date: str) -> day:
    """Read the day of a published list; Http404 without one, as only published lists are public."""
    try:
        on = day.fromisoformat(date)
    except ValueError as error:
        raise Http404(str(error)) from error
    published = PublishedList.objects.filter(system=system, date=on, ready=True)
    if system.key not in SYSTEMS or traits_of(system.key).moves_between_lists or not published.exists():
        raise Http404(f"{system.key} {date}")
    return on


def _with_names(explanation: PeriodExplanation) -> list[tuple["PooledResult", PeriodTournament | None]]:
    """Return the results that count for a first rating, those of the period with their tournament."""
    if explanation.first is None:
        return []
    parts = {tournament.part: tournament for tournament in explanation.tournaments}
    return [
        (result, None if result.part is None else parts.get(result.part))
        for result in explanation.first.results
    ]


def _published_months(system: RatingSystem, explanation: PeriodExplanation) -> set[day]:
    """Return the published lists among those earlier results counted for: their calculations can be read."""
    earlier = (
        [result.list_date for result in explanation.first.results if result.part is None]
        if explanation.first
        else []
    )
    if not earlier:
        return set()
    lists = PublishedList.objects.filter(system=system, date__in=earlier, ready=True)
    return set(lists.values_list("date", flat=True))


def _with_opponents(
    system: RatingSystem, explanation: PeriodExplanation, place: breakdowns.Place
) -> list[Part]:
    played = Tournament.objects.filter(
        pk__in={tournament.tournament for tournament in explanation.tournaments}
    )
    performed = performances(played, system=system, players=[explanation.player]).by_part
    met = {game.opponent for tournament in explanation.tournaments for game in tournament.sides}
    people = Player.objects.select_related("federation").in_bulk(met)
    return [
        Part(
            tournament,
            [
                Line(game, people.get(game.opponent), _lines(tournament, game, place))
                for game in tournament.sides
            ],
            what_ifs.of_period(place.system, explanation, tournament),
            performed.get((tournament.tournament, month_of(tournament.first), explanation.player)),
        )
        for tournament in explanation.tournaments
    ]


def _lines(
    tournament: PeriodTournament, game: PeriodGame, place: breakdowns.Place
) -> Sequence[breakdowns.Line]:
    if game.expected is None or tournament.rating is None:
        return ()
    side = chess.FideSide(
        own=tournament.rating,
        opponent=game.rating,
        is_capped=game.capped,
        score=float(game.score),
        expected=float(game.expected),
        k=game.k,
    )
    return breakdowns.lines(chess.steps(side, cast(FideEdition, place.edition), place.system), place)
