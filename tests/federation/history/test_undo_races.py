"""One act undone by two at once, as processes on PostgreSQL: it is undone once, the other is told."""

import pytest
from django.db import connection

from federation.history import batches
from federation.models import Account, JournalEntry, Licence, Player
from federation.player_lists import licence_list
from federation.player_lists.licence_list import Wanted
from federation.register import person, register
from federation.register.register import Newcomer
from tests.federation.clubs import make_club
from tests.racing import race
from tests.tournaments.conftest import account

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

ACT = """
from federation.history import batches, undoing
from federation.models import JournalEntry, Player
from federation.register.register import RegisterError
try:
    if sys.argv[2] == "one":
        undoing.undo(Player.objects.get(), int(sys.argv[3]), account=account)
    else:
        batches.undo(int(sys.argv[3]), account=account)
    print("undone")
except RegisterError as refused:
    print("refused")
"""


@pytest.fixture
def officer() -> Account:
    account("omar@example.org", "officer")
    return account("odile@example.org", "officer")


@pytest.fixture
def holm() -> Player:
    make_club("38Gr")
    return register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


def both(kind: str, line: JournalEntry) -> list[str]:
    word = str(line.pk)
    return sorted(race(ACT, ("odile@example.org", kind, word), ("omar@example.org", kind, word)))


def test_act_undone_twice_at_once_is_undone_once(officer: Account, holm: Player) -> None:
    person.note(holm, "sex", "f", account=officer)

    said = both("one", JournalEntry.objects.latest("pk"))

    assert said == ["refused", "undone"]
    assert JournalEntry.objects.filter(act="player.undone").count() == 1
    assert Player.objects.get().sex == ""


def test_licences_undone_twice_at_once_are_undone_once(officer: Account, holm: Player) -> None:
    wanted = Wanted(2026, "L", officer)
    fingerprint = licence_list.plan("0712345", wanted).fingerprint
    licence_list.give("0712345", wanted, fingerprint=fingerprint)

    said = both("all", JournalEntry.objects.get(act=batches.GIVEN))

    assert said == ["refused", "undone"]
    assert JournalEntry.objects.filter(act=batches.TAKEN_BACK).count() == 1
    assert not Licence.objects.exists()
