"""Two people at once, as real processes on PostgreSQL: exactly one of them wins."""

from dataclasses import replace

import pytest
from django.db import connection

from federation.models import Account, JournalEntry, Player
from tests.racing import race
from tests.tournaments import congresses, reports
from tests.tournaments.conftest import account
from tournaments.checks import warning_confirmations
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Correction, Tournament, Upload
from tournaments.revisions import rounds
from tournaments.submission import steps

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

APPROVE = """
try:
    steps.approve(Tournament.objects.get(number=int(sys.argv[2])), account=account)
    print("approved")
except steps.AlreadyDecided as told:
    print("told", told.stage.value, told.account.email if told.account else None)
"""
DRAFT = """
upload = Upload.objects.get(account=account)
tournament = intake.draft(upload, account=account)
print(tournament.number, tournament.revision)
"""


@pytest.fixture
def people() -> tuple[Account, Account, Account]:
    return (
        account("orla@example.org", "organiser"),
        account("odile@example.org", "officer"),
        account("omar@example.org", "officer"),
    )


def submitted(organiser: Account, name: str = "Open du Moulin") -> Tournament:
    """Hand in a tournament of the same people, with other results than those before it."""
    data = reports.tou(name, pairings=reports.games(Tournament.objects.count()))
    upload = intake.receive(data, filename="moulin.tou", account=organiser)
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser)
    return tournament


def test_of_two_officers_approving_at_once_one_wins(people: tuple[Account, Account, Account]) -> None:
    tournament = submitted(people[0])

    said = race(APPROVE, ("odile@example.org", "1"), ("omar@example.org", "1"))

    tournament.refresh_from_db()
    assert tournament.decided_by is not None
    winner = tournament.decided_by.email
    assert sorted(said) == ["approved", f"told approved {winner}"]
    assert said.index("approved") == ["odile@example.org", "omar@example.org"].index(winner)
    assert JournalEntry.objects.filter(act="tournament.approved").count() == 1
    assert Player.objects.count() == 4


def test_newcomer_of_two_tournaments_approved_at_once_is_one_player(
    people: tuple[Account, Account, Account],
) -> None:
    both = [submitted(people[0], name) for name in ("One", "Two")]

    said = race(APPROVE, ("odile@example.org", "1"), ("omar@example.org", "2"))

    assert said == ["approved", "approved"]
    assert Player.objects.count() == 4
    players = [set(one.entries.values_list("player", flat=True)) for one in both]
    assert players[0] == players[1]


APPROVE_OR_BE_REFUSED = """
from tournaments.checks.problems import Refused
try:
    done = steps.approve(Tournament.objects.get(number=int(sys.argv[2])), account=account)
    print("approved", done.enrolled)
except Refused as refused:
    print("refused", *sorted(one.values["name"].replace(" ", "_") for one in refused.problems))
"""


def test_files_that_resemble_each_other_approved_at_once_make_no_doubles(
    people: tuple[Account, Account, Account],
) -> None:
    both = [congresses.drafted(people[0], "One"), congresses.drafted(people[0], "Two", congresses.LATER)]
    for one in both:
        steps.submit(congresses.call_all_new(one), account=people[0])

    said = race(APPROVE_OR_BE_REFUSED, ("odile@example.org", "1"), ("omar@example.org", "2"))

    first, second = sorted(said)
    assert first == "approved 4"
    # As the file that came second writes them.
    assert second in ("refused Quéméner_Yann Tessier_Nadège", "refused Quémener_Yan Tessier_Nadège")
    assert Player.objects.count() == 4


def test_same_file_drafted_at_once_is_one_tournament(people: tuple[Account, Account, Account]) -> None:
    for person in people[:2]:
        intake.receive(reports.tou(), filename="moulin.tou", account=person)

    said = race(DRAFT, ("orla@example.org",), ("odile@example.org",))

    assert said == ["1 1", "1 1"]
    assert Tournament.objects.count() == 1


def test_two_files_drafted_at_once_get_two_numbers(people: tuple[Account, Account, Account]) -> None:
    for person, name in zip(people, ("One", "Two", "Three"), strict=True):
        intake.receive(reports.tou(name), filename="a.tou", account=person)

    said = race(DRAFT, *((person.email,) for person in people))

    assert sorted(said) == ["1 1", "2 1", "3 1"]
    assert Upload.objects.count() == 3


CORRECT = """
from tournaments.corrections import corrections
from tournaments.revisions import rounds
from tournaments.checks.problems import Refused
from tournaments.revisions.rounds import Played
tournament = Tournament.objects.get(number=1)
played = Played(opponent=2, ended=sys.argv[2], colour="w")
change = corrections.RoundChange(1, 1, sys.argv[3], 1, played)
try:
    corrections.correct_round(tournament, change, account=account)
    print("corrected", sys.argv[2])
except Refused as refused:
    print("told", refused.problems[0].code)
"""
SUBMIT_OR_CORRECT = """
import datetime
from tournaments.corrections import corrections
from tournaments.entrants import entries
from tournaments.revisions import rounds
from tournaments.reports.outcomes import ByeKind
tournament = Tournament.objects.get(number=1)
try:
    if sys.argv[2] == "submit":
        steps.submit(tournament, account=account, on=datetime.date(2024, 3, 20))
    else:
        change = corrections.RoundChange(1, 1, sys.argv[3], 1, None, ByeKind.ZERO_POINT)
        corrections.correct_round(tournament, change, account=account)
    print("done", sys.argv[2])
except entries.Closed:
    print("told closed")
"""


def drafted(organiser: Account) -> tuple[Tournament, str]:
    """A draft that may be submitted, and what a browser has seen of its first game."""
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    return tournament, rounds.cell_of(tournament, 1, 1).seen


def test_of_two_corrections_of_a_game_at_once_one_wins(people: tuple[Account, Account, Account]) -> None:
    tournament, seen = drafted(people[0])

    said = race(CORRECT, ("orla@example.org", "lost", seen), ("odile@example.org", "draw", seen))

    assert sorted(one.split()[0] for one in said) == ["corrected", "told"]
    assert "told changed-meanwhile" in said
    correction = Correction.objects.get()
    ended = {"lost": "black_wins", "draw": "draw"}[next(one for one in said if "corrected" in one).split()[1]]
    assert correction.after["games"][0]["outcome"] == ended
    assert JournalEntry.objects.filter(act="tournament.corrected").count() == 1
    assert tournament.games.filter(round=1).count() == 2


def test_correction_and_submission_at_once_never_mix(people: tuple[Account, Account, Account]) -> None:
    tournament, seen = drafted(people[0])

    said = race(SUBMIT_OR_CORRECT, ("orla@example.org", "submit", ""), ("orla@example.org", "correct", seen))

    tournament.refresh_from_db()
    corrected = Correction.objects.exists()
    assert (tournament.stage, said[0]) == ("submitted", "done submit")
    assert said[1] == ("done correct" if corrected else "told closed")
    assert tournament.byes.exists() == corrected


CONFIRM = """
from tournaments.checks import warning_confirmations
tournament = Tournament.objects.get(number=int(sys.argv[2]))
print(warning_confirmations.decide(tournament, was=(), ticked=sys.argv[3:], account=account))
"""


def test_ticks_of_many_at_once_are_all_kept() -> None:
    orla = account("orla@example.org", "organiser")
    people = [replace(one, grade="") for one in reports.PEOPLE]
    data = table.write(reports.report(entrants=people), "spreadsheet")
    tournament = intake.draft(intake.receive(data, filename="a.csv", account=orla), account=orla)
    keys = [warning_confirmations.key_of(one) for one in warning_confirmations.unconfirmed(tournament)]
    assert len(keys) == 4

    said = race(CONFIRM, *((orla.email, str(tournament.number), key, keys[0]) for key in keys))

    assert set(tournament.confirmations.values_list("key", flat=True)) == set(keys)
    assert sum(int(one[1]) for one in said) == len(keys)
