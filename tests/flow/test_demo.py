"""The demonstration: an empty database becomes an office at work, with the rows the site would write."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Count, F
from django.test import Client, override_settings
from pytest_django.plugin import DjangoDbBlocker

from federation.models import Account, Club, Job, Licence, Player
from ratings.cadence.by_game import stale
from ratings.lists import publication
from ratings.management.commands import demo_federation
from ratings.management.demo import chess
from ratings.models import (
    CurrentRating,
    ListEntry,
    ManualEvent,
    PublishedList,
    RatingRun,
    RatingSystem,
    StreamLedger,
)
from tests.flow.conftest import CHESS_PLAYERS, load
from tournaments.careers import stored_games
from tournaments.desk import duplicates
from tournaments.management.demo.world import InventedTournament
from tournaments.models import Career, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("demo")]
FIDE = ("fide-standard", "fide-rapid", "fide-blitz")
STREAMS = ("fics-blitz", "ladder")
BY_HANDLE = 36  # players who are known by a handle only


@pytest.fixture(scope="module", autouse=True)
def office(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Open the office once, within a transaction around all tests: each goes back to what stands here.

    Return what the command said.
    """
    folder = tmp_path_factory.mktemp("demo")  # downloads stay out of the site's folder
    with (
        django_db_blocker.unblock(),
        override_settings(DATA_DIR=folder),
        transaction.atomic(),
        pytest.MonkeyPatch.context() as patch,
    ):
        # The programs that compile for a fresh installation are run by test_demo_again.
        patch.setattr(demo_federation, "_compile_kernels", list)
        yield load()
        transaction.set_rollback(True)


@pytest.mark.long
def test_empty_database_becomes_an_office_at_work(
    office: str, played: list[InventedTournament], season: chess.Season
) -> None:
    assert Career.objects.count() > 300
    assert stored_games.differences() == []
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
    roles = ("organiser", "officer", "registrar", "administrator")
    assert [role for role in roles if f"{role}@demo.example" not in office] == []
    assert Account.objects.count() == 4


def test_every_system_is_rated_published_and_has_a_proposal_waiting() -> None:
    for system in RatingSystem.objects.filter(active=True).exclude(key__in=(*FIDE, *STREAMS)):
        lists = PublishedList.objects.filter(system=system).order_by("date")
        assert CurrentRating.objects.filter(system=system).count() > 100
        assert [each.ready for each in lists] == [True] * len(lists)
        assert lists.reverse()[0].date == date(2024, 11, 1)
        run = RatingRun.objects.filter(system=system).latest("pk")
        assert (run.stage, run.totals["tournaments"] > 0) == ("proposed", True)


def test_servers_have_games_ratings_and_a_list_of_every_monday_and_the_last_days(client: Client) -> None:
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
    assert not Job.objects.filter(state=Job.State.QUEUED, kind=stale.WORK).exists()
    both = CurrentRating.objects.filter(system__key__in=("ffg", "fics-blitz")).values("player")
    assert both.annotate(systems=Count("pk")).filter(systems=2).count() > 3


def test_chess_office_has_thirteen_lists_with_downloads_and_work_left(client: Client) -> None:
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


def test_chess_pages_show_what_the_lists_say(client: Client) -> None:
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


def test_written_rating_is_that_of_the_list_in_force() -> None:
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


def test_no_games_are_handed_in_twice() -> None:
    findings = [one for each in Tournament.objects.exclude(stage="approved") for one in each.current_findings]

    assert duplicates.search(date(2020, 1, 1), date(2024, 12, 31)) == []
    assert "same-games" not in {finding["code"] for finding in findings}


def test_draft_on_the_desk_has_errors() -> None:
    draft = Tournament.objects.get(stage="draft")

    assert draft.upload is not None
    assert "error" in {finding["severity"] for finding in draft.upload.findings}
