"""The form of a new player of the register."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.accounts.permissions import keeps_one_club
from federation.forms.player_fields import (
    ClubField,
    GradeField,
    checked_number,
    checked_surname,
    clubs_for,
    given_name_field,
    surname_field,
)
from federation.models import Account, Club, Identifier
from federation.register.register import Newcomer
from federation.register.visible import number_taken
from federation.vocabulary.countries import COUNTRIES, UNKNOWN
from federation.vocabulary.names import fold


class NewPlayerForm(forms.Form):
    """Who is to be enrolled."""

    surname = surname_field()
    given_name = given_name_field()
    country = forms.ChoiceField(label=_("Country"))
    club = ClubField(Club.objects.none(), label=_("Club"), required=False, empty_label=_("none"))
    grade = GradeField(label=_("Declared grade"), required=False, max_length=8, help_text=_("30k to 9d"))

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account
        named = ((code, gettext(name)) for code, (_fide, name) in COUNTRIES.items() if code != UNKNOWN)
        self.fields["country"].choices = sorted(named, key=lambda pair: fold(pair[1]))  # type: ignore[attr-defined]  # of a ChoiceField
        self.initial.setdefault("country", settings.FEDERATION_CODE)
        self.fields["club"].queryset = clubs_for(account)  # type: ignore[attr-defined]  # of a ModelChoiceField
        if keeps_one_club(account):
            self.fields["club"].required = True
            self.initial.setdefault("club", account.club_id)
        for scheme, label in Identifier.Scheme.choices:
            self.fields[scheme] = forms.CharField(label=label, required=False, max_length=16)

    def clean_surname(self) -> str:
        """Refuse a name that a search could not match."""
        return checked_surname(self.cleaned_data["surname"])

    def clean(self) -> dict[str, Any]:
        """Hold the numbers to how their registers write them, and to who has them."""
        cleaned = super().clean() or {}
        for scheme in Identifier.Scheme.values:
            try:
                cleaned[scheme] = checked_number(scheme, cleaned.get(scheme, ""))
            except forms.ValidationError as error:
                self.add_error(scheme, error)
                continue
            if cleaned[scheme] and (taken := number_taken(self.account, scheme, cleaned[scheme])):
                self.add_error(scheme, taken)
        return cleaned

    def newcomer(self) -> Newcomer:
        """Return who is to be enrolled, once the form is valid; the club is separate."""
        cleaned = self.cleaned_data
        numbers = {scheme: cleaned[scheme] for scheme in Identifier.Scheme.values if cleaned[scheme]}
        return Newcomer(
            cleaned["surname"], cleaned["given_name"], cleaned["country"], "", cleaned["grade"], numbers
        )
