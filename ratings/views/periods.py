"""How a period moved a player, tournament by tournament and game by game, as FIDE prints it."""

from dataclasses import dataclass
from datetime import date as day

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.countries import fide_letters
from federation.models import Player
from ratings.explanation import PeriodExplanation, PeriodGame, PeriodTournament, explain_period
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Line:
    """A game and its opponent as the register has him; None where he is no longer there."""

    game: PeriodGame
    opponent: Player | None

    @property
    def letters(self) -> str:
        """FIDE's letters of the opponent's federation."""
        return fide_letters(self.opponent.federation.code) if self.opponent else ""


def period(request: HttpRequest, number: int, system: str, date: str) -> HttpResponse:
    """Show the calculation of a player for a published list of a period system."""
    person = get_object_or_404(Player.objects.select_related("federation"), pk=number)
    row = get_object_or_404(RatingSystem, key=system, active=True)
    explanation = explain_period(row, person, _list_day(row, date))
    if not explanation.tournaments:
        raise Http404(f"{system} {date}")
    context = {
        "player": person,
        "system": system,
        "explanation": explanation,
        "tournaments": _with_opponents(explanation),
        "change": None
        if explanation.before is None or explanation.after is None
        else explanation.after - explanation.before,
    }
    return render(request, "ratings/period.html", context)


def _list_day(system: RatingSystem, date: str) -> day:
    """Read the day of a published list; Http404 where there is none, for nothing else is public."""
    try:
        on = day.fromisoformat(date)
    except ValueError as error:
        raise Http404(str(error)) from error
    known = SYSTEMS.get(system.key)
    published = PublishedList.objects.filter(system=system, date=on, ready=True)
    if known is None or not known.period_engine or not published.exists():
        raise Http404(f"{system.key} {date}")
    return on


def _with_opponents(explanation: PeriodExplanation) -> list[tuple[PeriodTournament, list[Line]]]:
    met = {game.opponent for one in explanation.tournaments for game in one.sides}
    people = Player.objects.select_related("federation").in_bulk(met)
    return [
        (one, [Line(game, people.get(game.opponent)) for game in one.sides])
        for one in explanation.tournaments
    ]
