"""Simulations of other rules, apart from everything that is rated or published.

The tables are named as when they belonged to `ratings`. Jobs and accounts that rows name may be gone, removed
while an office had left the laboratory out: they are read by `select_related`, which finds none.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Simulation(models.Model):
    """A variant of a system's rules, and what it would have made of the facts; no rating comes of it."""

    system = models.ForeignKey("ratings.RatingSystem", models.CASCADE, related_name="simulations")
    name = models.CharField(_("name"), max_length=80)
    variant = models.JSONField(_("variant"))  # ratings.laboratory.figures.variant.Variant.as_json
    # of the facts, the rules in force and the variant (laboratory.figures.report.fingerprint); "" until made
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True, default="", db_index=True)
    job = models.ForeignKey(
        "federation.Job", models.SET_NULL, null=True, related_name="+", db_constraint=False
    )
    requested = models.DateTimeField(pgettext_lazy("when", "requested"), auto_now_add=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )
    made = models.DateTimeField(_("made"), null=True)
    # since when everybody may read the lines of players; null: officers alone
    opened = models.DateTimeField(pgettext_lazy("when", "opened"), null=True, blank=True)
    # {"base": ..., "report": ...}, see laboratory.simulating.simulate_variant
    result = models.JSONField(_("figures"), default=dict)

    class Meta:
        db_table = "ratings_simulation"
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("simulation", args=[self.pk, self.fingerprint[:16] or "0"])


class SimulationLines(models.Model):
    """What both rules gave some players after each of their events; a row holds players by rising key."""

    simulation = models.ForeignKey(Simulation, models.CASCADE, related_name="lines")
    first = models.BigIntegerField()  # keys of players, both included
    last = models.BigIntegerField()
    data = models.BinaryField()  # ratings.laboratory.person_lines.packed

    class Meta:
        db_table = "ratings_simulationlines"
        verbose_name = _("lines of players")
        verbose_name_plural = _("lines of players")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["simulation", "first"], name="simulation_lines_once")
        ]

    def __str__(self) -> str:
        return f"{self.simulation_id} {self.first}-{self.last}"


class Trial(models.Model):
    """A variant on trial: computed beside the rules in force when ratings move, never a rating."""

    system = models.ForeignKey("ratings.RatingSystem", models.CASCADE, related_name="trials")
    name = models.CharField(_("name"), max_length=80)
    variant = models.JSONField(_("variant"))  # ratings.laboratory.figures.variant.Variant.as_json
    rules = models.JSONField(default=dict)  # in force when it began: `laboratory.figures.rules.kept_rules`
    begun = models.DateTimeField(pgettext_lazy("when", "begun"))
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )
    ended = models.DateTimeField(pgettext_lazy("when", "ended"), null=True, blank=True)
    unfit = models.BooleanField(default=False)  # ended because the rules in force have changed ...
    changed = models.JSONField(default=list)  # ... in this: laboratory.figures.rules.changed_rules
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )

    class Meta:
        db_table = "ratings_trial"
        verbose_name = _("trial")
        verbose_name_plural = _("trials")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("trial", args=[self.pk])


class TrialResult(models.Model):
    """What a trial gave in one state of its system."""

    trial = models.ForeignKey(Trial, models.CASCADE, related_name="results")
    state = models.PositiveIntegerField(_("state"))  # RatingSystem.state it was computed in
    made = models.DateTimeField(_("made"))
    # what laboratory.figures.forecasting.monthly_figures gives, and "base": whether the rules in force give
    # the published lists; where not, there are no months. Results of earlier versions have no "base".
    figures = models.JSONField(_("figures"))

    class Meta:
        db_table = "ratings_trialresult"
        verbose_name = _("result of a trial")
        verbose_name_plural = _("results of trials")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["trial", "state"], name="trial_result_once")]

    def __str__(self) -> str:
        return f"{self.trial_id} {self.state}"
