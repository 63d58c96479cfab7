"""The forms of a tournament that is run with a pairing program."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.shared.limits import MOST_ROUNDS
from tournaments.forms.manual_entry import PlaceAndTimeForm
from tournaments.models import ExpectedTournament
from tournaments.models.pairing_program import rating_choices, usual_rating
from tournaments.pairing_programs.expected import Facts


class ExpectedForm(PlaceAndTimeForm):
    """Data of a tournament before it is played."""

    field_order = ("name", "code")
    # no dot: Pairgoth calls no address with one
    code = forms.RegexField(
        r"^[A-Za-z0-9][A-Za-z0-9_-]*$",
        label=_("Code"),
        max_length=30,
        help_text=_("Letters, digits, - and _; the tournament’s short name in Pairgoth."),
        error_messages={"invalid": _("Use only letters, digits, - and _.")},
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5)
    rated_by = forms.ChoiceField(
        label=_("Rating sent to the program"), choices=rating_choices, required=False, initial=usual_rating
    )

    @property
    def facts(self) -> Facts:
        """The facts of a valid form."""
        values = self.cleaned_data
        return Facts(
            code=values["code"],
            name=values["name"],
            start=values["start"],
            end=values["end"] or values["start"],
            place=values["place"],
            country=values["country"].upper(),
            rounds=values["rounds"],
            rated_by=values["rated_by"],
        )


def known_facts(tournament: ExpectedTournament) -> dict[str, Any]:
    """Return what the form shows of a tournament."""
    return {name: getattr(tournament, name) for name in ExpectedForm.base_fields}


class TypedForm(forms.Form):
    """Entrants as a text, or a file that names them."""

    text = forms.CharField(
        label=_("Names or numbers, one per line"),
        max_length=100_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "cols": 48, "spellcheck": "false"}),
        help_text=_("A number from the register, or: Surname Given 5k FR 75Pa"),
    )
    file = forms.FileField(label=_("Or a file with the players"), required=False, allow_empty_file=True)
