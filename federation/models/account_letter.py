"""The letters of accounts that are on their way."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.invitation import Invitation


class AccountLetter(models.Model):
    """A letter to an address, which may have an account or not; gone once it has left.

    It is written when it leaves (federation.accounts.letters), so that no row has the secret of a link.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("e-mail", "waiting")
        LEAVING = "leaving", pgettext_lazy("e-mail", "waiting")
        REFUSED = "refused", _("refused by the mail server")

    kind = models.CharField(max_length=60)  # what its templates are called before _subject and _message
    email = models.EmailField(_("e-mail address"))
    language = models.CharField(_("language"), max_length=8)
    site = models.CharField(max_length=300)  # where it was asked for: "https://ratings.example.org"
    facts = models.JSONField(default=dict)  # further content, no secret
    invitation = models.ForeignKey(Invitation, models.CASCADE, null=True, related_name="letters")
    noted = models.DateTimeField(auto_now_add=True)
    letter = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)

    class Meta:
        verbose_name = _("e-mail of an account")
        verbose_name_plural = _("e-mails of accounts")

    def __str__(self) -> str:
        return f"{self.pk} {self.kind}"
