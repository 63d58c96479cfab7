"""The forms of the witnesses: a log to watch, a witness to trust."""

from django import forms
from django.utils.translation import gettext_lazy as _


class _Entry(forms.Form):
    """An address and a key, as the page of the other installation's log shows them."""

    address = forms.CharField(
        label=_("Address of the log"),
        max_length=500,
        help_text=_("For example https://ratings.example.org/log."),
        widget=forms.URLInput,
    )


class LogForm(_Entry):
    """A log of another installation."""

    key = forms.CharField(
        label=_("Key of the log"),
        max_length=300,
        help_text=_("The page “Public log” there shows it: the text behind --key, without quotation marks."),
    )


class WitnessForm(_Entry):
    """Another installation that watches our log."""

    key = forms.CharField(
        label=_("Key of the witness"),
        max_length=300,
        help_text=_("The page “Public log” there shows it, under “Witnesses”."),
    )
