"""The demonstration: an empty database becomes an office at work, with the rows the site would write."""

from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Count, F
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Account, Club, Job, Licence, Player
from ratings import publication
from ratings.management.demonstration import archive, chess, desk, membership
from ratings.management.demonstration.archive import Candidates
from ratings.models import (
    CurrentRating,
    ListEntry,
    ManualEvent,
    PublishedList,
    RatingRun,
    RatingSystem,
    StreamLedger,
)
from ratings.streams import upkeep
from tournaments import submission
from tournaments.formats import table
from tournaments.invention.chess_world import ChessPlan
from tournaments.invention.files import ending
from tournaments.invention.world import InventedTournament, Plan, World, tournaments, world
from tournaments.models import Bye, Entry, Game, Tournament

# Well in the past, so that nothing is "still to come" on any machine.
TODAY = date(2024, 11, 20)
PLAN = Plan(TODAY, players=300, seasons=1)
CHESS_PLAYERS = 100
FIDE = ("fide-standard", "fide-rapid", "fide-blitz")
STREAMS = ("fics-blitz", "ladder")
BY_HANDLE = 36  # players who are known by a handle only


@pytest.fixture(autouse=True)
def apart(settings: Settings, tmp_path: Path) -> None:
    """Keep the downloads of the lists out of the site's folder."""
    settings.DATA_DIR = tmp_path / "data"


@pytest.fixture(scope="module")
def invented() -> World:
    return world(PLAN)


@pytest.fixture(scope="module")
def played(invented: World) -> list[InventedTournament]:
    return list(tournaments(invented))


@pytest.fixture(scope="module")
def season(invented: World, played: list[InventedTournament]) -> chess.Season:
    return chess.invent_season(ChessPlan(TODAY, players=CHESS_PLAYERS), invented, played)


def load(*arguments: str) -> str:
    """Run the command for a small federation and return what it says."""
    said = StringIO()
    call_command(
        "demo_federation", "--players=300", "--seasons=1", f"--today={TODAY}", *arguments, stdout=said
    )
    return said.getvalue()


def written(tournament: Tournament) -> dict[str, Any]:
    """Give everything the tables say about a tournament, but keys and times."""
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

    (archived,) = archive.file_away([one], Candidates(players), office=office, now=timezone.now())

    assert written(archived) == expected


@pytest.mark.django_db
@pytest.mark.parametrize("number", [2, 3])  # a report of 2016, and one of 2026
def test_archived_chess_has_the_rows_intake_writes(
    number: int, invented: World, played: list[InventedTournament], season: chess.Season
) -> None:
    one = season.months[min(season.months)][0]
    office, members = membership.open_office(), membership.enrol(invented, played)
    players = chess.open_office(season, members, office=office)
    Tournament.objects.create(number=number - 1, start=TODAY, end=TODAY, rounds=1, stage="withdrawn")
    by_intake = desk.hand_in(one, players, number=number, account=office.organiser)
    submission.approve(by_intake, account=office.officer)
    expected = written(by_intake)
    with transaction.atomic():
        Tournament.objects.filter(pk=by_intake.pk).delete()

    candidates = Candidates(players, Candidates(members))
    (archived,) = archive.file_away([one], candidates, office=office, now=timezone.now())

    assert written(archived) == expected


@pytest.mark.django_db
def test_empty_database_becomes_an_office_at_work(
    played: list[InventedTournament], season: chess.Season
) -> None:
    said = load()

    counts = {
        (game, stage): Tournament.objects.filter(discipline=game, stage=stage).count()
        for game in ("go", "chess")
        for stage in ("draft", "submitted", "returned", "approved")
    }
    of_chess = sum(map(len, season.months.values())) + len(season.waiting)
    assert counts == {
        ("go", "draft"): 1,
        ("go", "submitted"): 2,
        ("go", "returned"): 1,
        ("go", "approved"): len(played) - 4,
        ("chess", "draft"): 0,
        ("chess", "submitted"): 1,
        ("chess", "returned"): 0,
        ("chess", "approved"): of_chess - 1,
    }
    assert (Player.objects.count(), Club.objects.count()) == (
        300 + CHESS_PLAYERS - chess.GUESTS + BY_HANDLE,
        60,
    )
    assert Licence.objects.exists()
    assert ManualEvent.objects.exclude(kind="base").count() == 2
    assert [f"{role}@demo.example" in said for role in ("organiser", "officer", "registrar")] == [True] * 3
    assert Account.objects.count() == 3


@pytest.mark.django_db
def test_every_system_is_rated_published_and_has_a_proposal_waiting() -> None:
    load()

    for system in RatingSystem.objects.filter(active=True).exclude(key__in=(*FIDE, *STREAMS)):
        lists = PublishedList.objects.filter(system=system).order_by("date")
        assert CurrentRating.objects.filter(system=system).count() > 100
        assert [each.ready for each in lists] == [True] * len(lists)
        assert lists.reverse()[0].date == date(2024, 11, 1)
        run = RatingRun.objects.filter(system=system).latest("pk")
        assert (run.stage, run.totals["tournaments"] > 0) == ("proposed", True)


@pytest.mark.django_db
def test_servers_have_games_ratings_and_a_list_of_every_monday_and_the_last_days(client: Client) -> None:
    load()

    days = [date(2024, 9, 9), date(2024, 9, 16), date(2024, 9, 23), date(2024, 9, 30), date(2024, 10, 7),
            date(2024, 10, 14), date(2024, 10, 21), date(2024, 10, 28), date(2024, 11, 4), date(2024, 11, 11),
            date(2024, 11, 16), date(2024, 11, 17), date(2024, 11, 18), date(2024, 11, 19)]  # fmt: skip
    games = {"fics-blitz": 908, "ladder": 389}
    for key in STREAMS:
        ledger = StreamLedger.objects.get(system__key=key)
        assert (ledger.games, ledger.moved_from) == (games[key], None)
        lists = PublishedList.objects.filter(system__key=key, ready=True).order_by("date")
        assert [each.date for each in lists] == days
        assert 0 < (lists[13].established or 0) < lists[13].players
        assert publication.verify(lists[13]).differences == ()
        for path in ("", "?table=provisional", "live/", "distribution/"):
            assert client.get(f"/lists/{key}/{path}").status_code == 200
    assert not Job.objects.filter(state=Job.State.QUEUED, kind=upkeep.WORK).exists()
    both = CurrentRating.objects.filter(system__key__in=("ffg", "fics-blitz")).values("player")
    assert both.annotate(systems=Count("pk")).filter(systems=2).count() > 3


@pytest.mark.django_db
def test_chess_office_has_thirteen_lists_with_downloads_and_work_left(client: Client) -> None:
    load()

    months = [date(2023, 10, 1), date(2023, 11, 1), date(2023, 12, 1)]
    months += [date(2024, month, 1) for month in range(1, 12)]
    for key in FIDE:
        imported, *lists = PublishedList.objects.filter(system__key=key, ready=True).order_by("date")
        assert [each.date for each in (imported, *lists)] == months
        assert [len(each.files) for each in (imported, *lists)] == [0] + [6] * 13
        name, file = sorted(lists[-1].files.items())[0]
        download: Any = client.get(f"/lists/{key}/2024-11-01/files/{name}")
        assert len(b"".join(download.streaming_content)) == file["size"]
    runs = RatingRun.objects.filter(system__key__in=FIDE, stage="proposed")
    assert sorted(run.system.key for run in runs) == ["fide-rapid", "fide-standard"]
    assert Tournament.objects.get(discipline="chess", stage="submitted").rate == "blitz"


@pytest.mark.django_db
def test_chess_pages_show_what_the_lists_say(client: Client) -> None:
    load()

    first = ListEntry.objects.filter(list__system__key="fide-standard", change=None)
    newcomer = first.filter(list__date__gt=date(2023, 10, 1)).order_by("list__date", "position")[0]
    counted = client.get(f"/players/{newcomer.player_id}/fide-standard/{newcomer.list.date}/")
    of_chess = Tournament.objects.filter(discipline="chess", start__lt="2024-10-01")
    late = of_chess.get(reported__gt=F("end") + timedelta(days=30))
    long = of_chess.filter(end__gt=F("start") + timedelta(days=30)).earliest("start")
    counts = [client.get(one.get_absolute_url()).context["cross"].counts for one in (late, long)]

    assert (counted.status_code, counted.context["explanation"].after) == (200, newcomer.rating)
    assert [[one.day for one in several] for several in counts] == [
        [date(2024, 3, 1)],
        [date(2024, 2, 1), date(2024, 3, 1), date(2024, 4, 1)],
    ]
    paths = ("", "lists/", "tournaments/?game=chess", "lists/fide-rapid/", "lists/fide-blitz/top/?of=juniors")
    for path in (*paths, "lists/fide-standard/number-ones/?of=women"):
        assert client.get(f"/{path}").status_code == 200


@pytest.mark.django_db
def test_written_rating_is_that_of_the_list_in_force() -> None:
    load()

    open_ = Tournament.objects.filter(discipline="chess", rate="standard", start__gte="2024-06-01").earliest(
        "start"
    )
    listed = dict(
        ListEntry.objects.filter(
            list__system__key="fide-standard", list__date=open_.start.replace(day=1)
        ).values_list("player_id", "rating")
    )
    written_ = dict(open_.entries.values_list("player_id", "rating_written"))
    assert written_ == {player: listed.get(player) for player in written_}
    assert any(written_.values())


@pytest.mark.django_db
def test_same_seed_gives_the_same_lists_again() -> None:
    def listed() -> list[Any]:
        rows = ListEntry.objects.filter(list__system__key__in=(*FIDE, *STREAMS))
        names = ("list__system__key", "list__date", "fide", "rank", "exact", "k", "deviation", "title")
        return list(rows.order_by("list__system__key", "list__date", "position").values_list(*names))

    def files() -> list[Any]:
        lists = PublishedList.objects.filter(system__key__in=FIDE).order_by("date", "system__key")
        return list(lists.values_list("files", flat=True))

    with transaction.atomic():
        load()
        first = (listed(), files())
        transaction.set_rollback(True)
    load()

    assert len(first[0]) > 1000
    assert (listed(), files()) == first


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
