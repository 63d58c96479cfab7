"""Limits on the size of a tournament, checked before its players and results become objects."""

from tournaments.reports.findings import Unreadable, error

MOST_ENTRANTS = 5_000  # the largest congress had 900; a file of 2 MB may name eighty thousand
MOST_ROUNDS = 99
MOST_RESULTS = 100_000  # entrants times rounds; the largest file seen has 9,000


def check_size(entrants: int, rounds: int = 0) -> None:
    """Raise Unreadable where a file holds more entrants, rounds or results than any tournament has."""
    if entrants > MOST_ENTRANTS:
        raise Unreadable(error("too-many-entrants", count=entrants, limit=MOST_ENTRANTS))
    if rounds > MOST_ROUNDS:
        raise Unreadable(error("too-many-rounds", count=rounds, limit=MOST_ROUNDS))
    check_results(entrants * rounds)


def check_results(count: int) -> None:
    """Raise Unreadable for more results than any tournament has: a game has two, a bye one."""
    if count > MOST_RESULTS:
        raise Unreadable(error("too-many-results", count=count, limit=MOST_RESULTS))
