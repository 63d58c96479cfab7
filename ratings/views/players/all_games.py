"""A player's games and opponents, all of them: pages with filters, and the same as files."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.models import Player
from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.web.downloads import table_file
from ratings.cadence.by_period.event_games import performances
from ratings.players import all_games, results
from ratings.players.all_games import SORTS, Opponent, PlayedGame, Wanted
from ratings.views.players.tables import AllOpponentsTable, GameTable, ResultTable
from tournaments.models import Tournament

A_PAGE = 100
_GAME_HEAD = (
    *("date", "tournament", "tournament_name", "round", "opponent", "opponent_name", "colour", "handicap"),
    "score",
)
_OPPONENT_HEAD = ("opponent", "opponent_name", "games", "won", "drawn", "lost", "score", "last")


class GameFilter(forms.Form):
    """Filter of the games; an unknown value is reported, and every game shown."""

    year = forms.IntegerField(label=_("Year"), required=False, min_value=1900, max_value=date.max.year)
    colour = forms.ChoiceField(
        label=_("Colour"), required=False, choices=[("", _("any")), ("w", _("White")), ("b", _("Black"))]
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("any")), ("won", _("won")), ("drawn", _("drawn")), ("lost", _("lost"))],
    )
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=120)

    @property
    def wanted(self) -> Wanted:
        """Return what is asked for, as far as it can be meant."""
        self.is_valid()
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value})


def games(request: HttpRequest, number: int) -> HttpResponse:
    """Show every game of a player in tournaments, newest first, or give them as a file (`?format=csv`)."""
    player = _find_player(number)
    if player.merged_into_id is not None:
        return redirect("player-games", player.merged_into_id)
    form = GameFilter(request.GET)
    every = all_games.games_of(player)
    wanted = form.wanted
    fitting = [game for game in every if wanted.fits(game)]
    if request.GET.get("format") == "csv":
        return table_file([_GAME_HEAD, *map(_game_line, fitting)], f"player_{number}_games")
    pages = Paginator(fitting, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "form": form,
        "filtered": wanted != Wanted(),
        "every": len(every),
        "count": len(fitting),
        "won": sum(game.score == 1 for game in fitting),
        "drawn": sum(game.score == 0.5 for game in fitting),
        "lost": sum(game.score == 0 for game in fitting),
        "pages": pages,
        "games": GameTable(_with_performances(player, list(pages.object_list))),
        "results": _results(player, fitting),
    }
    return render(request, "ratings/player_games.html", context)


def _with_performances(player: Player, games: Sequence[PlayedGame]) -> list[PlayedGame]:
    """Return the games of a page, the first of each tournament with ratings with the performance in it."""
    first = {game.event: at for at, game in reversed(list(enumerate(games)))}
    rated = {game.event for game in games if DISCIPLINES[game.discipline].has_ratings}
    performed = (
        performances(Tournament.objects.filter(pk__in=rated), players=[player.pk]).whole if rated else {}
    )
    shown = list(games)
    for (tournament, _player), found in performed.items():
        at = first[tournament]
        shown[at] = replace(shown[at], performance=found)
    return shown


def _results(player: Player, games: Sequence[PlayedGame]) -> list[tuple[str, str, ResultTable]]:
    """Return how games ended, counted in three ways: what by, in a word, the table."""
    if not games:
        return []
    return [
        ("year", gettext("By year"), ResultTable(results.by_year(games))),
        ("colour", gettext("By colour"), ResultTable(results.by_colour(games))),
        (
            "strength",
            gettext("By strength of the opponents"),
            ResultTable(results.by_strength(player, games)),
        ),
    ]


def opponents(request: HttpRequest, number: int) -> HttpResponse:
    """Show everybody a player has met in tournaments, or give them as a file (`?format=csv`)."""
    player = _find_player(number)
    if player.merged_into_id is not None:
        return redirect("player-opponents", player.merged_into_id)
    sort = request.GET.get("sort", SORTS[0])
    met = all_games.opponents_of(player, sort)
    if request.GET.get("format") == "csv":
        return table_file([_OPPONENT_HEAD, *map(_opponent_line, met)], f"player_{number}_opponents")
    pages = Paginator(met, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "sort": sort if sort in SORTS else SORTS[0],
        "unknown": "" if sort in SORTS else sort[:20],
        "sorts": list(zip(SORTS, (_("Games"), _("Score"), _("Last game"), _("Name")), strict=True)),
        "pages": pages,
        "count": len(met),
        "opponents": AllOpponentsTable(pages.object_list),
        "games_page": reverse("player-games", args=[number]),
    }
    return render(request, "ratings/player_opponents.html", context)


def _find_player(number: int) -> Player:
    """Return a player; Http404 for an unknown number."""
    player = Player.objects.filter(pk=number).first()
    if player is None:
        raise Http404(str(number))
    return player


def _game_line(game: PlayedGame) -> Sequence[object]:
    opponent = game.opponent.pk if game.opponent else ""
    return (
        *(game.day.isoformat(), game.number, game.tournament, game.round, opponent, game.name, game.colour),
        *(game.handicap, game.score),
    )


def _opponent_line(opponent: Opponent) -> Sequence[object]:
    tally = opponent.tally
    share = round(opponent.score, 3)
    counts = (tally.games, tally.won, tally.drawn, tally.lost)
    return (opponent.player.pk, str(opponent.player), *counts, share, opponent.last.isoformat())
