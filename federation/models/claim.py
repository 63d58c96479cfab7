"""Tables of players' claims to their records: a player's private address, claims, letters about them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Contact(models.Model):
    """The e-mail address of a player as the office knows it: never public, never in the journal."""

    player = models.OneToOneField(
        "federation.Player", models.CASCADE, related_name="contact", verbose_name=_("player")
    )
    email = models.EmailField(_("e-mail address"))

    class Meta:
        verbose_name = _("contact")
        verbose_name_plural = _("contacts")

    def __str__(self) -> str:
        return str(self.player_id)


class RecordClaim(models.Model):
    """An account's claim to be a player; written by federation.claims.claims."""

    class State(models.TextChoices):
        CODE = "code", pgettext_lazy("claim", "code sent")
        WAITING = "waiting", pgettext_lazy("claim", "waiting for the office")
        HELD = "held", pgettext_lazy("claim", "confirmed")
        REFUSED = "refused", pgettext_lazy("claim", "refused")
        ENDED = "ended", pgettext_lazy("claim", "ended")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="record_claims", verbose_name=_("account")
    )
    player = models.ForeignKey(
        "federation.Player", models.PROTECT, related_name="claims", verbose_name=_("player")
    )
    state = models.CharField(_("state"), max_length=7, choices=State.choices)
    text = models.CharField(_("message to the office"), max_length=500, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=500, blank=True, default="")
    language = models.CharField(_("language"), max_length=8)  # of the letters about it
    digest = models.CharField(max_length=64, blank=True, default="")  # of the code; "" where none was sent
    tries = models.PositiveSmallIntegerField(default=0)
    expires = models.DateTimeField(null=True, blank=True)  # the code
    asked = models.DateTimeField(pgettext_lazy("when", "asked"), auto_now_add=True)
    decided = models.DateTimeField(pgettext_lazy("when", "decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("record claim")
        verbose_name_plural = _("record claims")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "player"],
                condition=models.Q(state__in=["code", "waiting", "held"]),
                name="record_claim_once_an_account",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.get_state_display()}"


class ClaimLetter(models.Model):
    """A letter about a claim; the row keeps it from being sent twice."""

    claim = models.ForeignKey(RecordClaim, models.CASCADE, related_name="letters")
    step = models.CharField(max_length=8)  # "code", or the state a claim has come to
    noted = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(null=True)  # set before the letter leaves
    taken = models.BooleanField(default=False)  # it has left

    class Meta:
        verbose_name = _("letter about a claim")
        verbose_name_plural = _("letters about claims")

    def __str__(self) -> str:
        return f"{self.claim_id} {self.step}"


class OfficeLetter(models.Model):
    """The last letter to an account about work waiting in the office: one a day at most."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    noted = models.DateTimeField()
    sent = models.DateTimeField(null=True)  # set before the letter leaves

    class Meta:
        verbose_name = _("e-mail to the office")
        verbose_name_plural = _("e-mails to the office")

    def __str__(self) -> str:
        return f"{self.account_id} {self.noted:%Y-%m-%d}"
