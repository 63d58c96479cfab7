"""The form of a tournament entered by hand: its facts, and the rows of its table."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.forms.day_input import day_input
from federation.language.wording import choices
from federation.models import Player
from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES
from federation.vocabulary.keys import key_from
from federation.vocabulary.systems.catalogue import families_of
from tournaments.formats.manual_entry import MOST_ROUNDS, MOST_ROWS, HandFacts, HandRow
from tournaments.forms.desk import CLASSES, family_choices
from tournaments.models import RATES
from tournaments.revisions.report_to_models import EARLIEST

FEWEST_ROWS = 6
_WHO = ("surname", "given_name", "grade", "country", "club", "rating")
_LENGTHS = {"surname": 80, "given_name": 80, "grade": 5, "country": 3, "club": 16, "rating": 6}
_SCHEMES = ("ffg", "egd", "aga", "fide")


class PlaceAndTimeForm(forms.Form):
    """Name, days and place of a tournament."""

    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=200)
    start = forms.DateField(label=_("First day"), widget=day_input())
    end = forms.DateField(label=_("Last day"), widget=day_input(), required=False)
    place = forms.CharField(label=_("Town or server"), max_length=100, required=False)
    country = forms.RegexField(r"^[A-Za-z]{2}$", label=_("Country"), required=False)

    def clean(self) -> dict[str, Any]:
        """Take one day for both where only the first is given; refuse impossible days."""
        cleaned = super().clean() or {}
        start, end = cleaned.get("start"), cleaned.get("end")
        if start and start < EARLIEST:
            self.add_error("start", forms.ValidationError(_("Enter the first day of the tournament.")))
        if start and end and end < start:
            self.add_error("end", forms.ValidationError(_("The last day is before the first.")))
        return cleaned


class HandForm(PlaceAndTimeForm):
    """The facts of a tournament entered by hand."""

    field_order = ("name", "discipline")
    discipline = forms.ChoiceField(
        label=pgettext_lazy("Go or chess", "Game"), choices=lambda: choices(DISCIPLINES.values())
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=3)
    time_class = forms.ChoiceField(label=_("EGF class"), choices=CLASSES, required=False)
    rate = forms.ChoiceField(label=_("Time control"), choices=[("", _("not known")), *RATES], required=False)
    adjusted_minutes = forms.FloatField(
        label=_("Adjusted minutes"), min_value=0, max_value=1000, required=False
    )
    rated_for = forms.MultipleChoiceField(
        label=_("Submitted for"),
        choices=family_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=families_of(DEFAULT),
    )

    def clean(self) -> dict[str, Any]:
        """Keep the families of systems the game has; the only one where none is chosen."""
        cleaned = super().clean()
        possible = families_of(cleaned.get("discipline", DEFAULT))
        families = [family for family in cleaned.get("rated_for", []) if family in possible]
        cleaned["rated_for"] = families or list(possible if len(possible) == 1 else ())
        return cleaned

    @property
    def facts(self) -> HandFacts:
        """The facts of a valid form."""
        values = self.cleaned_data
        facts = DISCIPLINES[values["discipline"]].facts
        return HandFacts(
            name=values["name"],
            start=values["start"].isoformat(),
            end=(values["end"] or values["start"]).isoformat(),
            place=values["place"],
            country=values["country"],
            rounds=values["rounds"],
            discipline=values["discipline"],
            time_class=values["time_class"] if "time_class" in facts else "",
            adjusted_minutes=values["adjusted_minutes"],
            rate=values["rate"] if "rate" in facts else "",
        )


def rounds_of(data: Mapping[str, Any]) -> int:
    """Count the rounds the table shows, even with other errors left."""
    text = str(data.get("rounds", ""))
    return min(max(int(text), 1), MOST_ROUNDS) if text.isdecimal() and len(text) < 4 else 3


def rows_of(data: Mapping[str, Any], rounds: int) -> list[HandRow]:
    """Read the rows of the table as typed."""
    match = re.fullmatch(r"[0-9]{1,3}", str(data.get("rows", "")))
    count = min(max(int(match[0]), FEWEST_ROWS), MOST_ROWS) if match else FEWEST_ROWS
    return [_row(data, number, rounds) for number in range(1, count + 1)]


def _row(data: Mapping[str, Any], number: int, rounds: int) -> HandRow:
    def typed(name: str, longest: int) -> str:
        return str(data.get(f"{name}-{number}", ""))[:longest].strip()

    player = typed("player", 18)
    numbers = {scheme: typed(scheme, 16) for scheme in _SCHEMES}
    return HandRow(
        number=number,
        **{name: typed(name, _LENGTHS[name]) for name in _WHO},
        identifiers={scheme: value for scheme, value in numbers.items() if value},
        cells=tuple(typed(f"r{place}", 12) for place in range(1, rounds + 1)),
        player=key_from(player),
    )


def with_player(rows: list[HandRow], player: Player, identifiers: Iterable[tuple[str, str]]) -> list[HandRow]:
    """Put a player of the register into the first empty row, or one more; no player twice."""
    if any(row.player == player.pk for row in rows):
        return rows
    place = next((place for place, row in enumerate(rows) if row.is_empty), len(rows))
    if place >= MOST_ROWS:
        return rows
    row = HandRow(
        number=place + 1,
        surname=player.surname,
        given_name=player.given_name,
        grade=player.grade,
        country=player.federation.code[:2],
        club=player.club_label,
        identifiers=dict(identifiers),
        cells=rows[0].cells and ("",) * len(rows[0].cells),
        player=player.pk,
    )
    return [*rows[:place], row, *rows[place + 1 :]]
