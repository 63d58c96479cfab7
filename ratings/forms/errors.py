"""The form by which a player reports an error."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.claims.corrections import Error
from federation.language.dates import format_date
from federation.language.wording import round_name
from federation.models import CorrectionRequest
from ratings.players.all_games import DRAWN, LOST, WON, PlayedGame

Kind = CorrectionRequest.Kind
_PLAYED = (Kind.RESULT, Kind.ENTRY)
_ENDED = {WON: _("won"), DRAWN: _("drawn"), LOST: _("lost")}


class ErrorForm(forms.Form):
    """What is wrong, in which game or tournament, and what it should be."""

    kind = forms.ChoiceField(label=_("What is wrong?"), choices=Kind.choices)
    game = forms.TypedChoiceField(
        label=_("Game"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=(),
        help_text=_("Your games of the last 12 months. For any other, choose the tournament."),
    )
    tournament = forms.TypedChoiceField(
        label=_("Tournament"), required=False, coerce=int, empty_value=None, choices=()
    )
    row = forms.CharField(
        label=_("Round or table"),
        max_length=40,
        required=False,
        help_text=_("For instance: round 3, against Martin."),
    )
    text = forms.CharField(
        label=_("What should it be?"), max_length=1000, widget=forms.Textarea(attrs={"rows": 4})
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
                self.add_error("game", _("Choose the game or the tournament."))
            else:
                self.add_error("tournament", _("Choose the tournament."))
        return cleaned

    def _take(self, game: PlayedGame, cleaned: dict[str, Any]) -> None:
        """Fill in the tournament of the game chosen, unless another was chosen."""
        if cleaned.get("tournament") not in (None, game.number):
            self.add_error("tournament", _("The game chosen was played in another tournament."))
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
