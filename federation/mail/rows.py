"""The delivery state of a letter's row: waiting, leaving or sent, as a moment or as a state."""

from datetime import datetime
from typing import ClassVar, Generic, TypeVar

from django.core.mail import EmailMessage
from django.db.models import Model, QuerySet
from django.utils import timezone

Row = TypeVar("Row", bound=Model)


class _Letter(Generic[Row]):
    """A row whose letter waits; a subclass writes it and names it in the log."""

    def __init__(self, row: Row) -> None:
        self.row = row

    def write(self) -> EmailMessage | None:
        """Write the letter; None when it is no longer wanted."""
        raise NotImplementedError

    def waits_since(self) -> datetime | None:
        """Return since when the letter waits; None where something else ends the wait of the row."""
        raise NotImplementedError

    def rows(self) -> QuerySet[Row]:
        """Select the row."""
        return type(self.row)._default_manager.filter(pk=self.row.pk)


class LetterByMoment(_Letter[Row]):
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


class LetterByState(_Letter[Row]):
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
