"""One figure everywhere: what shows the rating of a list shows the list's own whole number."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from ratings.cadence.shared.steps import Move
from ratings.lists.publication import publish
from ratings.models import CurrentRating, ListEntry, PublishedList, RatingChange, RatingSystem
from ratings.rulebook.systems import SYSTEMS, _editions_read
from ratings.views.feeds_and_frames import share
from tests import declared
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
PLAYED, LISTED = date(2023, 3, 4), date(2023, 3, 31)
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture(params=["floor", "half-even"])
def rounding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Let the editions of the EGF round otherwise."""
    rule = str(request.param)
    editions = tuple(replace(edition, rounding=rule) for edition in declared.EGF)
    monkeypatch.setitem(SYSTEMS, "egf", replace(SYSTEMS["egf"], editions=editions))
    _editions_read.cache_clear()
    cache.clear()
    yield rule
    _editions_read.cache_clear()


@pytest.fixture
def published(rounding: str) -> PublishedList:
    """Publish a list of four players; no rating is whole."""
    hold(PLAYED, people(4), round_robin(4), number=1)
    recalculate(stale(RatingSystem.objects.get(key="egf"), PLAYED), whole=True)
    ledger = RatingChange.objects.filter(system__key="egf").order_by("player")
    for row, part in zip(ledger, (0.5, 0.5, 0.75, 0.25), strict=True):
        assert row.after is not None
        after = row.after // 2 * 2 + part
        RatingChange.objects.filter(pk=row.pk).update(after=after, highest=after)
        current = CurrentRating.objects.filter(system=row.system_id, player=row.player_id)
        current.update(rating=after, highest_rating=after)
    return publish(RatingSystem.objects.get(key="egf"), LISTED, account=None)


def text(client: Client, address: str) -> str:
    """Return the text of a page, without tags."""
    answer = client.get(address, **ENGLISH)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_list_player_programs_cards_feeds_and_letters_show_one_figure(
    published: PublishedList, rounding: str, client: Client
) -> None:
    rows = list(ListEntry.objects.filter(list=published).order_by("position").select_related("player"))
    otherwise = [row for row in rows if row.rating != math.floor(row.exact + 0.5)]
    assert len(otherwise) == (3 if rounding == "floor" else 2)

    page = text(client, f"/lists/egf/{LISTED}/")
    told = client.get(f"/api/v1/lists/egf/{LISTED}/entries").json()["items"]
    card = share.of_list(published)
    file = client.get(f"/lists/egf/{LISTED}/download.csv").getvalue().decode()
    crosstable = client.get("/tournaments/1/", **ENGLISH).content.decode()

    assert [row["rating"] for row in told] == [row.rating for row in rows]
    assert [place.rating for place in card.places] == [str(row.rating) for row in rows]
    for row in rows:
        wrong = str(math.floor(row.exact + 0.5)) if row in otherwise else "no number"
        number, shown = row.player_id, str(row.rating)
        player = text(client, f"/players/{number}/")
        feed = client.get(f"/feeds/players/{number}.atom", **ENGLISH).content.decode()
        assert shown in page
        assert shown in file
        assert shown in player
        figure = share.of_player(row.player).figure
        assert figure is not None
        assert figure.rating == shown
        assert shown in feed
        assert shown in crosstable
        for place in (page, feed, crosstable):
            assert [place[at.start() - 60 : at.end() + 60] for at in re.finditer(wrong, place)] == []


def test_change_is_the_difference_of_both_ratings_as_shown(rounding: str) -> None:
    after = {"floor": 1860, "half-even": 1861}[rounding]
    move = Move("egf", 1850.5, 1850.5, 1860.7, 1, "2021")

    assert (move.before_shown, move.after_shown, move.change_shown) == (1850, after, after - 1850)
    assert Move("egf", None, 1850.5, 1860.7, 1, "2021").change_shown is None
