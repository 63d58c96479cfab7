"""Forms of sending onward: remarks on an act, and settings of the office."""

from datetime import date

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.forms.day_input import day_input
from tournaments.dispatch.acts import ActDetails
from tournaments.onward.deadlines import MOST_OWN_DAYS
from tournaments.onward.egd import FIRST_EVENT

EARLIEST = FIRST_EVENT  # before, no receiver took results


class ActForm(forms.Form):
    """An act about one file: its day, a note or reason, the number the receiver gave."""

    day = forms.DateField(label=_("Day"), required=False)
    text = forms.CharField(label=_("Note"), max_length=500, required=False)
    code = forms.CharField(label=_("Recipient’s number"), max_length=40, required=False)
    seen = forms.IntegerField(min_value=0, max_value=2**62, required=False)
    file = forms.CharField(max_length=64, required=False)

    def clean_day(self) -> date:
        """Refuse days to come and days before there was anything to send; none is today."""
        today = timezone.localdate()
        day: date = self.cleaned_data["day"] or today
        if not EARLIEST <= day <= today:
            raise forms.ValidationError(_("The day cannot be in the future."), code="implausible")
        return day

    @property
    def said(self) -> ActDetails:
        """Values of a valid form."""
        cleaned = self.cleaned_data
        return ActDetails(cleaned["day"], cleaned["text"], cleaned["code"], cleaned["seen"] or 0)


class RuleForm(forms.Form):
    """Settings of the office for sending onward."""

    begins = forms.DateField(
        label=_("Tournaments ending on or after this day"),
        widget=day_input(),
        help_text=_("Earlier tournaments were sent by other means and never count as overdue."),
    )
    egd = forms.BooleanField(label="EGD", required=False)
    ffg = forms.BooleanField(label="FFG", required=False)
    fide = forms.BooleanField(label="FIDE", required=False)
    egd_days = forms.IntegerField(
        label=_("Days for the EGD"),
        help_text=_("There is no published deadline."),
        min_value=1,
        max_value=MOST_OWN_DAYS,
    )
    ffg_days = forms.IntegerField(
        label=_("Days for the FFG"),
        help_text=_("There is no published deadline."),
        min_value=1,
        max_value=MOST_OWN_DAYS,
    )
    remind_days = forms.IntegerField(
        label=_("Days before the deadline to remind organisers"),
        help_text=_("0 sends no reminder."),
        min_value=0,
        max_value=60,
    )
