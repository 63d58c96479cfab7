"""The form by which a player reports an error."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.claims.corrections import Error
from federation.models import CorrectionRequest

Kind = CorrectionRequest.Kind
_PLAYED = (Kind.RESULT, Kind.ENTRY)


class ErrorForm(forms.Form):
    """What is wrong, in which tournament and round, and what it should be."""

    kind = forms.ChoiceField(label=_("What is wrong?"), choices=Kind.choices)
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

    def __init__(self, *args: Any, tournaments: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournaments = tournaments
        field = self.fields["tournament"]
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", "–"), *tournaments.items()]

    def clean(self) -> dict[str, Any]:
        """Ask for the tournament where a result or an entry is wrong; forget it where it is the register."""
        cleaned = super().clean() or {}
        if cleaned.get("kind") not in _PLAYED:
            cleaned["tournament"], cleaned["row"] = None, ""
        elif not cleaned.get("tournament") and "tournament" not in self.errors:
            self.add_error("tournament", _("Choose the tournament."))
        return cleaned

    def error(self) -> Error:
        """Return what the form says, once it is valid."""
        cleaned = self.cleaned_data
        number = cleaned["tournament"]
        return Error(
            cleaned["kind"], cleaned["text"], number, self.tournaments.get(number, ""), cleaned["row"]
        )
