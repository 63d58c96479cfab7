"""What is raised where the database cannot be asked for the time being."""

from django.db import InterfaceError, OperationalError

UNREACHABLE = (OperationalError, InterfaceError)


def is_unreachable(error: BaseException | None) -> bool:
    """Return whether an error, or the one it came of, says that the database cannot be asked."""
    while error is not None:
        if isinstance(error, UNREACHABLE):
            return True
        error = error.__cause__
    return False
