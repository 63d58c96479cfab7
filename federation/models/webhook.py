"""Webhook addresses, and each message to each of them."""

from typing import ClassVar
from urllib.parse import urlsplit

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.account import Account


class Webhook(models.Model):
    """An address of a program, and the changes to send it (federation.webhooks)."""

    class State(models.TextChoices):
        NEW = "new", pgettext_lazy("webhook", "not confirmed")  # has not answered its challenge
        ON = "on", pgettext_lazy("webhook", "active")
        OFF = "off", pgettext_lazy("webhook", "turned off")
        FAILED = "failed", _("paused after failures")
        GONE = "gone", _("ended by the recipient")

    class Letter(models.TextChoices):
        """The delivery state of the e-mail about a pause."""

        NONE = "", ""
        WAITING = "waiting", "waiting"
        LEAVING = "leaving", "leaving"
        SENT = "sent", "sent"
        REFUSED = "refused", "refused"

    account = models.ForeignKey(Account, models.CASCADE, related_name="webhooks", verbose_name=_("account"))
    url = models.URLField(_("address"), max_length=500)
    description = models.CharField(_("description"), max_length=120, blank=True, default="")
    events = models.JSONField(_("events"), default=list)  # types, federation.journal.acts.webhook_events
    state = models.CharField(_("state"), max_length=6, choices=State.choices, default=State.ON)
    # The secret is made of the seed and the key of the site: a copy of the table alone signs nothing.
    seed = models.CharField(max_length=64)
    seed_before = models.CharField(max_length=64, blank=True, default="")
    before_until = models.DateTimeField(null=True, blank=True)  # the secret before signs too until then
    created = models.DateTimeField(pgettext_lazy("when", "created"), auto_now_add=True)
    failures = models.PositiveIntegerField(default=0)  # in a row
    failing_since = models.DateTimeField(null=True, blank=True)
    quiet_until = models.DateTimeField(null=True, blank=True)  # not tried before
    letter = models.CharField(max_length=7, choices=Letter.choices, blank=True, default=Letter.NONE)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.description or urlsplit(self.url).netloc  # the rest of an address may be secret

    def get_absolute_url(self) -> str:
        return reverse("webhook", args=[self.pk])


class WebhookMessage(models.Model):
    """A message to one address. It stays until a setting takes it away, and can be sent again."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("message", "waiting")
        DELIVERED = "delivered", pgettext_lazy("message", "delivered")
        FAILED = "failed", pgettext_lazy("message", "given up")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="messages", verbose_name=_("webhook"))
    name = models.CharField(max_length=40)  # webhook-id
    place = models.BigIntegerField(null=True)  # of the journal; null = a test
    type = models.CharField(_("event"), max_length=40)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due = models.DateTimeField(default=timezone.now)  # not tried before
    claim = models.CharField(max_length=36, blank=True, default="")  # of the job that sends it now
    status = models.PositiveSmallIntegerField(_("answer"), null=True)
    error = models.CharField(_("error"), max_length=200, blank=True, default="")
    seconds = models.FloatField(null=True)  # the last attempt took
    created = models.DateTimeField(pgettext_lazy("when", "created"), default=timezone.now)
    tried = models.DateTimeField(_("last attempt"), null=True)

    class Meta:
        verbose_name = _("message of a webhook")
        verbose_name_plural = _("messages of webhooks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "name"], name="webhook_message_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["webhook", "due"], condition=models.Q(state="waiting"), name="webhook_message_waiting"
            ),
            models.Index(fields=["created"], name="webhook_message_created"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.type}"


class WebhookMark(models.Model):
    """The journal's place up to which messages are written; one row, locked by their writer."""

    place = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("progress of the webhooks")
        verbose_name_plural = _("progress of the webhooks")
        constraints: ClassVar = [models.CheckConstraint(condition=models.Q(id=1), name="webhook_mark_one")]

    def __str__(self) -> str:
        return str(self.place)
