"""Accounts, their tokens and letters, invitations to join, and keys that sign logins of other sites."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts that are known by their e-mail address."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Account":
        """Create an account without rights; ValueError when the address is empty."""
        if not email:
            raise ValueError("An account needs an e-mail address")
        account = self.model(email=self.normalize_email(email).lower(), **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Account":
        """Create an account with every right."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Account(AbstractUser):
    """Someone who can log in. Roles are groups: organiser, registrar, officer (accounts.permissions)."""

    username = None  # type: ignore[assignment]  # the e-mail address is the name
    email = models.EmailField(_("e-mail address"), unique=True)
    club = models.ForeignKey(
        "Club", models.SET_NULL, null=True, blank=True, related_name="accounts", verbose_name=_("club")
    )

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    # a manager of e-mail addresses in place of one of names
    objects: ClassVar[AccountManager] = AccountManager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.get_full_name() or self.email


class Token(models.Model):
    """A program's token instead of a password; only its digest and its beginning are stored."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="tokens", verbose_name=_("account"))
    name = models.CharField(_("name"), max_length=80)
    start = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256, hexadecimal
    scopes = models.JSONField(_("scopes"), default=list)  # ["games:write"], federation.accounts.tokens.SCOPES
    created = models.DateTimeField(pgettext_lazy("when", "created"), auto_now_add=True)
    last_used = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked = models.DateTimeField(pgettext_lazy("when", "revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return self.name


class OpenInvitations(models.QuerySet["Invitation"]):
    """Invitations, and those of them that can still be accepted."""

    def open(self) -> "OpenInvitations":
        """Keep what is neither accepted nor withdrawn nor too old."""
        return self.filter(accepted=None, withdrawn=None, expires__gt=timezone.now())


class Invitation(models.Model):
    """An address asked to join with roles; made, accepted and withdrawn by federation.accounts.accounts.

    The secret of the link is stored only as its digest.
    """

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


class LoginKey(models.Model):
    """A private key of the OpenID Connect provider, made by the command `login_key`.

    It signs logins of other sites, and is sealed with the site's own secret.
    """

    sealed = models.TextField()
    made = models.DateTimeField(pgettext_lazy("when", "made"), auto_now_add=True)
    begins = models.DateTimeField(_("signs from"))
    ends = models.DateTimeField(_("shown until"), null=True, blank=True)

    class Meta:
        verbose_name = _("login key")
        verbose_name_plural = _("login keys")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.pk}"
