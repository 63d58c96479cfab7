"""Places kept in the entries of approved tournaments: those of their tables, and of what was there before."""

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Account
from ratings.crosstables.crosstables import crosstable
from tests.ratings.chess_months import masters, opened
from tests.ratings.histories import Played, hold, people
from tests.tournaments import reports
from tests.tournaments.desk.test_queue import enrolled, handed_in
from tournaments.models import Entry, Tournament
from tournaments.revisions import places
from tournaments.submission import steps

pytestmark = pytest.mark.django_db
DAY = date(2024, 3, 2)
GAMES = [Played(1, 0, 1, 0), Played(1, 2, 3, 2), Played(2, 2, 1, 1), Played(2, 0, 3, 2)]


def kept(tournament: Tournament) -> dict[int, int | None]:
    return dict(Entry.objects.filter(tournament=tournament).values_list("pk", "place"))


def shown(tournament: Tournament) -> dict[int, int | None]:
    """The places the page of a tournament shows, by the keys of entries."""
    return {line.row.entrant.key: line.row.place for line in crosstable(tournament).lines}


def test_approval_keeps_the_places_of_the_table(organiser: Account, officer: Account) -> None:
    enrolled(organiser)
    tournament = handed_in(organiser, "Open")
    before = set(kept(tournament).values())
    steps.approve(tournament, account=officer)

    assert before == {None}
    assert kept(tournament) == shown(tournament)
    assert set(kept(tournament).values()) == set(range(1, len(reports.PEOPLE) + 1))


@pytest.mark.parametrize("ranks", [("", "", "", ""), ("4", "3", "2", "1"), ("1", "", "", "4")])
@pytest.mark.parametrize("discipline", ["go", "chess"])
def test_places_are_those_of_the_table(discipline: str, ranks: tuple[str, ...]) -> None:
    if discipline == "go":
        tournament = hold(DAY, people(4), GAMES, number=3)
    else:
        tournament = opened(DAY, masters(4), GAMES, number=3)
    for entry, rank in zip(tournament.entries.order_by("number"), ranks, strict=True):
        Entry.objects.filter(pk=entry.pk).update(rank=rank)
    places.keep(tournament)

    assert kept(tournament) == shown(tournament)
    assert set(kept(tournament).values()) == {1, 2, 3, 4}


def test_places_of_a_large_tournament_are_read_by_three_statements_and_written_by_one() -> None:
    tournament = hold(DAY, people(401), [], number=3)
    with CaptureQueriesContext(connection) as queries:
        places.keep(tournament)

    assert len(queries) == 4
    assert kept(tournament) == shown(tournament)


def test_migration_writes_the_places_of_what_was_approved_before() -> None:
    approved, draft = (
        hold(DAY, people(4), GAMES, number=3),
        hold(DAY, people(4), GAMES, number=4, stage="draft"),
    )
    import_module("tournaments.migrations.0022_places").write(apps, None)

    assert kept(approved) == shown(approved)
    assert set(kept(draft).values()) == {None}
