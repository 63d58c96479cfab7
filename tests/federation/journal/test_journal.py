"""The journal in the database: lines that cannot be changed, a chain that shows what was."""

import threading
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from federation.journal import journal
from federation.journal.hash_chain import BEGINNING, Damage
from federation.models import Account, JournalEntry, JournalHead
from federation.tasks import seal_journal

pytestmark = pytest.mark.django_db


def write(count: int = 1) -> list[JournalEntry]:
    return [
        journal.write("player.renamed", "player", account=None, number=n, before="a", after="é")
        for n in range(count)
    ]


def verified() -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify_journal", stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def unguarded(*statements: str) -> None:
    """Do what somebody who may do everything to the database could do."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE federation_journalentry DISABLE TRIGGER USER")
            cursor.execute("ALTER TABLE federation_journalhead DISABLE TRIGGER USER")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE name LIKE 'federation_journal_%'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            cursor.execute(statement)


def test_line_waits_unsealed_and_is_sealed_once() -> None:
    write(3)
    assert JournalEntry.objects.filter(digest="", place=None).count() == 3

    assert (journal.seal(), journal.seal()) == (3, 0)

    lines = list(JournalEntry.objects.order_by("place"))
    assert [line.place for line in lines] == [1, 2, 3]
    assert [line.previous for line in lines] == [BEGINNING, lines[0].digest, lines[1].digest]
    assert journal.head().digest == lines[2].digest


def test_sealing_many_goes_by_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "SEAL_AT_ONCE", 2)
    write(5)

    assert journal.seal() == 5
    assert list(journal.verify()) == []


def test_clock_seals() -> None:
    write()

    seal_journal()

    assert JournalEntry.objects.filter(digest="").count() == 0


CHANGES: dict[str, Callable[[JournalEntry], object]] = {
    "delete": lambda line: line.delete(),
    "delete all": lambda line: JournalEntry.objects.all().delete(),
    "raw delete": lambda line: connection.cursor().execute("DELETE FROM federation_journalentry"),
    "act": lambda line: JournalEntry.objects.filter(pk=line.pk).update(act="x"),
    "time": lambda line: JournalEntry.objects.filter(pk=line.pk).update(at=line.at - timedelta(days=1)),
    "account": lambda line: JournalEntry.objects.filter(pk=line.pk).update(
        account=Account.objects.create_user("x@example.org")
    ),
    "subject": lambda line: JournalEntry.objects.filter(pk=line.pk).update(subject="club"),
    "number": lambda line: JournalEntry.objects.filter(pk=line.pk).update(subject_id="12"),
    "detail": lambda line: JournalEntry.objects.filter(pk=line.pk).update(detail={"before": "b"}),
    "detail while sealing": lambda line: JournalEntry.objects.filter(pk=line.pk).update(
        detail={}, digest="x"
    ),
    "head": lambda line: JournalHead.objects.update(digest="x"),
    "head gone": lambda line: JournalHead.objects.all().delete(),
}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_database_refuses_to_change_or_delete(change: Callable[[JournalEntry], object], sealed: bool) -> None:
    (line,) = write()
    if sealed:
        journal.seal()
    before = list(JournalEntry.objects.values())

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        change(line)

    assert list(JournalEntry.objects.values()) == before


@pytest.mark.parametrize("change", [{"digest": "x"}, {"place": 7}, {"previous": "x"}])
def test_database_refuses_to_seal_again(change: dict[str, object]) -> None:
    (line,) = write()
    journal.seal()

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        JournalEntry.objects.filter(pk=line.pk).update(**change)


def test_database_refuses_to_replace_or_empty() -> None:
    (line,) = write()
    replacing = (
        "TRUNCATE federation_journalentry"
        if connection.vendor == "postgresql"
        else "INSERT OR REPLACE INTO federation_journalentry (id, at, act, subject, subject_id, detail) "
        f"VALUES ({line.pk}, '2026-01-01', 'x', 'x', '', '{{}}')"
    )

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(replacing)

    assert JournalEntry.objects.get().act == "player.renamed"


def test_check_of_a_whole_journal_seals_and_prints_its_end() -> None:
    write(2)

    code, said = verified()

    end = journal.head()
    assert (code, end.place) == (0, 2)
    assert said.splitlines() == ["2 lines, whole", f"the end to note elsewhere: 2:{end.digest}"]


def test_check_of_an_empty_journal_is_whole() -> None:
    assert verified()[0] == 0


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM federation_journalentry WHERE place = 2", "place 2: removed"),
        ("DELETE FROM federation_journalentry WHERE place IN (2, 3)", "places 2 to 3: removed"),
        ("DELETE FROM federation_journalentry WHERE place = 4", "place 4: removed"),
        ("UPDATE federation_journalentry SET act = 'x' WHERE place = 3", "changed since it was sealed"),
        ("UPDATE federation_journalentry SET detail = '{}' WHERE place = 1", "changed since it was sealed"),
    ],
)
def test_check_names_where_the_chain_breaks(statement: str, said: str) -> None:
    write(4)
    journal.seal()
    unguarded(statement)

    code, told = verified()

    assert (code, told.splitlines()[0].endswith(said)) == (1, True)
    assert "4 lines, BROKEN" in told


def test_check_names_a_line_put_behind_the_end() -> None:
    write()
    journal.seal()
    (forged,) = write()
    unguarded(f"UPDATE federation_journalentry SET place = 9, digest = 'x' WHERE id = {forged.pk}")

    found = list(journal.verify())

    assert [(one.damage, one.first, one.line) for one in found] == [(Damage.INSERTED, 9, forged.pk)]


def test_end_noted_elsewhere_gives_a_chain_made_anew_away() -> None:
    write(3)
    journal.seal()
    noted = f"3:{journal.head().digest}"
    unguarded(
        "DELETE FROM federation_journalentry WHERE place = 2",
        "UPDATE federation_journalentry SET place = NULL, previous = '', digest = ''",
        f"UPDATE federation_journalhead SET place = 0, digest = '{BEGINNING}'",
    )
    write()
    assert verified()[0] == 0  # three lines again, and every digest fits

    with pytest.raises(SystemExit):
        call_command("verify_journal", noted=noted, stdout=(out := StringIO()))

    assert out.getvalue().startswith("place 3: not the digest that was noted")


def test_noted_end_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(CommandError, match="PLACE:DIGEST"):
        call_command("verify_journal", noted="yesterday")


def test_migration_seals_what_stands_and_guards_it() -> None:
    migration = import_module("federation.migrations.0007_journal_sealed")
    editor = connection.schema_editor(atomic=False)
    migration.unguard(apps, editor)
    JournalHead.objects.all().delete()
    for number in range(3):
        JournalEntry.objects.create(
            at=timezone.now(),
            act="player.enrolled",
            subject="player",
            subject_id=str(number),
            detail={"n": 1.5},
        )

    migration.seal(apps, editor)
    migration.guard(apps, editor)

    assert list(JournalEntry.objects.order_by("place").values_list("place", "subject_id")) == [
        (1, "0"), (2, "1"), (3, "2"),
    ]  # fmt: skip
    assert list(journal.verify()) == []
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        JournalEntry.objects.all().delete()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite in memory has one writer")
def test_writers_and_sealers_at_once_make_one_whole_chain() -> None:
    threads, each = 4, 25
    failed: list[BaseException] = []
    at_once = threading.Barrier(threads * 2)

    def act(work: Callable[[int], object]) -> None:
        try:
            at_once.wait(120)
            for number in range(each):
                work(number)
        except BaseException as problem:
            failed.append(problem)
        finally:
            connection.close()

    def line(number: int) -> None:
        with transaction.atomic():
            write(2)
            if number % 5 == 4:
                transaction.set_rollback(True)  # a writer that gives up leaves nothing

    work = [threading.Thread(target=act, args=(line,)) for _ in range(threads)]
    work += [threading.Thread(target=act, args=(lambda _n: journal.seal(),)) for _ in range(threads)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join(120)

    assert failed == []
    assert list(journal.verify()) == []
    assert JournalEntry.objects.count() == journal.head().place == threads * each * 2 * 4 // 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time")
def test_writer_that_takes_long_holds_nobody_up_and_is_sealed_when_it_ends() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def import_long() -> None:
        with transaction.atomic():
            write(1)
            begun.set()
            go_on.wait(120)
        connection.close()

    slow = threading.Thread(target=import_long)
    slow.start()
    begun.wait(120)
    (quick,) = write()

    sealed = journal.seal()
    go_on.set()
    slow.join(120)

    assert sealed == 1
    assert journal.seal() == 1
    # The quick line has the higher number and stands first: in the order of the commits.
    assert list(JournalEntry.objects.order_by("place").values_list("pk", flat=True)) == [
        quick.pk,
        quick.pk - 1,
    ]
    assert list(journal.verify()) == []
