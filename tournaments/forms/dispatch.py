"""Forms of sending onward: what somebody says of an act, and what the office sets."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.dispatch.acts import Said
from tournaments.models import DispatchRule
from tournaments.onward.deadlines import MOST_OWN_DAYS

EARLIEST = date(1996, 1, 1)


class ActForm(forms.Form):
    """An act about one file: its day, a note or reason, the number the receiver gave."""

    day = forms.DateField(label=_("Day"), required=False)
    text = forms.CharField(label=_("Note"), max_length=500, required=False)
    code = forms.CharField(label=_("Number of the receiver"), max_length=40, required=False)
    seen = forms.IntegerField(min_value=0, max_value=2**62, required=False)
    file = forms.CharField(max_length=64, required=False)

    def clean_day(self) -> date:
        """Refuse days to come and days before there was anything to send; none is today."""
        today = timezone.localdate()
        day: date = self.cleaned_data["day"] or today
        if not EARLIEST <= day <= today:
            raise forms.ValidationError(_("Give a day that is not to come."), code="implausible")
        return day

    @property
    def said(self) -> Said:
        """What a valid form says."""
        cleaned = self.cleaned_data
        return Said(cleaned["day"], cleaned["text"], cleaned["code"], cleaned["seen"] or 0)


class RuleForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only in the stubs
    """What the office sets about sending onward."""

    class Meta:
        model = DispatchRule
        fields = ("begins", "egd", "ffg", "fide", "egd_days", "ffg_days", "remind_days")
        labels = {"egd": "EGD", "ffg": "FFG", "fide": "FIDE"}
        widgets = {"begins": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        help_texts = {
            "begins": _("What ended before was sent without this board and is never called overdue."),
            "egd_days": _("No document names a day."),
            "ffg_days": _("No document names a day."),
            "remind_days": _("0 reminds nobody."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, least, most in (
            ("egd_days", 1, MOST_OWN_DAYS),
            ("ffg_days", 1, MOST_OWN_DAYS),
            ("remind_days", 0, 60),
        ):
            field = forms.IntegerField(
                label=self.fields[name].label,
                help_text=self.fields[name].help_text,
                min_value=least,
                max_value=most,
            )
            self.fields[name] = field
