"""Forms of accounts: logging in, a forgotten password, inviting, joining, roles."""

from typing import Any

from allauth.account.fields import EmailField
from allauth.account.forms import LoginForm, ResetPasswordForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from federation.accounts import letters
from federation.accounts.accounts import Joining, Offer, Standing
from federation.accounts.permissions import ROLES
from federation.models import Account, Club


class LogInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """Login form; addresses are lowercased, since telephones capitalise the first letter."""

    def clean_login(self) -> str:
        """Fold the address to what the table holds."""
        return str(super().clean_login()).lower()


class ForgottenForm(ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """A link to a new password goes to an account's own address, never to one not yet confirmed.

    Nothing is looked up before the letter is written, so that every address is answered alike.
    """

    email = EmailField(max_length=254)

    def clean_email(self) -> str:
        """Fold the address to what the table holds."""
        return str(self.cleaned_data["email"]).lower()

    def save(self, request: HttpRequest, **_: Any) -> str:
        """Have a job send the link."""
        email = str(self.cleaned_data["email"])
        letters.note(letters.FORGOTTEN, email, request=request)
        return email


class KeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A key; without a password it must be one that opens the account alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.user.has_usable_password():
            self.initial["passwordless"] = True
            self.fields["passwordless"].disabled = True


class _RolesForm(forms.Form):
    """Roles and a club."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=list(ROLES.items()), required=False, widget=forms.CheckboxSelectMultiple
    )
    club = forms.ModelChoiceField(
        Club.objects.order_by("name"),
        label=_("Club"),
        required=False,
        empty_label=_("none"),
        help_text=_("A registrar with a club can change only players of that club."),
    )


class InviteForm(_RolesForm):
    """Whom to invite, and as what."""

    field_order = ("email", "language", "roles", "club")
    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    language = forms.ChoiceField(label=_("Language of the e-mail"), choices=settings.LANGUAGES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("language", get_language())

    def offer(self) -> Offer:
        """Return the cleaned values; the form is valid."""
        cleaned = self.cleaned_data
        return Offer(cleaned["email"], tuple(cleaned["roles"]), cleaned["club"], cleaned["language"])


class StandingForm(_RolesForm):
    """An account's roles, club, and whether it may log in."""

    active = forms.BooleanField(label=_("May log in"), required=False)

    def standing(self) -> Standing:
        """Return the cleaned values; the form is valid."""
        cleaned = self.cleaned_data
        return Standing(tuple(cleaned["roles"]), cleaned["club"], cleaned["active"])


class JoinForm(forms.Form):
    """Name and password of an invited person; with a passkey the password stays empty."""

    first_name = forms.CharField(
        label=_("Given name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    last_name = forms.CharField(
        label=_("Surname"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "family-name"})
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        help_text=password_validators_help_text_html(),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, with_passkey: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email, self.with_passkey = email, with_passkey

    def clean(self) -> dict[str, Any]:
        """Judge the password beside the name and the address; one is asked for unless a passkey shall do."""
        cleaned = super().clean() or {}
        if self.with_passkey:
            cleaned["password"] = None
        elif not cleaned.get("password"):
            self.add_error("password", _("Choose a password, or a passkey below."))
        else:
            names = {name: cleaned.get(name, "") for name in ("first_name", "last_name")}
            try:
                validate_password(cleaned["password"], Account(email=self.email, **names))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned

    def joining(self) -> Joining:
        """Return the cleaned values; the form is valid."""
        cleaned = self.cleaned_data
        return Joining(cleaned["first_name"], cleaned["last_name"], cleaned["password"])
