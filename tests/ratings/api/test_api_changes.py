"""What lists, runs and tournaments say in changes."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from federation.journal import journal
from federation.models import Player
from ratings.lists import publication
from ratings.models import RatingSystem
from ratings.runs import approval
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tests.tournaments.conftest import account
from tests.tournaments.desk.test_queue import handed_in
from tournaments.revisions import public
from tournaments.submission import steps

DAY = date(2023, 3, 4)


def items(client: Client, since: str) -> list[dict[str, Any]]:
    journal.seal()
    found: list[dict[str, Any]] = client.get("/api/v1/changes", {"since": since}).json()["items"]
    return found


def begin(client: Client) -> str:
    journal.seal()
    cursor: str = client.get("/api/v1/changes").json()["cursor"]
    return cursor


@pytest.fixture
def ffg(db: None) -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


def test_tournament_is_told_when_submitted_approved_and_rated_and_the_list_when_published(
    client: Client, ffg: RatingSystem
) -> None:
    since = begin(client)
    hold(DAY, people(6), round_robin(6), number=1)
    recalculate(stale(ffg, DAY))
    publication.publish(ffg, date(2023, 4, 1), account=None)
    Player.objects.update(given_name="Other")
    publication.publish(ffg, date(2023, 4, 1), account=None, note="The names were wrong.")

    found = items(client, since)

    rated, published, revised = [
        one for one in found if one["type"].startswith("list.") or one["type"] == "tournament.rated"
    ]
    assert rated["data"]["system"] == "ffg"
    assert rated["data"]["count"] == 1
    assert rated["data"]["tournaments"][0]["number"] == 1
    assert rated["data"]["ratings"]["new"] == 6
    assert (published["type"], revised["type"]) == ("list.published", "list.revised")
    assert [one["data"]["list"]["revision"] for one in (published, revised)] == [1, 2]
    assert client.get(published["data"]["list"]["entries_url"]).status_code == 200


def test_run_that_moves_nothing_says_nothing_and_its_undoing_that_ratings_changed(
    client: Client, ffg: RatingSystem
) -> None:
    players = people(6)
    hold(DAY, players, round_robin(6), number=1)
    recalculate(stale(ffg, DAY))
    since = begin(client)
    recalculate(stale(ffg, DAY))
    assert items(client, since) == []
    hold(date(2023, 5, 6), players, round_robin(6), number=2)
    run = recalculate(stale(ffg, date(2023, 5, 6)))

    approval.undo(run, account=None)

    assert {one["type"] for one in items(client, since)} == {"ratings.changed"}


def test_submitted_tournament_is_told_only_where_the_office_shows_it(client: Client, db: None) -> None:
    organiser, officer = account("orla@example.org", "organiser"), account("odile@example.org", "officer")
    since = begin(client)
    tournament = handed_in(organiser, "Coupe")
    assert [one["type"] for one in items(client, since)] == ["tournament.received"]

    public.choose_handed_in(shown=False, account=officer)
    assert items(client, since) == []

    steps.approve(tournament, account=officer)
    (approved,) = [one for one in items(client, since) if one["type"].startswith("tournament.")]
    assert approved["type"] == "tournament.approved"
    assert approved["data"]["tournament"]["name"] == tournament.name
