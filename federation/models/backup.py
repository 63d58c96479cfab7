"""Backups that were made, and whether one was restored for a trial."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Backup(models.Model):
    """A folder with a copy of the database. The copy itself does not know of its own row."""

    at = models.DateTimeField(pgettext_lazy("when", "made"), auto_now_add=True)
    folder = models.CharField(_("folder"), max_length=255)
    size = models.BigIntegerField(_("size"), default=0)  # bytes
    sizes = models.JSONField(default=dict)  # bytes of each table when it was made
    place = models.BigIntegerField(default=0)  # of the journal's last line
    digest = models.CharField(max_length=64, blank=True, default="")
    proved = models.DateTimeField(pgettext_lazy("when", "proved"), null=True)  # restored and verified

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")
        indexes: ClassVar = [models.Index(fields=["-at"], name="backup_newest")]

    def __str__(self) -> str:
        return self.folder
