"""Work of officers on a submitted tournament beside decisions: reservations and remarks."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

CLAIM_LASTS = timedelta(minutes=20)  # without a sign of life


class Claim(models.Model):
    """The officer who has a submitted revision on their desk; it lapses when nothing is heard of them."""

    tournament = models.OneToOneField(
        "tournaments.Tournament", models.CASCADE, related_name="claim", verbose_name=_("tournament")
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims", verbose_name=_("account")
    )
    since = models.DateTimeField(pgettext_lazy("when", "taken"))
    alive = models.DateTimeField(_("last activity"))

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.account_id}"

    @property
    def until(self) -> datetime:
        """The moment it lapses."""
        return self.alive + CLAIM_LASTS

    @property
    def is_live(self) -> bool:
        """Return whether it still holds."""
        return self.until > timezone.now()


class Remark(models.Model):
    """What an officer who returned a revision wants done about one finding."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="remarks")
    key = models.CharField(
        max_length=40
    )  # names the finding (tournaments.checks.warning_confirmations.key_of)
    code = models.CharField(max_length=40)
    text = models.CharField(_("remark"), max_length=500)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="remark_once"),
        ]

    def __str__(self) -> str:
        return self.text


class Reply(models.Model):
    """What an organiser answers to an officer who returned a revision, without a new file."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="replies")
    # names the finding the remark was made at; empty: to the reason of the return
    key = models.CharField(max_length=40, blank=True)
    about = models.TextField(_("remark"))  # as the officer wrote it
    text = models.CharField(_("answer"), max_length=500)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="reply_once"),
        ]

    def __str__(self) -> str:
        return self.text


class OfficeRule(models.Model):
    """What the office has decided for all tournaments; one row, none while everything is as usual."""

    class FourEyes(models.TextChoices):
        ALWAYS = "always", _("Never: another officer always reviews")
        WHEN_TWO = "when-two", _("Only if there is no other officer")
        CONSENT = "consent", _("If the organiser of another of its revisions agrees")

    four_eyes = models.CharField(max_length=8, choices=FourEyes.choices, default=FourEyes.ALWAYS)
    # submissions are not announced outside before they are approved
    hides_handed_in = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("office rule")
        verbose_name_plural = _("office rules")

    def __str__(self) -> str:
        return self.four_eyes
