"""Forms of requests about personal data: sent by the person, noted, extended or answered by the office."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from federation.forms.day_input import day_input
from federation.models import DataRequest, Player
from federation.privacy.data_requests import Answer, Asked
from federation.vocabulary.keys import BIGGEST

Kind, State, Way = DataRequest.Kind, DataRequest.State, DataRequest.Way
LATE = timedelta(days=366)  # how long after it came a request may be noted
_PLAIN = (Kind.COPY, Kind.ERASURE)  # say all without further words


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=day_input(), initial=localdate)


def _text(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )


def _checked_day(day: Any) -> Any:
    if not localdate() - LATE <= day <= localdate():
        raise forms.ValidationError(_("Enter a day of the last 12 months, not later than today."))
    return day


class AskForm(forms.Form):
    """What a person asks about personal data."""

    kind = forms.ChoiceField(label=_("Request"), choices=Kind.choices)
    text = _text(_("Details"))

    def clean(self) -> dict[str, Any]:
        """Ask for details where the kind of the request does not say all."""
        cleaned = super().clean() or {}
        if cleaned.get("kind") not in (*_PLAIN, None) and not cleaned.get("text") and not self.errors:
            self.add_error("text", _("Say what it is about."))
        return cleaned


class NoteForm(AskForm):
    """A request that reached the office by another way than the site."""

    player = forms.IntegerField(label=_("Player’s number"), required=False, min_value=1, max_value=BIGGEST)
    name = forms.CharField(
        label=_("Name, as written"),
        max_length=100,
        required=False,
        help_text=_("Only where the register has no such player."),
    )
    way = forms.ChoiceField(
        label=_("How it came"), choices=[choice for choice in Way.choices if choice[0] != Way.PAGE]
    )
    came = _day(_("Received on"))
    field_order = ("player", "name", "kind", "text", "way", "came")

    def clean_came(self) -> Any:
        """Refuse a slip in the year: the day decides until when it is answered."""
        return _checked_day(self.cleaned_data["came"])

    def clean_player(self) -> Player | None:
        """Return the player of the number, or the one that number was merged into."""
        number = self.cleaned_data["player"]
        if number is None:
            return None
        found = Player.objects.select_related("merged_into").filter(pk=number).first()
        if found is None:
            raise forms.ValidationError(_("No player has this number."))
        return found.merged_into or found

    def clean(self) -> dict[str, Any]:
        """Ask for a player or a name."""
        cleaned = super().clean()
        has_either = cleaned.get("player") or cleaned.get("name")
        if not has_either and not {"player", "name"} & self.errors.keys():
            self.add_error("player", _("Enter a number, or a name below."))
        return cleaned

    def asked(self) -> Asked:
        """Return the cleaned values; the form is valid."""
        names = ("kind", "text", "way", "came", "player", "name")
        return Asked(**{name: self.cleaned_data[name] for name in names})


class ExtendForm(forms.Form):
    """Why an answer takes longer than a month."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("For instance many requests at once, or one that is hard to answer."),
    )


class AnswerForm(forms.Form):
    """What the office answered."""

    state = forms.ChoiceField(
        label=_("Outcome"), choices=[choice for choice in State.choices if choice[0] != State.OPEN]
    )
    answered = _day(_("Answered on"))
    answer = _text(_("Answer"))

    def clean_answered(self) -> Any:
        """Refuse a slip in the year."""
        return _checked_day(self.cleaned_data["answered"])

    def given(self) -> Answer:
        """Return the cleaned values; the form is valid."""
        cleaned = self.cleaned_data
        return Answer(cleaned["state"], cleaned["answer"], cleaned["answered"])
