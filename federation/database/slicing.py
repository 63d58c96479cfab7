"""Long rows of keys, cut into what one statement takes."""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar


class _Sliceable(Protocol):
    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Any: ...


S = TypeVar("S", bound=_Sliceable)


def slices(keys: S, size: int) -> Iterator[S]:
    """Yield the keys in their order, `size` at a time, in parts of the kind they came in."""
    return (keys[start : start + size] for start in range(0, len(keys), size))
