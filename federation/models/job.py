"""Rows of the running site: background jobs, backups, exact counts, texts of the office."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.models.account import Account

RAISE = """
INSERT INTO federation_tally (name, number, ends) VALUES (%s, %s, %s)
ON CONFLICT (name) DO UPDATE SET number = federation_tally.number + excluded.number, ends = excluded.ends
RETURNING number
"""


class Job(models.Model):
    """One piece of background work. The row is the truth; the message on the queue is only a reminder."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        STOPPED = "stopped", _("stopped")

    kind = models.CharField(_("kind"), max_length=60)
    arguments = models.JSONField(_("arguments"), default=dict)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.QUEUED)
    requested_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    requested = models.DateTimeField(pgettext_lazy("when", "requested"), auto_now_add=True)
    started = models.DateTimeField(pgettext_lazy("when", "started"), null=True, blank=True)
    heartbeat = models.DateTimeField(_("last activity"), null=True, blank=True)
    finished = models.DateTimeField(pgettext_lazy("when", "finished"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claim = models.CharField(_("claim"), max_length=36, blank=True, default="")  # who runs it now
    progress = models.PositiveSmallIntegerField(_("progress"), default=0)  # percent
    message = models.CharField(_("message"), max_length=200, blank=True, default="")
    result = models.JSONField(_("result"), default=dict)
    error = models.TextField(_("error"), blank=True, default="")

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes: ClassVar = [models.Index(fields=["state", "heartbeat"], name="job_state")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} {self.state}"

    @property
    def name(self) -> str:
        """The file a job reads, else what it does in the reader's language."""
        if filename := self.arguments.get("filename"):
            return str(filename)
        return gettext(settings.JOB_NAMES.get(self.kind) or gettext_noop("Background job"))


class Backup(models.Model):
    """A folder with a copy of the database. The copy itself does not know of its own row."""

    at = models.DateTimeField(pgettext_lazy("when", "made"), auto_now_add=True)
    folder = models.CharField(_("folder"), max_length=255)
    size = models.BigIntegerField(_("size"), default=0)  # bytes
    sizes = models.JSONField(default=dict)  # bytes of each table when it was made
    place = models.BigIntegerField(default=0)  # of the journal's last line
    digest = models.CharField(max_length=64, blank=True, default="")
    proved = models.DateTimeField(pgettext_lazy("when", "proved"), null=True)  # restored and verified

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")
        indexes: ClassVar = [models.Index(fields=["-at"], name="backup_newest")]

    def __str__(self) -> str:
        return self.folder


class Tally(models.Model):
    """A number under a name, raised by one statement at a time (federation.web.counting)."""

    name = models.CharField(max_length=80, primary_key=True)
    number = models.BigIntegerField(default=0)
    ends = models.DateTimeField(null=True)  # of no use from then on; null = permanent

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ends"], name="tally_ends")]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    @classmethod
    def raised(cls, name: str, by: int, ends: Any = None) -> int:
        """Raise a number and return it; `ends` as the database takes a moment, None: permanent."""
        with connection.cursor() as cursor:
            cursor.execute(RAISE, [name, by, ends])
            return int(cursor.fetchone()[0])


class SiteText(models.Model):
    """A text the office has written for a page in a language, in place of the first one."""

    page = models.CharField(max_length=10)  # a key of federation.site_texts.pages.PAGES
    language = models.CharField(max_length=8)
    text = models.TextField(_("text"))  # Markdown without HTML and pictures (views.site_texts.to_html)
    changed = models.DateTimeField()
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("text of a page")
        verbose_name_plural = _("texts of pages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["page", "language"], name="site_text_once"),
        ]

    def __str__(self) -> str:
        return f"{self.page} {self.language}"
