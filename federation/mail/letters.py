"""Letters that wait in rows: a class for each kind (`settings.LETTERS`), its templates, and one sender."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Model, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.mail import outbox

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Content:
    """What is written to whom: a template, the values it shows, one address or several."""

    template: str
    to: str | Sequence[str]
    page: Mapping[str, Any] = field(default_factory=dict)
    subject: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def compose(self) -> EmailMessage:
        """Compose the letter in the active language."""
        page = {"federation_name": settings.FEDERATION_NAME, **self.page}
        text = render_to_string(self.template, page)
        return outbox.compose(text, to=self.to, subject=self.subject, headers=self.headers)


class Letter(Generic[Row]):
    """A row whose letter waits; a subclass is a kind of letters.

    `outbox`: what figures call the kind; `label`: what the log calls a letter, before the key of its row;
    `since`: the field with the moment the letter waits from.
    """

    outbox: ClassVar[str]
    label: ClassVar[str]
    since: ClassVar[str] = "noted"

    def __init__(self, row: Row) -> None:
        self.row = row

    def __str__(self) -> str:
        return f"{self.label} {self.row.pk}"

    @classmethod
    def waiting(cls) -> QuerySet[Row]:
        """Select the rows whose letters wait, in the order of sending."""
        raise NotImplementedError

    @classmethod
    def due(cls) -> QuerySet[Row]:
        """Select the rows for which the clock asks for a job."""
        return cls.waiting()

    @classmethod
    def send_waiting(cls) -> int:
        """Send the letters that wait; return how many left. Raise UnsentError if some could not be sent."""
        return outbox.send_waiting(cast("outbox.Waiting", cls(row)) for row in cls.waiting())

    def language(self) -> str:
        """Return the language of the letter, that of the site by default."""
        return str(settings.LANGUAGE_CODE)

    def content(self) -> Content | None:
        """Return the content in the active language; None when the letter is no longer wanted."""
        raise NotImplementedError

    def write(self) -> EmailMessage | None:
        """Write the letter; None when it is no longer wanted."""
        with translation.override(self.language()):
            content = self.content()
            return content.compose() if content else None

    def waits_since(self) -> datetime | None:
        """Return since when the letter waits; None where something else ends the wait of the row."""
        moment: datetime | None = getattr(self.row, self.since)
        return moment

    def rows(self) -> QuerySet[Row]:
        """Select the row."""
        return type(self.row)._default_manager.filter(pk=self.row.pk)


class LetterByMoment(Letter[Row]):
    """A row with a field of the moment its letter left; the letter waits while it is null."""

    field: ClassVar[str] = "sent"

    def claim(self) -> bool:
        """Note the moment; another job finds it noted."""
        return bool(self.rows().filter(**{self.field: None}).update(**{self.field: timezone.now()}))

    def settle(self, *, taken: bool) -> None:
        """Leave the moment set: the letter is sent once, also when the server refused it."""

    def requeue(self) -> None:
        """Let it wait for the next job."""
        self.rows().update(**{self.field: None})


class LetterByState(Letter[Row]):
    """A row whose field `letter` is the delivery state."""

    def claim(self) -> bool:
        """Note that it leaves; another job finds that noted."""
        return self._move("waiting", "leaving")

    def settle(self, *, taken: bool) -> None:
        """Note the answer; a row whose letter is no longer wanted stays as it is."""
        self._move("leaving", "sent" if taken else "refused")

    def requeue(self) -> None:
        """Let it wait for the next job."""
        self._move("leaving", "waiting")

    def _move(self, before: str, after: str) -> bool:
        return bool(self.rows().filter(letter=before).update(letter=after))


# --- sending


def kind_of(work: str) -> type[Letter[Any]]:
    """Return the kind of letters a kind of job sends."""
    kind: type[Letter[Any]] = import_string(settings.LETTERS[work])
    return kind


def enqueue(work: str) -> None:
    """Enqueue the job that sends what waits, after the commit of the caller's transaction."""
    jobs.enqueue_after_commit(jobs.request_once(work, arguments={}))


def enqueue_due() -> None:
    """Ask for a job where a letter waits: the one asked for with it may have found no mail server."""
    for work in settings.LETTERS:
        if kind_of(work).due().exists():
            with transaction.atomic():
                enqueue(work)


def send(progress: jobs.Progress) -> dict[str, Any]:
    """Send the letters of a job."""
    progress.report(10, gettext_noop("Sending e-mails"))
    return {"sent": kind_of(progress.job.kind).send_waiting()}
