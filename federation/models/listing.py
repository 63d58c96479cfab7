"""The latest lists of other registers, and marks of erased players no list may bring back."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Listing(models.Model):
    """The day of the newest list of a register that described a player; FIDE's are known by the number."""

    player = models.ForeignKey(
        "federation.Player", models.CASCADE, related_name="listings", verbose_name=_("player")
    )
    source = models.CharField(max_length=8)  # whose list: a scheme of Identifier
    day = models.DateField(_("date of the list"))

    class Meta:
        verbose_name = _("player on a list")
        verbose_name_plural = _("players on lists")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "source"], name="listing_once_a_source"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.source} {self.day}"


class ErasedMark(models.Model):
    """A number or name of a person erased on request, as a digest that only this site can make.

    `digest`: of "ffg 0712345", or of the words of a name; `born`: of the name with the year of birth, ""
    where no year was known (federation.privacy.erased_marks).
    """

    digest = models.CharField(max_length=64, db_index=True)
    born = models.CharField(max_length=64, blank=True, default="")
    erased = models.DateField(_("erased"))

    class Meta:
        verbose_name = _("mark of an erased person")
        verbose_name_plural = _("marks of erased persons")

    def __str__(self) -> str:
        return str(self.erased)
