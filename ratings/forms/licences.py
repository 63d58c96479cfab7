"""The form by which officers grant a licence for the public data."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.snapshots.licences import LICENCES, NONE

CHOICES = [(NONE, _("none granted")), *((licence.key, licence.title) for licence in LICENCES.values())]


class LicenceForm(forms.Form):
    """A licence, or none."""

    licence = forms.ChoiceField(
        label=pgettext_lazy("of data", "Licence"),
        choices=CHOICES,
        required=False,
        help_text=_("A licence once granted holds for everyone who has taken the files under it."),
    )
