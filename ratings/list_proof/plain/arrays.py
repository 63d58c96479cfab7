"""Stands for numpy: arrays of one dimension as lists, of two as lists of rows; only what engines ask for.

Numbers are Python's own, so that floats have the bits numpy's have and integers cannot overflow.
"""

import math
import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

nan = math.nan
inf = math.inf


class _Type:
    """A type of elements: `kind` as numpy has it, f, i, b or O."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, value: Any = 0) -> Any:
        """Convert one value."""
        return _CONVERT[self.kind](value)

    def __getitem__(self, _item: Any) -> "_Type":
        """Return itself: annotations may say more."""
        return self


def _whole(value: Any) -> int:
    return int(value) if value == value else -(1 << 63)  # what numpy makes of NaN


_CONVERT: dict[str, Callable[[Any], Any]] = {"f": float, "i": _whole, "b": bool, "O": lambda value: value}
float64 = _Type("f")
int8 = int32 = int64 = intp = uint8 = uint32 = integer = _Type("i")
bool_ = _Type("b")
generic = object
_KINDS = {"f": "f", "i": "i", "u": "i", "b": "b", "?": "b", "O": "O"}


class Code:
    """A type of elements by its code: "f8", "i4", "O"."""

    def __init__(self, code: Any) -> None:
        self.kind = _KINDS[code[0]] if isinstance(code, str) else code.kind

    def __class_getitem__(cls, _item: Any) -> Any:
        """Return what any annotation may be."""
        return cls


class _Flags:
    writeable = True


class Array:
    """N elements, or N rows (arrays themselves)."""

    __slots__ = ("data", "kind", "width")

    def __init__(self, data: list[Any], kind: str, width: int = 0) -> None:
        self.data = data
        self.kind = kind
        self.width = width  # of each row; 0: elements

    # what kernels do most stands first: reading and writing one element
    def __getitem__(self, key: Any) -> Any:
        """Return an element, a row, or elements by slice, mask or places."""
        data = self.data
        if key.__class__ is int:
            return data[key]
        if key.__class__ is tuple:
            row, column = key
            if row.__class__ is int:
                return data[row][column]
            if row.__class__ is slice:
                return Array([row.data[column] for row in data[row]], self.kind)
            return Array([data[place].data[column] for place in row.data], self.kind)
        if key.__class__ is slice:
            return Array(data[key], self.kind, self.width)
        if key.__class__ is Array and key.kind == "b":
            return Array(
                [element for element, met in zip(data, key.data, strict=True) if met], self.kind, self.width
            )
        return Array([data[place] for place in _list(key)], self.kind, self.width)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write an element, a row, or elements by slice, mask or places."""
        if key.__class__ is int:
            self.data[key] = value if not self.width else Array(list(_list(value)), self.kind)
            return
        if key.__class__ is tuple:
            row, column = key
            self.data[row][column] = value
            return
        if key.__class__ is slice:
            places: Sequence[int] = range(*key.indices(len(self.data)))
        elif key.kind == "b":
            places = [place for place, met in enumerate(key.data) if met]
        else:
            places = key.data
        values = value.data if value.__class__ is Array else [value] * len(places)
        convert = _CONVERT[self.kind]
        for place, element in zip(places, values, strict=True):
            self.data[place] = convert(element)

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data)

    @property
    def size(self) -> int:
        """Return how many elements there are."""
        return len(self.data) * (self.width or 1)

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the lengths of the dimensions."""
        return (len(self.data), self.width) if self.width else (len(self.data),)

    @property
    def dtype(self) -> _Type:
        """Return the type of the elements."""
        return _Type(self.kind)

    @property
    def flags(self) -> _Flags:
        """Return flags that are never read."""
        return _Flags()

    def tolist(self) -> list[Any]:
        """Return the elements as a list, rows as lists."""
        return [row.tolist() for row in self.data] if self.width else list(self.data)

    def copy(self) -> "Array":
        """Return the same elements in an array of their own."""
        return Array(
            [row.copy() for row in self.data] if self.width else list(self.data), self.kind, self.width
        )

    def astype(self, wanted: Any) -> "Array":
        """Return the elements as another type."""
        kind = "i" if wanted is int else "f" if wanted is float else "b" if wanted is bool else wanted.kind
        if kind == self.kind:
            return self.copy()
        return Array(list(map(_CONVERT[kind], self.data)), kind)

    def any(self) -> bool:
        """Return whether an element is true."""
        return any(self.data)

    def all(self) -> bool:
        """Return whether every element is true."""
        return all(self.data)

    def sum(self) -> Any:
        """Return the sum of whole numbers."""
        return sum(self.data)

    def max(self, initial: Any = None) -> Any:
        """Return the largest element."""
        return max(self.data) if initial is None else max([*self.data, initial])

    def min(self, initial: Any = None) -> Any:
        """Return the smallest element."""
        return min(self.data) if initial is None else min([*self.data, initial])

    def between(self, other: Any, work: Callable[[Any, Any], Any], kind: str = "") -> "Array":
        """Return what a function makes of each element and another, or one value."""
        if other.__class__ is Array:
            elements = list(map(work, self.data, other.data))
            if len(other.data) != len(self.data):
                raise ValueError("arrays of different lengths")
            mixed = "f" if "f" in (self.kind, other.kind) else self.kind
        else:
            elements = [work(element, other) for element in self.data]
            mixed = "f" if isinstance(other, float) else self.kind
        return Array(elements, kind or ("i" if mixed == "b" and work not in _LOGICAL else mixed))

    def after(self, other: Any, work: Callable[[Any, Any], Any], kind: str = "") -> "Array":
        """Return the same with the other first."""
        return self.between(other, lambda mine, its: work(its, mine), kind)

    def __neg__(self) -> "Array":
        return Array([-element for element in self.data], self.kind)

    def __invert__(self) -> "Array":
        if self.kind != "b":
            return Array([~element for element in self.data], self.kind)
        return Array([not element for element in self.data], "b")

    def __bool__(self) -> bool:
        if len(self.data) != 1:
            raise ValueError("an array of several elements is neither true nor false")
        return bool(self.data[0])


_LOGICAL = (operator.and_, operator.or_)
_SIGNS: tuple[tuple[str, Callable[[Any, Any], Any], str], ...] = (
    ("add", operator.add, ""),
    ("sub", operator.sub, ""),
    ("mul", operator.mul, ""),
    ("truediv", operator.truediv, "f"),
    ("floordiv", operator.floordiv, ""),
    ("mod", operator.mod, ""),
    ("and", operator.and_, ""),
    ("or", operator.or_, ""),
    ("lt", operator.lt, "b"),
    ("le", operator.le, "b"),
    ("gt", operator.gt, "b"),
    ("ge", operator.ge, "b"),
    ("eq", operator.eq, "b"),
    ("ne", operator.ne, "b"),
)


def _sign(work: Callable[[Any, Any], Any], kind: str, *, reflected: bool) -> Callable[[Array, Any], Array]:
    if reflected:
        return lambda mine, its: mine.after(its, work, kind)
    return lambda mine, its: mine.between(its, work, kind)


for _name, _work, _kind in _SIGNS:
    setattr(Array, f"__{_name}__", _sign(_work, _kind, reflected=False))
    setattr(Array, f"__r{_name}__", _sign(_work, _kind, reflected=True))


def _list(values: Any) -> list[Any]:
    return values.data if values.__class__ is Array else list(values)


def _kind_of(values: list[Any]) -> str:
    if any(isinstance(value, float) for value in values):
        return "f"
    if values and all(isinstance(value, bool) for value in values):
        return "b"
    return "i" if values and all(isinstance(value, int) for value in values) else "O" if values else "f"


ndarray, dtype = Array, Code


def array(values: Any, kind: Any = None) -> Array:
    """Return values, or rows of values, as an array."""
    if values.__class__ is Array:
        return values.astype(kind) if kind is not None else values.copy()
    elements = list(values)
    if elements and isinstance(elements[0], list | tuple | Array):
        rows = [array(element, kind) for element in elements]
        return Array(rows, rows[0].kind, len(rows[0]))
    wanted = kind.kind if kind is not None else _kind_of(elements)
    return Array(list(map(_CONVERT[wanted], elements)), wanted)


def full(shape: Any, value: Any, kind: Any = None) -> Array:
    """Return an array of one value."""
    wanted = kind.kind if kind is not None else _kind_of([value])
    element = _CONVERT[wanted](value)
    if shape.__class__ is tuple:
        return Array([Array([element] * shape[1], wanted) for _ in range(shape[0])], wanted, shape[1])
    return Array([element] * shape, wanted)


def zeros(shape: Any, kind: Any = float64) -> Array:
    """Return an array of zeros."""
    return full(shape, 0, kind)


def ones(shape: Any, kind: Any = float64) -> Array:
    """Return an array of ones."""
    return full(shape, 1, kind)


empty = zeros


def zeros_like(like: Array) -> Array:
    """Return zeros in the shape of an array."""
    return full(len(like.data), 0, like)


empty_like = zeros_like


def arange(*bounds: int) -> Array:
    """Return whole numbers in order."""
    return Array(list(range(*(int(bound) for bound in bounds))), "i")


def concatenate(parts: Iterable[Any]) -> Array:
    """Return arrays one behind the other."""
    arrays = [part if part.__class__ is Array else array(part) for part in parts]
    kinds = {piece.kind for piece in arrays}
    kind = next(kind for kind in ("O", "f", "i", "b") if kind in kinds)
    return Array([value for piece in arrays for value in piece.data], kind)


def append(first: Any, second: Any) -> Array:
    """Return values behind values."""
    return concatenate([part if isinstance(part, Array | list) else [part] for part in (first, second)])


def stack(columns: Sequence[Array], *, dtype: Any, **_as_columns: Any) -> Array:
    """Return columns side by side."""
    convert = _CONVERT[dtype.kind]
    rows = zip(*(column.data for column in columns), strict=True)
    row_arrays = [Array([convert(value) for value in row], dtype.kind) for row in rows]
    return Array(row_arrays, dtype.kind, len(columns))


def require(values: Array, **_lists_fulfil: Any) -> Array:
    """Return the array."""
    return values


def ascontiguousarray(values: Array) -> Array:
    """Return the array."""
    return values


def where(condition: Array, x: Any, y: Any) -> Array:
    """Return, by a mask, elements of one or of the other."""
    size = len(condition.data)
    first, second = _spread(x, size), _spread(y, size)
    elements = [a if met else b for met, a, b in zip(condition.data, first.data, second.data, strict=True)]
    kind = "f" if "f" in (first.kind, second.kind) else first.kind
    return Array(elements, kind)


def _spread(value: Any, size: int) -> Array:
    return value if value.__class__ is Array else full(size, value)


def select(conditions: Sequence[Array], choices: Sequence[Any], default: Any) -> Array:
    """Return the choice of the first condition that holds."""
    chosen = _spread(default, len(conditions[0].data))
    for condition, choice in reversed(list(zip(conditions, choices, strict=True))):
        chosen = where(condition, choice, chosen)
    return chosen


def flatnonzero(values: Array) -> Array:
    """Return the places of what is not zero."""
    return Array([place for place, value in enumerate(values.data) if value], "i")


def argsort(values: Array, **_always_stable: Any) -> Array:
    """Return the places in rising order."""
    return Array(sorted(range(len(values.data)), key=values.data.__getitem__), "i")


def lexsort(keys: Sequence[Array]) -> Array:
    """Return the places in rising order of the last key, then the one before."""
    order = list(range(len(keys[0].data)))
    for key in keys:
        order.sort(key=key.data.__getitem__)
    return Array(order, "i")


def sort(values: Array) -> Array:
    """Return the elements in rising order."""
    return Array(sorted(values.data), values.kind)


def unique(values: Any, **wanted: bool) -> Any:
    """Return the elements, each once, rising; and where each went, or where each stands first."""
    data = _list(values)
    distinct = sorted(set(data))
    kind = values.kind if values.__class__ is Array else _kind_of(data)
    elements = Array(distinct, kind)
    if wanted.get("return_inverse"):
        place = {element: at for at, element in enumerate(distinct)}
        return elements, Array([place[element] for element in data], "i")
    if wanted.get("return_index"):
        first: dict[Any, int] = {}
        for at, element in enumerate(data):
            first.setdefault(element, at)
        return elements, Array([first[element] for element in distinct], "i")
    return elements


def union1d(ar1: Array, ar2: Array) -> Array:
    """Return the elements of both, each once, rising."""
    return Array(sorted(set(ar1.data) | set(ar2.data)), ar1.kind)


def isin(values: Array, among: Any) -> Array:
    """Return which elements are among others."""
    known = set(_list(among))
    return Array([value in known for value in values.data], "b")


def searchsorted(rising: Array, wanted: Any, side: str = "left") -> Any:
    """Return the places at which values would keep an array rising."""
    find = bisect_left if side == "left" else bisect_right
    data = rising.data
    if wanted.__class__ is Array or isinstance(wanted, list | tuple):
        return Array([find(data, value) for value in wanted], "i")
    return find(data, wanted)


def repeat(values: Array, counts: Array) -> Array:
    """Return each element as often as its count."""
    pairs = zip(values.data, counts.data, strict=True)
    return Array([value for value, count in pairs for _ in range(count)], values.kind)


def diff(values: Array) -> Array:
    """Return the differences of neighbours."""
    data = values.data
    return Array([after - before for before, after in pairwise(data)], values.kind)


def cumsum(values: Array) -> Array:
    """Return the sums up to each element."""
    total, sums = 0, []
    for value in values.data:
        total += value
        sums.append(total)
    return Array(sums, values.kind)


def bincount(values: Array, minlength: int = 0) -> Array:
    """Return how often each whole number occurs."""
    counts = [0] * max(minlength, max(values.data, default=-1) + 1)
    for value in values.data:
        counts[value] += 1
    return Array(counts, "i")


def _each(work: Callable[[Any], Any], kind: str = "") -> Callable[[Any], Any]:
    def apply(values: Any) -> Any:
        if values.__class__ is Array:
            return Array([work(value) for value in values.data], kind or values.kind)
        return work(values)

    return apply


def _between(work: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def apply(left: Any, right: Any) -> Any:
        if left.__class__ is Array:
            return left.between(right, work)
        if right.__class__ is Array:
            return right.after(left, work)
        return work(left, right)

    return apply


def _larger(left: Any, right: Any) -> Any:
    return left if left > right or left != left else right


def _smaller(left: Any, right: Any) -> Any:
    return left if left < right or left != left else right


def _unless_infinite(work: Callable[[float], Any]) -> Callable[[float], float]:
    return lambda value: math.copysign(work(value), value) if math.isfinite(value) else value


class _Maximum:
    def __call__(self, left: Any, right: Any) -> Any:
        return _MAXIMUM(left, right)


_MAXIMUM = _between(_larger)
maximum = _Maximum()
minimum = _between(_smaller)
_NAMED = {"abs": _each(abs)}
sign = _each(lambda value: (value > 0) - (value < 0))
sqrt = _each(math.sqrt, "f")
floor = _each(_unless_infinite(math.floor), "f")
trunc = _each(_unless_infinite(math.trunc), "f")
rint = _each(_unless_infinite(round), "f")
isnan = _each(lambda value: value != value, "b")


class _Add:
    @staticmethod
    def at(total: Array, places: Array, values: Array) -> None:
        """Add each value at its place."""
        for place, value in zip(places.data, values.data, strict=True):
            total.data[place] += value

    @staticmethod
    def reduceat(values: Array, starts: Array) -> Array:
        """Return the sum from each start to the next, the element there where none lies between."""
        ends = [max(a + 1, b) for a, b in zip(starts.data, [*starts.data[1:], len(values.data)], strict=True)]
        return Array([sum(values.data[a:b]) for a, b in zip(starts.data, ends, strict=True)], values.kind)


add = _Add()


def __getattr__(name: str) -> Any:
    """Return what numpy calls by the name of a function of Python's own; AttributeError for any other."""
    if name in _NAMED:
        return _NAMED[name]
    raise AttributeError(name)
