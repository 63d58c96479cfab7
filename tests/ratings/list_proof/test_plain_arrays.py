"""What stands in for numpy gives numpy's answers, for everything engines and the replay ask of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.list_proof.plain import arrays as plain

whole = st.lists(st.integers(-50, 50), min_size=1, max_size=12)
real = st.lists(st.floats(-1e6, 1e6) | st.just(float("nan")), min_size=1, max_size=12)

BOTH: dict[str, Callable[[Any, Any], Any]] = {
    "argsort": lambda one, a: one.argsort(a, kind="stable"),
    "arithmetic": lambda _one, a: (a + 1) * 2 - (3 - a) // 2 + -a % 7,
    "bincount": lambda one, a: one.bincount(one.abs(a), minlength=9),
    "comparisons": lambda _one, a: ((a > 1) & (a <= 9)) | ~(a != 3),
    "concatenate": lambda one, a: one.concatenate([one.zeros(0, one.int64), a, a[::-1]]),
    "append": lambda one, a: one.append(True, a[1:] != a[:-1]),
    "cumsum": lambda one, a: one.cumsum(a),
    "diff": lambda one, a: one.diff(a),
    "fancy": lambda one, a: a[one.flatnonzero(a > 0)],
    "isin": lambda one, a: one.isin(a, [1, 2, 3]),
    "lexsort": lambda one, a: one.lexsort((one.arange(a.size), a, one.abs(a))),
    "mask": lambda _one, a: a[(a % 2) == 0],
    "maximum": lambda one, a: one.maximum(one.minimum(a, 7), -one.abs(a)),
    "reduceat": lambda one, a: one.add.reduceat(a, one.array([0, a.size // 2], one.int64)),
    "repeat": lambda one, a: one.repeat(a, one.abs(a)),
    "search": lambda one, a: one.searchsorted(one.sort(a), a, side="right"),
    "select": lambda one, a: one.select([a > 5, a < -5], [1, one.abs(a)], default=a),
    "sign": lambda one, a: one.sign(a),
    "union": lambda one, a: one.union1d(a, one.arange(3)),
    "unique": lambda one, a: one.unique(a, return_inverse=True)[1],
    "first": lambda one, a: one.unique(a, return_index=True)[1],
    "where": lambda one, a: one.where(a > 0, a, 0),
    "extremes": lambda _one, a: [a.max(initial=3), a.min(), a.sum(), (a > 0).any(), a.size],
    "types": lambda one, a: (a.astype(one.float64) / 3).astype(one.int32),
}
REAL: dict[str, Callable[[Any, Any], Any]] = {
    "arithmetic": lambda _one, a: (1.5 - a) * a / 3.0,
    "isnan": lambda one, a: one.isnan(a),
    "minimum": lambda one, a: one.minimum(a * a, 100.0),
    "rint": lambda one, a: one.rint(a / 2),
    "sqrt": lambda one, a: one.sqrt(one.abs(a)),
    "trunc": lambda one, a: one.trunc(a),
    "where": lambda one, a: one.where(a > 0.0, a, one.nan),
    "same": lambda _one, a: a == a,
}


def _listed(found: Any) -> Any:
    return (
        found.tolist()
        if hasattr(found, "tolist")
        else [getattr(one, "item", lambda one=one: one)() for one in found]
    )


@pytest.mark.parametrize("name", BOTH)
@given(values=whole)
def test_whole_numbers_come_out_as_in_numpy(name: str, values: list[int]) -> None:
    wanted = BOTH[name](np, np.array(values, np.int64))

    assert _listed(BOTH[name](plain, plain.array(values, plain.int64))) == _listed(wanted)


@pytest.mark.parametrize("name", REAL)
@given(values=real)
def test_floats_come_out_to_the_last_bit_as_in_numpy(name: str, values: list[float]) -> None:
    wanted = REAL[name](np, np.array(values))

    assert repr(_listed(REAL[name](plain, plain.array(values)))) == repr(_listed(wanted))


def test_rows_are_shared_and_columns_read() -> None:
    for one in (np, plain):
        table: Any = one.zeros((3, 2), one.float64)
        row = table[1]
        row[0] = 4.0
        table[2, 1] = 5.0
        assert table.tolist() == [[0.0, 0.0], [4.0, 0.0], [0.0, 5.0]]
        assert table[:, 1].tolist() == [0.0, 0.0, 5.0]
        assert table[one.array([2, 1], one.int64), 1].tolist() == [5.0, 0.0]
        assert (table.shape, table.size) == ((3, 2), 6)


def test_parts_are_written_as_in_numpy() -> None:
    for one in (np, plain):
        found: Any = one.zeros(5, one.int64)
        found[1:3] = 7
        found[one.array([4, 0], one.int64)] = one.array([1, 2], one.int64)
        found[found == 0] = 9
        one.add.at(found, one.array([1, 1], one.int64), one.array([1, 1], one.int64))
        assert found.tolist() == [2, 9, 7, 9, 1]
