"""Entries of lists by year on PostgreSQL: where they lie, and the old table split."""

from collections.abc import Iterator
from datetime import date
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from federation.models import Player
from federation.privacy import privacy
from ratings.lists import years
from ratings.models import ListEntry, PublishedList
from ratings.models.list_years import A_YEAR, ensure, key_of, year_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="DATABASE_URL names no PostgreSQL"
)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="DATABASE_URL names PostgreSQL")
pytestmark = pytest.mark.django_db
OLD = date(2019, 5, 1)
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def small() -> Small:
    """Build a federation with lists of this year, and one of 2019."""
    made = small_federation.build(players=10, tournaments=2)
    small_federation.publish(made.lists[0].system, OLD, list(Player.objects.order_by("pk")))
    return made


def old_list() -> PublishedList:
    return PublishedList.objects.get(date=OLD)


def tables_of(published: PublishedList) -> set[str]:
    """Return the tables in which the entries of a list lie."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tableoid::regclass::text FROM ratings_listentry WHERE list_id = %s",
            [published.pk],
        )
        return {name for (name,) in cursor.fetchall()}


def move_to_old_table(published: PublishedList) -> PublishedList:
    """Give a list and its entries a key as lists had before there were partitions."""
    entries = list(ListEntry.objects.filter(list=published))
    ListEntry.objects.filter(list=published).delete()
    PublishedList.objects.filter(pk=published.pk).update(revision=9)
    published.pk = published.pk % A_YEAR
    published.save(force_insert=True)
    PublishedList.objects.filter(pk__gt=A_YEAR, revision=9).delete()
    ListEntry.objects.bulk_create([_of_list(entry, published) for entry in entries])
    return published


def _of_list(entry: ListEntry, published: PublishedList) -> ListEntry:
    entry.list = published
    return entry


def test_key_of_a_list_begins_with_its_year_and_is_never_given_twice() -> None:
    first, second = key_of(2019), key_of(2019)

    assert first != second
    assert (year_of(first), year_of(second), year_of(key_of(2026))) == (2019, 2019, 2026)
    assert year_of(17) is None


def test_list_that_was_dropped_leaves_its_key_to_nobody(small: Small) -> None:
    system = small.lists[0].system
    gone = PublishedList.objects.create(system=system, date=OLD, revision=2)
    key = gone.pk
    gone.delete()

    assert PublishedList.objects.create(system=system, date=OLD, revision=2).pk != key


@on_postgresql
def test_entries_lie_in_the_table_of_the_year_of_their_list(small: Small) -> None:
    assert tables_of(old_list()) == {"ratings_listentry_2019"}
    assert tables_of(small.lists[0]) == {f"ratings_listentry_{small.lists[0].date.year}"}


@on_postgresql
@pytest.mark.parametrize("kept_plan", [False, True])
def test_rows_of_a_list_are_looked_for_in_one_partition(small: Small, *, kept_plan: bool) -> None:
    asked = "SELECT surname FROM ratings_listentry WHERE list_id = $1 AND position BETWEEN 1 AND 5"
    with connection.cursor() as cursor:
        cursor.execute(f"PREPARE page (bigint) AS {asked}")
        cursor.execute(f"SET LOCAL plan_cache_mode = force_{'generic' if kept_plan else 'custom'}_plan")
        cursor.execute(f"EXPLAIN EXECUTE page ({old_list().pk})")
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("DEALLOCATE page")

    assert plan.count(" on ratings_listentry") == 1
    assert "ratings_listentry_2019" in plan


@on_postgresql
def test_year_is_made_once_and_nothing_is_made_of_years_far_away(small: Small) -> None:
    assert (ensure(2018), ensure(2018), ensure(2019)) == (True, False, False)
    assert (ensure(1900), ensure(2999)) == (False, False)
    far = small_federation.publish(small.lists[0].system, date(2999, 1, 1), list(Player.objects.all()))
    assert tables_of(far) == {"ratings_listentry_other"}


@on_postgresql
def test_old_lists_lie_in_the_old_table_until_it_is_split(small: Small, client: Client) -> None:
    published = move_to_old_table(old_list())
    before = list(ListEntry.objects.filter(list=published).order_by("pk").values())
    assert tables_of(published) == {"ratings_listentry_old"}
    assert years.years_to_split() == [2019]

    out = StringIO()
    call_command("list_years", split=True, stdout=out)

    assert out.getvalue() == "2019: 10 entries\n"
    assert tables_of(published) == {"ratings_listentry_before_2019"}
    assert list(ListEntry.objects.filter(list=published).order_by("pk").values()) == before
    assert years.years_to_split() == []
    assert client.get(published.get_absolute_url(), **ENGLISH).status_code == 200


@on_postgresql
def test_migration_is_undone_with_every_entry_and_done_again(small: Small) -> None:
    move_to_old_table(old_list())
    before = list(ListEntry.objects.order_by("pk").values())
    key, divided = (
        import_module(f"ratings.migrations.{name}") for name in ("0032_list_years_key", "0033_list_years")
    )
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    with connection.schema_editor() as editor:
        divided.unite(apps, editor)
    assert list(ListEntry.objects.order_by("pk").values()) == before
    with connection.cursor() as cursor:
        cursor.execute("SELECT relkind FROM pg_class WHERE oid = 'ratings_listentry'::regclass")
        assert cursor.fetchone() == ("r",)
    assert ListEntry.objects.create(**_another(before[0])).pk > before[-1]["id"]
    assert key.BEFORE == 1000 * A_YEAR


def _another(values: Any) -> dict[str, Any]:
    stranger = Player.objects.exclude(list_entries__list=values["list_id"]).first() or Player.objects.create(
        surname="Neu", given_name="Ada", search_key="neu ada", federation=Player.objects.all()[0].federation
    )
    return {**values, "id": None, "player_id": stranger.pk, "position": 999}


@on_postgresql
def test_privacy_of_a_player_names_the_lists_whose_entries_it_changes(small: Small) -> None:
    player = Player.objects.order_by("pk")[0]

    with CaptureQueriesContext(
        connection,
    ) as queries:
        privacy.choose(player, Player.Privacy.ANONYMOUS, account=None)

    updates = [one["sql"] for one in queries if one["sql"].startswith('UPDATE "ratings_listentry"')]
    assert updates
    assert all('"list_id" IN' in sql for sql in updates)


@on_sqlite
def test_sqlite_has_one_table_and_says_so(small: Small) -> None:
    for act in ({"split": True}, {}):
        with pytest.raises(CommandError, match="one table"):
            call_command("list_years", **act)
    assert ensure(2018) is False
