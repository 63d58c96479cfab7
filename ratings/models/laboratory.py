"""Simulations of other rules, kept apart from everything that is rated or published."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models import Job


class Simulation(models.Model):
    """A variant of a system's rules, and what it would have made of the facts; no rating comes of it."""

    system = models.ForeignKey("ratings.RatingSystem", models.CASCADE, related_name="simulations")
    name = models.CharField(_("name"), max_length=80)
    variant = models.JSONField(_("variant"))  # ratings.laboratory.figures.variant.Variant.as_json
    # of the facts, the rules in force and the variant (laboratory.figures.report.fingerprint); "" until made
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True, default="", db_index=True)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    requested = models.DateTimeField(pgettext_lazy("when", "requested"), auto_now_add=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made = models.DateTimeField(_("made"), null=True)
    # {"base": ..., "report": ...}, see laboratory.simulating.Result
    result = models.JSONField(_("figures"), default=dict)

    class Meta:
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("simulation", args=[self.pk, self.fingerprint[:16] or "0"])
