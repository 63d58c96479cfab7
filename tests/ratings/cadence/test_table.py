"""What the table of cadences selects, and what every cadence answers of a moment."""

from datetime import UTC, date, datetime

import pytest

from ratings.cadence.facts import facts_of
from ratings.cadence.ledger import ledger_of
from ratings.cadence.traits import live_systems, systems_with_runs
from ratings.models import RatingSystem, StreamLedger

pytestmark = pytest.mark.django_db
NOON = int(datetime(2026, 3, 14, 12, tzinfo=UTC).timestamp() * 1000)


def test_every_system_either_has_runs_or_is_live() -> None:
    reviewed = set(systems_with_runs().values_list("key", flat=True))
    live = set(live_systems().values_list("key", flat=True))

    assert reviewed & live == set()
    assert reviewed | live == set(RatingSystem.objects.values_list("key", flat=True))
    assert {"egf", "fide-standard"} <= reviewed
    assert {"fics-blitz", "ladder"} <= live


def test_facts_of_a_moment_make_its_day_stale_where_runs_replay_days() -> None:
    facts_of("egf").mark_stale_since(RatingSystem.objects.get(key="egf"), NOON)

    assert RatingSystem.objects.get(key="egf").stale_from == date(2026, 3, 14)


def test_facts_of_a_moment_are_replayed_from_it_where_games_come_one_by_one() -> None:
    facts_of("ladder").mark_stale_since(RatingSystem.objects.get(key="ladder"), NOON)

    assert StreamLedger.objects.get(system__key="ladder").moved_from == NOON
    assert facts_of("ladder").waits(RatingSystem.objects.get(key="ladder"))


def test_only_a_system_that_is_rated_at_once_says_so() -> None:
    assert ledger_of("egf").rate_at_once("egf", whole=False) is None
    assert ledger_of("ladder").rate_at_once("ladder", whole=False) is not None


@pytest.mark.parametrize(
    ("key", "fields"),
    [("egf", ()), ("fide-blitz", ()), ("fics-blitz", ("deviation", "games")), ("ladder", ("games",))],
)
def test_level_has_the_fields_its_system_reads(key: str, fields: tuple[str, ...]) -> None:
    assert tuple(facts_of(key).level_fields(key)) == fields
