"""The form of a webhook: where to, what about."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.webhooks.endpoints import EVENTS, Wanted


class WebhookForm(forms.Form):
    """An address and the events to send to it."""

    url = forms.CharField(
        label=_("Web address"),
        max_length=500,
        help_text=_("Where messages are sent, for example https://example.org/hook."),
        widget=forms.URLInput,
    )
    description = forms.CharField(
        label=_("Description"),
        max_length=120,
        required=False,
        help_text=_("Which program receives the messages."),
    )
    events = forms.MultipleChoiceField(
        label=_("Send a message when"),
        choices=list(EVENTS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )

    def wanted(self) -> Wanted:
        """Return what a valid form asks for."""
        cleaned = self.cleaned_data
        return Wanted(cleaned["url"].strip(), cleaned["events"], cleaned["description"])
