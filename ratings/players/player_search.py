"""Search for players by typed text, with their ratings; similar names without a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from federation.register.club_names import club_labels
from federation.search.search import Named, find_named, is_written_so, name_in, sharing_a_word, sounds_so
from federation.vocabulary.names import fold
from federation.vocabulary.sounds import is_cyrillic
from ratings.lists import queries
from ratings.players.histories import newest_lists

_COMPARED = 100  # players found by name of whom the best known come first
_UNLISTED = 2**31


@dataclass(frozen=True, slots=True)
class Listed:
    """A player's line on the newest list of a system, as far as a search shows it."""

    system: str
    rating: int
    grade: str
    rank: int | None = None  # among the active; None for others


@dataclass(frozen=True, slots=True)
class Found:
    """Players with where they stand, and whether they are called as was typed."""

    lines: Sequence[tuple[Named, Sequence[Listed]]]
    is_similar: bool  # no one is written so: these come nearest
    is_full: bool  # there may be more


def look_for(text: str, limit: int, *, nearly: bool = True) -> Found:
    """Find at most `limit` players by name or number; 10 queries at most.

    Who is wholly called so first; of those equally well named the one with the best rank of any list. Where
    none is, and `nearly` allows it, those whose names are nearest; where no name has all the words each is
    tried alone, for up to 18 more.
    """
    players: Sequence[Named] = find_named(text, max(limit, _COMPARED), nearly=nearly)
    is_similar = bool(players) and not any(is_written_so(text, player) for player in players)
    if not players and nearly:
        players = sharing_a_word(text)
        is_similar = bool(players)
    known = _newest_entries(players) if players else {}
    if not is_similar and name_in(text):
        players = _best_first(name_in(text), players, known)
    clubs = club_labels((player.club, player.club_name) for player in players[:limit])
    lines = [
        (replace(player, club_name=clubs.get(player.club, player.club_name)), known.get(player.pk, []))
        for player in players[:limit]
    ]
    return Found(lines, is_similar, len(players) >= limit)


def _best_first(
    text: str, players: Sequence[Named], known: Mapping[int, Sequence[Listed]]
) -> Sequence[Named]:
    """Order players by how well the name answers, then by rank; the others stay as they come."""
    key = fold(text)
    words, in_cyrillic = key.split(), is_cyrillic(text)

    def answer(player: Named) -> tuple[bool, bool, bool, int]:
        own = player.search_key.split()
        ranks = [line.rank for line in known.get(player.pk, ()) if line.rank is not None]
        is_whole = all(word in own for word in words) or (
            in_cyrillic and sounds_so(text, player, wholly=True)
        )
        is_surname = own[:1] == words[:1]
        return player.search_key != key, not is_whole, not is_surname, min(ranks, default=_UNLISTED)

    return sorted(players, key=answer)


def _newest_entries(players: Sequence[Named]) -> dict[int, list[Listed]]:
    """Read where players stand on the newest lists, in the order of the site; two queries."""
    newest = newest_lists()
    who = [player.pk for player in players]
    entries = queries.listed_on([*newest.values()], who, "rating", "grade", "active_rank")
    listed: dict[int, list[Listed]] = {}
    for system, published in newest.items():
        for player, rating, grade, rank in entries[published]:
            listed.setdefault(player, []).append(Listed(system, rating, grade, rank))
    return listed
