"""Witnesses: logs that are watched here, who watches our own, and evidence against a log."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class WatchedLog(models.Model):
    """A log of another installation, and the last checkpoint of it that was checked."""

    origin = models.CharField(_("log"), max_length=200, unique=True)
    address = models.CharField(_("address"), max_length=500)
    key = models.CharField(_("verifier key"), max_length=300)  # must have signed
    checkpoint = models.TextField(default="")  # the last that continued the one before: a signed note
    size = models.BigIntegerField(_("entries"), default=0)
    seen = models.DateTimeField(_("last new entry seen"), null=True)  # when that checkpoint was read first
    looked = models.DateTimeField(_("last look"), null=True)
    problem = models.CharField(max_length=20, default="")  # code of `public_log.witness.wording`, "" = none
    problem_since = models.DateTimeField(null=True)
    cosigned_note = models.TextField(default="")  # a checkpoint with our cosignature, as it is given out
    cosigned = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("watched log")
        verbose_name_plural = _("watched logs")

    def __str__(self) -> str:
        return self.origin


class LogWitness(models.Model):
    """Another installation that watches our log, and the newest checkpoint it cosigned."""

    name = models.CharField(_("witness"), max_length=200, unique=True)
    address = models.CharField(_("address"), max_length=500)  # of its log, below which it tells what it saw
    key = models.CharField(_("verifier key"), max_length=300)
    note = models.TextField(default="")  # checkpoint, our signature, its cosignature
    size = models.BigIntegerField(_("entries"), default=0)
    cosigned = models.DateTimeField(_("cosigned"), null=True)
    looked = models.DateTimeField(_("last look"), null=True)
    problem = models.CharField(max_length=20, default="")
    problem_since = models.DateTimeField(null=True)

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
        """Whether the administrators were told by e-mail."""

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
            # one open alarm a log: whoever looks again finds the same
            models.UniqueConstraint(
                fields=["origin"], condition=models.Q(settled=None), name="log_alarm_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.origin} {self.kind}"
