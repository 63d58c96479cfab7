"""Columns in and out, the same on SQLite and PostgreSQL (the suite is run on both)."""

from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from django.db import DataError, IntegrityError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from federation.database import bulk
from federation.models import DeclaredGrade, Federation, Player

pytestmark = pytest.mark.django_db

INT, FLOAT, DAY, TEXT = np.dtype(np.int64), np.dtype(np.float64), np.dtype("datetime64[D]"), np.dtype(object)


@pytest.fixture
def federation() -> Federation:
    return Federation.objects.create(code="NO", name="Norway")


def players(federation: Federation, *names: str) -> list[Player]:
    return [
        Player.objects.create(surname=name, search_key=name.lower(), federation=federation) for name in names
    ]


def player_columns(federation: Federation, ids: list[int], **more: Any) -> dict[str, Any]:
    count = len(ids)
    return {
        "id": ids,
        "surname": [f"Osei{number}" for number in ids],
        "given_name": [""] * count,
        "search_key": [f"osei{number}" for number in ids],
        "sex": [""] * count,
        "federation_id": [federation.pk] * count,
        "grade": ["5k"] * count,
        "enrolled": [datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)] * count,
        **more,
    }


def test_read_columns_with_every_kind_gives_arrays_in_the_order_of_the_query(federation: Federation) -> None:
    ada, bo = players(federation, "Ada", "Bo")
    DeclaredGrade.objects.create(player=ada, grade="1d", since=date(2020, 2, 29))
    DeclaredGrade.objects.create(player=bo, grade="30k", since=date(1996, 1, 1))

    numbers, days, texts, halves, old = bulk.read_columns(
        "SELECT player_id, since, grade, player_id / 2.0, since < %s FROM federation_declaredgrade "
        "WHERE grade <> %s ORDER BY since",
        [date(2000, 1, 1), "9p"],
        [INT, DAY, TEXT, FLOAT, np.dtype(bool)],
    )

    assert numbers.tolist() == [bo.pk, ada.pk]
    assert days.tolist() == [date(1996, 1, 1), date(2020, 2, 29)]
    assert texts.tolist() == ["30k", "1d"]
    assert halves.tolist() == [bo.pk / 2, ada.pk / 2]
    assert old.tolist() == [True, False]
    assert [a.dtype for a in (numbers, days, halves)] == [INT, DAY, FLOAT]


def test_read_columns_with_null_gives_minus_one_nan_and_empty_text(federation: Federation) -> None:
    players(federation, "Ada")
    sql = "SELECT birth_year, birth_year, club_id, birth_year FROM federation_player"

    year, rating, club, text = bulk.read_columns(sql, (), [np.dtype(np.int16), FLOAT, INT, TEXT])

    assert (year.tolist(), club.tolist(), text.tolist()) == ([-1], [-1], [""])
    assert np.isnan(rating).tolist() == [True]


def test_read_columns_without_rows_gives_empty_arrays_of_the_dtypes() -> None:
    numbers, days = bulk.read_columns("SELECT id, since FROM federation_declaredgrade", (), [INT, DAY])

    assert (numbers.shape, days.shape) == ((0,), (0,))
    assert (numbers.dtype, days.dtype) == (INT, DAY)


def test_read_columns_with_a_quote_in_a_value_takes_it_as_a_value(federation: Federation) -> None:
    players(federation, "O'Hara' OR '1'='1", "Bo")

    (numbers,) = bulk.read_columns(
        "SELECT id FROM federation_player WHERE surname = %s", ["O'Hara' OR '1'='1"], [INT]
    )

    assert len(numbers) == 1


def test_write_columns_with_lists_stores_texts_days_and_times(federation: Federation) -> None:
    ids = bulk.reserve_ids("federation_player", 2)

    written = bulk.write_columns(
        "federation_player", player_columns(federation, ids, birth_year=[1990, None], club_id=[None, None])
    )

    stored = list(Player.objects.order_by("id").values_list("id", "surname", "birth_year", "enrolled"))
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert written == 2
    assert stored == [(ids[0], f"Osei{ids[0]}", 1990, at), (ids[1], f"Osei{ids[1]}", None, at)]


def test_write_columns_with_arrays_stores_nan_and_masked_as_null() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE measured (small smallint, whole integer, big bigint, rating double precision, "
            "day date, yes boolean)"
        )
    columns = {
        "small": np.array([1, 2, 3], np.int8),
        "whole": np.ma.masked_equal(np.array([7, -1, 9]), -1),
        "big": np.array([2**40, -5, 0]),
        "rating": np.array([0.1, np.nan, -2100.25]),
        "day": np.array(["1999-12-31", "2000-01-01", "2026-11-20"], "datetime64[D]"),
        "yes": np.array([True, False, True]),
    }

    bulk.write_columns("measured", columns)

    whole, rating, big, day, yes = bulk.read_columns(
        "SELECT whole, rating, big, day, yes FROM measured ORDER BY small",
        (),
        [INT, FLOAT, INT, DAY, np.dtype(bool)],
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM measured WHERE whole IS NULL AND rating IS NULL")
        assert cursor.fetchone() == (1,)
    assert whole.tolist() == [7, -1, 9]
    assert (rating[0], rating[2]) == (0.1, -2100.25)
    assert big.tolist() == [2**40, -5, 0]
    assert day.tolist() == columns["day"].tolist()
    assert yes.tolist() == [True, False, True]


def test_write_columns_with_unequal_lengths_is_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        bulk.write_columns("federation_federation", {"code": ["A"], "name": []})


def test_write_columns_inside_a_rolled_back_transaction_leaves_nothing() -> None:
    with transaction.atomic():
        bulk.write_columns("federation_federation", {"code": ["ZZ"], "fide_code": [""], "name": ["Z"]})
        transaction.set_rollback(True)

    assert Federation.objects.filter(code="ZZ").count() == 0


def test_stage_and_merge_counts_created_changed_and_unchanged_and_treats_null_as_a_value() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE measured (number integer, rating double precision, word text)")
    before: dict[str, Any] = {
        "number": np.array([1, 2, 3]),
        "rating": np.array([1.5, np.nan, 3.0]),
        "word": ["a", "b", None],
    }
    bulk.write_columns("measured", before)
    after: dict[str, Any] = {
        "number": np.array([1, 2, 3, 4]),
        "rating": np.array([1.5, 2.0, 3.0, np.nan]),
        "word": ["a", "b", None, "d"],
    }

    first = bulk.stage_and_merge("measured", after, key=["number"])
    second = bulk.stage_and_merge("measured", after, key=["number"])

    rating, word = bulk.read_columns("SELECT rating, word FROM measured ORDER BY number", (), [FLOAT, TEXT])
    assert first == bulk.Merged(created=1, changed=1, unchanged=2)
    assert second == bulk.Merged(created=0, changed=0, unchanged=4)
    assert rating[:3].tolist() == [1.5, 2.0, 3.0]
    assert np.isnan(rating[3])
    assert word.tolist() == ["a", "b", "", "d"]


KEPT: dict[str, Any] = {
    "number": np.array([1, 2, 3]),
    "part": np.array([0, 0, 1]),
    "rating": np.array([1.5, np.nan, 3.0]),
    "day": np.array(["2020-02-29", "1996-01-01", "2026-11-20"], "datetime64[D]"),
    "whole": np.ma.masked_equal(np.array([7, -1, 9]), -1),
    "data": [b"", b"\x00\xff", b"a" * 3000],
}
MERGED: dict[str, Any] = {
    "number": np.array([1, 2, 3, 3]),
    "part": np.array([0, 0, 1, 2]),
    "rating": np.array([1.5, 2.0, np.nan, np.nan]),
    "day": np.array(["2020-02-29", "1996-01-01", "2026-11-20", "2026-11-21"], "datetime64[D]"),
    "whole": np.ma.masked_equal(np.array([7, -1, 9, -1]), -1),
    "data": [b"", b"\x00\xff", b"b" * 3000, b"new"],
}


def measured() -> list[tuple[Any, ...]]:
    """Return what the table of the test of merges holds, NULL as None."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, part, rating, day, whole, data FROM measured ORDER BY number, part")
        return [(*row[:3], str(row[3]), row[4], bytes(row[5])) for row in cursor.fetchall()]


@pytest.mark.parametrize("at_once", [0, 20_000])
def test_merge_counts_and_keeps_the_same_at_once_and_staged(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "AT_ONCE", at_once)
    kind = "bytea" if connection.vendor == "postgresql" else "blob"
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE measured (number bigint, part integer, rating double precision, day date,"
            f" whole smallint, data {kind}, UNIQUE (number, part))"
        )

    first = bulk.merge("measured", KEPT, key=("number", "part"))
    second = bulk.merge("measured", MERGED, key=("number", "part"))
    third = bulk.merge("measured", MERGED, key=("number", "part"))

    assert first == bulk.Merged(created=3, changed=0, unchanged=0)
    assert second == bulk.Merged(created=1, changed=2, unchanged=1)
    assert third == bulk.Merged(created=0, changed=0, unchanged=4)
    assert measured() == [
        (1, 0, 1.5, "2020-02-29", 7, b""),
        (2, 0, 2.0, "1996-01-01", None, b"\x00\xff"),
        (3, 1, None, "2026-11-20", 9, b"b" * 3000),
        (3, 2, None, "2026-11-21", None, b"new"),
    ]


def test_merge_of_no_rows_does_nothing() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE measured (number bigint UNIQUE, rating double precision)")

    none = bulk.merge("measured", {"number": np.zeros(0, np.int64), "rating": np.zeros(0)}, key=["number"])

    assert none == bulk.Merged(0, 0, 0)


def test_merge_leaves_the_planner_as_it_was() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no such settings")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE measured (number bigint UNIQUE, rating double precision)")

    bulk.merge("measured", {"number": np.array([1]), "rating": np.array([1.0])}, key=["number"])

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('enable_mergejoin'), current_setting('enable_hashjoin')")
        assert cursor.fetchone() == ("on", "on")


def test_texts_and_bytes_behind_numbers_with_gaps_come_back_as_they_went_in() -> None:
    kind = "bytea" if connection.vendor == "postgresql" else "blob"
    words = ["", "ſ\\\"'{},\n", "Ærø 🏛"]
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TEMP TABLE kept (word varchar(9), number double precision, data {kind}, n int)"
        )

    bulk.write_columns(
        "kept",
        {
            "word": words,
            "number": np.array([np.nan, 1.5, np.nan]),
            "data": [b"", b"\x00", b"\xff" * 5],
            "n": np.ma.masked_equal(np.array([0, -1, 2]), -1),
        },
    )

    word, number, data, n = bulk.read_columns(
        "SELECT word, number, data, n FROM kept ORDER BY data", [], [TEXT, FLOAT, np.dtype("S"), INT]
    )
    assert (word.tolist(), data.tolist()) == (words, [b"", b"\x00", b"\xff" * 5])
    assert (np.isnan(number).tolist(), n.tolist()) == ([True, False, True], [0, -1, 2])


@pytest.mark.parametrize("values", [[], [""], ["a", "NULL", "null"], ["ſ\\\"'{},\n", " b ", "%s", "Ærø 🏛"]])
def test_listed_texts_are_those_that_were_given(values: list[str]) -> None:
    source, value = bulk.listed(values)

    (found,) = bulk.read_columns(f"SELECT v.value FROM {source}", [value], [TEXT])

    assert found.tolist() == values


def test_listed_keys_are_those_that_were_given() -> None:
    source, value = bulk.listed_keys([3, -1, 2**62])

    (found,) = bulk.read_columns(f"SELECT v.value FROM {source}", [value], [INT])

    assert found.tolist() == [3, -1, 2**62]


def test_reserve_ids_after_the_newest_row_was_deleted_does_not_give_its_number_again(
    federation: Federation,
) -> None:
    ada, bo = players(federation, "Ada", "Bo")
    gone = bo.pk
    bo.delete()

    with transaction.atomic():
        reserved = bulk.reserve_ids("federation_player", 3)
        bulk.write_columns("federation_player", player_columns(federation, reserved))
    (after,) = players(federation, "Cy")

    assert min(reserved) > gone > ada.pk
    assert after.pk > max(reserved)


def test_bytes_of_any_length_come_back_as_they_went_in(federation: Federation) -> None:
    number, system = bulk.reserve_ids("ratings_gamehistory", 3), np.full(3, 1)
    pieces = [b"", b"\x00\\x41\t\n\xff", bytes(range(256)) * 40]
    rows = {
        "id": np.array(number), "system_id": system, "player_id": np.arange(3), "part": np.zeros(3, np.int64),
        "first": np.array([-5, 0, 7]), "last": np.array([1, 2, 3]), "games": np.array([0, 1, 2]),
    }  # fmt: skip

    bulk.write_columns("ratings_gamehistory", {**rows, "data": pieces})

    first, data = bulk.read_columns(
        "SELECT first, data FROM ratings_gamehistory WHERE system_id = %s ORDER BY id", [1],
        [INT, np.dtype("S")],
    )  # fmt: skip
    assert (first.tolist(), data.tolist()) == ([-5, 0, 7], pieces)


def test_bytes_beside_texts_and_nulls_come_back_as_they_went_in() -> None:
    with connection.cursor() as cursor:
        kind = "bytea" if connection.vendor == "postgresql" else "blob"
        cursor.execute(f"CREATE TEMP TABLE kept (word text, number double precision, data {kind})")

    bulk.write_columns("kept", {"word": ["a", None], "number": [1.5, None], "data": [b"\x00\xff", None]})

    word, number, data = bulk.read_columns(
        "SELECT word, number, data FROM kept ORDER BY number IS NULL", [], [TEXT, FLOAT, np.dtype("S")]
    )
    assert (word.tolist(), data.tolist()) == (["a", ""], [b"\x00\xff", b""])
    assert (number[0], np.isnan(number[1])) == (1.5, True)


def kept(mark: str) -> int:
    """Count the plans the connection keeps of statements with a mark in them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE strpos(statement, %s) > 0", [mark])
        return int(cursor.fetchone()[0])


def test_statement_asked_again_is_planned_once_and_counted_each_time(
    federation: Federation, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players(federation, "Osei", "Quist")
    asked = "SELECT surname, 'a%%b' LIKE 'a%%' AS marked FROM federation_player WHERE federation_id = %s"

    with django_assert_num_queries(8):
        found = [bulk.rows(asked, [federation.pk]) for _ in range(8)]

    assert [sorted((name, bool(like)) for name, like in rows) for rows in found] == [
        [("Osei", True), ("Quist", True)]
    ] * 8
    if connection.vendor == "postgresql":
        assert kept("AS marked") == 1


def test_plans_are_not_kept_where_that_is_settled(federation: Federation, settings: Any) -> None:
    settings.PREPARED_STATEMENTS = False
    players(federation, "Osei")
    asked = "SELECT surname, 7 AS unmarked FROM federation_player WHERE federation_id = %s"

    assert {tuple(bulk.rows(asked, [federation.pk])) for _ in range(8)} == {(("Osei", 7),)}
    if connection.vendor == "postgresql":
        assert kept("AS unmarked") == 0


def test_rows_in_binary_are_the_same_values(federation: Federation) -> None:
    bulk.write_columns("federation_player", player_columns(federation, [7, 8]))
    asked = "SELECT id, surname, birth_year, id / 4.0, privacy = 'public' FROM federation_player ORDER BY id"

    as_text, as_kept = bulk.rows(asked, []), bulk.rows(asked, [], binary=True)

    assert as_kept == as_text
    assert [[type(value) for value in row] for row in as_kept] == [
        [type(value) for value in row] for row in as_text
    ]


def test_errors_of_the_database_are_those_of_django(federation: Federation) -> None:
    players(federation, "Ada")
    there = list(Player.objects.values_list("pk", flat=True))

    with pytest.raises(IntegrityError), transaction.atomic():
        bulk.write_columns("federation_player", player_columns(federation, there))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite divides by nothing")
def test_errors_of_reading_are_those_of_django() -> None:
    with pytest.raises(DataError), transaction.atomic():
        bulk.read_columns("SELECT 1 / (x - 1) FROM generate_series(1, 2) AS g(x)", [], [INT])
