"""Why an event moved a player: the games, each opened into its sum, and how the start was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.models import Player
from federation.vocabulary.grades import grade_at
from ratings.breakdown import go
from ratings.cadence.by_event.explain import Explanation, GameRow, explain_event
from ratings.cadence.shared.edition_in_force import edition_of
from ratings.charts import figures
from ratings.models import PublishedList, RatingChange, RatingSystem
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.expected_score import played_like
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import SYSTEMS
from ratings.views.calculators import what_if as what_ifs
from ratings.views.players import adjustment_chart, breakdowns
from ratings.views.players.breakdowns import Line, Place
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions.public import public_revision

_SEEN = 0.005  # points: what two decimals show


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a card: what it was, against whom, and its sum step by step."""

    row: GameRow
    opponent: Player | None
    lines: Sequence[Line]

    @property
    def end(self) -> Line | None:
        """The last step: the change itself."""
        return self.lines[-1] if self.lines else None


def change(request: HttpRequest, number: int, system: str, tournament: int) -> HttpResponse:
    """Show why an event moved a player: the games, each with its sum; a fragment where htmx asks.

    Of the revision the rating rests on: after a correction or a revocation that is the one before, until the
    next run.
    """
    rows = RatingChange.objects.select_related("player", "tournament", "system")
    row = get_object_or_404(rows, player=number, system__key=system, tournament__number=tournament)
    if row.tournament is None or not _is_public(row.system, row.tournament):
        raise Http404(f"{system} {tournament}")
    public = _public_revision(row.tournament)
    explanation = explain_event(row.system, row.tournament).get(number)
    if explanation is None:
        raise Http404(f"{system} {tournament}")
    context = {
        "player": row.player,
        "tournament": row.tournament,
        "waiting": public.revision if public.pk != row.tournament.pk else None,
        "is_revoked": public.stage == Stage.REVOKED,
        "played_like": _played_like(row.system, row.tournament, explanation),
        "what_if": what_ifs.of_event(system, explanation, row.tournament),
        **card(explanation, system, name=f"why-{system}-{tournament}"),
    }
    template = "ratings/parts/why.html" if request.headers.get("HX-Request") else "ratings/change.html"
    return render(request, template, context)


def _public_revision(rated: Tournament) -> Tournament:
    """Return the public revision, which the next run will rate; Http404 without one."""
    if rated.stage == Stage.APPROVED:
        return rated
    return get_object_or_404(public_revision(rated.number))


def card(explanation: Explanation, system: str, *, name: str) -> dict[str, Any]:
    """Return what a card is set from; `name` begins its ids, so that several stand on one page."""
    opponents = Player.objects.in_bulk([game.opponent for game in explanation.games])
    rules, before = explanation.rules, explanation.before
    place = None if rules is None else Place(system, rules, name)
    games = [Game(game, opponents.get(game.opponent), _lines(game, place)) for game in explanation.games]
    staircase = adjustment_chart.of(explanation)
    keys = breakdowns.used(line for game in games for line in game.lines) | ({"T"} if staircase else set())
    scale = SYSTEMS[system].scale
    return {
        "row": explanation,
        "system": system,
        "explanation": explanation,
        "games": games,
        "place": place,
        "legend": breakdowns.legend(place, keys) if place and keys else (),
        "staircase": staircase,
        "is_reset": hasattr(rules, "reset_grades"),
        "grade": grade_at(explanation.declared, scale)
        if explanation.declared is not None and scale
        else None,
        "seeds_from": SYSTEMS[system].seeds_from,
        "change": None if before is None else figures.moved(before, explanation.after),
        "moved": bool(explanation.adjustment) if before is not None else bool(explanation.course),
        "has_remainder": abs(explanation.remainder) >= _SEEN,
    }


def _lines(game: GameRow, place: Place | None) -> Sequence[Line]:
    if place is None or not isinstance(place.edition, FfgEdition | EgfEdition):
        return ()
    return breakdowns.lines(go.steps(game.side, place.edition, place.system), place)


def _played_like(system: RatingSystem, tournament: Tournament, explanation: Explanation) -> float | None:
    """Return the rating played like in an event, handicaps counted in; None where all was won or all lost."""
    edition = edition_of(system, tournament.start)
    if edition is None:
        return None
    opponents = [game.before - game.difference for game in explanation.games]
    return played_like(edition, opponents, sum(game.score for game in explanation.games))


def _is_public(system: RatingSystem, tournament: Tournament) -> bool:
    """Return whether a change is public: of a closed system, only that of a published list."""
    if system.active:
        return True
    return PublishedList.objects.filter(system=system, ready=True, date__gte=tournament.start).exists()
