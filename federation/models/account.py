"""Accounts that can log in, and tokens that programs show instead of a password."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
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
