"""Forms of the review pages: ask for a run, publish a list, enter a decision of the office."""

import datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models import Player
from ratings.cadence.shared.comparison import Bounds
from ratings.cadence.table import cadence_of
from ratings.lists.publication import EARLIEST, Order, Wish
from ratings.models import ManualEvent
from ratings.rulebook.streams import has_deviation
from ratings.runs.manual_events import Decision

MOST_POINTS = 5000
# What an office decides by hand; imported lists come by the thousand. A list adjusted as a whole is a rule.
MOST_GAMES = 1_000_000


def _day(label: Any, *, ahead: int) -> forms.DateField:
    """A day at most so many days `ahead`: a slip in the year would be the newest for years."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    latest = MaxValueValidator(lambda: timezone.localdate() + datetime.timedelta(days=ahead))
    return forms.DateField(label=label, widget=widget, validators=[latest])


class RunForm(forms.Form):
    """From where a run replays."""

    whole = forms.BooleanField(label=_("from the beginning"), required=False)


class ReleaseForm(forms.Form):
    """What is said on a list when it is shown."""

    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Printed on the list; why, when it is published although facts wait."),
    )
    force = forms.BooleanField(
        label=_("publish although facts or a run wait"), required=False, help_text=_("Needs a note.")
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a list published by force without a reason."""
        cleaned = super().clean() or {}
        if cleaned.get("force") and not (cleaned.get("note") or "").strip():
            self.add_error("note", _("Say why."))
        return cleaned

    @property
    def wish(self) -> Wish:
        """What is asked for, once valid."""
        return Wish(self.cleaned_data["note"], self.cleaned_data["force"])


class PublishForm(ReleaseForm):
    """The date of a list, and what is said about it."""

    field_order = ("date", "note", "force")
    date = _day(_("List date"), ahead=31)

    @property
    def order(self) -> Order:
        """What is asked for, once valid."""
        return Order(self.cleaned_data["date"], self.cleaned_data["note"], self.cleaned_data["force"])


def _fields_without_use(system: str) -> tuple[str, ...]:
    """Name the fields a decision of a system does not have."""
    if cadence_of(system).has_runs:
        return ("deviation", "games")
    return ("factor", "offset") if has_deviation(system) else ("factor", "offset", "deviation")


class BoundsForm(forms.Form):
    """From where on a run raises an alarm."""

    largest_move = forms.FloatField(
        label=_("A rating moves by more than"), min_value=1, max_value=MOST_POINTS, help_text=_("Points.")
    )
    share_moved = forms.FloatField(
        label=_("More of the rated players move than"),
        min_value=0,
        max_value=100,
        help_text=_("Percent."),
    )
    most_entering = forms.IntegerField(
        label=_("More players come to a first rating than"), min_value=0, max_value=MOST_GAMES
    )
    most_leaving = forms.IntegerField(
        label=_("More players lose their rating than"), min_value=0, max_value=MOST_GAMES
    )

    @property
    def bounds(self) -> Bounds:
        """The bounds, once valid."""
        given = self.cleaned_data
        return Bounds(**{**given, "share_moved": given["share_moved"] / 100})


class DecisionForm(forms.Form):
    """A dated decision: a level for one player, or factor and offset for all."""

    kind = forms.ChoiceField(label=_("Kind"))
    date = _day(_("Date"), ahead=366)
    player = forms.ModelChoiceField(
        label=_("Player number"),
        queryset=Player.objects.all(),
        required=False,
        widget=forms.NumberInput(attrs={"min": 1}),
        help_text=_("Empty for an adjustment of everybody."),
    )
    value = forms.FloatField(label=_("Rating"), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS)
    factor = forms.FloatField(label=_("Factor"), required=False, min_value=0, max_value=10)
    offset = forms.FloatField(
        label=_("Offset"), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
    )
    deviation = forms.FloatField(
        label=_("Deviation (RD)"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        help_text=_("Empty: that of a new player. 70 for a rating carried over from another server."),
    )
    games = forms.IntegerField(
        label=_("Rated games so far"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=_("Empty: as many as the rules assume of somebody with a rating."),
    )
    label = forms.CharField(label=_("Label"), max_length=120, help_text=_("As the player's page shows it."))

    def __init__(self, *args: Any, system: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cadence = cadence_of(system)
        for name in _fields_without_use(system):
            del self.fields[name]
        if not cadence.has_runs:
            self.fields["player"].help_text = ""
        labels = dict(ManualEvent.Kind.choices)
        # the stubs know a field by name only as a field of any kind
        self.fields["kind"].choices = [(kind.value, labels[kind.value]) for kind in cadence.manual_kinds]  # type: ignore[attr-defined]

    def clean_date(self) -> datetime.date:
        """Refuse a day no system rates."""
        day: datetime.date = self.cleaned_data["date"]
        if day < EARLIEST:
            raise forms.ValidationError(_("No system rates anything before 1996."))
        return day

    def clean(self) -> dict[str, Any]:
        """Ask for player and rating, or for neither when everybody is adjusted."""
        cleaned = super().clean() or {}
        adjusts = cleaned.get("kind") == ManualEvent.Kind.ADJUSTMENT
        for name in ("player", "value"):
            given = cleaned.get(name) is not None
            if adjusts and given:
                self.add_error(name, _("An adjustment is for everybody: leave this empty."))
            elif not adjusts and not given and name not in self.errors:
                self.add_error(name, _("This is needed."))
        return cleaned

    @property
    def decision(self) -> Decision:
        """What was decided, once valid."""
        given = self.cleaned_data
        adjusts = given["kind"] == ManualEvent.Kind.ADJUSTMENT
        return Decision(
            kind=given["kind"],
            date=given["date"],
            label=given["label"],
            player=given["player"],
            value=given["value"],
            factor=1.0 if not adjusts or given["factor"] is None else given["factor"],
            offset=0.0 if not adjusts or given["offset"] is None else given["offset"],
            deviation=given.get("deviation"),
            games=given.get("games"),
        )
