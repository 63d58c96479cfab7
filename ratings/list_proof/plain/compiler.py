"""Stands for numba: functions are left as they are."""

from typing import Any


def njit(*given: Any, **_options: Any) -> Any:
    """Return the function given, or a decorator that does."""
    return given[0] if given else lambda function: function
