"""Writes: the entries of a list before it is shown: everything copied as it is listed.

A prepared list is whole but for `ready`: no page, download or cache knows it, only officers look at it.
"""

from collections.abc import Callable, Iterable
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.database import bulk
from federation.models import Region
from ratings.cadence.by_event import list_rows
from ratings.cadence.by_event import standings as snapshot
from ratings.cadence.by_game import list_freshness
from ratings.cadence.by_game import list_rows as stream_listing
from ratings.cadence.by_game import standings as stream_snapshot
from ratings.cadence.by_period import list_rows as period_listing
from ratings.cadence.by_period import standings_on as period_snapshot
from ratings.lists import anonymise, file_store, group_ranks, list_choices
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.systems import has_periods, has_streams

Say = Callable[[float, str], None]


def lock(key: int) -> None:
    """Keep ratings from being applied while a list of the system is read or shown; `order` locks it first."""
    list(RatingSystem.objects.select_for_update(no_key=True, of=("self",)).filter(lists=key))


def locked(key: int) -> PublishedList | None:
    """Lock a list and give it with its system; None where it is gone."""
    found = PublishedList.objects.select_for_update(of=("self",)).select_related("system")
    return found.filter(pk=key).first()


@transaction.atomic
def enter(key: int, *, say: Say = lambda _percent, _message: None) -> PublishedList | None:
    """Copy the standings of the list's day into its entries; None where somebody dropped it.

    Harmless when repeated: what is shown, or prepared from the ratings that stand, is given as it is.
    """
    lock(key)
    found = locked(key)
    if found is None or found.ready or (found.prepared and is_fresh(found)):
        return found
    system = found.system
    _clear(found)
    before = snapshot.listed(list_before(found))
    columns = _columns(found, before, say)
    columns["scopes"] = group_ranks.packed(columns, found.date.year, unknown=anonymise.without_year())
    bulk.write_columns(ListEntry._meta.db_table, columns)
    anonymise.hide_in(found)
    say(90, gettext_noop("writing the list"))
    found.state, found.prepared, found.files = system.state, timezone.now(), {}
    found.players = len(columns["player_id"])
    # of a stream's list only the established have a place among the active
    found.active_players = sum(place is not None for place in columns["active_position"])
    found.regions = _regions(columns["region"])
    found.scoped = True
    found.report = list_rows.report(columns, before)
    if has_streams(system.key):
        found.established = columns["provisional"].count(False)
        found.report |= list_freshness.basis(system)
    found.save()
    list_choices.store(found)
    return found


def _regions(codes: Iterable[str]) -> dict[str, str]:
    """Name the regions of a list as they are called now, by name."""
    named = Region.objects.filter(code__in=set(codes)).order_by("name", "code")
    return dict(named.values_list("code", "name"))


def is_fresh(prepared: PublishedList) -> bool:
    """Say whether the ratings a list was prepared from still stand."""
    if has_streams(prepared.system.key):
        prepared.published = prepared.prepared  # what has_moved reckons from
        moved = list_freshness.has_moved(prepared, prepared.system)
        prepared.published = None
        return not moved
    return prepared.state == prepared.system.state


def forget(lists: Iterable[PublishedList]) -> None:
    """Delete lists nobody was shown, with their entries, and their files once that is certain."""
    for one in list(lists):
        _clear(one)
        folder = file_store.folder_of(one.pk)
        PublishedList.objects.filter(pk=one.pk, ready=False).delete()
        transaction.on_commit(partial(file_store.remove, folder))


def _clear(unshown: PublishedList) -> None:
    """Delete the entries of a list nobody was shown, and what was put aside of them."""
    anonymise.forget_in(unshown)
    entries = ListEntry.objects.filter(list=unshown)
    entries._raw_delete(entries.db)


def _columns(published: PublishedList, before: snapshot.Listed, say: Say) -> list_rows.Rows:
    """Lay the entries out by the system's clock."""
    system = published.system
    if has_periods(system.key):
        listed = period_snapshot.listed(system, published.date)
        say(40, gettext_noop("copying the standings"))
        return period_listing.columns(published, listed, before)
    if has_streams(system.key):
        now = stream_snapshot.stood(system, published.date)
        say(40, gettext_noop("copying the standings"))
        people_now = stream_snapshot.people(system, now.player)
        return stream_listing.columns(published, now, people_now, before)
    stood = snapshot.stood(system, published.date)
    people = snapshot.people(system, stood.player, published.date)
    say(40, gettext_noop("copying the standings"))
    return list_rows.columns(published, stood, people, before)


def list_before(published: PublishedList) -> PublishedList | None:
    """Give the list of the system before a date, in its newest revision; what changes are counted from."""
    earlier = PublishedList.objects.filter(system=published.system, ready=True, date__lt=published.date)
    return earlier.order_by("-date", "-revision").first()
