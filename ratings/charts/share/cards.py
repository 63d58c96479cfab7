"""Cards of a player, a list, a tournament, two players, with texts in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A rating as it is set: the number, its grade, what moved it and which way (gain, loss, even)."""

    rating: str
    grade: str = ""
    change: str = ""
    direction: str = "even"


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player on the newest list of one system; `figure` None: on none."""

    house: str
    name: str
    system: str  # key
    over: str  # its name
    figure: Figure | None
    course: Sequence[tuple[float, float]]  # day, rating; oldest first
    facts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a list."""

    rank: str
    name: str
    grade: str
    rating: str


@dataclass(frozen=True, slots=True)
class ListCard:
    """The head of a list."""

    house: str
    system: str
    over: str
    title: str
    corner: str
    places: Sequence[Place]


@dataclass(frozen=True, slots=True)
class EventCard:
    """A tournament; `winners` are at its head, with the word for them."""

    house: str
    system: str  # whose accent it has
    over: str
    name: str
    lead: str
    winners: str
    winners_word: str
    facts: Sequence[str]


@dataclass(frozen=True, slots=True)
class PairCard:
    """Two players against each other."""

    house: str
    system: str
    over: str
    names: tuple[str, str]
    figures: tuple[Figure | None, Figure | None]
    score: tuple[str, str]  # of the games between them; empty without games
    facts: Sequence[str]


Card = PlayerCard | ListCard | EventCard | PairCard
