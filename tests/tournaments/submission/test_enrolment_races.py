"""An enrolment undone while somebody else acts, as real processes on PostgreSQL."""

import pytest
from django.db import connection

from federation.models import Account, JournalEntry, Player
from tests.racing import race
from tests.tournaments import congresses
from tests.tournaments.conftest import account
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.submission import steps, undo_enrolment

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

UNDO = """
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.models import Enrolment
from tournaments.submission import undo_enrolment
try:
    if sys.argv[2] == "undo":
        done = undo_enrolment.undo(Enrolment.objects.get(), seen=sys.argv[3], account=account)
        print("undone", done.removed)
    elif sys.argv[2] == "approve":
        done = steps.approve(Tournament.objects.get(name="Second"), account=account)
        print("approved", done.enrolled)
    else:
        second = Tournament.objects.get(name="Second")
        row = second.entries.get(number=2)
        said = {row.pk: int(sys.argv[3])}
        print("matched", entries.decide(second, said, account=account))
except Refused as refused:
    print("refused", refused.problems[0].code)
"""


@pytest.fixture
def people() -> tuple[Account, Account]:
    account("omar@example.org", "officer")
    return account("orla@example.org", "organiser"), account("odile@example.org", "officer")


def enrolled(organiser: Account, officer: Account) -> Enrolment:
    """Four players enrolled by a tournament that counts no more."""
    made = congresses.call_all_new(congresses.drafted(organiser, "First"))
    steps.submit(made, account=organiser)
    steps.approve(made, account=officer)
    steps.revoke(made, account=officer, reason="Wrong file")
    return made.enrolment


def test_undone_twice_at_once_it_is_undone_once(people: tuple[Account, Account]) -> None:
    seen = undo_enrolment.foresee(enrolled(*people)).seen

    said = race(UNDO, ("odile@example.org", "undo", seen), ("omar@example.org", "undo", seen))

    assert sorted(said) == ["refused enrolment-moved", "undone 4"]
    assert JournalEntry.objects.filter(act="tournament.unenrolled").count() == 1
    assert not Player.objects.exists()


def test_beside_an_approval_that_finds_the_players_nobody_is_lost_or_doubled(
    people: tuple[Account, Account],
) -> None:
    second = congresses.call_all_new(congresses.drafted(people[0], "Second"))
    steps.submit(second, account=people[0])
    seen = undo_enrolment.foresee(enrolled(*people)).seen

    undoing, approving = race(UNDO, ("odile@example.org", "undo", seen), ("omar@example.org", "approve", ""))

    # Either the players went first and are enrolled anew, or the approval found them and they stay.
    assert (undoing, approving) in [
        ("undone 4", "approved 4"),
        ("refused enrolment-moved", "approved 0"),
    ]
    assert Player.objects.count() == 4
    assert set(second.entries.values_list("player", flat=True)) == set(
        Player.objects.values_list("pk", flat=True)
    )


def test_beside_a_match_by_hand_the_entry_has_its_player_or_is_open(people: tuple[Account, Account]) -> None:
    enrolment = enrolled(*people)
    second = congresses.drafted(people[0], "Second", congresses.LATER)
    nadege = Player.objects.get(surname="Tessier")
    seen = undo_enrolment.foresee(enrolment).seen

    undoing, _matching = race(
        UNDO, ("odile@example.org", "undo", seen), ("orla@example.org", "match", str(nadege.pk))
    )

    row = Entry.objects.get(tournament=Tournament.objects.get(pk=second.pk), number=2)
    if undoing == "undone 4":
        assert (row.player, Player.objects.count()) == (None, 0)
    else:
        assert (undoing, row.player) == ("refused enrolment-moved", nadege)
