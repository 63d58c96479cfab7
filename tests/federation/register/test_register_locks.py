"""Writers of one player start from what stands, not from what their caller has read, and lock it."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from federation.models import Account, Club, JournalEntry, Player
from federation.register import merging, person, register
from federation.register.merging import Choice
from federation.register.register import Newcomer, RegisterError
from tests.federation.clubs import make_club
from tests.racing import race
from tests.tournaments.conftest import account

pytestmark = pytest.mark.django_db
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time")
Write = Callable[[Player], Any]

FIRST: dict[str, Write] = {
    "name": lambda one: register.rename(one, "PETIT", "Anna", account=None),
    "club": lambda one: register.transfer(one, Club.objects.get(code="75Op"), account=None),
    "grade": lambda one: register.declare_grade(one, "4d", since=date(2024, 3, 1), account=None),
    "birth": lambda one: person.note_birth(one, 1987, account=None),
    "sex": lambda one: person.note(one, "sex", "f", account=None),
    "death": lambda one: person.note_death(one, "2024", is_shown=False, account=None),
}
SECOND: dict[str, tuple[Write, str]] = {  # the write, and what its line says stood before
    "name": (lambda one: register.rename(one, "QUIST", "Anna", account=None), "PETIT Anna"),
    "club": (lambda one: register.transfer(one, None, account=None), "75Op"),
    "grade": (lambda one: register.declare_grade(one, "5d", since=date(2024, 4, 1), account=None), "4d"),
    "birth": (lambda one: person.note_birth(one, None, account=None), "1987"),
    "sex": (lambda one: person.note(one, "sex", "", account=None), "f"),
    "death": (lambda one: person.note_death(one, "", is_shown=False, account=None), "2024"),
}
ALL: dict[str, Write] = FIRST | {
    "licence": lambda one: register.license_player(one, 2026, "L", club=None, account=None),
    "number": lambda one: register.add_identifier(one, "egd", "99000001", account=None),
    "spelling": lambda one: register.add_known_name(one, "Solberg Anna", account=None),
}


@pytest.fixture
def anna() -> Player:
    make_club("38Gr")
    make_club("75Op", "FR")
    return register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d"), account=None)


@pytest.mark.parametrize("field", SECOND)
def test_player_read_before_another_change_is_changed_from_what_stands(anna: Player, field: str) -> None:
    old = Player.objects.get(pk=anna.pk)
    write, before = SECOND[field]
    FIRST[field](anna)

    write(old)

    line = JournalEntry.objects.latest("pk")
    assert str(line.detail["before"]) == before


@pytest.mark.parametrize("field", ALL)
def test_player_read_before_a_merge_is_not_changed(anna: Player, field: str) -> None:
    old = Player.objects.get(pk=anna.pk)
    kept = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    merging.merge(kept, anna, Choice(reason="the same"), account=None)

    with pytest.raises(RegisterError, match=str(kept.pk)):
        ALL[field](old)


@pytest.mark.parametrize("field", ALL)
def test_player_read_before_the_number_was_deleted_is_refused(anna: Player, field: str) -> None:
    old = Player.objects.get(pk=anna.pk)
    anna.delete()

    with pytest.raises(RegisterError, match=rf"joueur {old.pk}\."):
        ALL[field](old)


@pytest.mark.postgresql
@on_postgresql
@pytest.mark.parametrize("field", ALL)
def test_register_is_locked_before_the_player(anna: Player, field: str) -> None:
    with (
        CaptureQueriesContext(
            connection,
        ) as asked,
        transaction.atomic(),
    ):
        ALL[field](anna)

    locks = [one["sql"] for one in asked if "FOR NO KEY UPDATE" in one["sql"]]
    tables = [sql.partition("FROM ")[2].split()[0].strip('"') for sql in locks]
    assert tables[:2] == ["federation_federation", "federation_player"]


TRANSFER = """
from federation.models import Club, Player
from federation.register import register
player = Player.objects.get()
for code in sys.argv[2].split(","):
    register.transfer(player, Club.objects.get(code=code), account=account)
"""


@pytest.mark.postgresql
@on_postgresql
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_transfers_at_once_leave_lines_that_follow_on_each_other(anna: Player) -> None:
    odile: Account = account("odile@example.org", "officer")
    there, back = "75Op,38Gr," * 10, "38Gr,75Op," * 10

    race(TRANSFER, (odile.email, there.strip(",")), (odile.email, back.strip(",")))

    lines = JournalEntry.objects.filter(act="player.transferred").order_by("pk")
    said = [(line.detail["before"], line.detail["after"]) for line in lines]
    starts = ["38Gr", *(after for _before, after in said)]
    assert len(said) == 40
    assert [before for before, _after in said] == starts[:-1]
