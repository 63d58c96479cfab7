"""The lines of the journal, and the end of their chain."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.account import Account


class JournalEntry(models.Model):
    """Who did what to which thing, and when. Written by federation.journal.journal, never changed.

    The database refuses to change or delete a line; place and digests are set once, when it is sealed.
    """

    at = models.DateTimeField(_("when"), db_index=True)
    account = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="+", verbose_name=_("account")
    )
    act = models.CharField(_("action"), max_length=40)  # "tournament.approved"
    subject = models.CharField(_("subject"), max_length=40)  # "tournament"
    subject_id = models.CharField(_("number of the subject"), max_length=40)
    detail = models.JSONField(_("detail"), default=dict)
    place = models.BigIntegerField(_("place in the chain"), null=True, unique=True)  # null = not sealed yet
    previous = models.CharField(max_length=64, default="", db_default="")  # SHA-256 of the line before
    digest = models.CharField(_("digest"), max_length=64, default="", db_default="")  # SHA-256

    class Meta:
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal")
        indexes: ClassVar = [
            models.Index(fields=["subject", "subject_id"], name="journal_subject"),
            models.Index(fields=["act", "-at"], name="journal_act"),
            models.Index(fields=["id"], condition=models.Q(digest=""), name="journal_unsealed"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.subject} {self.subject_id}"


class JournalHead(models.Model):
    """The end of the chain of the journal, one row; locked only by the sealing of lines."""

    place = models.BigIntegerField(default=0)
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("end of the journal")
        verbose_name_plural = _("ends of the journal")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(id=1), name="journal_head_one"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.digest}"
