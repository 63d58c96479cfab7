"""Bulletins: lists published together are one bulletin; streams have one a week.

A list opens a bulletin that waits GATHER for others, so that followers of a player get one letter about an
evening of publishing in every system. It has only the newest list of a system: a correction of an older date
changes no standing. Streams publish every night and would write to their followers as often; they have a
bulletin once a week (WEEKDAY, from HOUR on, UTC), against the list of the last weekly bulletin.
"""

from datetime import UTC, date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from ratings.cadence.traits import traits_of
from ratings.models import Bulletin, Follow, Letter, PublishedList, RatingSystem

GATHER = timedelta(minutes=10)
NEWS = timedelta(days=45)  # an imported list older than this is history, not news
WEEKDAY, HOUR = 0, 6  # Monday
WEEK = timedelta(days=7)
KEPT = timedelta(days=30)  # how long the recipients of a bulletin are known


@transaction.atomic
def tell_of(published: PublishedList) -> Bulletin | None:
    """Open or extend the bulletin of a list made public, in its transaction; None: no followers.

    A list published again before letters about the first have left is announced as if it had been the first.
    """
    system = published.system
    announces = system.active and not traits_of(system.key).lists_daily
    if not announces or not _is_followed() or not _is_newest(published):
        return None
    now = timezone.now()
    gathering = Bulletin.objects.select_for_update().filter(week=None, opened__gt=now - GATHER, done=None)
    existing = gathering.order_by("pk").first()
    bulletin = existing or Bulletin(opened=now, due=now + GATHER)
    earlier = bulletin.lists.get(system.key)
    if earlier:
        entry = earlier | {"list": published.pk}
    else:
        before, correction = _before(published)
        entry = {"list": published.pk, "before": before, "correction": correction}
    bulletin.lists = bulletin.lists | {system.key: entry}
    bulletin.save()
    return bulletin


@transaction.atomic
def join(now: datetime) -> None:
    """Make one of bulletins that two publications opened at the same moment, neither seeing the other's."""
    waiting = Bulletin.objects.select_for_update().filter(week=None, due__gt=now, reached=0, done=None)
    base: Bulletin | None = None
    for bulletin in waiting.order_by("pk"):
        together = base and bulletin.opened - base.opened < GATHER and not base.lists.keys() & bulletin.lists
        if base and together:
            base.lists = base.lists | bulletin.lists
            base.save(update_fields=["lists"])
            bulletin.delete()
        else:
            base = bulletin


def is_history(published: PublishedList, today: date) -> bool:
    """Return whether a list that came whole from another office is too old to be news."""
    return published.date < today - NEWS


def open_weekly(now: datetime) -> Bulletin | None:
    """Open the bulletin of this week of the streams, once; None where it is not time or nothing is new."""
    moment = now.astimezone(UTC)
    week = moment.date() - timedelta(days=(moment.weekday() - WEEKDAY) % 7)
    if moment.date() == week and moment.hour < HOUR:
        return None
    if Bulletin.objects.filter(week=week).exists() or not _is_followed():
        return None
    lists = dict(_weekly(week))
    if not lists:
        return None
    try:
        with transaction.atomic():
            return Bulletin.objects.create(week=week, lists=lists, opened=now, due=now)
    except IntegrityError:  # another process has just opened it
        return None


def due(now: datetime) -> list[int]:
    """Return the keys of the bulletins whose letters are now due."""
    return list(Bulletin.objects.filter(done=None, due__lte=now).order_by("pk").values_list("pk", flat=True))


def close(bulletin: Bulletin) -> None:
    """Note that all letters have left, and forget the recipients of old bulletins."""
    now = timezone.now()
    Bulletin.objects.filter(pk=bulletin.pk, done=None).update(done=now)
    Letter.objects.filter(bulletin__done__lt=now - KEPT).delete()


def _is_followed() -> bool:
    return Follow.objects.filter(expires=None).exists()


def _is_newest(published: PublishedList) -> bool:
    lists = PublishedList.objects.filter(system=published.system_id)
    newest = lists.newest().values_list("pk", flat=True).first()
    return newest == published.pk


def _before(published: PublishedList) -> tuple[int | None, bool]:
    """Return the list a reader knew until now, and whether this one corrects it: it was of the same date."""
    lists = PublishedList.objects.filter(system=published.system_id, date__lte=published.date)
    known = lists.newest().exclude(pk=published.pk).first()
    return (known.pk, known.date == published.date) if known else (None, False)


def _weekly(week: date) -> list[tuple[str, dict[str, int | bool | None]]]:
    """Return the news of a week: of each stream its newest list, against the last one announced."""
    last = Bulletin.objects.exclude(week=None).order_by("-week").first()
    news: list[tuple[str, dict[str, int | bool | None]]] = []
    for system in RatingSystem.objects.filter(active=True):
        if not traits_of(system.key).lists_daily:
            continue
        lists = PublishedList.objects.filter(system=system).newest()
        newest = lists.filter(date__gte=week - WEEK).first()
        if newest is None:
            continue
        last_key = last.lists.get(system.key, {}).get("list") if last else None
        known = lists.filter(pk=last_key or 0).first() or lists.filter(date__lte=newest.date - WEEK).first()
        if known != newest:
            before = known.pk if known else None
            news.append((system.key, {"list": newest.pk, "before": before, "correction": False}))
    return news
