"""Error reports of players: a game, an entry of their tournaments, their name or club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of
from federation.claims import corrections
from federation.claims.corrections import CorrectionError, Error
from federation.language.dates import format_date
from federation.language.wording import round_name
from federation.models import CorrectionRequest, Player
from ratings.players import own_record
from ratings.players.all_games import DRAWN, LOST, WON, PlayedGame
from ratings.views.players.me import own_player, take_today

Kind = CorrectionRequest.Kind
_PLAYED = (Kind.RESULT, Kind.ENTRY)
_ENDED = {WON: gettext_lazy("won"), DRAWN: gettext_lazy("drawn"), LOST: gettext_lazy("lost")}

REPORTS = 10  # in a day


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, number: int) -> HttpResponse:
    """Show the form, and send the report to the office."""
    player = own_player(request, number)
    initial = {"kind": "result", **{name: request.GET.get(name, "") for name in ("game", "tournament")}}
    form = ErrorForm(
        request.POST if request.method == "POST" else None,
        tournaments=own_record.tournaments_of(player),
        games=own_record.games_of(player)[: own_record.OFFERED],
        initial=initial,
    )
    if request.method == "POST" and form.is_valid() and _send(request, player, form):
        messages.success(request, _("The office has your report. You will get an e-mail with its answer."))
        return redirect("me")
    page = {"form": form, "player": player}
    return render(request, "account/report_error.html", page, status=422 if form.errors else 200)


class ErrorForm(forms.Form):
    """What is wrong, in which game or tournament, and what it should be."""

    kind = forms.ChoiceField(label=gettext_lazy("What is wrong?"), choices=Kind.choices)
    game = forms.TypedChoiceField(
        label=gettext_lazy("Game"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=(),
        help_text=gettext_lazy("Your games of the last 12 months. For any other, choose the tournament."),
    )
    tournament = forms.TypedChoiceField(
        label=gettext_lazy("Tournament"), required=False, coerce=int, empty_value=None, choices=()
    )
    row = forms.CharField(
        label=gettext_lazy("Round or table"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("For instance: round 3, against Martin."),
    )
    text = forms.CharField(
        label=gettext_lazy("What should it be?"), max_length=1000, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(
        self, *args: Any, tournaments: Mapping[int, str], games: Sequence[PlayedGame], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tournaments = tournaments
        self.games = {game.key: game for game in games}
        if games:
            self._offer("game", _by_tournament(games))
        else:
            del self.fields["game"]
        self._offer("tournament", tournaments.items())

    def _offer(self, name: str, choices: Iterable[Any]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", "–"), *choices]

    def clean(self) -> dict[str, Any]:
        """Ask for the game or tournament where a result or an entry is wrong; forget both of the register."""
        cleaned = super().clean() or {}
        game = self.games.get(cleaned.get("game") or 0)
        if cleaned.get("kind") not in _PLAYED:
            cleaned["game"], cleaned["tournament"], cleaned["row"] = None, None, ""
        elif game is not None:
            self._take(game, cleaned)
        elif not cleaned.get("tournament") and not {"game", "tournament"} & set(self.errors):
            if self.games:
                self.add_error("game", gettext_lazy("Choose the game or the tournament."))
            else:
                self.add_error("tournament", gettext_lazy("Choose the tournament."))
        return cleaned

    def _take(self, game: PlayedGame, cleaned: dict[str, Any]) -> None:
        """Fill in the tournament of the game chosen, unless another was chosen."""
        if cleaned.get("tournament") not in (None, game.number):
            self.add_error("tournament", gettext_lazy("The game chosen was played in another tournament."))
        cleaned["tournament"] = game.number

    def error(self) -> Error:
        """Return the contents of the form, once it is valid."""
        cleaned = self.cleaned_data
        number, game = cleaned["tournament"], self.games.get(cleaned.get("game") or 0)
        error = Error(
            cleaned["kind"], cleaned["text"], number, self.tournaments.get(number, ""), cleaned["row"]
        )
        if game is None:
            return error
        return replace(error, tournament_name=game.tournament, game=game.key, round=game.round)


def _by_tournament(games: Sequence[PlayedGame]) -> list[tuple[str, list[tuple[int, str]]]]:
    """Arrange games as choices, those of a tournament together under its name and day."""
    groups = groupby(games, lambda game: (game.day, game.number, game.tournament))
    return [
        (f"{name}, {format_date(day, 'j N Y')}", [(game.key, _words(game)) for game in played])
        for (day, _number, name), played in groups
    ]


def _words(game: PlayedGame) -> str:
    """Return the opponent first, by whose name a list is searched on the keyboard."""
    return f"{game.name}, {_ENDED[game.result]} ({round_name(game.round)})"


def _send(request: HttpRequest, player: Player, form: ErrorForm) -> bool:
    if not take_today(request, "me-error", REPORTS):
        form.add_error(None, _("Too many requests today. Try again tomorrow, or write to the office."))
        return False
    try:
        corrections.report(player, form.error(), account=account_of(request), language=get_language() or "en")
    except CorrectionError as error:
        form.add_error(None, str(error))
        return False
    return True
