"""State of the snapshot of everything public; its files lie where those of lists do."""

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
