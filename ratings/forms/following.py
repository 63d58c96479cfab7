"""Forms of those who follow players and lists by e-mail, and of the office that is asked about an address."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class AddressForm(forms.Form):
    """An e-mail address."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )

    def clean_email(self) -> str:
        """Fold the address to what the table holds."""
        return str(self.cleaned_data["email"]).strip().lower()


class LanguageForm(forms.Form):
    """The language letters are written in."""

    language = forms.ChoiceField(label=_("Language of the e-mails"), choices=settings.LANGUAGES)
