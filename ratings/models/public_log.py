"""The public log, its witnesses, and logs of others that are watched."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class LogEntry(models.Model):
    """An entry of the public log, as it was hashed; never changed, or the tree over the entries shows it."""

    place = models.BigIntegerField(_("place in the log"), primary_key=True)  # 0.. without gaps
    data = models.TextField(_("data"))  # JSON of one form (ratings.public_log.writing)
    # the published list it is about, to find the entry of a list; null = something else
    list = models.ForeignKey("ratings.PublishedList", models.PROTECT, null=True, related_name="log_entries")
    # of a list: hashes of its rows by 256, from which proofs of single rows are made
    row_blocks = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("entry of the public log")
        verbose_name_plural = _("entries of the public log")

    def __str__(self) -> str:
        return str(self.place)


class LogTile(models.Model):
    """A tile of the tree over the entries: up to 256 hashes of a level, each of 32 bytes."""

    level = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["level", "number"], name="log_tile_once"),
        ]

    def __str__(self) -> str:
        return f"{self.level}/{self.number}"


class LogHead(models.Model):
    """The end of the log, one row; locked only to extend or to sign it."""

    size = models.BigIntegerField(default=0)
    journal_place = models.BigIntegerField(default=0)  # up to here the journal's chain was looked through
    origin = models.CharField(max_length=200, default="")  # the name of the log, never changed
    key = models.CharField(max_length=300, default="")  # verifier key of who signs
    next_key = models.CharField(max_length=300, default="")  # verifier key in reserve, "" = none
    checkpoint = models.TextField(default="")  # newest signed note
    signed = models.DateTimeField(null=True)
    # verifier key by which this installation cosigns other logs, "" = it never did
    witness_key = models.CharField(max_length=300, default="", db_default="")

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=models.Q(id=1), name="log_head_one")]

    def __str__(self) -> str:
        return f"{self.origin} {self.size}"


class ListBundle(models.Model):
    """The bundle of a list: its facts and rows as one file, from which anyone can compute it."""

    list = models.OneToOneField(
        "ratings.PublishedList", models.CASCADE, related_name="bundle", primary_key=True
    )
    size = models.BigIntegerField()  # bytes
    sha256 = models.CharField(max_length=64)
    made = models.DateTimeField(auto_now_add=True)
    moved = models.BooleanField(default=False)  # made later, from other facts than the list
    signature = models.TextField(default="", db_default="")  # of minisign, "" until the log's key has signed
    signed_by = models.CharField(max_length=300, default="", db_default="")  # verifier key of who did

    def __str__(self) -> str:
        return f"{self.list_id} {self.sha256}"


class BundleDelta(models.Model):
    """What changed from an older bundle of the system to another: small enough for a row."""

    bundle = models.ForeignKey(ListBundle, models.CASCADE, related_name="deltas", db_index=False)
    older = models.ForeignKey(ListBundle, models.CASCADE, related_name="+")
    sha256 = models.CharField(max_length=64)
    made = models.DateTimeField(auto_now_add=True)
    data = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bundle", "older"], name="bundle_delta_once"),
        ]

    def __str__(self) -> str:
        return f"{self.older_id} {self.bundle_id}"


class BundlePart(models.Model):
    """A megabyte of a bundle; in the database, because facts move and the bytes must stay."""

    bundle = models.ForeignKey(ListBundle, models.CASCADE, related_name="parts", db_index=False)
    place = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bundle", "place"], name="bundle_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.bundle_id} {self.place}"


class _Looked(models.Model):
    """Another installation that is looked at again and again, and how the last look went."""

    address = models.CharField(_("address"), max_length=500)  # of its log
    key = models.CharField(_("verifier key"), max_length=300)  # must have signed
    size = models.BigIntegerField(_("entries"), default=0)
    looked = models.DateTimeField(_("last look"), null=True)
    problem = models.CharField(max_length=20, default="")  # code of `public_log.witness.entering`, "" = none
    problem_since = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def after_look(self, problem: str, now: datetime) -> dict[str, Any]:
        """Return the fields that say how a look went; a problem that goes on keeps its beginning."""
        since = self.problem_since if problem == self.problem else now
        return {"looked": now, "problem": problem, "problem_since": since if problem else None}


class WatchedLog(_Looked):
    """A log of another installation, and the last checkpoint of it that was checked."""

    origin = models.CharField(_("log"), max_length=200, unique=True)
    checkpoint = models.TextField(default="")  # the last that continued the one before: a signed note
    seen = models.DateTimeField(_("last new entry seen"), null=True)  # when that checkpoint was read first
    cosigned_note = models.TextField(default="")  # a checkpoint with our cosignature, as it is given out
    cosigned = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("watched log")
        verbose_name_plural = _("watched logs")

    def __str__(self) -> str:
        return self.origin


class LogWitness(_Looked):
    """Another installation that watches our log, and the newest checkpoint it cosigned."""

    name = models.CharField(_("witness"), max_length=200, unique=True)
    note = models.TextField(default="")  # checkpoint, our signature, its cosignature
    cosigned = models.DateTimeField(_("cosigned"), null=True)

    class Meta:
        verbose_name = _("witness")
        verbose_name_plural = _("witnesses")

    def __str__(self) -> str:
        return self.name


class LogAlarm(models.Model):
    """Evidence that a log was rewritten or cut short: two checkpoints it signed. Never deleted."""

    class Kind(models.TextChoices):
        """What the two checkpoints show."""

        REWRITTEN = "rewritten", _("rewritten")
        SHRUNK = "shrunk", _("cut short")

    class Letter(models.TextChoices):
        """Whether an e-mail to the administrators was sent."""

        WAITING = "waiting"
        LEAVING = "leaving"
        SENT = "sent"
        REFUSED = "refused"

    origin = models.CharField(_("log"), max_length=200)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    found = models.DateTimeField(_("found"), auto_now_add=True)
    before = models.TextField()  # signed notes
    after = models.TextField()
    settled = models.DateTimeField(null=True)
    letter = models.CharField(max_length=8, choices=Letter.choices, default=Letter.WAITING)

    class Meta:
        verbose_name = _("alert about a log")
        verbose_name_plural = _("alerts about logs")
        constraints: ClassVar = [
            # one open alarm a log: a second look finds the same
            models.UniqueConstraint(
                fields=["origin"], condition=models.Q(settled=None), name="log_alarm_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.origin} {self.kind}"
