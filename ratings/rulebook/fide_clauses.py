"""Clauses of the Handbook on first ratings, by chapter and edition.

A chapter is about a rate of play; other systems have articles of their own, which are not known here.
"""

from dataclasses import dataclass

from federation.vocabulary.systems.catalogue import CATALOGUE


@dataclass(frozen=True, slots=True)
class FirstRatingClauses:
    """The articles behind the figures of a first rating; "" where the edition's number is not known to us."""

    games: str = ""  # how many games, over how many lists, and the floor
    zero: str = ""  # a first event without a score
    average: str = ""  # Ra
    table: str = ""  # p into dp
    rating: str = ""  # Ru and its limit


# Of the editions before 2024 only the articles themselves are certain, not their paragraphs.
_STANDARD = FirstRatingClauses("7.1.4", "8.2.1", "8.2.2", "8.1.1", "8.2.3")
_STANDARD_BEFORE = FirstRatingClauses("7.1", "8.2", "8.2", "8.1", "8.2")
# The chapter of rapid and blitz counts one less from its article 6 on, and its 7.2.1 is one of its own.
_FAST = FirstRatingClauses("6.1.4", "7.2.2", "7.2.3", "7.1.1", "7.2.4")
_ENTERS = "7.2.1"  # rapid and blitz since 2024: who has a standard rating enters with it
_BEFORE, _SINCE_2024 = ("2014", "2017", "2022"), ("2024", "2025")
_STANDARD_CHAPTER, _FAST_CHAPTER = ("standard",), ("rapid", "blitz")


def first_rating_clauses(system: str, edition: str) -> FirstRatingClauses:
    """Return the articles of an edition of a system's chapter (FIDE Handbook B.02)."""
    rate = CATALOGUE[system].rate
    if rate in _STANDARD_CHAPTER and edition in (*_BEFORE, *_SINCE_2024):
        return _STANDARD if edition in _SINCE_2024 else _STANDARD_BEFORE
    return _FAST if rate in _FAST_CHAPTER and edition in _SINCE_2024 else FirstRatingClauses()


def entering_clause(system: str, edition: str) -> str:
    """Return the article by which a player enters a rapid or blitz list with their standard rating."""
    return _ENTERS if CATALOGUE[system].rate in _FAST_CHAPTER and edition in _SINCE_2024 else ""


@dataclass(frozen=True, slots=True)
class ChangeClauses:
    """The articles behind a change: the difference, the table, the rest of the sum."""

    difference: str
    table: str
    change: str


# The 400 rule stands in 8.3.1 since 2022; before, only the article itself is certain.
_CHANGE = ChangeClauses("8.3.1", "8.1.2", "8.3")
_CHANGE_BEFORE = ChangeClauses("8.3", "8.1", "8.3")
_CHANGE_FAST = ChangeClauses("7.3.1", "7.1.2", "7.3")


def change_clauses(system: str, edition: str) -> ChangeClauses:
    """Return the articles of an edition by which a rated player's rating moves (FIDE Handbook B.02)."""
    rate = CATALOGUE[system].rate
    if rate in _STANDARD_CHAPTER and edition in (*_BEFORE, *_SINCE_2024):
        return _CHANGE if edition in ("2022", *_SINCE_2024) else _CHANGE_BEFORE
    return _CHANGE_FAST if rate in _FAST_CHAPTER and edition in _SINCE_2024 else ChangeClauses("", "", "")
