"""One step of a sum: a formula with symbols, the numbers that stand for them, what comes out, and why.

A formula is a text with the keys of symbols in braces, "({K} × ({R} − {P})) × {c}"; "^[" and "]" raise what
stands between. Numbers written out in it are constants of the edition.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of a sum; texts are English, to be translated."""

    key: str  # in formulas and addresses: letters and figures
    sign: str  # as it is set
    name: str
    words: str
    clause: str = ""  # in the document of the family; "" where it speaks of none
    formulas: tuple[str, ...] = ()  # how it is computed; several: which one, the words say
    is_word: bool = False  # the sign is a word, to be translated


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and the decimals it is shown with; `is_tiny` sets it as digits times a power of ten."""

    value: float
    places: int = 0
    is_tiny: bool = False
    is_signed: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence in English, to be translated, and the figures in it."""

    text: str
    figures: Mapping[str, Figure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """Value of a symbol in one game."""

    key: str  # of the symbol
    formula: str  # "": read in a table
    figures: Mapping[str, Figure]  # key of a symbol, or of a number that has none -> what stands for it
    value: Figure
    words: tuple[Note, ...] = ()


def points(value: float) -> Figure:
    """Return a rating or a difference: at most two decimals, whole numbers without."""
    return exact(value, 2)


def score(value: float) -> Figure:
    """Return a score: 0, 0.5 or 1."""
    return Figure(value, 0 if value in (0.0, 1.0) else 1)


def exact(value: float, most: int = 4) -> Figure:
    """Return a number with the decimals it has, at most so many."""
    places = next((places for places in range(most) if round(value, places) == round(value, most)), most)
    return Figure(value, places)


def number(value: float) -> str:
    """Write a constant of the rules into a formula, with a true minus."""
    return f"{value:g}".replace("-", MINUS)
