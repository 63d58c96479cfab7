"""The table of keys that sign logins of other sites; each sealed with the site's own secret."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class LoginKey(models.Model):
    """A private key of the OpenID Connect provider, made by the command `login_key`."""

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
