"""The connection for reads: the primary, or a replica while a public page is rendered.

`Router` gives it to the ORM (settings.DATABASE_ROUTERS), `connection` to reads written as SQL. Without
DATABASE_REPLICA_URLS, in jobs, in commands and for logged-in visitors both are the primary.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

Made = TypeVar("Made")


class Reader:
    """What one public page reads from: chosen when it first asks, the primary as soon as it writes."""

    def __init__(self, choose: Callable[[], str]) -> None:
        self.alias: str | None = None
        self._choose = choose
        self._made: dict[str, Any] = {}

    def chosen(self) -> str:
        """Return the name of the connection, one for the whole page."""
        if self.alias is None:
            self.alias = self._choose()
        return self.alias

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """Return what was made of a name for this page, the same however often it is asked for."""
        if name not in self._made:
            self._made[name] = make()
        return cast(Made, self._made[name])


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


def alias() -> str:
    """Return the name of the connection that reads go to at present."""
    reader = _reader.get()
    return DEFAULT_DB_ALIAS if reader is None else reader.chosen()


def once(name: str, make: Callable[[], Made]) -> Made:
    """Make something, in a page that may read from a replica once and no more."""
    reader = _reader.get()
    return make() if reader is None else reader.once(name, make)


@contextmanager
def from_replica(choose: Callable[[], str]) -> Iterator[Reader]:
    """Read from what `choose` names when something is first asked."""
    with _reading(reader := Reader(choose)):
        yield reader


@contextmanager
def from_primary() -> Iterator[None]:
    """Read from the primary, even where the page otherwise reads from a replica."""
    with _reading(None):
        yield


@contextmanager
def _reading(reader: Reader | None) -> Iterator[None]:
    before = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(before)


class _Connection:
    """Django's connection to what is read from at present."""

    def __getattr__(self, name: str) -> Any:
        return getattr(connections[alias()], name)


connection = cast(BaseDatabaseWrapper, _Connection())


class Router:
    """Where the ORM reads; all writes go to the primary, and behind one the page's reads too."""

    def db_for_read(self, _model: type[Model], **hints: Any) -> str | None:
        """Name the connection; None leaves it to Django, which keeps to the one an object came from."""
        return alias() if _reader.get() is not None or _is_of_replica(hints) else None

    def db_for_write(self, _model: type[Model], **hints: Any) -> str | None:
        """Name the primary.

        Django also asks this for an object that is never saved; that page then reads from the primary.
        """
        reader = _reader.get()
        if reader is not None:
            reader.alias = DEFAULT_DB_ALIAS
        return DEFAULT_DB_ALIAS if reader is not None or _is_of_replica(hints) else None

    def allow_relation(self, obj: Model, other: Model, **_hints: Any) -> bool | None:
        """Let objects of the primary and of its replicas refer to each other: they are the same rows."""
        ours = {DEFAULT_DB_ALIAS, *settings.REPLICAS}
        return True if {obj._state.db, other._state.db} <= ours else None

    def allow_migrate(self, database: str, _app_label: str, **_hints: Any) -> bool | None:
        """Refuse to change tables on a replica."""
        return False if database in settings.REPLICAS else None


def _is_of_replica(hints: dict[str, Any]) -> bool:
    """Return whether a question is about an object that was read from a replica, maybe by an earlier page."""
    instance = hints.get("instance")
    return instance is not None and instance._state.db in settings.REPLICAS
