"""K and con as they are read in a printed column (FFG ladder rules 1.2, EGF rating rules 1.3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown.steps import Figure, Note, Step, exact, points
from ratings.engines.contract import GameDetail


@dataclass(frozen=True, slots=True)
class Table:
    """A printed column with equal steps, straight lines between its rows."""

    first: float
    step: float
    values: tuple[float, ...]

    @property
    def last(self) -> float:
        """Value at the end of the column."""
        return self.first + self.step * (len(self.values) - 1)


def stake(key: str, detail: GameDetail, *, rows: Table) -> Step:
    """Read K where the own rating lies in the table."""
    place = min(max((detail.before - rows.first) / rows.step, 0.0), len(rows.values) - 1.0)
    row = min(int(place), len(rows.values) - 2)
    low, high = rows.values[row], rows.values[row + 1]
    at, to = rows.first + row * rows.step, rows.first + (row + 1) * rows.step
    part = (place - row) * rows.step
    value = Figure(detail.k, 2)
    if not rows.first < detail.before < rows.last:
        words = gettext_noop("The table ends here; the value stays the same.")
        return Step(key, "", {}, value, (Note(words),))
    if part == 0.0:
        words = gettext_noop("As in the table at %(at)s.")
        return Step(key, "", {}, value, (Note(words, {"at": exact(at)}),))
    words = gettext_noop(
        "In the table it is %(low)s at %(at)s and %(high)s at %(to)s; in between, a straight line."
    )
    values = {"low": exact(low), "high": exact(high), "at": exact(at), "to": exact(to)}
    figures: Mapping[str, Figure] = {"low": exact(low), "high": exact(high), "part": points(part)}
    formula = f"{{low}} + ({{high}} − {{low}}) × {{part}} / {rows.step:g}"
    return Step(key, formula, figures, value, (Note(words, values),))
