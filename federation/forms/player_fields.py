"""Fields of a player in the forms of the register's desk, the base of a change, and the new player."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.accounts.permissions import keeps_one_club
from federation.models import Account, Club, Identifier, Player
from federation.register import register
from federation.register.register import Newcomer, RegisterError
from federation.register.visible import number_taken
from federation.vocabulary.countries import COUNTRIES, UNKNOWN
from federation.vocabulary.names import fold

Text = str | Promise
# How each register writes its numbers.
_NUMBERS: Mapping[str, tuple[str, Text]] = {
    "ffg": (r"[0-9A-Z]{7}", _("An FFG licence has seven digits or letters.")),
    "egd": (r"[0-9]{8}", _("An EGD PIN has eight digits.")),
    "fide": (r"[1-9][0-9]{2,10}", _("A FIDE id is a number of three to eleven digits.")),
    "aga": (r"[1-9][0-9]{0,8}", _("An AGA id is a number.")),
}


def checked_number(scheme: str, value: str) -> str:
    """Return a number as its register writes it, "" for none; ValidationError when it cannot be one."""
    value = value.strip().upper()
    pattern, problem = _NUMBERS[scheme]
    if value and not re.fullmatch(pattern, value):
        raise forms.ValidationError(str(problem))
    return value


def clubs_for(account: Account) -> Any:
    """Return the clubs an account may put players into: a club's registrar their own."""
    clubs = Club.objects.filter(closed=None).order_by("name", "code")
    return clubs.filter(accounts=account) if keeps_one_club(account) else clubs


class ClubField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable when it runs
    """A club by name, with the code that distinguishes namesakes."""

    def label_from_instance(self, obj: Any) -> str:
        return obj.name if obj.name == obj.code else f"{obj.name} ({obj.code})"


def surname_field() -> forms.CharField:
    return forms.CharField(label=_("Surname"), max_length=80)


def given_name_field() -> forms.CharField:
    return forms.CharField(label=_("Given name"), max_length=80, required=False)


def checked_surname(surname: str) -> str:
    if not fold(surname):
        raise forms.ValidationError(_("A name needs at least one letter."))
    return surname


class GradeField(forms.CharField):
    """A grade; an unknown one gets the register's error message."""

    def clean(self, value: Any) -> str:
        """Return the grade in small letters."""
        grade = str(super().clean(value)).lower().replace(" ", "")
        if grade:
            try:
                register.check_grade(grade)
            except RegisterError as error:
                raise forms.ValidationError(str(error.message)) from None
        return grade


class ChangeForm(forms.Form):
    """One change of a player; refused if the value differs from `seen`, the one the page showed."""

    act: ClassVar[str]
    title: ClassVar[Text]
    lead: ClassVar[Text] = ""
    button: ClassVar[Text]
    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    def __init__(self, player: Player, account: Account, data: Any = None) -> None:
        self.player, self.account = player, account
        super().__init__(data, auto_id=f"{self.act}-%s")
        self.initial["seen"] = self.stands()
        self.prepare()

    def prepare(self) -> None:
        """Fill the fields with the present values."""

    def stands(self) -> str:
        """Return what the change would replace, "" when it only adds."""
        return ""

    def clean(self) -> dict[str, Any]:
        """Refuse a change based on an outdated value, and show the present one."""
        cleaned = super().clean() or {}
        if cleaned.get("seen", "") != self.stands():
            self.data = {**self.data.dict(), "seen": self.stands()}  # type: ignore[attr-defined]  # a QueryDict
            raise forms.ValidationError(
                _(
                    "Someone else has changed this in the meantime. Check the current value above, then save "
                    "again."
                )
            )
        return cleaned

    def write(self) -> bool:
        """Write the change; False when nothing had changed. RegisterError when the register refuses."""
        raise NotImplementedError  # each form stores its own way


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
