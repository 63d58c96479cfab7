# ruff: noqa: S608 - the names are our own, every value is bound or one of our whole numbers
"""The SQL of the pages of lists most people read, written out: writing it took longer than answering it."""

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any

from federation.database import bulk
from federation.database.joined_rows import Part, columns, cut, made
from federation.database.reading import connection
from ratings.models import PublishedList, RatingSystem

# One stretch of the index a player: with the lists as the condition of the index PostgreSQL took half as long
# again for a page of a hundred players, and looked up and sorted all their rows together.
_COURSES = (
    "SELECT p.player, ARRAY(SELECT e.rating FROM ratings_listentry e WHERE e.player_id = p.player"
    " AND e.list_id BETWEEN %s AND %s AND e.list_id = ANY(%s::bigint[])"
    " ORDER BY array_position(%s::bigint[], e.list_id)) FROM unnest(%s::bigint[]) p(player)"
)
_PARTS = (Part(PublishedList, "l"), Part(RatingSystem, "s"))


Named = tuple[date, int, int]  # a list by its day, its revision and its key


def list_with_others(
    system: str, on: date | None, revision: int | None, most: int
) -> tuple[PublishedList, list[Named]] | None:
    """Read a list of a system, of the newest day and revision where none is named; None for none.

    Beside it at most so many of the lists up to its day, all revisions of it among them, newest first; in
    `known` what it can be filtered by, where that is stored.
    """
    rows = bulk.rows(_list(connection.vendor), [most, system, on, revision])
    if not rows:
        return None
    *row, known, others = rows[0]
    named = ((date.fromisoformat(day), number, pk) for pk, day, number in json.loads(others))
    listed, ruled = cut(_PARTS)
    published = made(_PARTS[0], row[listed])
    published.system = made(_PARTS[1], row[ruled])
    published.known = json.loads(known) if known else None
    return published, sorted(named, reverse=True)


def entries_at(
    published: int, named: Sequence[str], place: str, span: tuple[int, int]
) -> list[tuple[Any, ...]]:
    """Read columns of the entries of a list from one stored place to another, in their order."""
    statement = (
        f"SELECT {', '.join(named)} FROM ratings_listentry"
        f" WHERE list_id = %s AND {place} BETWEEN %s AND %s ORDER BY {place}"
    )
    return bulk.rows(statement, [published, *span])


def listed_on(lists: Sequence[int], players: Sequence[int], *named: str) -> dict[int, list[tuple[Any, ...]]]:
    """Read columns of the entries of some players on some lists: list -> the player and their columns."""
    by_list: dict[int, list[tuple[Any, ...]]] = {key: [] for key in lists}
    if lists and players:
        statement = (
            f"SELECT list_id, player_id, {', '.join(named)} FROM ratings_listentry"
            f" WHERE list_id IN ({_numbers(lists)}) AND player_id IN ({_numbers(players)})"
        )
        # Its text is another each time: no plan to keep.
        with connection.cursor() as cursor:
            cursor.execute(statement)
            for line in cursor.fetchall():
                by_list[line[0]].append(line[1:])
    return by_list


def courses(lists: Sequence[int], players: Sequence[int]) -> dict[int, list[int]]:
    """Read the ratings of some players on some lists, in the order of the lists, out of an index."""
    if connection.vendor == "postgresql":  # one text, so that its plan is cached
        # The driver takes longer for a list of a hundred numbers than the server does for the answer, and for
        # a thousand rows than for a hundred with a course each.
        every, them = (f"{{{_numbers(each)}}}" for each in (lists, players))
        return dict(bulk.rows(_COURSES, [min(lists), max(lists), every, every, them]))
    statement = (
        "SELECT player_id, list_id, rating FROM ratings_listentry"
        f" WHERE player_id IN ({_numbers(players)}) AND list_id IN ({_numbers(lists)})"
    )
    place = {published: at for at, published in enumerate(lists)}
    by_player: dict[int, list[int]] = {}
    for player, _published, rating in sorted(bulk.rows(statement, []), key=lambda row: place[row[1]]):
        by_player.setdefault(player, []).append(rating)
    return by_player


@cache
def _list(vendor: str) -> str:
    named = "json_agg(json_build_array(o.id, o.date, o.revision))::text"
    if vendor != "postgresql":
        named = "json_group_array(json_array(o.id, o.date, o.revision))"
    return (
        f"SELECT {columns(*_PARTS)},"
        " (SELECT CAST(known AS text) FROM ratings_listchoices WHERE list_id = l.id),"
        f" (SELECT {named} FROM ("
        "SELECT id, date, revision FROM ratings_publishedlist"
        " WHERE system_id = l.system_id AND ready AND date <= l.date"
        " ORDER BY date DESC, revision DESC LIMIT %s) o)"
        " FROM ratings_publishedlist l JOIN ratings_ratingsystem s ON s.id = l.system_id"
        " WHERE s.key = %s AND l.ready AND l.date = COALESCE(%s,"
        " (SELECT max(n.date) FROM ratings_publishedlist n WHERE n.system_id = s.id AND n.ready))"
        " AND l.revision = COALESCE(%s, l.revision) ORDER BY l.revision DESC LIMIT 1"
    )


def _numbers(values: Sequence[int]) -> str:
    return ", ".join(str(int(value)) for value in values)
