"""Keys are cut into parts one statement takes: none twice, none left out."""

import numpy as np
import pytest

from federation.database.slicing import slices


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (1, [1]), (3, [3]), (4, [3, 1]), (6, [3, 3]), (7, [3, 3, 1])]
)
def test_slices_are_full_but_for_the_last(count: int, sizes: list[int]) -> None:
    parts = list(slices(list(range(count)), 3))

    assert [len(part) for part in parts] == sizes
    assert [key for part in parts for key in part] == list(range(count))


def test_slices_are_of_the_kind_they_came_in() -> None:
    assert list(slices("abcde", 2)) == ["ab", "cd", "e"]
    assert list(slices(b"abc", 2)) == [b"ab", b"c"]
    assert list(slices((1, 2, 3), 2)) == [(1, 2), (3,)]
    assert [part.tolist() for part in slices(np.arange(3), 2)] == [[0, 1], [2]]
