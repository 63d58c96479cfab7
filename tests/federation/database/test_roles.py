"""The role of the site on PostgreSQL: the site works, the journal cannot be rewritten with it."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from federation.journal import journal
from federation.models import Federation, JournalEntry, Player

SITE = "palmares_role_of_tests"
ON_POSTGRESQL = pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL knows roles")
pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def site() -> Iterator[None]:
    """Be the role of the site; it is gone with the transaction of the test."""
    run(f"CREATE ROLE {SITE} LOGIN")
    journal.write("test.sealed", "test", account=None, value=1)
    journal.seal()
    call_command("database_roles", SITE, stdout=StringIO())
    run(f"SET ROLE {SITE}")
    yield
    run("RESET ROLE")


@ON_POSTGRESQL
def test_site_works_as_its_role(site: None, client: Client) -> None:
    assert client.get("/").status_code == 200
    country, _made = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    player = Player.objects.create(surname="Durand", given_name="Anne", federation=country)
    player.given_name = "Annie"
    player.save()
    journal.write("player.changed", player, account=None, before="Anne", after="Annie")
    assert journal.seal() == 1
    assert list(journal.breaks()) == []
    player.delete()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE staged_by_a_test AS SELECT * FROM federation_player LIMIT 0")


@ON_POSTGRESQL
def test_site_has_a_place_for_the_lists_of_a_new_year_but_makes_no_other_table(site: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT ratings_listentry_year(1983)")
        cursor.execute("SELECT relispartition FROM pg_class WHERE relname = 'ratings_listentry_1983'")
        assert cursor.fetchone() == (True,)
    for year in ("1969", "2999", "NULL"):
        with pytest.raises(DatabaseError, match="no lists of the year"):
            run(f"SELECT ratings_listentry_year({year})")


@ON_POSTGRESQL
def test_migrate_with_nothing_to_do_needs_no_more(site: None) -> None:
    call_command("migrate", verbosity=0)


@ON_POSTGRESQL
@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER federation_journal_kept ON federation_journalentry",
        "ALTER TABLE federation_journalentry DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "DROP FUNCTION federation_journal_guard() CASCADE",
        "CREATE OR REPLACE FUNCTION federation_journal_guard() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NEW; END $$",
        "DROP TABLE federation_journalentry",
        "TRUNCATE federation_journalentry",
        "ALTER TABLE federation_player ADD COLUMN more integer",
        "CREATE TABLE more (id integer)",
        "UPDATE federation_journalentry SET act = 'other'",
        "UPDATE federation_journalentry SET detail = '{}'",
        "DELETE FROM federation_journalentry",
        "DELETE FROM federation_journalhead",
        "INSERT INTO federation_journalhead (id, place, digest) VALUES (2, 0, '')",
        "DELETE FROM django_migrations",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('a', 'b', now())",
    ],
    ids=lambda statement: statement[:50],
)
def test_tables_and_journal_are_out_of_the_reach_of_the_site(site: None, statement: str) -> None:
    with pytest.raises(DatabaseError, match=r"permission denied|must be owner"):
        run(statement)


@ON_POSTGRESQL
def test_sealed_line_is_not_sealed_again(site: None) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        JournalEntry.objects.update(digest="0" * 64)


@ON_POSTGRESQL
@pytest.mark.parametrize(
    ("role", "said"),
    [
        ("no_such_role_of_tests", "There is no role no_such_role_of_tests: make it first"),
        (SITE, "palmares_role_of_tests is a superuser"),
    ],
)
def test_role_nothing_holds_back_is_refused(role: str, said: str) -> None:
    run(f"CREATE ROLE {SITE} SUPERUSER")

    with pytest.raises(CommandError, match=said):
        call_command("database_roles", role)


@ON_POSTGRESQL
def test_role_that_belongs_to_the_owner_is_refused() -> None:
    run(f"CREATE ROLE {SITE}")
    run(f"CREATE ROLE {SITE}_owner")
    run(f"ALTER TABLE federation_player OWNER TO {SITE}_owner")
    run(f"GRANT {SITE}_owner TO {SITE}")

    with pytest.raises(CommandError, match="owns tables, or belongs to who does"):
        call_command("database_roles", SITE)


@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL knows roles")
def test_other_databases_know_no_roles() -> None:
    with pytest.raises(CommandError, match="Only PostgreSQL knows roles"):
        call_command("database_roles", SITE)
