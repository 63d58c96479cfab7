"""Forms of the review pages: ask for a run, publish a list, enter a decision of the office."""

import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.forms.day_input import day_input
from federation.language.dates import format_date
from federation.models import Player
from federation.search.search import find_players
from ratings.cadence.facts import facts_of
from ratings.cadence.shared.comparison import Bounds
from ratings.lists.publication import EARLIEST, ListRequest, ReleaseOptions
from ratings.models import ManualEvent
from ratings.previews.review_reads import Sought
from ratings.runs.automation import LAST_DAY, Schedule
from ratings.runs.manual_events import Decision

MOST_POINTS = 5000
# What an office decides by hand; imported lists come by the thousand. A list adjusted as a whole is a rule.
MOST_GAMES = 1_000_000
MOST_CANDIDATES = 12
_LEVEL_FIELDS = ("deviation", "games")
MOST_NOTE = 2000  # characters


def _day(label: Any, *, ahead: int) -> forms.DateField:
    """Return a day at most so many days `ahead`: a slip in the year would be the newest for years."""

    def refuse_far(day: datetime.date) -> None:
        latest = timezone.localdate() + datetime.timedelta(days=ahead)
        if day > latest:
            values = {"day": format_date(latest, "j F Y")}
            raise forms.ValidationError(
                gettext("Too far ahead: the latest possible date is %(day)s.") % values
            )

    return forms.DateField(label=label, widget=day_input(), validators=[refuse_far])


class RunForm(forms.Form):
    """From where a run replays."""

    whole = forms.BooleanField(label=_("from the beginning"), required=False)


class RunFilterForm(forms.Form):
    """Which rows of a run's difference are wanted; what cannot be read asks for nothing."""

    player = forms.CharField(required=False, max_length=120)
    tournament = forms.CharField(required=False, max_length=120)
    least = forms.FloatField(required=False, min_value=0, max_value=MOST_POINTS)

    @property
    def sought(self) -> Sought:
        """What is asked for."""
        self.is_valid()
        given = self.cleaned_data
        return Sought(
            given.get("player", "").strip(), given.get("tournament", "").strip(), given.get("least") or 0.0
        )


class NoteForm(forms.Form):
    """The note of a list, and whether it is shown though facts wait."""

    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=MOST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Printed on the list; explain here if it is published with pending data."),
    )
    force = forms.BooleanField(
        label=_("publish despite pending data or a pending run"), required=False, help_text=_("Needs a note.")
    )

    def __init__(self, *args: Any, is_revision: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_revision:
            note = self.fields["note"]
            note.label, note.required = _("Why is there a new revision?"), True
            note.help_text = _("Printed on the list.")

    def clean(self) -> dict[str, Any]:
        """Refuse a list published by force without a reason."""
        cleaned = super().clean() or {}
        if cleaned.get("force") and not (cleaned.get("note") or "").strip():
            self.add_error("note", _("Say why."))
        return cleaned


class ReleaseForm(NoteForm):
    """The note of a list when it is shown, and whether it may be empty."""

    empty = forms.BooleanField(label=_("publish although no one is on the list"), required=False)

    @property
    def wish(self) -> ReleaseOptions:
        """What is asked for, once valid."""
        given = self.cleaned_data
        return ReleaseOptions(given["note"], given["force"], given["empty"])


class PublishForm(NoteForm):
    """The date of a list, and its note."""

    field_order = ("date", "note", "force")
    date = _day(_("List date"), ahead=31)

    @property
    def order(self) -> ListRequest:
        """What is asked for, once valid."""
        return ListRequest(self.cleaned_data["date"], self.cleaned_data["note"], self.cleaned_data["force"])


def _fields_without_use(system: str, kind: str) -> tuple[str, ...]:
    """Name the fields a decision of a kind does not have in a system."""
    if kind == ManualEvent.Kind.ADJUSTMENT:
        return ("player", "chosen", "value", *_LEVEL_FIELDS)
    asked = facts_of(system).level_fields(system)
    return ("factor", "offset", *(name for name in _LEVEL_FIELDS if name not in asked))


class AlarmThresholdsForm(forms.Form):
    """From where on a run raises an alarm."""

    largest_move = forms.FloatField(
        label=_("A rating changes by more than"), min_value=1, max_value=MOST_POINTS, help_text=_("Points.")
    )
    share_moved = forms.FloatField(
        label=_("Share of rated players who change is more than"),
        min_value=0,
        max_value=100,
        help_text=_("Percent."),
    )
    most_entering = forms.IntegerField(
        label=_("Players gaining a first rating are more than"), min_value=0, max_value=MOST_GAMES
    )
    most_leaving = forms.IntegerField(
        label=_("Players losing their rating are more than"), min_value=0, max_value=MOST_GAMES
    )

    @property
    def bounds(self) -> Bounds:
        """The bounds, once valid."""
        given = self.cleaned_data
        return Bounds(**{**given, "share_moved": given["share_moved"] / 100})


class ScheduleForm(forms.Form):
    """What the clock does in a system, and on which day of the month its lists are due."""

    recalculate = forms.BooleanField(label=_("Recalculate when data have changed"), required=False)
    approve = forms.BooleanField(label=_("Approve a proposal that raises no alert"), required=False)
    prepare = forms.BooleanField(label=_("Prepare a list that is due"), required=False)
    release = forms.BooleanField(
        label=_("Publish an automatically prepared list if nothing is unusual"), required=False
    )
    day = forms.TypedChoiceField(
        label=_("Day of the month when a list is due"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("when the office decides")), *((day, day) for day in range(1, LAST_DAY + 1))],
    )

    def __init__(self, *args: Any, is_monthly: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_monthly:
            del self.fields["day"]

    def clean(self) -> dict[str, Any]:
        """Refuse lists by the clock without a day."""
        cleaned = super().clean() or {}
        by_clock = cleaned.get("prepare") or cleaned.get("release")
        if by_clock and "day" in self.fields and not cleaned.get("day"):
            self.add_error("day", _("Automatic lists need a day."))
        return cleaned

    @property
    def schedule(self) -> Schedule:
        """The schedule, once valid."""
        return Schedule(**{"day": None, **self.cleaned_data})


class DecisionForm(forms.Form):
    """A dated decision of one kind: a level for one player, or factor and offset for all."""

    kind = forms.CharField(widget=forms.HiddenInput)
    date = _day(_("Date"), ahead=366)
    player = forms.CharField(
        label=_("Player"), max_length=120, required=False, help_text=_("Name, public number or licence.")
    )
    chosen = forms.ModelChoiceField(
        queryset=Player.objects.filter(merged_into=None), required=False, widget=forms.HiddenInput
    )
    value = forms.FloatField(label=_("Rating"), min_value=-MOST_POINTS, max_value=MOST_POINTS)
    factor = forms.FloatField(label=_("Factor"), required=False, min_value=0, max_value=10)
    offset = forms.FloatField(
        label=_("Offset"), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
    )
    deviation = forms.FloatField(
        label=_("Deviation (RD)"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        help_text=_("Empty: same as a new player. 70 for a rating carried over from another server."),
    )
    games = forms.IntegerField(
        label=_("Rated games so far"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=_("Empty: the number the rules assume for a rated player."),
    )
    label = forms.CharField(label=_("Label"), max_length=120, help_text=_("As the player’s page shows it."))

    def __init__(self, data: Any = None, *, system: str, kind: str) -> None:
        super().__init__(data, initial={"kind": kind})
        self.kind_shown = kind
        self.candidates: list[Player] = []  # who may be meant, where it is not clear
        for name in _fields_without_use(system, kind):
            self.fields.pop(name, None)

    def clean_kind(self) -> str:
        """Refuse a kind the system does not have."""
        if self.cleaned_data["kind"] != self.kind_shown:
            raise forms.ValidationError(_("This system has no adjustments of this kind."))
        return self.kind_shown

    def clean_date(self) -> datetime.date:
        """Refuse a day no system rates."""
        day: datetime.date = self.cleaned_data["date"]
        if day < EARLIEST:
            raise forms.ValidationError(_("No system has ratings before 1996."))
        return day

    def clean(self) -> dict[str, Any]:
        """Find the player: the one that was chosen, the one of the number, the only one of the name."""
        cleaned = super().clean() or {}
        if "player" in self.fields:
            cleaned["player"] = self._player(cleaned.get("player") or "", cleaned.get("chosen"))
        elif any(self.data.get(name) for name in ("player", "value")):
            self.add_error(None, _("A general correction applies to everyone: name no player and no rating."))
        return cleaned

    def _player(self, text: str, chosen: Player | None) -> Player | None:
        self.candidates = find_players(text, MOST_CANDIDATES) if text.strip() else []
        if chosen in self.candidates:  # else it was chosen for what was typed before
            return chosen
        by_number = [candidate for candidate in self.candidates if text.strip() == str(candidate.pk)]
        if len(self.candidates) == 1 or by_number:
            return (by_number or self.candidates)[0]
        if not text.strip():
            self.add_error("player", _("This field is required."))
        elif self.candidates:
            self.add_error("player", _("Several players have this name: choose one below."))
        else:
            self.add_error("player", _("No player in the register has this name or number."))
        return None

    @property
    def decision(self) -> Decision:
        """What was decided, once valid."""
        given = self.cleaned_data
        factor, offset = given.get("factor"), given.get("offset")
        return Decision(
            kind=given["kind"],
            date=given["date"],
            label=given["label"],
            player=given.get("player"),
            value=given.get("value"),
            factor=1.0 if factor is None else factor,
            offset=0.0 if offset is None else offset,
            deviation=given.get("deviation"),
            games=given.get("games"),
        )
