"""The demonstration: an empty database becomes an office at work, with the rows the site would write."""

from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from federation.models import Account, Club, Licence, Player
from ratings.management.demonstration import archive, desk, membership
from ratings.models import CurrentRating, ManualEvent, PublishedList, RatingRun, RatingSystem
from tournaments import submission
from tournaments.formats import table
from tournaments.invention.files import ending
from tournaments.invention.world import InventedTournament, Plan, World, tournaments, world
from tournaments.models import Bye, Entry, Game, Tournament

# Well in the past, so that nothing is "still to come" on any machine.
TODAY = date(2024, 11, 20)
PLAN = Plan(TODAY, players=300, seasons=1)


@pytest.fixture(scope="module")
def invented() -> World:
    return world(PLAN)


@pytest.fixture(scope="module")
def played(invented: World) -> list[InventedTournament]:
    return list(tournaments(invented))


def load(*arguments: str) -> str:
    """Run the command for a small federation and return what it says."""
    said = StringIO()
    call_command(
        "demo_federation", "--players=300", "--seasons=1", f"--today={TODAY}", *arguments, stdout=said
    )
    return said.getvalue()


def written(tournament: Tournament) -> dict[str, Any]:
    """Give everything the tables say about a tournament, but keys and times."""
    apart = {"id", "upload_id", "submitted", "decided", "received", "tournament_id"}
    number = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))

    def rows(of: Any) -> list[dict[str, Any]]:
        return [{name: value for name, value in row.items() if name not in apart} for row in of.values()]

    games = rows(Game.objects.filter(tournament=tournament).order_by("round", "board", "white__number"))
    byes = rows(Bye.objects.filter(tournament=tournament).order_by("round", "entry__number"))
    assert tournament.upload is not None
    upload = {name: getattr(tournament.upload, name) for name in ("sha256", "filename", "size", "format")}
    return {
        "upload": {**upload, "findings": tournament.upload.findings, "encoding": tournament.upload.encoding},
        "tournament": rows(Tournament.objects.filter(pk=tournament.pk)),
        "entries": rows(Entry.objects.filter(tournament=tournament).order_by("number")),
        "games": [game | {s: number[game[s]] for s in ("white_id", "black_id")} for game in games],
        "byes": [bye | {"entry_id": number[bye["entry_id"]]} for bye in byes],
    }


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["xml", "tou", "h9"])
def test_archived_tournament_has_the_rows_intake_writes(
    kind: str, invented: World, played: list[InventedTournament]
) -> None:
    one = next(each for each in played if ending(each, 1) == kind)
    office, players = membership.open_office(), membership.enrol(invented, played)
    by_intake = desk.hand_in(one, players, number=1, account=office.organiser)
    submission.approve(by_intake, account=office.officer)
    expected = written(by_intake)
    with transaction.atomic():
        Tournament.objects.all().delete()

    (archived,) = archive.file_away([one], players, office=office, now=timezone.now())

    assert written(archived) == expected


@pytest.mark.django_db
def test_empty_database_becomes_an_office_at_work(played: list[InventedTournament]) -> None:
    said = load()

    stages = {
        stage: Tournament.objects.filter(stage=stage).count() for stage in ("draft", "submitted", "returned")
    }
    assert stages == {"draft": 1, "submitted": 2, "returned": 1}
    assert Tournament.objects.filter(stage="approved").count() == len(played) - 4
    assert (Player.objects.count(), Club.objects.count()) == (300, 60)
    assert Licence.objects.exists()
    assert ManualEvent.objects.count() == 2
    assert [f"{role}@demo.example" in said for role in ("organiser", "officer", "registrar")] == [True] * 3
    assert Account.objects.count() == 3


@pytest.mark.django_db
def test_every_system_is_rated_published_and_has_a_proposal_waiting() -> None:
    load()

    for system in RatingSystem.objects.filter(active=True):
        lists = PublishedList.objects.filter(system=system).order_by("date")
        assert CurrentRating.objects.filter(system=system).count() > 100
        assert [each.ready for each in lists] == [True] * len(lists)
        assert lists.reverse()[0].date == date(2024, 11, 1)
        run = RatingRun.objects.filter(system=system).latest("pk")
        assert (run.stage, run.totals["tournaments"] > 0) == ("proposed", True)


@pytest.mark.django_db
def test_draft_on_the_desk_has_errors() -> None:
    load()

    draft = Tournament.objects.get(stage="draft")

    assert draft.upload is not None
    assert "error" in {finding["severity"] for finding in draft.upload.findings}


@pytest.mark.django_db
def test_database_with_players_is_refused() -> None:
    Account.objects.create_user("somebody@example.org", "a password of his own")

    with pytest.raises(CommandError):
        load()


@pytest.mark.django_db
def test_second_time_does_nothing_when_asked_again() -> None:
    Account.objects.create_user("somebody@example.org", "a password of his own")

    load("--again")

    assert (Player.objects.count(), Tournament.objects.count(), Account.objects.count()) == (0, 0, 1)


@pytest.mark.django_db
def test_folder_of_files_is_written_and_no_database(tmp_path: Path, played: list[InventedTournament]) -> None:
    load(f"--files={tmp_path}")

    names = sorted(tmp_path.iterdir())
    formats = {table.read(path.read_bytes(), filename=path.name).format for path in names}
    assert (len(names), formats) == (len(played), {"opengotha", "tou", "h9"})
    assert Player.objects.count() == 0
