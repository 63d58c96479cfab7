"""Addresses a page writes by the hundred: each route is asked once for its text around the numbers."""

from functools import lru_cache

from django.urls import get_script_prefix, reverse

NUMBER = 9_999_999_999  # stands in an address for what is put there

Around = tuple[str, str]  # an address before and behind the number in it


def around(route: str, *values: object) -> Around:
    """Return an address in two parts, what stands before and behind the number that is put in (`NUMBER`)."""
    pieces = _pieces(route, tuple(NUMBER if type(one) is int else one for one in values), get_script_prefix())
    numbers = [one for one in values if type(one) is int]
    at = numbers.index(NUMBER)
    return _joined(pieces[: at + 1], numbers[:at]), _joined(pieces[at + 1 :], numbers[at + 1 :])


def address(route: str, *values: object) -> str:
    """Return an address: what `reverse` gives, a fifth of its time."""
    pieces = _pieces(route, tuple(NUMBER if type(one) is int else one for one in values), get_script_prefix())
    return _joined(pieces, [one for one in values if type(one) is int])


def _joined(pieces: tuple[str, ...], numbers: list[int]) -> str:
    """Put numbers between the pieces of an address."""
    made = pieces[0]
    for number, piece in zip(numbers, pieces[1:], strict=True):
        made += f"{number}{piece}"
    return made


@lru_cache(1024)
def _pieces(route: str, values: tuple[object, ...], prefix: str) -> tuple[str, ...]:  # noqa: ARG001 - part of the key
    return tuple(reverse(route, args=values).split(str(NUMBER)))
