"""Tournaments: files, games, approval."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Connect the receivers of the signals of the register."""
        import_module("tournaments.receivers")
