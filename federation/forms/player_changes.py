"""Forms of one change of a player, and all by act: name, club, federation, grade, licence, numbers."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.accounts.permissions import keeps_one_club
from federation.claims import claims
from federation.forms.day_input import day_input
from federation.forms.person_changes import BirthForm, DeathForm, TitlesForm, plain_form
from federation.forms.player_fields import (
    ChangeForm,
    ClubField,
    GradeField,
    Text,
    checked_number,
    checked_surname,
    given_name_field,
    surname_field,
)
from federation.history.wording import KINDS
from federation.models import Club, Contact, Federation, Identifier, Licence
from federation.register import register
from federation.register.visible import number_taken
from federation.vocabulary.player_fields import plain_fields

EARLIEST = date(1950, 1, 1)  # of a grade or a transfer
FIRST_SEASON = 1970
STATUSES: tuple[tuple[str, Text], ...] = tuple(KINDS.items())


def checked_past(day: date) -> date:
    """Return a day of an act on a player; ValidationError for one to come, or too long ago."""
    if not EARLIEST <= day <= timezone.localdate():
        raise forms.ValidationError(_("A date between 1950 and today."))
    return day


class RenameForm(ChangeForm):
    """Another name; the one they had stays a known name."""

    act, title, button = "rename", _("Surname and given name"), _("Rename")
    lead = _("The old name stays among the known names; files with the old name still find the player.")
    surname = surname_field()
    given_name = given_name_field()

    def clean_surname(self) -> str:
        """Refuse a name that a search could not match."""
        return checked_surname(self.cleaned_data["surname"])

    def prepare(self) -> None:
        self.initial.update(surname=self.player.surname, given_name=self.player.given_name)

    def stands(self) -> str:
        return str(self.player)

    def write(self) -> bool:
        names = self.cleaned_data["surname"], self.cleaned_data["given_name"]
        if names == (self.player.surname, self.player.given_name):
            return False
        register.rename(self.player, *names, account=self.account)
        return True


class DatedForm(ChangeForm):
    """A transfer, on a day that may be past."""

    field_order = ("club", "federation", "since")
    since = forms.DateField(
        label=_("Day of the transfer"),
        required=False,
        widget=day_input(),
        help_text=_("Today unless you enter another day. Earlier lists and results stay as they are."),
    )

    def prepare(self) -> None:
        self.initial["since"] = timezone.localdate()

    def clean_since(self) -> date | None:
        since: date | None = self.cleaned_data["since"]
        return since and checked_past(since)


class TransferForm(DatedForm):
    """Another club, or none."""

    act, title, button = "transfer", _("Club"), _("Transfer")
    club = ClubField(Club.objects.none(), label=_("New club"), required=False, empty_label=_("none"))

    def prepare(self) -> None:
        super().prepare()
        self.initial["club"] = self.player.club_id
        offered = Club.objects.filter(Q(closed=None) | Q(pk=self.player.club_id))
        field = self.fields["club"]
        if isinstance(field, ClubField):
            field.queryset = offered.order_by("name", "code")
        if keeps_one_club(self.account):
            self.fields["club"].help_text = _(
                "In another club, only that club’s registrar can change the player."
            )

    def stands(self) -> str:
        return str(self.player.club_id or "")

    def write(self) -> bool:
        club = self.cleaned_data["club"]
        if club == self.player.club:
            return False
        register.transfer(self.player, club, account=self.account, since=self.cleaned_data["since"])
        return True


class FederationForm(DatedForm):
    """Another federation."""

    act, title, button = "federation", _("Federation"), _("Change the federation")
    lead = _("The club stays as it is: change it separately.")
    federation = forms.ModelChoiceField(Federation.objects.none(), label=_("New federation"))

    def prepare(self) -> None:
        super().prepare()
        field = self.fields["federation"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Federation.objects.order_by("code")
        self.initial["federation"] = self.player.federation_id

    def stands(self) -> str:
        return " ".join(register.federation_state(self.player))

    def write(self) -> bool:
        federation = self.cleaned_data["federation"]
        if federation == self.player.federation and not self.player.country_text:
            return False
        register.change_federation(
            self.player, federation, account=self.account, since=self.cleaned_data["since"]
        )
        return True


class GradeForm(ChangeForm):
    """A grade declared from a day on."""

    act, title, button = "grade", _("Declared grade"), _("Declare")
    lead = _("The grade with the latest date counts.")
    grade = GradeField(label=_("Grade"), max_length=8, help_text=_("30k to 9d"))
    since = forms.DateField(label=_("Valid from"), widget=day_input())

    def prepare(self) -> None:
        self.initial.update(grade=self.player.grade, since=timezone.localdate())

    def stands(self) -> str:
        return self.player.grade

    def clean_since(self) -> date:
        return checked_past(self.cleaned_data["since"])

    def write(self) -> bool:
        cleaned = self.cleaned_data
        register.declare_grade(self.player, cleaned["grade"], since=cleaned["since"], account=self.account)
        return True


class LicenceForm(ChangeForm):
    """The licence of a season."""

    act, title, button = "licence", _("Licence"), _("Issue licence")
    lead = _("For the player’s club. Another licence of the same season is replaced.")
    season = forms.IntegerField(label=_("Season"), min_value=FIRST_SEASON)
    status = forms.ChoiceField(label=_("Kind of licence"), choices=STATUSES)

    def prepare(self) -> None:
        self.initial["season"] = timezone.localdate().year

    def stands(self) -> str:
        rows = Licence.objects.filter(player=self.player).order_by("season").values_list("season", "status")
        return " ".join(f"{season}{status}" for season, status in rows)

    def clean_season(self) -> int:
        season: int = self.cleaned_data["season"]
        if season > timezone.localdate().year + 1:
            raise forms.ValidationError(_("Next year’s season at the latest."))
        return season

    def write(self) -> bool:
        cleaned = self.cleaned_data
        register.license_player(
            self.player, cleaned["season"], cleaned["status"], club=self.player.club, account=self.account
        )
        return True


class NumberForm(ChangeForm):
    """A number of another register."""

    act, title, button = "number", _("Number of another register"), _("Save number")
    scheme = forms.ChoiceField(label=_("Register"), choices=Identifier.Scheme.choices)
    value = forms.CharField(label=_("Number"), max_length=16)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("scheme") and cleaned.get("value"):
            try:
                cleaned["value"] = checked_number(cleaned["scheme"], cleaned["value"])
            except forms.ValidationError as error:
                self.add_error("value", error)
            else:
                if taken := number_taken(self.account, cleaned["scheme"], cleaned["value"], but=self.player):
                    self.add_error("value", taken)
        return cleaned

    def write(self) -> bool:
        cleaned = self.cleaned_data
        register.add_identifier(self.player, cleaned["scheme"], cleaned["value"], account=self.account)
        return True


class SpellingForm(ChangeForm):
    """Another spelling of the player in files."""

    act, title, button = "spelling", _("Other name"), _("Add")
    name = forms.CharField(label=_("Surname and given name, as written in files"), max_length=160)

    def write(self) -> bool:
        before = self.player.known_names.count()
        register.add_known_name(self.player, self.cleaned_data["name"], account=self.account)
        return self.player.known_names.count() > before


class EmailForm(ChangeForm):
    """The private e-mail address, which receives the code of a claim of the record."""

    act, title, button = "email", _("E-mail address"), _("Save")
    lead = _("Never shown to anyone else. A code is sent to it when someone claims this record.")
    email = forms.EmailField(label=_("E-mail address"), max_length=254, required=False)

    def prepare(self) -> None:
        self.initial["email"] = self.stands()

    def stands(self) -> str:
        contact = Contact.objects.filter(player=self.player).first()
        return contact.email if contact else ""

    def write(self) -> bool:
        return claims.write_address(self.player, self.cleaned_data["email"].lower(), by=self.account)


@cache
def changes() -> Mapping[str, type[ChangeForm]]:
    """Return the forms by act, in the order of the page."""
    forms: list[type[ChangeForm]] = [RenameForm, TransferForm, FederationForm, GradeForm, LicenceForm]
    forms += [NumberForm, SpellingForm, BirthForm, *map(plain_form, plain_fields())]
    forms += [TitlesForm, DeathForm, EmailForm]
    return {form.act: form for form in forms}
