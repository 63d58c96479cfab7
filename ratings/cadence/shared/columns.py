"""Types of the columns every cadence reads, as the database and the kernels have them."""

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]
Values = list[object]  # bound in a statement
I1, I4, I8, F8 = np.dtype("i1"), np.dtype("i4"), np.dtype("i8"), np.dtype("f8")
TEXT = np.dtype("O")
