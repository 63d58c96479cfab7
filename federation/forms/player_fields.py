"""Fields of a player in the forms of the register's desk."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.accounts.permissions import keeps_one_club
from federation.models import Account, Club
from federation.register import register
from federation.register.register import RegisterError
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
