"""Background work as rows."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.account import Account


class Job(models.Model):
    """One piece of background work. The row is the truth; the message on the queue is only a reminder."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        STOPPED = "stopped", _("stopped")

    kind = models.CharField(_("kind"), max_length=60)
    arguments = models.JSONField(_("arguments"), default=dict)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.QUEUED)
    requested_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    requested = models.DateTimeField(pgettext_lazy("when", "requested"), auto_now_add=True)
    started = models.DateTimeField(pgettext_lazy("when", "started"), null=True, blank=True)
    heartbeat = models.DateTimeField(_("last activity"), null=True, blank=True)
    finished = models.DateTimeField(pgettext_lazy("when", "finished"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claim = models.CharField(_("claim"), max_length=36, blank=True, default="")  # who runs it now
    progress = models.PositiveSmallIntegerField(_("progress"), default=0)  # percent
    message = models.CharField(_("message"), max_length=200, blank=True, default="")
    result = models.JSONField(_("result"), default=dict)
    error = models.TextField(_("error"), blank=True, default="")

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes: ClassVar = [models.Index(fields=["state", "heartbeat"], name="job_state")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} {self.state}"
