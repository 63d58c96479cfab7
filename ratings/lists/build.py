"""Entries of a list, copied as listed before it is shown, and the rules it is made by, noted with it.

A prepared list is whole but for `ready`: no page, download or cache has it, only officers look at it.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.database import bulk
from federation.models import Region
from ratings.cadence.lists import lists_of
from ratings.cadence.shared.list_columns import differences, previous_list
from ratings.lists import anonymise, file_store, group_ranks, list_choices, revisions
from ratings.models import ListBundle, ListEntry, PublishedList, RatingSystem
from ratings.rulebook.editions import newer_than_1_0
from ratings.rulebook.list_fields import filled
from ratings.rulebook.systems import SYSTEMS, as_in_1_0, editions_of

CHOICES = "choices"  # in PublishedList.report: constants younger than release 1.0.0 that are not as in 1.0.0

ReportProgress = Callable[[float, str], None]


def lock(key: int) -> None:
    """Keep ratings from being applied while a list of the system is read or shown; `order` locks it first."""
    list(RatingSystem.objects.select_for_update(no_key=True, of=("self",)).filter(lists=key))


def locked(key: int) -> PublishedList | None:
    """Lock a list and give it with its system; None where it is gone."""
    rows = PublishedList.objects.select_for_update(of=("self",)).select_related("system")
    return rows.filter(pk=key).first()


@transaction.atomic
def write_entries(
    key: int, *, report: ReportProgress = lambda _percent, _message: None
) -> PublishedList | None:
    """Copy the standings of the list's day into its entries; None if it was dropped.

    Harmless when repeated: what is shown, or prepared from the ratings that stand, is given as it is.
    """
    lock(key)
    rating_list = locked(key)
    if rating_list is None or rating_list.ready or (rating_list.prepared and is_fresh(rating_list)):
        return rating_list
    system = rating_list.system
    _clear(rating_list)
    made, before = lists_of(system.key), previous_list(list_before(rating_list))
    columns = made.list_rows(rating_list, before, partial(report, 40, gettext_noop("copying the ratings")))
    columns["scopes"] = group_ranks.packed(
        columns,
        rating_list.date.year,
        unknown=anonymise.anonymous_players(),
        clubless=anonymise.clubless(columns["player_id"], columns["club"]),
    )
    bulk.write_columns(ListEntry._meta.db_table, filled(columns))
    rating_list.scoped = True
    anonymise.hide_in(rating_list)
    report(90, gettext_noop("writing the list"))
    rating_list.state, rating_list.prepared, rating_list.files = system.state, timezone.now(), {}
    rating_list.players = len(columns["player_id"])
    # of a stream's list only the established have a place among the active
    rating_list.active_players = sum(place is not None for place in columns["active_position"])
    rating_list.regions = _regions(columns["region"])
    rating_list.report = differences(columns, before)
    made.record_basis(rating_list, columns)
    note_rules(rating_list)
    revisions.note_replaced(rating_list)
    rating_list.save()
    list_choices.store(rating_list)
    return rating_list


def _regions(codes: Iterable[str]) -> dict[str, str]:
    """Name the regions of a list as they are called now, by name."""
    named = Region.objects.filter(code__in=set(codes)).order_by("name", "code")
    return dict(named.values_list("code", "name"))


def is_fresh(prepared: PublishedList) -> bool:
    """Return whether the ratings a list was prepared from still stand."""
    return lists_of(prepared.system.key).is_fresh(prepared)


def forget(lists: Iterable[PublishedList]) -> None:
    """Delete unreleased lists with their entries, and their files once that is committed."""
    for unshown in list(lists):
        _clear(unshown)
        key = unshown.pk
        PublishedList.objects.filter(pk=key, ready=False).delete()
        transaction.on_commit(partial(file_store.remove, key))


def _clear(unshown: PublishedList) -> None:
    """Delete the entries of an unreleased list, what was put aside of them, and their bundle."""
    ListBundle.objects.filter(list=unshown).delete()
    anonymise.forget_in(unshown)
    entries = ListEntry.objects.filter(list=unshown)
    entries._raw_delete(entries.db)


def list_before(published: PublishedList) -> PublishedList | None:
    """Return the list of the system before a date, in its newest revision; what changes are counted from."""
    return PublishedList.objects.filter(system=published.system).before(published.date).first()


def note_rules(published: PublishedList) -> None:
    """Note with a list what its system chose of the rules that came after release 1.0.0.

    Later choices of the office do not change the rules of the list.
    """
    system = published.system
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    if chosen := newer_than_1_0(editions[-1][0]):
        published.report[CHOICES] = chosen


def system_as_published(published: PublishedList) -> RatingSystem:
    """Return the system of a list with the rules it was made by, never to be saved.

    Of what is not noted, lists made by release 1.0.0 had what it computed with; constants it knew are those
    of today. Raises LookupError for an edition the system does not have.
    """
    system = RatingSystem.objects.get(pk=published.system_id)
    since = SYSTEMS[system.key].editions[-1].since_1_0
    known = {name: value for name, value in system.parameters.items() if name not in since}
    noted: dict[str, Any] = published.report.get(CHOICES, {})
    system.parameters = as_in_1_0(system.key, {**known, **noted}, edition=system.edition)
    system.numeric = published.numeric
    system.imported_replace = bool(published.report.get("imported_replace"))
    return system
