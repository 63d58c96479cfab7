"""Which lists followers are told of: the newest of a system, streams once a week, imported ones while new."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from federation.models import Player
from ratings.following import bulletins
from ratings.models import Bulletin, ListEntry, PublishedList, RatingSystem
from tests.ratings.following.office import (
    JUNE,
    MAY,
    follower,
    let_time_pass,
    open_office,
    play,
    publish,
    system,
    work,
)
from tests.ratings.histories import people

pytestmark = pytest.mark.django_db
MONDAY = date(2025, 6, 2)
MORNING = datetime(2025, 6, 2, 6, tzinfo=UTC)


def switch_on(key: str) -> None:
    RatingSystem.objects.filter(key=key).update(active=True)


def stream_list(day: date, players: list[Player], *ratings: int) -> PublishedList:
    """Write a list of a stream as it was published that night."""
    listed = PublishedList.objects.create(
        system=system("fics-blitz"), date=day, ready=True, established=len(ratings), published=timezone.now()
    )
    ListEntry.objects.bulk_create(
        ListEntry(
            list=listed, player=player, position=place, rank=place, active_rank=place, rating=rating,
            exact=rating, games=30, events=0, active=True, licence="-", surname="", given_name="",
        )
        for place, (player, rating) in enumerate(zip(players, ratings, strict=True), 1)
    )  # fmt: skip
    return listed


def test_lists_published_within_minutes_share_a_bulletin_later_ones_do_not() -> None:
    players = open_office("ffg", "egf")
    follower("ann@example.org", players[0])
    first, second = publish("ffg", JUNE), publish("egf", JUNE)
    let_time_pass()
    third = publish("ffg", date(2025, 7, 1))

    assert [one.lists for one in Bulletin.objects.order_by("pk")] == [
        {
            "ffg": {"list": first.pk, "before": _may("ffg"), "correction": False},
            "egf": {"list": second.pk, "before": _may("egf"), "correction": False},
        },
        {"ffg": {"list": third.pk, "before": first.pk, "correction": False}},
    ]


def test_bulletins_opened_at_the_same_moment_become_one() -> None:
    now = timezone.now()
    for key, minutes in (("ffg", 0), ("egf", 1), ("ffg", 2), ("fide-standard", 3)):
        opened = now + timedelta(minutes=minutes)
        told = {key: {"list": 1, "before": None, "correction": False}}
        Bulletin.objects.create(lists=told, opened=opened, due=opened + bulletins.GATHER)
    bulletins.join(now)

    assert [sorted(one.lists) for one in Bulletin.objects.order_by("pk")] == [
        ["egf", "ffg"],
        ["ffg", "fide-standard"],
    ]


def test_database_read_back_from_a_copy_tells_nobody() -> None:
    follower("ann@example.org", system("ffg"))
    listed = PublishedList(system=system("ffg"), date=timezone.localdate(), ready=True)
    listed.save_base(raw=True)

    assert Bulletin.objects.count() == 0


def _may(key: str) -> int:
    return PublishedList.objects.get(system__key=key, date=MAY).pk


def test_list_that_is_not_the_newest_is_no_news() -> None:
    follower("ann@example.org", system("ffg"))
    players = open_office("ffg")
    let_time_pass()
    work()
    publish("ffg", JUNE)
    let_time_pass()
    work()
    play(date(2025, 4, 20), players, number=2)
    publish("ffg", MAY, note="A tournament of April was missing.")

    assert [one.lists["ffg"]["list"] for one in Bulletin.objects.filter(done=None)] == []


def test_nothing_is_opened_where_nobody_follows_or_the_list_is_taken_back() -> None:
    open_office("ffg")
    unfollowed = Bulletin.objects.count()
    follower("ann@example.org", system("ffg"))
    with transaction.atomic():
        publish("ffg", JUNE)
        transaction.set_rollback(True)

    assert (unfollowed, Bulletin.objects.count()) == (0, 0)


@pytest.mark.parametrize(("days", "told"), [(3, 1), (46, 0)])
def test_imported_list_is_news_for_some_weeks(days: int, told: int) -> None:
    follower("ann@example.org", system("fide-standard"))
    switch_on("fide-standard")
    day = timezone.localdate() - timedelta(days=days)
    PublishedList.objects.create(
        system=system("fide-standard"), date=day, ready=True, published=timezone.now()
    )

    assert Bulletin.objects.count() == told


def test_streams_are_told_once_a_week_against_what_was_told_before() -> None:
    players = people(2)
    switch_on("fics-blitz")
    follower("ann@example.org", players[0])
    first = stream_list(MONDAY - timedelta(days=8), players, 1500, 1600)
    stream_list(MONDAY - timedelta(days=2), players, 1520, 1600)
    newest = stream_list(MONDAY - timedelta(days=1), players, 1510, 1600)
    nightly = Bulletin.objects.count()
    too_early = bulletins.open_weekly(MORNING - timedelta(minutes=1))
    opened = bulletins.open_weekly(MORNING)
    again = bulletins.open_weekly(MORNING + timedelta(days=3))
    next_week = bulletins.open_weekly(MORNING + timedelta(days=7))

    assert (nightly, again) == (0, None)
    assert too_early is None
    assert opened is not None
    assert opened.lists == {"fics-blitz": {"list": newest.pk, "before": first.pk, "correction": False}}
    assert next_week is None


def test_weekly_letter_says_what_the_week_brought() -> None:
    players = people(2)
    switch_on("fics-blitz")
    follower("ann@example.org", players[0])
    follower("bob@example.org", players[1])
    stream_list(MONDAY - timedelta(days=8), players, 1500, 1600)
    stream_list(MONDAY - timedelta(days=1), players, 1510, 1600)
    bulletins.open_weekly(MORNING)

    assert work() == ["ann@example.org"]
