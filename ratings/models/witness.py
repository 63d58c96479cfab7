"""Witnesses: logs that are watched here, who watches our own, and evidence against a log."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class _Looked(models.Model):
    """Another installation that is looked at again and again, and how the last look went."""

    address = models.CharField(_("address"), max_length=500)  # of its log
    key = models.CharField(_("verifier key"), max_length=300)  # must have signed
    size = models.BigIntegerField(_("entries"), default=0)
    looked = models.DateTimeField(_("last look"), null=True)
    problem = models.CharField(max_length=20, default="")  # code of `public_log.witness.entering`, "" = none
    problem_since = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def after_look(self, problem: str, now: datetime) -> dict[str, Any]:
        """Return the fields that say how a look went; a problem that goes on keeps its beginning."""
        since = self.problem_since if problem == self.problem else now
        return {"looked": now, "problem": problem, "problem_since": since if problem else None}


class WatchedLog(_Looked):
    """A log of another installation, and the last checkpoint of it that was checked."""

    origin = models.CharField(_("log"), max_length=200, unique=True)
    checkpoint = models.TextField(default="")  # the last that continued the one before: a signed note
    seen = models.DateTimeField(_("last new entry seen"), null=True)  # when that checkpoint was read first
    cosigned_note = models.TextField(default="")  # a checkpoint with our cosignature, as it is given out
    cosigned = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("watched log")
        verbose_name_plural = _("watched logs")

    def __str__(self) -> str:
        return self.origin


class LogWitness(_Looked):
    """Another installation that watches our log, and the newest checkpoint it cosigned."""

    name = models.CharField(_("witness"), max_length=200, unique=True)
    note = models.TextField(default="")  # checkpoint, our signature, its cosignature
    cosigned = models.DateTimeField(_("cosigned"), null=True)

    class Meta:
        verbose_name = _("witness")
        verbose_name_plural = _("witnesses")

    def __str__(self) -> str:
        return self.name


class LogAlarm(models.Model):
    """Evidence that a log was rewritten or cut short: two checkpoints it signed. Never deleted."""

    class Kind(models.TextChoices):
        """What the two checkpoints show."""

        REWRITTEN = "rewritten", _("rewritten")
        SHRUNK = "shrunk", _("cut short")

    class Letter(models.TextChoices):
        """Whether an e-mail to the administrators was sent."""

        WAITING = "waiting"
        LEAVING = "leaving"
        SENT = "sent"
        REFUSED = "refused"

    origin = models.CharField(_("log"), max_length=200)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    found = models.DateTimeField(_("found"), auto_now_add=True)
    before = models.TextField()  # signed notes
    after = models.TextField()
    settled = models.DateTimeField(null=True)
    letter = models.CharField(max_length=8, choices=Letter.choices, default=Letter.WAITING)

    class Meta:
        verbose_name = _("alert about a log")
        verbose_name_plural = _("alerts about logs")
        constraints: ClassVar = [
            # one open alarm a log: a second look finds the same
            models.UniqueConstraint(
                fields=["origin"], condition=models.Q(settled=None), name="log_alarm_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.origin} {self.kind}"
