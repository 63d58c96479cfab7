"""Two officers rule at once where a tournament counts: one is heard, the other is told."""

import pytest
from django.db import connection

from federation.models import Account, JournalEntry
from tests.racing import race
from tests.tournaments.desk.test_desk_races import people, submitted
from tournaments.corrections import where_counts

__all__ = ["people"]  # a fixture
pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]

RULE = """
from tournaments.checks.problems import Refused
from tournaments.corrections import where_counts
try:
    where_counts.rule(Tournament.objects.get(), [sys.argv[2]], account=account, seen_as=sys.argv[3])
    print("ruled")
except Refused as refused:
    print(*[one.code for one in refused.problems])
"""


def test_of_two_rulings_at_once_one_is_kept(people: tuple[Account, Account, Account]) -> None:
    tournament = submitted(people[0])
    seen = where_counts.seen(tournament)

    said = race(RULE, ("odile@example.org", "ffg", seen), ("omar@example.org", "egf", seen))

    tournament.refresh_from_db()
    assert sorted(said) == ["changed-meanwhile", "ruled"]
    assert tournament.rated_for == [["ffg", "egf"][said.index("ruled")]]
    assert JournalEntry.objects.filter(act="tournament.ruled").count() == 1
