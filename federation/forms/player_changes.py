"""Forms of the register's desk: one change of one player, and whether it still fits what stands."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.accounts.permissions import keeps_one_club
from federation.claims import claims
from federation.forms.day_input import day_input
from federation.forms.player_fields import (
    ClubField,
    GradeField,
    Text,
    checked_number,
    checked_surname,
    given_name_field,
    surname_field,
)
from federation.history.wording import KINDS
from federation.models import Account, Club, Contact, Federation, Identifier, Licence, Player
from federation.register import birth_days, licensing, person, register
from federation.register.register import RegisterError
from federation.register.visible import number_taken

EARLIEST = date(1950, 1, 1)  # of a grade or a transfer
FIRST_SEASON = 1970
OPEN_TITLES = ("GM", "IM", "FM", "CM")
WOMEN_TITLES = ("WGM", "WIM", "WFM", "WCM")
STATUSES: tuple[tuple[str, Text], ...] = tuple(KINDS.items())


def checked_past(day: date) -> date:
    """Return a day of an act on a player; ValidationError for one to come, or too long ago."""
    if not EARLIEST <= day <= timezone.localdate():
        raise forms.ValidationError(_("A date between 1950 and today."))
    return day


class ChangeForm(forms.Form):
    """One change of a player; refused when something else stands than `seen`, what the page showed."""

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
        """Fill the fields with what stands."""

    def stands(self) -> str:
        """Return what the change would replace, "" when it only adds."""
        return ""

    def clean(self) -> dict[str, Any]:
        """Refuse what was decided about another state, and show the one that stands."""
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
        raise NotImplementedError


class RenameForm(ChangeForm):
    """Another name; the one they had stays a known name."""

    act, title, button = "rename", _("Surname and given name"), _("Rename")
    lead = _("The old name stays among the known names; files with the old name still find the player.")
    surname = surname_field()
    given_name = given_name_field()

    def clean_surname(self) -> str:
        """Refuse a name nobody could be found by."""
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
                "In another club, only that club's registrar can change the player."
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
    lead = _("For the player's club. Another licence of the same season is replaced.")
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
            raise forms.ValidationError(_("Next year's season at the latest."))
        return season

    def write(self) -> bool:
        cleaned = self.cleaned_data
        licensing.license_player(
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


class BirthForm(ChangeForm):
    """The date of birth, as far as it is known; the public sees no more than the year."""

    act, title, button = "birth", _("Date of birth"), _("Save the date")
    lead = _(
        "FIDE lists show the year, and junior ratings depend on it: they will be marked for recalculation. "
        "Day and month are never public."
    )
    day = forms.IntegerField(label=_("Day of birth"), required=False, min_value=1, max_value=31)
    month = forms.TypedChoiceField(
        label=_("Month of birth"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("not known")), *MONTHS.items()],
    )
    year = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        min_value=person.OLDEST,
        max_value=9999,
        help_text=_("Leave empty if unknown."),
    )

    def prepare(self) -> None:
        month, _dash, day = birth_days.day_of(self.player).partition("-")
        self.initial.update(
            year=self.player.birth_year,
            month=int(month) if month else None,
            day=int(day) if day else None,
        )

    def stands(self) -> str:
        return f"{self.player.birth_year or ''} {birth_days.day_of(self.player)}".rstrip()

    def clean(self) -> dict[str, Any]:
        """Refuse a day that is none."""
        cleaned = super().clean()
        day, month = cleaned.get("day"), cleaned.get("month")
        if day and not month:
            self.add_error("month", _("Enter the month as well."))
        elif not self.errors:
            try:
                person.check_birth(cleaned.get("year"))
                birth_days.check(cleaned.get("year"), self._day)
            except RegisterError as refusal:
                raise forms.ValidationError(str(refusal.message)) from None
        return cleaned

    @property
    def _day(self) -> str:
        day, month = self.cleaned_data.get("day"), self.cleaned_data.get("month")
        return "-".join(f"{number:02}" for number in (month, day) if number)

    def write(self) -> bool:
        is_year = person.note_birth(self.player, self.cleaned_data["year"], account=self.account)
        return birth_days.note(self.player, self._day, account=self.account) or is_year


class TitlesForm(ChangeForm):
    """The titles of FIDE."""

    act, title, button = "titles", _("FIDE titles"), _("Save the titles")
    lead = _("For chess, as FIDE has given them. Later lists of FIDE replace them.")
    open_title = forms.ChoiceField(label=_("Title"), required=False)
    women_title = forms.ChoiceField(label=_("Women’s title"), required=False)
    other_titles = forms.CharField(
        label=_("Other titles"), max_length=40, required=False, help_text=_("Such as IA, FST or FA,NI.")
    )

    def prepare(self) -> None:
        titles = person.titles_of(self.player)
        self.initial.update(titles, open_title=titles["title"])
        for name, offered, held in (
            ("open_title", (*OPEN_TITLES, *WOMEN_TITLES), titles["title"]),
            ("women_title", WOMEN_TITLES, titles["women_title"]),
        ):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                known = dict.fromkeys((*offered, held) if held else offered)
                field.choices = [("", pgettext_lazy("title", "none")), *((one, one) for one in known)]

    def stands(self) -> str:
        return "/".join(person.titles_of(self.player).values())

    def clean_other_titles(self) -> str:
        """Write the codes as FIDE does: in capitals, with a comma between."""
        codes = self.cleaned_data["other_titles"].upper().replace(",", " ").split()
        if not all(re.fullmatch(r"[A-Z]{2,3}", code) for code in codes):
            raise forms.ValidationError(_("Enter codes of two or three letters, with commas between."))
        return ",".join(dict.fromkeys(codes))

    def write(self) -> bool:
        titles = {name: self.cleaned_data[name] for name in ("women_title", "other_titles")}
        titles["title"] = self.cleaned_data["open_title"]
        return person.note_titles(self.player, titles, account=self.account)


class SexForm(ChangeForm):
    """The sex, as lists of FIDE have it."""

    act, title, button = "sex", _("Sex"), _("Save")
    lead = _("For women's lists and FIDE lists.")
    sex = forms.ChoiceField(label=_("Sex"), choices=Player.Sex.choices, required=False)

    def prepare(self) -> None:
        self.initial["sex"] = self.player.sex

    def stands(self) -> str:
        return self.player.sex

    def write(self) -> bool:
        return person.note_sex(self.player, self.cleaned_data["sex"], account=self.account)


class DeathForm(ChangeForm):
    """That a player has died, when, and whether the public page says so."""

    act, title, button = "death", _("Deceased"), _("Save")
    lead = _("Ratings, their history and published lists stay as they are.")
    is_deceased = forms.BooleanField(label=_("The player has died"), required=False)
    day = forms.CharField(
        label=_("Day or year of death"),
        max_length=10,
        required=False,
        help_text=_("2024-03-05 or 2024; leave empty if unknown."),
    )
    is_shown = forms.BooleanField(label=_("Show it on the public page, with the year"), required=False)

    def prepare(self) -> None:
        death = self.player.death
        day = "" if death == person.UNKNOWN else death
        self.initial.update(is_deceased=bool(death), day=day, is_shown=self.player.death_shown)

    def stands(self) -> str:
        return f"{self.player.death}{'+' if self.player.death_shown else ''}"

    def clean(self) -> dict[str, Any]:
        """Refuse a day without the tick: one of the two is wrong."""
        cleaned = super().clean()
        if cleaned.get("day") and not cleaned.get("is_deceased"):
            self.add_error("is_deceased", _("A day of death is given: tick this box or clear the day."))
        return cleaned

    def write(self) -> bool:
        cleaned = self.cleaned_data
        death = (cleaned["day"].strip() or person.UNKNOWN) if cleaned["is_deceased"] else ""
        return person.note_death(self.player, death, is_shown=cleaned["is_shown"], account=self.account)


class EmailForm(ChangeForm):
    """The private e-mail address, to which a code goes when somebody claims the record."""

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


CHANGES: Mapping[str, type[ChangeForm]] = {
    form.act: form
    for form in (
        RenameForm,
        TransferForm,
        FederationForm,
        GradeForm,
        LicenceForm,
        NumberForm,
        SpellingForm,
        BirthForm,
        SexForm,
        TitlesForm,
        DeathForm,
        EmailForm,
    )
}
