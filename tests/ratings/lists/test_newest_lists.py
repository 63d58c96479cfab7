"""Which list of a system is the newest, and that pages read no more lists and columns than they show."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import PublishedList, RatingSystem
from ratings.previews import review_reads

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY, MARCH = (date(2024, month, 1) for month in (1, 2, 3))


def publish(system: str, day: date, revision: int = 1, *, ready: bool = True) -> PublishedList:
    found = RatingSystem.objects.get(key=system)
    return PublishedList.objects.create(system=found, date=day, revision=revision, ready=ready)


@contextmanager
def lists_read() -> Iterator[list[int]]:
    read: list[int] = []

    def note(instance: PublishedList, **_more: Any) -> None:
        read.append(instance.pk)

    post_init.connect(note, sender=PublishedList)
    try:
        yield read
    finally:
        post_init.disconnect(note, sender=PublishedList)


def test_newest_is_the_last_date_in_its_last_revision_and_public() -> None:
    first, corrected = publish("ffg", FEBRUARY), publish("ffg", FEBRUARY, 2)
    old = publish("ffg", JANUARY)
    publish("ffg", MARCH, ready=False)

    assert list(PublishedList.objects.newest()) == [corrected, first, old]


def test_list_before_a_day_is_of_an_earlier_date() -> None:
    old = publish("ffg", JANUARY, 2)
    publish("ffg", JANUARY)
    publish("ffg", FEBRUARY)

    assert PublishedList.objects.before(FEBRUARY).first() == old
    assert PublishedList.objects.before(JANUARY).first() is None


def test_newest_of_each_system_among_some_lists() -> None:
    publish("ffg", JANUARY)
    ffg, egf = publish("ffg", FEBRUARY), publish("egf", JANUARY)
    unshown = publish("egf", FEBRUARY, ready=False)

    every = PublishedList.objects.newest_of_each()
    of_one = PublishedList.objects.filter(system__key="egf").newest_of_each()

    assert set(every) == {ffg, egf}
    assert list(of_one) == [egf]
    assert set(PublishedList.objects.last_of_each()) == {ffg, unshown}


def test_overview_of_officers_reads_one_list_of_a_system() -> None:
    RatingSystem.objects.filter(key="fics-blitz").update(active=True)
    for day in (JANUARY, FEBRUARY, MARCH):
        for system in ("ffg", "fics-blitz"):
            publish(system, day)

    with lists_read() as read:
        standings, streams = review_reads.standings(), review_reads.streams()

    assert {one.system.key: one.newest.date for one in standings if one.newest} == {"ffg": MARCH}
    assert [one.newest.date for one in streams if one.newest] == [MARCH]
    assert len(read) == 2


def test_archive_reads_no_json_of_lists(client: Client) -> None:
    publish("ffg", JANUARY)

    with CaptureQueriesContext(connection) as asked:
        page = client.get("/lists/").content.decode()

    assert "/ffg/2024-01-01/" in page
    (sql,) = [one["sql"] for one in asked if '"ratings_publishedlist"."date"' in one["sql"]]
    assert not [name for name in ("report", "files", "regions", "parameters") if f'"{name}"' in sql]
