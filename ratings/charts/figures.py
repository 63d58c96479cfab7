"""Typography of figures: true minus, sign of a change, half up."""

import math

MINUS = "\N{MINUS SIGN}"


def whole(value: float) -> int:
    """Round to the nearest whole point, half up, as every list does."""
    return math.floor(value + 0.5)


def plain(value: float) -> str:
    """Return a rating: whole points with a true minus."""
    number = whole(value)
    return f"{MINUS}{-number}" if number < 0 else str(number)


def moved(before: float, after: float, *, places: int = 0) -> float:
    """Return the change between two ratings as they are shown, each rounded to so many decimals.

    2695.6 -> 2696.4 is set as 2696 -> 2696: nothing was won by what a reader sees.
    """
    if not places:
        return whole(after) - whole(before)
    return round(round(after, places) - round(before, places), places)


def signed(value: float, *, places: int = 0) -> str:
    """Return a change with its sign; one that rounds to nothing has none."""
    number = round(value, places) if places else whole(value)
    if number == 0:
        return f"{0:.{places}f}"
    return f"{'+' if number > 0 else MINUS}{abs(number):.{places}f}"


def direction(value: float | None) -> str:
    """Name the way a change went, as the stylesheet knows it: gain, loss, even."""
    if value is None or whole(value) == 0:
        return "even"
    return "gain" if value > 0 else "loss"
