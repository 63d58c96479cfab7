"""The register of people and clubs, and the project around it."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FederationConfig(AppConfig):
    name = "federation"
    verbose_name = _("Register")

    def ready(self) -> None:
        """Connect the signals of allauth."""
        import_module("federation.accounts.receivers")
