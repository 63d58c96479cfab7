"""Errors of a database that is temporarily unavailable."""

import sqlite3

from django.db import InterfaceError, OperationalError

UNREACHABLE = (OperationalError, InterfaceError)
_CANCELED = "57014"  # a statement that took too long


def is_unreachable(error: BaseException | None) -> bool:
    """Return whether an error, or its cause, means that the database cannot be asked."""
    while error is not None:
        if isinstance(error, UNREACHABLE):
            return True
        error = error.__cause__
    return False


def is_away(error: BaseException | None) -> bool:
    """Return whether the database is away, locked or full, and not a statement at fault.

    PostgreSQL names it by no SQLSTATE, or one of a class of connections, resources or operators (Appendix A).
    """
    while error is not None:
        if isinstance(error, UNREACHABLE):
            cause = error.__cause__
            state = getattr(cause, "sqlstate", None) or ""
            code = getattr(cause, "sqlite_errorcode", None)
            return code != sqlite3.SQLITE_ERROR and state[:2] in ("", "08", "53", "57") and state != _CANCELED
        error = error.__cause__
    return False
