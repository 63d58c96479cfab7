"""Turns at a piece of work on PostgreSQL: one works, one waits, others leave."""

import threading

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from federation.database.turns import turn

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such locks"),
]


def has_turn(work: str, said: list[bool]) -> None:
    with turn(work) as is_mine:
        said.append(is_mine)
    connection.close()


def test_one_waits_until_the_work_is_done_and_the_third_leaves_at_once() -> None:
    waiting, third, other = list[bool](), list[bool](), list[bool]()
    with turn("tests") as mine:
        second = threading.Thread(target=has_turn, args=("tests", waiting))
        second.start()
        with connection.cursor() as cursor:
            while not is_waiting(cursor):
                pass
        for work, said in (("tests", third), ("something else", other)):
            one = threading.Thread(target=has_turn, args=(work, said))
            one.start()
            one.join(10)
        before = list(waiting)
    second.join(10)

    assert (mine, before, third, other, waiting) == (True, [], [False], [True], [True])


def is_waiting(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")
    return bool(cursor.fetchone()[0])


def test_turn_that_ends_in_an_error_is_over() -> None:
    with pytest.raises(ValueError, match="in the middle"), turn("tests"):
        raise ValueError("in the middle")
    said = list[bool]()
    one = threading.Thread(target=has_turn, args=("tests", said))
    one.start()
    one.join(10)
    assert said == [True]
