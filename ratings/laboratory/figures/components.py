"""The parts of a pool that no game joins. Pure."""

import numpy as np

from ratings.cadence.shared.columns import Longs


def joined(first: Longs, other: Longs, size: int) -> Longs:
    """Label each of so many places by the least place it is joined to, directly or through others."""
    label = np.arange(size)
    while True:
        least = label.copy()
        np.minimum.at(least, first, label[other])
        np.minimum.at(least, other, label[first])
        least = least[least]
        if np.array_equal(least, label):
            return label
        label = least


def numbered(first: Longs, other: Longs, size: int) -> Longs:
    """Return the number of the part each place is in, from 0."""
    return np.unique(joined(first, other, size), return_inverse=True)[1].astype(np.int64)
