"""What a decision would change, said before it is entered."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.jobs import jobs
from federation.models import Job, JournalEntry, Player
from ratings.models import CurrentRating, ManualEvent, RatingSystem
from ratings.previews.decision_preview import read, rehearse, written
from ratings.runs.manual_events import Decision, enter
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.ratings.previews.rolled_back import WRITES

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
BETWEEN = DAY + timedelta(days=10)
LATER = DAY + timedelta(days=20)


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def players(ffg: RatingSystem) -> list[Player]:
    """Four who played twice, the second time not recalculated yet."""
    found = people(4)
    hold(DAY, found, round_robin(4), number=1)
    recalculate(stale(ffg, DAY))
    hold(LATER, found, round_robin(4), number=2)
    stale(ffg, LATER)
    return found


def ratings(system: RatingSystem) -> dict[int, float]:
    return dict(CurrentRating.objects.filter(system=system).values_list("player_id", "rating"))


def test_preview_tells_the_difference_the_decision_makes(ffg: RatingSystem, players: list[Player]) -> None:
    decision = Decision("reevaluation", BETWEEN, "Winner of the youth cup", players[0], -150.0)

    said = rehearse(ffg, decision)
    recalculate(ffg)
    before = ratings(ffg)
    enter(ffg, decision, account=None)
    recalculate(ffg)
    after = ratings(ffg)

    assert {int(row[0]): (row[1], row[2]) for row in said["movers"]} == {
        player: (before[player], after[player]) for player in before if before[player] != after[player]
    }
    assert (said["moved"], said["entering"], said["leaving"]) == (len(said["movers"]), 0, 0)


def test_nothing_is_left_behind(ffg: RatingSystem, players: list[Player]) -> None:
    before = (ratings(ffg), ManualEvent.objects.count(), Job.objects.count(), JournalEntry.objects.count())

    with CaptureQueriesContext(connection) as asked:
        rehearse(ffg, Decision("adjustment", BETWEEN, "Drift", factor=1.0, offset=40.0))

    ffg.refresh_from_db()
    after = (ratings(ffg), ManualEvent.objects.count(), Job.objects.count(), JournalEntry.objects.count())
    assert (after, ffg.stale_from) == (before, LATER)
    assert [one["sql"] for one in asked.captured_queries if WRITES.search(one["sql"])] == []


def test_decision_survives_being_written_down(players: list[Player]) -> None:
    decision = Decision("initial", BETWEEN, "Came from abroad", players[1], -812.25, deviation=70.0, games=12)

    assert read(written(decision)) == decision


def test_officer_looks_first_and_enters_from_the_preview(
    ffg: RatingSystem, players: list[Player], officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    fields = {
        "kind": "reevaluation",
        "date": "2023-03-14",
        "player": players[0].pk,
        "value": "-150.5",
        "label": "Cup",
    }

    asked = officer.post("/review/ffg/events/", {**fields, "look": "1"})
    job = Job.objects.get(kind="ratings.decision-preview")
    waiting = officer.get(asked["Location"]).content.decode()
    jobs.run(job.pk)
    page = officer.get(asked["Location"]).content.decode()
    entered = ManualEvent.objects.count()
    officer.post("/review/ffg/events/", {**fields})

    assert asked["Location"] == f"/review/ffg/events/preview/{job.pk}/"
    assert 'name="value" value="-150.5"' in page
    assert ("Largest changes" in waiting, "Largest changes" in page) == (False, True)
    assert (entered, ManualEvent.objects.get().value) == (0, -150.5)


def test_preview_of_another_system_is_not_there(
    ffg: RatingSystem, players: list[Player], officer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    officer.post(
        "/review/ffg/events/",
        {"kind": "adjustment", "date": "2023-03-14", "offset": "10", "label": "Drift", "look": "1"},
    )
    job = Job.objects.get(kind="ratings.decision-preview")

    assert officer.get(f"/review/egf/events/preview/{job.pk}/").status_code == 404
    assert officer.get("/review/ffg/events/preview/999999/").status_code == 404


def test_stream_is_rehearsed_too() -> None:
    ladder = RatingSystem.objects.get(key="ladder")
    player = people(1)[0]

    said = rehearse(ladder, Decision("initial", DAY, "Came with a rating", player, 1700.0, games=30))

    assert (said["entering"], said["moved"]) == (1, 0)
    assert not CurrentRating.objects.filter(system=ladder).exists()


def test_player_who_would_fall_off_the_list_leaves_as_in_the_run() -> None:
    rated, day = system(), date(2024, 4, 1)
    found = masters(6)
    for place, player in enumerate(found):
        based(rated, player, 1700 if place == 0 else 1500, on=day, k=40, games=50)
    opened(date(2024, 4, 3), found, [Played(number, 0, number, 0) for number in range(1, 6)], number=1,
           end=date(2024, 4, 9))  # fmt: skip
    recalculate(stale(rated, day))
    decision = Decision("correction", day, "Read wrongly", found[0], 1401.0)

    said = rehearse(rated, decision)
    enter(rated, decision, account=None)

    assert said["leaving"] == recalculate(rated).totals["leaving"] == 1
