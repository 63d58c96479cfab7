# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Columns of a list's entries: data of the register, places among the players, moves since the list before.

Places follow ratings as shown: the order of the page, and ranks that ties share.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from federation.database import bulk
from ratings.cadence.shared.columns import I4, I8, TEXT, Longs, Values
from ratings.models import ListEntry, PublishedList

_PERSON = {
    "surname": "p.surname",
    "given_name": "p.given_name",
    "search_key": "p.search_key",
    "sex": "p.sex",
    "federation": "f.code",
    "club": "coalesce(c.code, p.club_code)",
    "club_name": "coalesce(c.name, p.club_text)",
    "region": "r.code",
}
TITLES = {"title": "p.title", "women_title": "p.women_title", "other_titles": "p.other_titles"}
DECLARED = {"declared_grade": "p.grade"}


def register_columns(
    players: Longs,
    who: tuple[str, Values],
    *,
    numbers: Sequence[str],
    more: dict[str, str],
) -> dict[str, list[Any]]:
    """Read names, federations, clubs, years of birth and numbers of players; one query.

    `who` is a query for the keys of these players, and of others perhaps; `numbers`: the registers whose
    numbers the list has; `more`: further columns.
    """
    query, values = who
    by_register = {register: f"n{place}.value" for place, register in enumerate(numbers)}
    columns = _PERSON | more | by_register
    joins = (
        f" LEFT JOIN federation_identifier n{place} ON n{place}.player_id = p.id AND n{place}.scheme = %s"
        for place in range(len(numbers))
    )
    key, birth_year, *texts = bulk.read_columns(
        f"SELECT p.id, p.birth_year, {', '.join(columns.values())} FROM federation_player p"
        " JOIN federation_federation f ON f.id = p.federation_id"
        " LEFT JOIN federation_club c ON c.id = p.club_id"
        " LEFT JOIN federation_region r ON r.id = c.region_id"
        f"{''.join(joins)} WHERE p.id IN ({query})",
        [*by_register, *values],
        [I8, I4, *[TEXT] * len(columns)],
    )
    order = np.argsort(key)
    place = order[np.searchsorted(key[order], players)]
    born = [year if year > 0 else None for year in birth_year[place].tolist()]
    by_name = {name: column[place].tolist() for name, column in zip(columns, texts, strict=True)}
    return by_name | {"birth_year": born}


NOBODY = 0  # instead of a place among the active, of an inactive player


@dataclass(frozen=True, slots=True)
class Places:
    """Places of N players, each in the order the players were given."""

    position: Longs  # 1.. without gaps
    rank: Longs  # ties share the first place
    active_position: Longs  # `NOBODY`: inactive
    active_rank: Longs


def place_columns(place: Places) -> dict[str, list[int | None]]:
    """Return the places as columns of a list's entries; None among the active: they are not."""
    return {
        "position": place.position.tolist(),
        "rank": place.rank.tolist(),
        "active_rank": [rank or None for rank in place.active_rank.tolist()],
        "active_position": [position or None for position in place.active_position.tolist()],
    }


def places(rating: Longs, keys: list[tuple[str, int]], *, active: NDArray[np.bool_]) -> Places:
    """Order by rating, falling, then by `keys` (name, number), and count among all and among the active."""
    by_key = np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int64)
    order = by_key[np.argsort(-rating[by_key], kind="stable")]
    position, rank = _count(rating[order])
    whole = np.empty((2, rating.size), np.int64)
    whole[:, order] = position, rank
    among = order[active[order]]
    part = np.full((2, rating.size), NOBODY, np.int64)
    part[:, among] = _count(rating[among])
    return Places(whole[0], whole[1], part[0], part[1])


def _count(falling: Longs) -> tuple[Longs, Longs]:
    position = np.arange(1, falling.size + 1)
    first = np.append(np.ones(min(falling.size, 1), np.bool_), falling[1:] != falling[:-1])
    return position, np.maximum.accumulate(np.where(first, position, 0))


Rows = dict[str, list[Any]]  # column of ListEntry -> values, one a player


class Was(NamedTuple):
    """A player on the list before: their rating as shown, their rank among the active."""

    rating: int
    active_rank: int | None


@dataclass(frozen=True, slots=True)
class PreviousList:
    """Entries of the list before, by player."""

    by_player: dict[int, Was]


def previous_list(before: PublishedList | None) -> PreviousList:
    """Read the entries of the list before; nothing without one."""
    rows = ListEntry.objects.filter(list=before) if before else ListEntry.objects.none()
    values = rows.values_list("player_id", "rating", "active_rank")
    return PreviousList({row[0]: Was(*row[1:]) for row in values})


def moves(rows: Rows, before: PreviousList) -> Rows:
    """Return the columns `change` and `rank_change` against the list before; None: not on it.

    Both are differences of what the two lists show: an unrounded rating behind them would reveal what a
    list does not show (FFG ladder rules 3.1: without licence only the lower end of the grade).
    """
    old = [before.by_player.get(player) for player in rows["player_id"]]
    ratings: Sequence[int] = rows["rating"]
    ranks: Sequence[int | None] = rows["active_rank"]
    return {
        "change": [now - was.rating if was else None for now, was in zip(ratings, old, strict=True)],
        "rank_change": [
            was.active_rank - rank if was and was.active_rank and rank else None
            for rank, was in zip(ranks, old, strict=True)
        ],
    }


def differences(rows: Rows, before: PreviousList) -> dict[str, int]:
    """Count who is new, changed, unchanged and gone, by ratings as shown."""
    here = dict(zip(rows["player_id"], rows["rating"], strict=True))
    old = {player: was.rating for player, was in before.by_player.items()}
    return {
        "created": len(here.keys() - old.keys()),
        "changed": sum(shown != old[player] for player, shown in here.items() if player in old),
        "unchanged": sum(shown == old[player] for player, shown in here.items() if player in old),
        "gone": len(old.keys() - here.keys()),
    }
