"""How a period moved a player, tournament by tournament and game by game, as FIDE prints it."""

from dataclasses import dataclass
from datetime import date as day
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.countries import fide_letters
from federation.models import Player
from ratings.explanation import PeriodExplanation, PeriodGame, PeriodTournament, explain_period
from ratings.models import PublishedList, RatingSystem
from ratings.periods.first_rating import PooledResult
from ratings.rulebook.fide_clauses import entering_clause
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
    row = get_object_or_404(RatingSystem, key=system)
    explanation = explain_period(row, person, _list_day(row, date))
    if not explanation.tournaments:
        raise Http404(f"{system} {date}")
    context = {"player": person, "row": row, "system": system, **sums(row, explanation)}
    return render(request, "ratings/period.html", context)


def sums(system: RatingSystem, explanation: PeriodExplanation) -> dict[str, Any]:
    """Give what the calculation of a list is set from, for the reader and for the officer."""
    is_change = explanation.before is not None and explanation.after is not None
    return {
        "explanation": explanation,
        "tournaments": _with_opponents(explanation),
        "results": _with_names(explanation),
        "published": _published(system, explanation),
        "enters": entering_clause(explanation.edition),
        "change": (explanation.after or 0) - (explanation.before or 0) if is_change else None,
    }


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


def _with_names(explanation: PeriodExplanation) -> list[tuple[PooledResult, PeriodTournament | None]]:
    """Give the results that count for a first rating, those of the period with their tournament."""
    if explanation.first is None:
        return []
    parts = {one.part: one for one in explanation.tournaments}
    return [(one, None if one.part is None else parts.get(one.part)) for one in explanation.first.results]


def _published(system: RatingSystem, explanation: PeriodExplanation) -> set[day]:
    """Give the published lists among those earlier results counted for: their calculations can be read."""
    earlier = (
        [one.list_date for one in explanation.first.results if one.part is None] if explanation.first else []
    )
    if not earlier:
        return set()
    lists = PublishedList.objects.filter(system=system, date__in=earlier, ready=True)
    return set(lists.values_list("date", flat=True))


def _with_opponents(explanation: PeriodExplanation) -> list[tuple[PeriodTournament, list[Line]]]:
    met = {game.opponent for one in explanation.tournaments for game in one.sides}
    people = Player.objects.select_related("federation").in_bulk(met)
    return [
        (one, [Line(game, people.get(game.opponent)) for game in one.sides])
        for one in explanation.tournaments
    ]
