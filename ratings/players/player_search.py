"""Reads: players found by what somebody types, where they stand; similar ones where nobody is called so."""

from collections.abc import Sequence
from dataclasses import dataclass

from federation.search.search import Named, find_named, is_written_so, sharing_a_word
from ratings.lists import list_sql
from ratings.players.histories import newest_lists


@dataclass(frozen=True, slots=True)
class Listed:
    """A player's line on the newest list of a system, as far as a search shows it."""

    system: str
    rating: int
    grade: str


@dataclass(frozen=True, slots=True)
class Found:
    """Players with where they stand, and whether they are called as was typed."""

    lines: Sequence[tuple[Named, Sequence[Listed]]]
    is_similar: bool  # nobody is written so: these come nearest
    is_full: bool  # there may be more


def look_for(text: str, limit: int) -> Found:
    """Find at most `limit` players by name or number, else those whose names are nearest; 8 queries at most.

    Where no name has all the words each is tried alone, for up to 18 more.
    """
    players = find_named(text, limit)
    is_similar = bool(players) and not any(is_written_so(text, one) for one in players)
    if not players:
        players = sharing_a_word(text)
        is_similar = bool(players)
    known = _newest_entries(players) if players else {}
    return Found([(one, known.get(one.pk, [])) for one in players], is_similar, len(players) == limit)


def _newest_entries(players: Sequence[Named]) -> dict[int, list[Listed]]:
    """Read where players stand on the newest lists, in the order of the site; two queries."""
    newest = newest_lists()
    entries = list_sql.listed_on([*newest.values()], [one.pk for one in players], "rating", "grade")
    found: dict[int, list[Listed]] = {}
    for system, published in newest.items():
        for player, rating, grade in entries[published]:
            found.setdefault(player, []).append(Listed(system, rating, grade))
    return found
