"""Ratings: engines, recalculation, published lists."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Connect the receivers of the signals of the other apps."""
        import_module("ratings.receivers")
