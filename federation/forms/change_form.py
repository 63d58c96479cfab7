"""The base of the register's forms: one change of one player."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.player_fields import Text
from federation.models import Account, Player


class ChangeForm(forms.Form):
    """One change of a player; refused if the value differs from `seen`, the one the page showed."""

    act: ClassVar[str]
    title: ClassVar[Text]
    lead: ClassVar[Text] = ""
    button: ClassVar[Text]
    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    def __init__(self, player: Player, account: Account, data: Any = None) -> None:
        self.player, self.account = player, account
        super().__init__(data, auto_id=f"{self.act}-%s")
        self.initial["seen"] = self.stands()
        self.prepare()

    def prepare(self) -> None:
        """Fill the fields with the present values."""

    def stands(self) -> str:
        """Return what the change would replace, "" when it only adds."""
        return ""

    def clean(self) -> dict[str, Any]:
        """Refuse a change based on an outdated value, and show the present one."""
        cleaned = super().clean() or {}
        if cleaned.get("seen", "") != self.stands():
            self.data = {**self.data.dict(), "seen": self.stands()}  # type: ignore[attr-defined]  # a QueryDict
            raise forms.ValidationError(
                _(
                    "Someone else has changed this in the meantime. Check the current value above, then save "
                    "again."
                )
            )
        return cleaned

    def write(self) -> bool:
        """Write the change; False when nothing had changed. RegisterError when the register refuses."""
        raise NotImplementedError
