"""Forms of the desk: a file, the facts of a draft, a reason."""

from datetime import date
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.forms.day_input import day_input
from federation.language.dates import format_date
from federation.language.wording import translated
from federation.models import Account
from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES, FACTS
from federation.vocabulary.systems.catalogue import STREAMS, families_of, family_name
from tournaments.intake.intake import Facts
from tournaments.models import RATES, GameServer, OfficeRule, Tournament
from tournaments.revisions.report_to_models import EARLIEST

CLASSES = [("", _("none or not known")), ("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")]


def family_choices(discipline: str = "") -> list[tuple[str, str]]:
    """Return what a tournament of a discipline, or of any, can be submitted for."""
    return [(key, translated(family_name(key))) for key in families_of(discipline)]


class ReportChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic only in the stubs
    """A tournament as its organiser knows it: number, name and day."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.number} · {obj.name} · {format_date(obj.start, 'j N Y')}"


class UploadForm(forms.Form):
    """A file, and the tournament it corrects where it corrects one."""

    file = forms.FileField(
        label=_("Results file"),
        allow_empty_file=True,  # the finding is clearer than the form's error
    )
    replaces = ReportChoice(
        label=_("Replaces"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=_("a new tournament"),
        help_text=_("When you upload a corrected file, choose its tournament: your matches are kept."),
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # the stubs know a field by name only as a field of any kind
        self.fields["replaces"].queryset = replaceable(account)  # type: ignore[attr-defined]


class GamesForm(forms.Form):
    """A file of games that come one by one, whose they are and what they are rated for."""

    file = forms.FileField(label=_("File of games"), allow_empty_file=True)
    server = forms.ModelChoiceField(
        label=_("Game server"), queryset=GameServer.objects.none(), empty_label=None
    )
    system = forms.ChoiceField(
        label=_("Rating system"),
        choices=lambda: [(key, translated(declared.name)) for key, declared in STREAMS.items()],
    )

    def __init__(self, *args: Any, servers: QuerySet[GameServer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["server"].queryset = servers  # type: ignore[attr-defined]  # a field of a form by name


def replaceable(account: Account) -> QuerySet[Tournament]:
    """Return the newest revision of each tournament an organiser handed in."""
    newer = Tournament.objects.filter(number=OuterRef("number"), revision__gt=OuterRef("revision"))
    return Tournament.objects.filter(~Exists(newer), organiser=account).order_by("-start", "-number")


class FactsForm(forms.Form):
    """Details of a draft that the organiser may correct."""

    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=200)
    start = forms.DateField(label=_("First day"), widget=day_input())
    end = forms.DateField(label=_("Last day"), widget=day_input())
    place = forms.CharField(label=_("Town or server"), max_length=100, required=False)
    country = forms.RegexField(r"^[A-Za-z]{2}$", label=_("Country"), required=False)
    time_class = forms.ChoiceField(label=_("EGF class"), choices=CLASSES, required=False)
    adjusted_minutes = forms.FloatField(
        label=_("Adjusted minutes"),
        min_value=0,
        max_value=1000,
        required=False,
    )
    online = forms.BooleanField(label=_("Played on a server"), required=False)
    rate = forms.ChoiceField(label=_("Time control"), choices=[("", _("not known")), *RATES], required=False)
    official = forms.BooleanField(label=_("Official FIDE event"), required=False)
    rated_for = forms.MultipleChoiceField(
        label=_("Submitted for"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, discipline: str = DEFAULT, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & set(FACTS) - DISCIPLINES[discipline].facts:
            del self.fields[name]
        families = family_choices(discipline)
        self.fields["rated_for"].choices = families  # type: ignore[attr-defined]  # a field of a form by name

    def clean_start(self) -> date:
        """Refuse days before there were results to hand in, as the 1900 of a program's default."""
        start: date = self.cleaned_data["start"]
        if start < EARLIEST:
            raise forms.ValidationError(_("Enter the first day of the tournament."), code="implausible")
        return start

    def clean(self) -> dict[str, Any]:
        """Refuse a tournament that ends before it begins."""
        cleaned = super().clean() or {}
        start, end = cleaned.get("start"), cleaned.get("end")
        if start and end and end < start:
            self.add_error("end", forms.ValidationError(_("The last day is before the first."), code="order"))
        return cleaned

    @property
    def facts(self) -> Facts:
        """The corrected facts of a valid form."""
        cleaned = dict(self.cleaned_data)
        cleaned["country"] = cleaned["country"].upper()
        cleaned["rated_for"] = tuple(cleaned["rated_for"])
        return Facts(**{"time_class": ""} | cleaned)


def facts_form(tournament: Tournament) -> FactsForm:
    """Return the form with the values of the draft; absurd days are left blank."""
    initial = {name: getattr(tournament, name) for name in FactsForm.base_fields}
    if tournament.start < EARLIEST:
        initial["start"] = initial["end"] = None
    return FactsForm(initial=initial, discipline=tournament.discipline)


class ReasonForm(forms.Form):
    """Why a tournament goes back to its organiser, or out of the facts."""

    reason = forms.CharField(
        label=_("Reason"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class FourEyesForm(forms.Form):
    """Rule for approving one's own submissions."""

    rule = forms.ChoiceField(
        label=_("Officers may approve their own"),
        choices=OfficeRule.FourEyes.choices,
        widget=forms.RadioSelect,
    )


class HandedInForm(forms.Form):
    """Choice to make submitted tournaments and their status public."""

    shown = forms.ChoiceField(
        label=_("Show everyone which tournaments are submitted, and their status"),
        choices=[
            ("yes", _("Yes: name, place, dates and status")),
            ("no", _("No: only approved tournaments")),
        ],
        widget=forms.RadioSelect,
    )
