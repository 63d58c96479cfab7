"""Forms for personal data of the register: birth, titles, death, fields changed by themselves."""

import re
from typing import Any

from django import forms
from django.utils.dates import MONTHS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.forms.player_fields import ChangeForm
from federation.register import birth_days, person
from federation.register.register import RegisterError
from federation.vocabulary.player_fields import named

OPEN_TITLES = ("GM", "IM", "FM", "CM")
WOMEN_TITLES = ("WGM", "WIM", "WFM", "WCM")


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
        titles = person.value_of(self.player, "titles")
        self.initial.update(titles, open_title=titles["title"])
        for name, offered, held in (
            ("open_title", (*OPEN_TITLES, *WOMEN_TITLES), titles["title"]),
            ("women_title", WOMEN_TITLES, titles["women_title"]),
        ):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                known = dict.fromkeys((*offered, held) if held else offered)
                field.choices = [("", pgettext_lazy("title", "none")), *((title, title) for title in known)]

    def stands(self) -> str:
        return "/".join(person.value_of(self.player, "titles").values())

    def clean_other_titles(self) -> str:
        """Write the codes as FIDE does: in capitals, with a comma between."""
        codes = self.cleaned_data["other_titles"].upper().replace(",", " ").split()
        if not all(re.fullmatch(r"[A-Z]{2,3}", code) for code in codes):
            raise forms.ValidationError(_("Enter codes of two or three letters, with commas between."))
        return ",".join(dict.fromkeys(codes))

    def write(self) -> bool:
        titles = {name: self.cleaned_data[name] for name in ("women_title", "other_titles")}
        titles["title"] = self.cleaned_data["open_title"]
        return person.note(self.player, "titles", titles, account=self.account)


class PlainForm(ChangeForm):
    """A field that is changed by itself: its act is the name of the field."""

    button = _("Save")

    def prepare(self) -> None:
        self.initial[self.act] = getattr(self.player, self.act)

    def stands(self) -> str:
        return str(getattr(self.player, self.act))

    def write(self) -> bool:
        return person.note(self.player, self.act, self.cleaned_data[self.act], account=self.account)


def plain_form(name: str) -> type[PlainForm]:
    """Make the form of a plain field."""
    column, lead = person.column_of(name), named(name).lead
    words = {"act": name, "title": capfirst(column.verbose_name), "lead": _(lead) if lead else ""}
    return type("Form", (PlainForm,), {**words, name: column.formfield()})


class DeathForm(ChangeForm):
    """Death of a player: its date, and whether the public page shows it."""

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
