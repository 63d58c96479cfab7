"""Results sent onward: where each tournament stands at each receiver, what was done, what the office set."""

from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

RECEIVERS = [("egd", "EGD"), ("ffg", "FFG"), ("fide", "FIDE")]


class Dispatch(models.Model):
    """One tournament, all its revisions, at one receiver; no row: nothing was done yet."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("results", "not sent")
        SENT = "sent", pgettext_lazy("results", "sent")
        ACCEPTED = "accepted", pgettext_lazy("results", "accepted")
        REFUSED = "refused", pgettext_lazy("results", "rejected")
        OFF = "off", pgettext_lazy("results", "not to be sent")

    number = models.PositiveIntegerField(_("number"))
    receiver = models.CharField(_("recipient"), max_length=4, choices=RECEIVERS)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING.value)
    # of the file sent last: the revision it was made of; null = none was sent
    revision = models.PositiveSmallIntegerField(_("revision"), null=True)
    reminded = models.DateField(null=True)  # the deadline the organiser was reminded of

    class Meta:
        verbose_name = _("sending of results")
        verbose_name_plural = _("sendings of results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["number", "receiver"], name="dispatch_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.receiver}"

    @property
    def is_done(self) -> bool:
        """Return whether it need not be sent any more: sent, accepted, or not to be sent."""
        return self.state not in (self.State.WAITING, self.State.REFUSED)


class DispatchAct(models.Model):
    """An action on a dispatch; the newest determines its state, and may be undone."""

    class Kind(models.TextChoices):
        SENT = "sent", pgettext_lazy("results", "sent")
        ACCEPTED = "accepted", pgettext_lazy("results", "accepted")
        REFUSED = "refused", pgettext_lazy("results", "rejected")
        OFF = "off", pgettext_lazy("results", "not to be sent")
        ON = "on", pgettext_lazy("results", "to be sent after all")

    dispatch = models.ForeignKey(Dispatch, models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="dispatch_acts")
    day = models.DateField(_("day"))  # it was done on, as entered
    # a note of who sent it, the reason of a refusal or of not sending
    text = models.CharField(_("note"), max_length=500, blank=True, default="")
    code = models.CharField(_("recipient's number"), max_length=40, blank=True, default="")
    # of what was sent: the bytes as they left; "" and null for every other act
    filename = models.CharField(_("file"), max_length=200, blank=True, default="")
    sha256 = models.CharField(max_length=64, blank=True, default="")
    content = models.BinaryField(null=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("step in sending results")
        verbose_name_plural = _("steps in sending results")

    def __str__(self) -> str:
        return f"{self.dispatch_id} {self.kind}"


class DispatchRule(models.Model):
    """What the office has set about sending onward; one row, made on the day of the upgrade."""

    begins = models.DateField(_("Tournaments ending on or after this day"))
    egd = models.BooleanField(default=True)
    ffg = models.BooleanField(default=True)
    fide = models.BooleanField(default=True)
    egd_days = models.PositiveSmallIntegerField(_("Days for the EGD"), default=14)
    ffg_days = models.PositiveSmallIntegerField(_("Days for the FFG"), default=14)
    remind_days = models.PositiveSmallIntegerField(
        _("Days before the deadline to remind organisers"), default=5
    )

    class Meta:
        verbose_name = _("rules for sending results")
        verbose_name_plural = _("rules for sending results")

    def __str__(self) -> str:
        return date.isoformat(self.begins)

    def own_days(self, receiver: str) -> int:
        """Return the days the office gives itself for a receiver whose documents name none."""
        return int(getattr(self, f"{receiver}_days", 0))

    def is_on(self, receiver: str) -> bool:
        """Return whether the office sends anything there."""
        return receiver in dict(RECEIVERS) and bool(getattr(self, receiver))
