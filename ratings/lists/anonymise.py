"""Published lists and players who are not shown by name: what a row says of them is put aside, or back.

A list is frozen: what it said is kept, word for word, in HiddenValues, and comes back when the player wants
to be named again. The rows themselves, which everything public reads - pages, searches, downloads, files,
programs - say only what may be shown.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from federation.models import HiddenValues, Player
from federation.models.display_name import ANONYMOUS, PUBLIC, public_name
from federation.vocabulary.names import key_of
from ratings.cadence.table import cadence_of
from ratings.models import ListEntry, PublishedList
from ratings.rulebook.systems import SYSTEMS

SUBJECT = "listentry"
# What tells who somebody is, by privacy: numbers of other registers stand in other lists beside the name.
# A new field of ListEntry belongs here too, or stays: tests/ratings/people/test_fields_of_entries.py asks.
_NUMBERS = ("ffg", "egd", "fide")
HIDDEN = ("surname", "given_name", "search_key", "birth_year", *_NUMBERS)
_AT_ONCE = 500


def apply_choice(player: Player) -> list[int]:
    """Bring every published list to a player's choice; give the lists that say something else now."""
    entries = ListEntry.objects.filter(player=player)
    before = dict(entries.values_list("list", "birth_year"))
    _bring_back(entries, player)
    if player.privacy != PUBLIC:
        _put_aside(list(entries.order_by("pk")), player)
    now = dict(entries.order_by("list").values_list("list", "birth_year"))
    # Where a year of birth has gone or come back, others have another place among those of an age.
    moved = [key for key, year in now.items() if year != before[key]]
    PublishedList.objects.filter(pk__in=moved, scoped=True).update(scoped=False)
    return list(now)


def hide_in(published: PublishedList) -> int:
    """Bring a list that has just been written to the choices of its players; say how many are not named."""
    entries = (
        ListEntry.objects.filter(list=published).exclude(player__privacy=PUBLIC).select_related("player")
    )
    count = 0
    for entry in entries.order_by("pk").iterator(chunk_size=_AT_ONCE):
        _put_aside([entry], entry.player)
        count += 1
    return count


def without_year() -> list[int]:
    """Name the players whose year of birth no list shows."""
    return list(Player.objects.filter(privacy=ANONYMOUS).values_list("pk", flat=True))


def forget_in(unshown: PublishedList) -> None:
    """Forget what was put aside of a list that nobody will be shown."""
    rows = ListEntry.objects.filter(list=unshown).values("pk")
    HiddenValues.objects.filter(subject=SUBJECT, row__in=rows).delete()


def _put_aside(entries: list[ListEntry], player: Player) -> None:
    HiddenValues.objects.bulk_create(
        [
            HiddenValues(
                player=player,
                subject=SUBJECT,
                row=entry.pk,
                values={name: getattr(entry, name) for name in HIDDEN},
            )
            for entry in entries
        ],
        batch_size=_AT_ONCE,
    )
    for entry in entries:
        surname, given_name = public_name(player.pk, entry.surname, entry.given_name, player.privacy)
        entry.surname, entry.given_name = surname, given_name
        entry.search_key = key_of(surname, given_name)
        for name in _NUMBERS:
            setattr(entry, name, "")
        if player.privacy == ANONYMOUS:
            entry.birth_year = None
    _of_lists(entries).bulk_update(entries, HIDDEN, batch_size=100)


def _bring_back(entries: QuerySet[ListEntry], player: Player) -> None:
    hidden_values = {
        one.row: one.values
        for one in HiddenValues.objects.filter(player=player, subject=SUBJECT).order_by("row")
    }
    rows = [entry for entry in entries.order_by("pk") if entry.pk in hidden_values]
    for entry in rows:
        for name, value in hidden_values[entry.pk].items():
            setattr(entry, name, value)
    _of_lists(rows).bulk_update(rows, HIDDEN, batch_size=100)
    HiddenValues.objects.filter(player=player, subject=SUBJECT).delete()


def _of_lists(entries: Iterable[ListEntry]) -> QuerySet[ListEntry]:
    """Name the lists beside the keys of entries: the database looks into the partitions of these alone."""
    return ListEntry.objects.filter(list__in={entry.list_id for entry in entries})


def take_files_off(lists: Iterable[int]) -> list[int]:
    """Let nobody fetch the files of some lists until they are made again; give these lists, newest first.

    Files of all rates of play hold the other lists of the day too.
    """
    days: Any = PublishedList.objects.filter(pk__in=list(lists)).values("date")
    keys = [key for key in SYSTEMS if cadence_of(key).has_list_files]
    with_files = Q(ready=True) | Q(prepared__isnull=False)
    published = PublishedList.objects.filter(with_files, date__in=days, system__key__in=keys)
    published.update(files={})  # every one is locked, against whoever is just noting new files
    return list(published.order_by("-date", "pk").values_list("pk", flat=True))
