# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Register data of the players of a list, as columns of ListEntry."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from federation.database import bulk
from ratings.cadence.shared.columns import I4, I8, TEXT, Longs, Values

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


def people(
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
