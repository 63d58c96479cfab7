"""Checks of orders and keys of long columns with numpy; None: plain Python has to check."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST_ROWS = 10_000  # below, plain Python is as fast
_Whole = NDArray[np.int64]


def whole_numbers(values: Sequence[Any]) -> _Whole | None:
    """Return a long column as an array; None without numpy, of a short one, or of other than integers."""
    if not hasattr(np, "__version__") or len(values) < LEAST_ROWS:
        return None
    array = np.array(values)
    return array if array.dtype == np.int64 else None


def rise(columns: Sequence[Sequence[Any]]) -> bool | None:
    """Return whether rows, given as columns, nowhere stand before a smaller one."""
    falls: Any = None
    equal: Any = None
    for column in columns:
        values = whole_numbers(column)
        if values is None:
            return None
        lower, same = values[1:] < values[:-1], values[1:] == values[:-1]
        falls = lower if falls is None else falls | (equal & lower)
        equal = same if equal is None else equal & same
    return not falls.any()


def places_of(codes: _Whole, among: _Whole) -> _Whole | None:
    """Return at which place of `among` each code stands, from 1 on; None where one is not there."""
    order = np.argsort(among, kind="stable")
    rising = among[order]
    places = np.minimum(np.searchsorted(rising, codes), rising.size - 1)
    return order[places] + 1 if bool((rising[places] == codes).all()) else None
