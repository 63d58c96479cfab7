"""Officers and organisers at once, as real processes on PostgreSQL: one wins, the other is told why."""

import pytest
from django.db import connection

from federation.models import Account, JournalEntry
from tests.racing import race
from tests.tournaments import reports
from tests.tournaments.conftest import account
from tests.tournaments.desk.test_desk_races import submitted
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Claim, Tournament
from tournaments.review import reservations

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]
ODILE, OMAR, ORLA = "odile@example.org", "omar@example.org", "orla@example.org"

CLAIM = """
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.review import reservations
from tournaments.checks.problems import Refused
current = Tournament.objects.get(number=1)
try:
    if sys.argv[2] == "hold":
        reservations.hold(current, account=account)
    else:
        reservations.take_over(current, account=account, reason="urgent")
    print("taken")
except Refused as refused:
    print("told", refused.problems[0].code, refused.problems[0].values["who"])
"""
DECIDE = """
from tournaments.checks.problems import Refused
current = Tournament.objects.get(number=1)
act = sys.argv[2]
try:
    if act == "approve":
        steps.approve(current, account=account)
    elif act == "return":
        steps.send_back(current, account=account, reason="Round 2 is missing")
    else:
        steps.withdraw(current, account=account)
    print(act)
except steps.AlreadyDecided as told:
    print("told", told.stage.value, told.account.email if told.account else None)
except Refused as refused:
    print("told", refused.problems[0].code, refused.problems[0].values["who"])
"""
BATCH = """
from tournaments.desk import queue
keys = list(Tournament.objects.filter(stage="submitted").order_by("pk").values_list("pk", flat=True))
if sys.argv[2] == "backwards":
    keys.reverse()
told = {one["tournament"]: one["outcome"] for one in queue.approve_all(keys, account=account)}
print(*(told[key] for key in sorted(told)))
"""
EDIT = """
from dataclasses import fields
from tournaments.entrants import entries
current = Tournament.objects.get(number=1)
if sys.argv[2] == "submit":
    steps.submit(current, account=account)
    print("submitted")
else:
    facts = {one.name: getattr(current, one.name) for one in fields(intake.Facts)}
    facts |= {"name": "Corrected", "rated_for": tuple(facts["rated_for"])}
    try:
        print(*intake.correct(current, intake.Facts(**facts), account=account))
    except entries.Closed:
        print("told")
"""


@pytest.fixture
def people() -> tuple[Account, Account, Account]:
    return account(ORLA, "organiser"), account(ODILE, "officer"), account(OMAR, "officer")


def test_of_two_officers_who_open_it_at_once_one_holds_it(people: tuple[Account, ...]) -> None:
    submitted(people[0])

    said = race(CLAIM, (ODILE, "hold"), (OMAR, "hold"))

    holder = Claim.objects.get().account
    assert sorted(said) == ["taken", f"told claimed {holder}"]
    assert said.index("taken") == [ODILE, OMAR].index(holder.email)
    assert JournalEntry.objects.filter(act="tournament.claimed").count() == 1


def test_two_who_take_over_at_once_leave_one_claim(people: tuple[Account, ...]) -> None:
    tournament = submitted(people[0])
    third = account("otto@example.org", "officer")
    reservations.hold(tournament, account=third)

    said = race(CLAIM, (ODILE, "take over"), (OMAR, "take over"))

    assert said == ["taken", "taken"]
    lines = JournalEntry.objects.filter(act="tournament.claimed").order_by("pk")
    assert Claim.objects.get().account == lines[2].account
    assert lines[2].detail["before"] == str(lines[1].account)  # the second knew of the first


@pytest.mark.parametrize("other", [(OMAR, "approve"), (OMAR, "return"), (ORLA, "withdraw")])
def test_of_approval_and_another_decision_one_stands(
    other: tuple[str, str], people: tuple[Account, ...]
) -> None:
    submitted(people[0])

    said = race(DECIDE, (ODILE, "approve"), other)

    stands = Tournament.objects.get(number=1)
    stage = {"approve": "approved", "return": "returned", "withdraw": "withdrawn"}
    told = [one for one in said if one.startswith("told")]
    (won,) = (one for one in said if not one.startswith("told"))
    assert stage[won] == stands.stage
    assert stands.decided_by is not None
    assert told == [f"told {stands.stage} {stands.decided_by.email}"]


def test_decision_beside_a_claim_is_refused_or_made_before_it(people: tuple[Account, ...]) -> None:
    submitted(people[0])

    said = race(
        CLAIM.replace('sys.argv[2] == "hold"', "True") + DECIDE.replace("sys.argv[2]", '"approve"'),
        (ODILE, "both"),
        (OMAR, "both"),
    )

    stands = Tournament.objects.get(number=1)
    assert stands.stage == "approved"
    assert sum("approve" in one.split() for one in said) == 1
    assert not Claim.objects.exists()


def test_two_batches_over_the_same_queue_approve_each_once(people: tuple[Account, ...]) -> None:
    made = [submitted(people[0], name) for name in ("One", "Two", "Three", "Four")]
    for one in made[:1]:  # enrols everybody
        race(DECIDE, (ODILE, "approve"))
        one.refresh_from_db()
    for one in Tournament.objects.filter(stage="submitted"):
        for entry in one.entries.order_by("number"):
            player = made[0].entries.get(number=entry.number).player
            one.entries.filter(pk=entry.pk).update(match="confirmed", player=player)
    Tournament.objects.filter(stage="submitted").update(findings=[])

    said = race(BATCH, (ODILE, "forwards"), (OMAR, "backwards"))

    assert [sorted(pair) for pair in zip(*(one.split() for one in said), strict=True)] == [
        ["approved", "decided"]
    ] * 3
    assert JournalEntry.objects.filter(act="tournament.approved").count() == 4
    assert Tournament.objects.filter(stage="approved").count() == 4


def test_correction_beside_the_submission_is_in_it_or_is_refused(people: tuple[Account, ...]) -> None:
    upload = intake.receive(reports.tou("Open"), filename="open.tou", account=people[0])
    draft = intake.draft(upload, account=people[0])
    entries.decide(draft, {row.pk: entries.ENROL for row in draft.entries.all()}, account=people[0])

    said = race(EDIT, (ORLA, "submit"), (ORLA, "edit"))

    draft.refresh_from_db()
    assert draft.stage == "submitted"
    assert said in (["submitted", "name"], ["submitted", "told"])
    assert draft.name == ("Corrected" if said[1] == "name" else "Open")
    acts = list(
        JournalEntry.objects.filter(act__in=["tournament.submitted", "tournament.corrected"])
        .order_by("pk")
        .values_list("act", flat=True)
    )
    assert acts == (["tournament.corrected"] if said[1] == "name" else []) + ["tournament.submitted"]
