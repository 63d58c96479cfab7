"""What it is worth: engines, recalculation, published lists."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Listen to what the other apps say aloud."""
        import_module("ratings.receivers")
