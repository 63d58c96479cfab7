"""Forms of players' accounts: sign up, claim a record, decide about a claim."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SignUpForm(forms.Form):
    """The address an account is to be opened for."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        """Fold the address to what the table holds."""
        return str(self.cleaned_data["email"]).lower()


class CodeForm(forms.Form):
    """A code, as it was read or copied."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class OfficeForm(forms.Form):
    """A person's message to the office."""

    text = forms.CharField(
        label=_("Message to the office"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("How can the office recognise you? For instance: licence number, club, date of birth."),
    )
