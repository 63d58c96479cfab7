"""The table of invitations: who was asked to join, by whom, as what; the link's secret only as its digest."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class OpenInvitations(models.QuerySet["Invitation"]):
    """Invitations, and those of them that can still be accepted."""

    def open(self) -> "OpenInvitations":
        """Keep what is neither accepted nor withdrawn nor too old."""
        return self.filter(accepted=None, withdrawn=None, expires__gt=timezone.now())


class Invitation(models.Model):
    """An address asked to join with roles; made, accepted and withdrawn by federation.accounts.accounts."""

    email = models.EmailField(_("e-mail address"))
    roles = models.JSONField(_("roles"), default=list)  # names of groups
    club = models.ForeignKey(
        "federation.Club", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("club")
    )
    language = models.CharField(_("language"), max_length=8)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the link's secret, hexadecimal
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("invited by")
    )
    invited = models.DateTimeField(pgettext_lazy("when", "invited"), auto_now_add=True)
    expires = models.DateTimeField(pgettext_lazy("when", "expires"))
    accepted = models.DateTimeField(pgettext_lazy("when", "accepted"), null=True, blank=True)
    withdrawn = models.DateTimeField(pgettext_lazy("when", "withdrawn"), null=True, blank=True)

    objects = OpenInvitations.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["email"],
                condition=models.Q(accepted=None, withdrawn=None),
                name="invitation_one_open_an_address",
            )
        ]

    def __str__(self) -> str:
        return self.email
