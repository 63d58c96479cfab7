"""What is raised where the database cannot be asked for the time being."""

import sqlite3

from django.db import InterfaceError, OperationalError

UNREACHABLE = (OperationalError, InterfaceError)
_CANCELED = "57014"  # a statement that took too long


def is_unreachable(error: BaseException | None) -> bool:
    """Return whether an error, or the one it came of, says that the database cannot be asked."""
    while error is not None:
        if isinstance(error, UNREACHABLE):
            return True
        error = error.__cause__
    return False


def is_away(error: BaseException | None) -> bool:
    """Return whether an error says that the database is away, locked or full: not what a statement did wrong.

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
