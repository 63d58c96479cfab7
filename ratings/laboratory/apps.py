"""The laboratory of rules as an application that an office may leave out (LABORATORY in the settings)."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from federation import signals
from ratings.laboratory import SCOPE


class LaboratoryConfig(AppConfig):
    name = "ratings.laboratory"
    verbose_name = _("Laboratory of rules")

    def ready(self) -> None:
        """Add the scope of its tokens; connect what the officers' overview shows of it."""
        from federation.accounts.tokens import add_scope  # here, because it needs models

        add_scope(SCOPE, _("Simulate other rules in the laboratory (officers)"))
        signals.connect(signals.review_asked, "ratings.laboratory.receivers.add_to_review")
