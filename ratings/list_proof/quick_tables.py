"""Large tables read with numpy: the same values as cell by cell, or none where a cell is not plain.

What this does not take, `table_files.read` reads cell by cell and names; so nothing is accepted here alone.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST_BYTES = 1 << 18  # below, cell by cell is as fast
_MOST_DIGITS = 18
_COMMA, _LINE_END, _MINUS, _ZERO = b",\n-0"
_Places = NDArray[np.int64]


class Cells:
    """The cells of a table's rows, as places in its bytes."""

    def __init__(self, body: NDArray[np.uint8], ends: _Places, width: int) -> None:
        self._body = body
        self._starts = np.concatenate((np.zeros(1, np.int64), ends[:-1] + 1)).reshape(-1, width)
        self._ends = ends.reshape(-1, width)

    @property
    def rows(self) -> int:
        """Return how many rows there are."""
        return len(self._ends)

    def texts(self, column: int) -> list[str]:
        """Return the cells of a column as they stand."""
        text = self._body.tobytes().decode("ascii")
        bounds = zip(self._starts[:, column].tolist(), self._ends[:, column].tolist(), strict=True)
        return [text[start:end] for start, end in bounds]

    def is_empty(self, column: int) -> bool:
        """Return whether no cell of a column has anything."""
        return bool((self._starts[:, column] == self._ends[:, column]).all())

    def flags(self, column: int) -> list[bool] | None:
        """Return a column of 1 and 0; None where a cell is another."""
        starts = self._starts[:, column]
        digits = self._body[starts] - np.uint8(_ZERO)  # below 0 it is above 1
        alone = bool((self._ends[:, column] - starts == 1).all()) and bool((digits <= 1).all())
        values: list[bool] = (digits == 1).tolist()
        return values if alone else None

    def integers(self, column: int, *, required: bool) -> list[Any] | None:
        """Return a column of whole numbers as they are written in one way, None for an empty cell.

        None where a cell is not so written, has more than 18 digits, or is empty though `required`.
        """
        starts, ends = self._starts[:, column], self._ends[:, column]
        filled = ends > starts
        if required and not filled.all():
            return None
        starts, ends = starts[filled], ends[filled]
        first = self._body[starts]
        negative = first == _MINUS
        starts = starts + negative
        values = self._digits(starts, ends - starts)
        if values is None or (values[negative] == 0).any():
            return None
        numbers = np.where(negative, -values, values)
        if filled.all():
            return list(numbers.tolist())
        rest = iter(numbers.tolist())
        return [next(rest) if is_filled else None for is_filled in filled.tolist()]

    def _digits(self, starts: _Places, counts: _Places) -> _Places | None:
        """Return numbers of so many digits; None for another character, a leading zero, none or too many."""
        if not counts.size:
            return np.zeros(0, np.int64)
        if int(counts.min()) < 1 or int(counts.max()) > _MOST_DIGITS:
            return None
        if ((self._body[starts] == _ZERO) & (counts > 1)).any():
            return None
        values = np.zeros(starts.size, np.int64)
        for place in range(int(counts.max())):
            within = counts > place
            digits = self._body[np.where(within, starts + place, starts)] - np.uint8(_ZERO)
            if (digits > 9).any():  # decimal digits
                return None
            values = np.where(within, values * 10 + digits, values)
        return values


def cells(data: bytes, *, heading: str, width: int) -> Cells | None:
    """Return the cells of a table's bytes; None of a small one, without numpy, or where rows are not even."""
    head = f"{heading}\n".encode()
    plain = data.startswith(head) and data.endswith(b"\n") and data.isascii()
    if not hasattr(np, "__version__") or len(data) < LEAST_BYTES or len(data) == len(head) or not plain:
        return None
    body = np.frombuffer(data, np.uint8, offset=len(head))
    ends = np.flatnonzero((body == _COMMA) | (body == _LINE_END))
    if ends.size % width:
        return None
    marks = body[ends].reshape(-1, width)
    if (marks[:, -1] != _LINE_END).any() or (marks[:, :-1] != _COMMA).any():
        return None
    return Cells(body, ends, width)
