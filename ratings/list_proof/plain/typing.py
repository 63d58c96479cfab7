"""Stands for numpy.typing: annotations that say nothing."""

from typing import Any


class NDArray:
    """Stand for numpy.typing.NDArray in annotations."""

    def __class_getitem__(cls, _item: Any) -> Any:
        """Return what any annotation may be."""
        return Any
