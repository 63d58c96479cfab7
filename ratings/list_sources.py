# ruff: noqa: S608 - the names are our own, every value is bound or a whole number of ours
"""The SQL of the pages of lists most people read, written out: writing it took longer than answering it."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any

from django.db import connection

from federation import bulk
from ratings.joined import Part, columns, cut, made
from ratings.models import PublishedList, RatingSystem

_COURSES = "SELECT player_id, list_id, rating FROM ratings_listentry WHERE"
_PARTS = (Part(PublishedList, "l"), Part(RatingSystem, "s"))


def lists_until(system: str, on: date | None, most: int) -> list[tuple[Any, ...]]:
    """Read the lists of a system up to a day, newest first: key, date, revision, then every column."""
    return bulk.rows(_lists(), [system, on or date.max, most])


def list_of(row: Sequence[Any]) -> PublishedList:
    """Make the list of a row of `lists_until`."""
    listed, ruled = cut(_PARTS)
    published = made(_PARTS[0], row[3:][listed])
    published.system = made(_PARTS[1], row[3:][ruled])
    return published


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
    """Read columns of the entries of some players on some lists: list -> the player and his columns."""
    found: dict[int, list[tuple[Any, ...]]] = {one: [] for one in lists}
    if lists and players:
        statement = (
            f"SELECT list_id, player_id, {', '.join(named)} FROM ratings_listentry"
            f" WHERE list_id IN ({_numbers(lists)}) AND player_id IN ({_numbers(players)})"
        )
        # Its text is another each time: no plan to keep.
        with connection.cursor() as cursor:
            cursor.execute(statement)
            for line in cursor.fetchall():
                found[line[0]].append(line[1:])
    return found


def courses(lists: Sequence[int], players: Sequence[int]) -> list[tuple[int, int, int]]:
    """Read the ratings of some players on some lists out of an index: player, list, rating, in no order."""
    if connection.vendor == "postgresql":  # one text, so that its plan is kept
        # The driver takes longer for a list of a hundred numbers than the server does for the answer.
        wanted = "player_id = ANY(%s::bigint[]) AND list_id = ANY(%s::bigint[])"
        return bulk.rows(f"{_COURSES} {wanted}", [f"{{{_numbers(each)}}}" for each in (players, lists)])
    wanted = f"player_id IN ({_numbers(players)}) AND list_id IN ({_numbers(lists)})"
    return bulk.rows(f"{_COURSES} {wanted}", [])


@cache
def _lists() -> str:
    return (
        f"SELECT l.id, l.date, l.revision, {columns(*_PARTS)} FROM ratings_publishedlist l"
        " JOIN ratings_ratingsystem s ON s.id = l.system_id"
        " WHERE s.key = %s AND l.ready AND l.date <= %s ORDER BY l.date DESC, l.revision DESC LIMIT %s"
    )


def _numbers(values: Sequence[int]) -> str:
    return ", ".join(str(int(value)) for value in values)
