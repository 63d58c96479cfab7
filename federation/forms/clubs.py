"""The forms of a club on the register's desk: all of it, or its contact alone."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from federation.forms.day_input import day_input
from federation.models import Club, Federation, Region
from federation.register.clubs import CONTACT


class SeenForm(forms.Form):
    """A form refused if the values differ from `seen`, those the page showed."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    def __init__(self, club: Club | None, data: Any = None) -> None:
        self.club = club
        super().__init__(data, auto_id="club-%s")
        if club is not None:
            self.initial = {name: self._value(getattr(club, name)) for name in self.fields if name != "seen"}
        self.initial["seen"] = self.stands()

    @staticmethod
    def _value(value: Any) -> Any:
        return getattr(value, "pk", value)

    def stands(self) -> str:
        """Return the values of the form's fields, as one text."""
        if self.club is None:
            return ""
        return "\n".join(f"{self._value(getattr(self.club, name))}" for name in self.fields if name != "seen")

    def clean(self) -> dict[str, Any]:
        """Refuse what was decided about another state."""
        cleaned = super().clean() or {}
        if cleaned.pop("seen", "").replace("\r\n", "\n") != self.stands():
            self.data = {**dict(self.data.items()), "seen": self.stands()}
            raise forms.ValidationError(
                _(
                    "Someone else has changed this in the meantime. Check the current value above, then save "
                    "again."
                )
            )
        return cleaned


class ContactForm(SeenForm):
    """How a club is reached."""

    email = forms.EmailField(label=_("E-mail"), max_length=120, required=False)
    website = forms.CharField(
        label=_("Website"),
        max_length=200,
        required=False,
        validators=[URLValidator(schemes=["http", "https"])],
        help_text=_("Starting with https://; shown on the club’s page."),
    )
    address = forms.CharField(label=_("Address"), max_length=300, required=False)
    contact_public = forms.BooleanField(
        label=_("Show e-mail and address on the public page"),
        required=False,
        help_text=_("Otherwise only registrars and officers see them."),
    )


class ClubForm(ContactForm):
    """A club: its names, where it is, how it is reached."""

    field_order = ("name", "label", "town", "federation", "region", *CONTACT, "closed")
    name = forms.CharField(label=_("Name"), max_length=120)
    label = forms.CharField(
        label=_("Label"),
        max_length=8,
        help_text=_("The code used in files, four characters in most programs."),
    )
    town = forms.CharField(label=_("Town"), max_length=80, required=False)
    federation = forms.ModelChoiceField(Federation.objects.order_by("name"), label=_("Federation"))
    region = forms.ModelChoiceField(
        Region.objects.select_related("federation").order_by("federation__code", "name"),
        label=_("Region"),
        required=False,
        empty_label=_("none"),
    )
    closed = forms.DateField(
        label=_("Closed since"),
        required=False,
        widget=day_input(),
        help_text=_("A closed club is no longer offered; files that name it still find it."),
    )

    def __init__(self, club: Club | None, data: Any = None) -> None:
        super().__init__(club, data)
        if club is None:
            home = Federation.objects.filter(code=settings.FEDERATION_CODE).first()
            self.initial["federation"] = home.pk if home else None

    def values(self) -> Mapping[str, Any]:
        """Return the values of the club, once the form is valid."""
        return self.cleaned_data
