"""The form of licences for many players at once."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.forms.player_changes import FIRST_SEASON, STATUSES
from federation.models import Account
from federation.player_lists.licence_list import Wanted
from federation.player_lists.readers import licence_lines

_LIMIT = {"limit": licence_lines.MOST_BYTES // 2**20, "lines": licence_lines.MOST_LINES}


class LicencesForm(forms.Form):
    """Season, kind, and lines that say whose licences they are: pasted, or a file that takes their place."""

    season = forms.IntegerField(label=_("Season"), min_value=FIRST_SEASON)
    kind = forms.ChoiceField(
        label=_("Kind of licence"),
        choices=STATUSES,
        help_text=_("For lines that name no season or kind of their own."),
    )
    text = forms.CharField(
        label=_("Players, one per line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        allow_empty_file=True,
        help_text=_("Replaces the lines."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("season", timezone.localdate().year)

    def clean_season(self) -> int:
        """Refuse a season for which licences are not given yet."""
        season: int = self.cleaned_data["season"]
        if season > timezone.localdate().year + 1:
            raise forms.ValidationError(_("Next year's season at the latest."))
        return season

    def clean(self) -> dict[str, Any]:
        """Read the file in the place of the lines, and refuse what is empty or too much."""
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > licence_lines.MOST_BYTES:
            raise forms.ValidationError(too_large())
        text = licence_lines.decode(file.read()) if file is not None else cleaned.get("text", "")
        text = text.replace("\0", "")
        if len(text) > licence_lines.MOST_BYTES:
            raise forms.ValidationError(too_large())
        if not text.strip():
            raise forms.ValidationError(_("Enter at least one line, or choose a file that is not empty."))
        return {**cleaned, "text": text}

    def wanted(self, account: Account) -> Wanted:
        """Return what is asked for, once the form is valid."""
        return Wanted(self.cleaned_data["season"], self.cleaned_data["kind"], account)


def too_large() -> str:
    """Return the sentence for more than is read at once."""
    return str(_("This is more than %(limit)s MB or %(lines)s lines. Send it in parts.") % _LIMIT)
