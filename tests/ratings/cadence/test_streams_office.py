"""Streams at the office: no runs, decisions that are followed at once, the console, lists as files."""

import csv
import io
import json
from datetime import date, timedelta
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.cadence.by_game import stale
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import publication
from ratings.models import (
    CurrentRating,
    ListEntry,
    ManualEvent,
    RatingRun,
    RatingSystem,
)
from ratings.runs.recalculation import mark_stale, request_due, request_run
from tests.ratings.conftest import LogIn
from tests.ratings.histories import hold, people, round_robin
from tests.ratings.streams import DAY, HOUR, NOON, Told, World, chance_games, stands, world
from tournaments.signals import approved

pytestmark = pytest.mark.django_db
FIRST = date(2023, 11, 15)


def said(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


# --- neither runs nor proposals


def test_stream_has_no_runs_and_an_approved_tournament_does_not_touch_it() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    mark_stale(made.system, FIRST)
    tournament = hold(
        FIRST, people(2), round_robin(2), number=1, discipline="chess", rated_for=["fics", "ladder"]
    )

    approved.send(sender=type(tournament), tournament=tournament, since=FIRST)

    made.system.refresh_from_db()
    assert made.system.stale_from is None
    assert made.system.key not in {run.system.key for run in request_due(date.today(), monthly=False)}
    with pytest.raises(ValueError, match="rated game by game"):
        request_run(made.system)


def test_office_sees_how_far_streams_are_and_is_offered_no_run(officer: Client) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 1)))
    rate_pending("fics-blitz")
    made.arrive(Told(NOON + DAY, (0, 1)))

    page = officer.get(reverse("review")).content.decode()
    asked = officer.post(reverse("run-request", args=["fics-blitz"]), follow=True)

    assert "2 of 3 rated" in page
    assert reverse("run-request", args=["fics-blitz"]) not in page
    assert reverse("run-request", args=["ffg"]) in page
    assert "rated as its games arrive" in asked.content.decode()
    assert RatingRun.objects.count() == 0


def test_whoever_publishes_a_day_that_is_not_over_is_told(officer: Client) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate_pending("fics-blitz")
    today = timezone.now().date() + timedelta(days=1)

    refused = officer.post(reverse("list-publish", args=["fics-blitz"]), {"date": today.isoformat()})
    taken = officer.post(reverse("list-publish", args=["fics-blitz"]), {"date": FIRST.isoformat()})

    assert (refused.status_code, taken.status_code) == (422, 302)
    assert "This day is not over" in refused.content.decode()


def test_level_entered_by_the_office_is_followed_by_itself(officer: Client) -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    rate_pending("fics-blitz")
    address = reverse("manual-events", args=["fics-blitz"])
    level = {"kind": "initial", "date": "2023-11-01", "player": made.players[0].pk, "value": "2000",
             "deviation": "70", "games": "300", "label": "ICC"}  # fmt: skip

    form = officer.get(address).content.decode()
    answer = officer.post(address, level, follow=True)
    jobs.run(Job.objects.get(kind="ratings.stream").pk)

    assert ('name="deviation"' in form, 'name="factor"' in form) == (True, False)
    assert "The ratings will be updated in a moment" in answer.content.decode()
    now = CurrentRating.objects.get(player=made.players[0])
    assert (now.games, 2000 < now.rating < 2010) == (301, True)
    officer.post(reverse("manual-event-withdraw", args=[ManualEvent.objects.get().pk]))
    jobs.run(Job.objects.filter(state="queued").latest("pk").pk)
    assert CurrentRating.objects.get(player=made.players[0]).rating == 1882


def test_ladder_asks_for_no_deviation(officer: Client) -> None:
    world("ladder")

    form = officer.get(reverse("manual-events", args=["ladder"])).content.decode()

    assert ('name="deviation"' in form, 'name="games"' in form) == (False, True)


@pytest.mark.parametrize(("role", "status"), [("officer", 302), ("organiser", 403), ("stranger", 403)])
def test_three_people_at_the_decisions_of_a_stream(role: str, status: int, log_in: LogIn) -> None:
    made = world()
    level = {
        "kind": "initial",
        "date": "2023-11-01",
        "player": made.players[0].pk,
        "value": "2000",
        "label": "L",
    }

    answer = log_in(role).post(reverse("manual-events", args=["fics-blitz"]), level)

    assert (answer.status_code, ManualEvent.objects.count()) == (status, int(status == 302))


def test_changed_constant_has_the_whole_stream_rated_anew() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 1)))
    rate_pending("fics-blitz")
    client = Client()
    client.force_login(Account.objects.create_superuser("admin@example.org"))
    rules = {"position": "0", "active": "on", "edition": "", "numeric": "2"}
    rules["parameters"] = '{"initial_rating": 1600}'

    client.post(reverse("admin:ratings_ratingsystem_change", args=[made.system.pk]), rules)
    jobs.run(Job.objects.get(kind="ratings.stream").pk)

    assert sum(CurrentRating.objects.values_list("rating", flat=True)) == pytest.approx(3200, abs=1)


# --- the console


def test_recalculating_a_stream_says_what_moved() -> None:
    made = world()
    made.arrive(*chance_games("fics-blitz", np.random.default_rng(3), 30))
    rate_pending("fics-blitz")
    before = stands(made.system)
    CurrentRating.objects.filter(player=made.players[0]).update(rating=9999)

    first, second = said("recalculate", "fics-blitz"), said("recalculate", "fics-blitz")

    assert "games 30, new 0, moved 1, gone 0" in first
    assert "games 30, new 0, moved 0, gone 0" in second
    assert stands(made.system) == before


def test_recalculating_what_is_stale_rates_what_waits_and_says_what_rules_are_missing() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    assert "fics-blitz: games 1, new 2, moved 0, gone 0" in said("recalculate")
    assert said("recalculate") == ""
    RatingSystem.objects.filter(pk=made.system.pk).update(edition="2099")
    with pytest.raises(CommandError, match="fics-blitz has no edition 2099"):
        said("recalculate", "fics-blitz")


def test_lists_of_a_stream_from_the_console() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    with pytest.raises(CommandError, match="data has not been recalculated"):
        said("publish_list", "fics-blitz", FIRST.isoformat())
    rate_pending("fics-blitz")

    published = said("publish_list", "fics-blitz", FIRST.isoformat())

    assert published == "fics-blitz 2023-11-15 revision 1: 2 players, 0 active\n"
    assert said("verify_list", "fics-blitz", FIRST.isoformat()) == "2 players, 0 differences\n"
    with pytest.raises(CommandError, match="a day that is over"):
        said("publish_list", "fics-blitz", (timezone.now().date() + timedelta(days=1)).isoformat())


# --- downloads


def listed(key: str) -> World:
    made = world(key)
    ManualEvent.objects.create(
        system=made.system, kind="initial", player=made.players[0], date=FIRST, value=1800.25, deviation=50.0,
        games=100,
    )  # fmt: skip
    stale.mark(made.system, 0)
    made.arrive(Told(NOON, (0, 1), 0), Told(NOON + HOUR, (2, 1)))
    rate_pending(key)
    publication.publish(made.system, FIRST, account=None)
    return made


def test_list_of_a_stream_downloads_with_table_deviation_and_band(client: Client) -> None:
    made = listed("fics-blitz")

    answer = client.get("/lists/fics-blitz/2023-11-15/download.csv")
    table = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

    entry = ListEntry.objects.get(player=made.players[0])
    assert [row["table"] for row in table] == ["established", "provisional", "provisional"]
    assert entry.deviation is not None
    assert (table[0]["rating"], table[0]["deviation"]) == (str(entry.rating), str(entry.deviation))
    assert int(table[0]["low"]) == round(entry.exact - 1.96 * entry.deviation)
    assert int(table[0]["high"]) == round(entry.exact + 1.96 * entry.deviation)
    assert (table[0]["system"], table[0]["date"], "grade" in table[0]) == ("fics-blitz", "2023-11-15", False)
    assert client.get("/lists/fics-blitz/2023-11-15/download.txt").status_code == 404


def test_list_of_the_ladder_downloads_without_a_band(client: Client) -> None:
    listed("ladder")

    told = json.loads(client.get("/lists/ladder/2023-11-15/download.json").content)

    assert (told["count"], told["system"]) == (3, "ladder")
    assert {(row["deviation"], row["low"], row["high"]) for row in told["players"]} == {(None, None, None)}
    assert [row["table"] for row in told["players"]] == ["established", "provisional", "provisional"]
    assert told["players"][0]["exact"] != told["players"][0]["rating"]
