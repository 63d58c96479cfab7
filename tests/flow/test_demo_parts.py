"""What the demonstration is made of, and when it is not made: rows as intake writes them, files, refusals."""

from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Account, Player
from ratings.management.demo import archive, chess, desk, membership, streams
from ratings.management.demo.archive import Candidates
from tests.flow.conftest import TODAY, load
from tournaments.formats import table
from tournaments.management.demo.files import ending
from tournaments.management.demo.world import InventedTournament, World
from tournaments.models import Bye, Entry, Game, Tournament
from tournaments.submission import steps

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("demo")]


@pytest.fixture(autouse=True)
def apart(settings: Settings, tmp_path: Path) -> None:
    """Keep the downloads of the lists out of the site's folder."""
    settings.DATA_DIR = tmp_path / "data"


def written(tournament: Tournament) -> dict[str, Any]:
    """Return everything the tables say about a tournament, but keys and times."""
    # and what was found in the revision since its file was read: nobody has handled what is filed away
    apart = {"id", "upload_id", "submitted", "decided", "received", "tournament_id", "findings"}
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


@pytest.mark.parametrize("kind", ["xml", "tou", "h9"])
def test_archived_tournament_has_the_rows_intake_writes(
    kind: str, invented: World, played: list[InventedTournament]
) -> None:
    one = next(each for each in played if ending(each, 1) == kind)
    office, players = membership.open_office(), membership.enrol(invented, played)
    by_intake = desk.hand_in(one, players, number=1, account=office.organiser)
    steps.approve(by_intake, account=office.officer)
    expected = written(by_intake)
    with transaction.atomic():
        Tournament.objects.all().delete()

    (archived,) = archive.file_away([one], Candidates(players), office=office, now=timezone.now())

    assert written(archived) == expected


@pytest.mark.parametrize("number", [2, 3])  # a report of 2016, and one of 2026
def test_archived_chess_has_the_rows_intake_writes(
    number: int, invented: World, played: list[InventedTournament], season: chess.Season
) -> None:
    one = season.months[min(season.months)][0]
    office, members = membership.open_office(), membership.enrol(invented, played)
    players = chess.open_office(season, members, office=office)
    Tournament.objects.create(number=number - 1, start=TODAY, end=TODAY, rounds=1, stage="withdrawn")
    by_intake = desk.hand_in(one, players, number=number, account=office.organiser)
    steps.approve(by_intake, account=office.officer)
    expected = written(by_intake)
    with transaction.atomic():
        Tournament.objects.filter(pk=by_intake.pk).delete()

    candidates = Candidates(players, Candidates(members))
    (archived,) = archive.file_away([one], candidates, office=office, now=timezone.now())

    assert written(archived) == expected


def test_database_with_players_is_refused() -> None:
    Account.objects.create_user("somebody@example.org", "a password of his own")

    with pytest.raises(CommandError):
        load()


def test_second_time_does_nothing_when_asked_again() -> None:
    Account.objects.create_user("somebody@example.org", "a password of his own")

    load("--again")

    assert (Player.objects.count(), Tournament.objects.count(), Account.objects.count()) == (0, 0, 1)


def test_folder_of_files_is_written_and_no_database(
    tmp_path: Path, played: list[InventedTournament], season: chess.Season
) -> None:
    load(f"--files={tmp_path}")

    names = sorted(tmp_path.iterdir())
    formats = {table.read(path.read_bytes(), filename=path.name).format for path in names}
    of_chess = sum(map(len, season.months.values())) + len(season.waiting)
    assert len(names) == len(played) + of_chess
    assert formats == {"opengotha", "tou", "h9", "trf16", "trf26"}
    assert Player.objects.count() == 0


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-22T23:15:00+00:00", date(2026, 11, 22)),  # a quarter past midnight in Paris
        ("2026-11-23T00:00:00+00:00", date(2026, 11, 23)),
        ("2027-01-01T00:00:00+00:00", date(2026, 11, 23)),  # a day asked for that is past
    ],
)
def test_servers_have_the_day_of_utc(now: str, day: date) -> None:
    assert streams.day_of_servers(date(2026, 11, 23), datetime.fromisoformat(now)) == day
