"""A planned list applied while somebody else acts, as real processes on PostgreSQL: nobody comes twice."""

from io import BytesIO

import pytest
from django.db import connection

from federation.models import Account, JournalEntry, ListImport, Player
from federation.player_lists import list_plans
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.racing import race
from tests.tournaments import congresses
from tests.tournaments.conftest import account
from tournaments.submission import steps

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

ACT = """
from federation.models import ListImport
from federation.player_lists import list_plans
from tournaments.checks.problems import Refused
try:
    if sys.argv[2] == "apply":
        held = ListImport.objects.get()
        print(list_plans.apply(held.pk, sys.argv[3], account=account).stage)
    else:
        print("approved", steps.approve(Tournament.objects.get(), account=account).enrolled)
except Refused as refused:
    print("refused")
"""


@pytest.fixture
def officer() -> Account:
    account("omar@example.org", "officer")
    return account("odile@example.org", "officer")


def planned(officer: Account) -> ListImport:
    """A list with one of the strangers of the congress, and somebody else."""
    rows = (
        ladder_line("Ravenel Octave", 243, "L", "0712345", "38Gr"),
        ladder_line("QUATREPAS Lou", 243, "L", "0712346", "75Op"),
    )
    held = list_plans.receive(BytesIO(ladder(*rows)), filename="ladder.txt", day=None, account=officer)
    return list_plans.make_plan(held.pk)


def test_plan_applied_twice_at_once_is_applied_once(officer: Account) -> None:
    word = planned(officer).fingerprint

    said = race(ACT, ("odile@example.org", "apply", word), ("omar@example.org", "apply", word))

    assert said == ["applied", "applied"]
    assert Player.objects.count() == 2
    assert JournalEntry.objects.filter(act="list.imported").count() == 1


def test_beside_an_approval_of_the_same_people_nobody_comes_twice(officer: Account) -> None:
    organiser = account("orla@example.org", "organiser")
    steps.submit(congresses.call_all_new(congresses.drafted(organiser, "First")), account=organiser)
    word = planned(officer).fingerprint

    applying, approving = race(ACT, ("odile@example.org", "apply", word), ("omar@example.org", "approve", ""))

    # Who came second was told: the plan is made anew, or the entrant is found, or asked about again.
    assert (applying, approving) in [
        ("planned", "approved 4"),
        ("applied", "approved 3"),
        ("applied", "refused"),
    ]
    assert Player.objects.filter(surname="Ravenel").count() == 1
