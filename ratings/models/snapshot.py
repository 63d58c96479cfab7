"""Figures and files made of everything public."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Snapshot(models.Model):
    """The files of the snapshot, and the licence the office grants for them; one row."""

    # name of a part -> {"place" among all, "table", "system", "year", "rows", "basis", "made",
    # "formats": {"csv", "parquet": {"name", "bytes", "sha256"}}}: none where it was
    # withdrawn, until it is made again
    files = models.JSONField(default=dict, blank=True)
    # name of a part -> how often it was withdrawn: what was read before the last time is not noted
    withdrawals = models.JSONField(default=dict, blank=True)
    licence = models.CharField(_("licence"), max_length=20, blank=True, default="")  # snapshots.licences

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")

    def __str__(self) -> str:
        return f"{len(self.files)}"


class Statistic(models.Model):
    """One statistic of a system, as computed from one state of its ledger and its newest list.

    A million games are no work for a page: a job computes them once, pages read this row.
    """

    system = models.ForeignKey("ratings.RatingSystem", models.CASCADE, related_name="statistics")
    kind = models.CharField(_("kind"), max_length=12)  # ratings.statistics.kinds
    state = models.PositiveIntegerField(_("state"))  # RatingSystem.state it was computed from
    newest = models.BigIntegerField()  # `statistics.lists.state_of_lists` then; 0 = no list
    made = models.DateTimeField(_("made"))
    data = models.JSONField(_("figures"))

    class Meta:
        verbose_name = _("statistic")
        verbose_name_plural = _("statistics")
        constraints: ClassVar = [models.UniqueConstraint(fields=["system", "kind"], name="statistic_once")]

    def __str__(self) -> str:
        return f"{self.system_id} {self.kind} {self.state}"
