"""The regions clubs belong to: the ligues of a French federation, the Länder of a German one."""

from typing import ClassVar

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Region(models.Model):
    """A part of a federation. `code` is what addresses and lists say (unique everywhere)."""

    code = models.CharField(_("code"), max_length=8, unique=True, validators=[RegexValidator(r"^[\w.-]+$")])
    name = models.CharField(_("name"), max_length=80)
    federation = models.ForeignKey(
        "federation.Federation", models.PROTECT, related_name="regions", verbose_name=_("federation")
    )

    class Meta:
        verbose_name = _("region")
        verbose_name_plural = _("regions")
        ordering: ClassVar = ["code"]

    def __str__(self) -> str:
        return self.name
