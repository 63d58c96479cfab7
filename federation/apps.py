"""The register of people and clubs, and the project around it."""

from importlib import import_module

from django.apps import AppConfig
from django.urls import register_converter
from django.utils.translation import gettext_lazy as _

from federation import signals
from federation.web.converters import KeyConverter


class FederationConfig(AppConfig):
    name = "federation"
    verbose_name = _("Register")

    def ready(self) -> None:
        """Register the converter of addresses; connect signals of allauth, claims and births."""
        register_converter(KeyConverter, "key")
        import_module("federation.accounts.receivers")
        for signal, receiver in (
            ("merge_asked", "foresee"),
            ("players_merged", "move"),
            ("players_unmerged", "move_back"),
            ("removal_asked", "holds_on"),
            ("data_asked", "collect"),
            ("player_erased", "erase"),
        ):
            signals.connect(getattr(signals, signal), f"federation.claims.receivers.{receiver}")
        for signal, receiver in (
            ("merge_asked", "foresee"),
            ("players_merged", "move"),
            ("players_unmerged", "move_back"),
            ("player_erased", "erase"),
        ):
            signals.connect(getattr(signals, signal), f"federation.register.birth_days.{receiver}")
        signals.connect(signals.birth_noted, "federation.privacy.privacy.birth_noted")
