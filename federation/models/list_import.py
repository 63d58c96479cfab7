"""Lists of other registers: a file handed in with its differences and decisions; the latest list of each."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.account import Account
from federation.models.job import Job
from federation.vocabulary.systems.declaration import LONGEST_KEY


class ListImport(models.Model):
    """An uploaded list; bytes and differences are stored until it is applied or discarded."""

    class Stage(models.TextChoices):
        READING = "reading", _("being read")
        PLANNED = "planned", _("awaiting an officer")
        APPLIED = "applied", pgettext_lazy("list", "applied")
        DROPPED = "dropped", _("discarded")
        REFUSED = "refused", _("could not be read")

    filename = models.CharField(_("file"), max_length=200)
    size = models.PositiveIntegerField(_("size"))
    content = models.BinaryField()  # the first piece of the file (player_lists.stored_file)
    account = models.ForeignKey(
        Account, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    received = models.DateTimeField(_("received"), auto_now_add=True)
    stage = models.CharField(_("stage"), max_length=8, choices=Stage.choices, default=Stage.READING)
    # the day that was entered; then the list's own, with its format ("ffg-v3") and the season of its licences
    day_given = models.DateField(null=True, blank=True)
    list_date = models.DateField(_("date of the list"), null=True, blank=True)
    format = models.CharField(_("format"), max_length=20, blank=True, default="")
    # {"created", "changed", "unchanged", "older", ...}: as planned, then as applied
    counts = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64, blank=True, default="")  # of the plan
    problem = models.JSONField(default=list)  # [code, values]: why it was refused, or planned again
    # key of the rating system that starts from the ratings of the list ("start": not read yet); "" for none
    base = models.CharField(max_length=LONGEST_KEY, blank=True, default="", db_default="")
    known_only = models.BooleanField(default=False, db_default=False)  # FIDE: no new player is entered
    line = models.BigIntegerField(null=True)  # of the journal: the import as it was applied
    job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    decided = models.DateTimeField(pgettext_lazy("when", "decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )

    class Meta:
        verbose_name = _("list")
        verbose_name_plural = _("lists")

    def __str__(self) -> str:
        return self.filename

    def get_absolute_url(self) -> str:
        return reverse("register-import", args=[self.pk])


class ListPiece(models.Model):
    """A piece of the file of a list behind its first, which `ListImport.content` has."""

    list = models.ForeignKey(ListImport, models.CASCADE, related_name="pieces")
    place = models.PositiveIntegerField()  # 1 for the second
    data = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["list", "place"], name="piece_once_a_list")]

    def __str__(self) -> str:
        return f"{self.list_id} {self.place}"


class ListDifference(models.Model):
    """One thing in which a list differs from the register; written by planning, decided by an officer."""

    class Kind(models.TextChoices):
        NEW = "new", pgettext_lazy("players", "New")
        CHANGED = "changed", pgettext_lazy("players", "Changed")
        RESEMBLING = "resembling", _("Similar")
        GONE = "gone", pgettext_lazy("players", "Not on the list")
        REFUSED = "refused", _("Not read")

    NEWCOMER = "new"  # a decision, beside numbers of players
    TAKEN = "taken"  # a decision: new, and the number is no longer the player's who has it

    list = models.ForeignKey(ListImport, models.CASCADE, related_name="differences")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    line = models.PositiveIntegerField(null=True)
    player = models.BigIntegerField(null=True)  # public number
    name = models.CharField(max_length=180)
    key = models.CharField(max_length=200)  # the name as it is searched for
    # new: {"row"}; changed: {"changes"}; resembling: {"row", "why", "candidates"}; refused: {"why"}
    values = models.JSONField(default=dict)
    decision = models.CharField(max_length=20, blank=True, default="")  # "", "new", a player's number

    class Meta:
        verbose_name = _("difference of a list")
        verbose_name_plural = _("differences of a list")
        indexes: ClassVar = [models.Index(fields=["list", "kind", "id"], name="difference_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


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
