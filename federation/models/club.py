"""Clubs and the regions they belong to; what files call a club, and what the office changed about it."""

from typing import ClassVar

from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.account import Account
from federation.models.search_keys import Findable, MadeText
from federation.vocabulary.search_words import LONGEST, search_words


class Region(models.Model):
    """A part of a federation: a ligue of a French one, a Land of a German one.

    `code` is what addresses and lists say (unique everywhere).
    """

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


class StandingClubs(models.Manager["Club"]):
    """Clubs without those that were merged into another."""

    def get_queryset(self) -> models.QuerySet["Club"]:
        """Return clubs that are not merged into others."""
        return super().get_queryset().filter(merged_into=None)


class Club(Findable):
    """A club. `code` is its public address (unique everywhere), `label` the four characters files write.

    A club merged into another keeps its row and leads to it (register.clubs.merge).
    """

    code = models.CharField(_("code"), max_length=16, unique=True, validators=[RegexValidator(r"^[\w.-]+$")])
    label = models.CharField(_("label"), max_length=8, db_index=True)
    name = models.CharField(_("name"), max_length=120)
    town = models.CharField(_("town"), max_length=80, blank=True, default="")
    federation = models.ForeignKey(
        "federation.Federation", models.PROTECT, related_name="clubs", verbose_name=_("federation")
    )
    region = models.ForeignKey(
        Region, models.SET_NULL, null=True, blank=True, related_name="clubs", verbose_name=_("region")
    )
    email = models.EmailField(_("e-mail"), max_length=120, blank=True, default="", db_default="")
    website = models.CharField(
        _("website"),
        max_length=200,
        blank=True,
        default="",
        db_default="",
        validators=[URLValidator(schemes=["http", "https"])],
    )
    address = models.CharField(_("address"), max_length=300, blank=True, default="", db_default="")
    contact_public = models.BooleanField(_("contact details are public"), default=False, db_default=False)
    closed = models.DateField(_("closed"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )

    search_words = MadeText(max_length=LONGEST, blank=True, default="", db_default="", editable=False)

    all_clubs = models.Manager["Club"]()  # the merged ones too; first, so that the admin and checks see them
    objects = StandingClubs()

    MADE, MADE_OF = "search_words", frozenset({"name", "town", "code", "label"})

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering: ClassVar = ["code"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.code])

    def make_search_words(self) -> str:
        """Return what the club is found by."""
        return search_words(self.name, self.town, self.code, self.label)


class ClubSpelling(models.Model):
    """Another way files name a club: `code` is the code a club of that label would have."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="spellings", verbose_name=_("club"))
    code = models.CharField(_("code"), max_length=16, unique=True)
    label = models.CharField(_("label"), max_length=8)

    class Meta:
        verbose_name = _("spelling of a club")
        verbose_name_plural = _("spellings of clubs")

    def __str__(self) -> str:
        return self.code


class ClubChange(models.Model):
    """Two clubs that were one, or a name in files that is a club: what moved, so that it can move back."""

    class Kind(models.TextChoices):
        MERGE = "merge", _("clubs merged")
        TAKE = "take", _("name in files assigned")

    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="changes", verbose_name=_("club"))
    gone = models.ForeignKey(
        Club, models.CASCADE, null=True, related_name="merged_as", verbose_name=_("club removed")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    account = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)
    record = models.JSONField(default=dict)  # register.clubs, register.club_names
    undone = models.DateTimeField(pgettext_lazy("when", "undone"), null=True, blank=True)
    undone_by = models.ForeignKey(
        Account, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("undone by")
    )

    class Meta:
        verbose_name = _("change of clubs")
        verbose_name_plural = _("changes of clubs")

    def __str__(self) -> str:
        return f"{self.kind} {self.club_id}"
