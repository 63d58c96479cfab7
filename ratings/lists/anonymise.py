"""Identifying values of published lists: moved aside for unnamed players, and back.

A list is frozen: its values are stored unchanged in HiddenValues, and come back when the player wants
to be named again. The rows themselves, which everything public reads - pages, searches, downloads, files,
programs - hold only what may be shown.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet

from federation import signals
from federation.models import HiddenValues, Player
from federation.models.display_name import ANONYMOUS, PUBLIC, public_name
from federation.privacy.policy import HIDDEN_BY_CHOICE, LEAST_IN_CLUB
from federation.vocabulary.names import key_of
from ratings.lists import list_files
from ratings.models import ListChoices, ListEntry, PublishedList
from ratings.rulebook.list_fields import FIELDS
from ratings.rulebook.systems import SYSTEMS

SUBJECT = "listentry"
# Identifying fields, by privacy: numbers of other registers stand in other lists beside the name.
_EMPTIED = {
    choice: {
        field.name: field.nothing for field in FIELDS if hidden.intersection((field.policy, field.reveals))
    }
    for choice, hidden in HIDDEN_BY_CHOICE.items()
}
HIDDEN = (*_EMPTIED[ANONYMOUS], *(field.name for field in FIELDS if field.policy in ("name", "club")))
_AT_ONCE = 500


def apply_choice(player: Player) -> list[int]:
    """Bring every published list to a player's choice; give the lists that say something else now."""
    entries = ListEntry.objects.filter(player=player)
    before = _categories(entries)
    _bring_back(entries, player)
    if player.privacy != PUBLIC:
        rows = list(entries.order_by("pk"))
        small = _small_clubs(rows)
        hide_club(player, rows, small)
        _put_aside(rows, player, small)
    now = _categories(entries)
    # Who is no longer of an age, sex or club, or is again, moves the places of others in it.
    moved = [key for key, categories in now.items() if categories != before[key]]
    PublishedList.objects.filter(pk__in=moved, scoped=True).update(scoped=False)
    # What these lists can be filtered by is looked for again: their club may be no one else's there.
    ListChoices.objects.filter(list__in=moved).delete()
    return list(now)


def _categories(entries: QuerySet[ListEntry]) -> dict[int, tuple[Any, ...]]:
    rows = entries.order_by("list").values_list("list", "birth_year", "sex", "club")
    return {key: tuple(categories) for key, *categories in rows}


def _small_clubs(entries: Iterable[ListEntry]) -> set[tuple[int, str]]:
    """Return the clubs, by list, that have too few players there to show an anonymous one's; one query."""
    clubs = {(entry.list_id, entry.club) for entry in entries if entry.club}
    lists, codes = {key for key, _club in clubs}, {club for _key, club in clubs}
    rows = ListEntry.objects.filter(list__in=lists, club__in=codes).values_list("list", "club")
    sizes = rows.order_by().annotate(players=Count("pk"))
    large = {(key, club) for key, club, players in sizes if players >= LEAST_IN_CLUB}
    return clubs - large


def hide_club(player: Player, rows: Iterable[ListEntry], small: Collection[tuple[int, str]]) -> None:
    """Note whether an anonymous player's club is hidden: small on a newest list, or on no list at all."""
    newest = set(PublishedList.objects.last_of_each().values_list("pk", flat=True))
    current = [(entry.list_id, entry.club) for entry in rows if entry.list_id in newest and entry.club]
    hidden = player.privacy == ANONYMOUS and (not current or any(club in small for club in current))
    player.club_hidden = hidden
    Player.objects.filter(pk=player.pk).exclude(club_hidden=hidden).update(club_hidden=hidden)


def hide_in(published: PublishedList) -> int:
    """Bring a list that has just been written to the choices of its players; say how many are not named.

    Where a club is too small on it, it is hidden everywhere; places stored with the list hold no longer then.
    """
    entries = (
        ListEntry.objects.filter(list=published).exclude(player__privacy=PUBLIC).select_related("player")
    )
    anonymous = list(entries.filter(player__privacy=ANONYMOUS).exclude(club=""))
    small = _small_clubs(anonymous)
    count = 0
    for entry in entries.order_by("pk").iterator(chunk_size=_AT_ONCE):
        _put_aside([entry], entry.player, small)
        count += 1
    for entry in anonymous:
        if entry.player.club_hidden != ((published.pk, entry.club) in small):
            published.scoped = False
            signals.privacy_chosen.send(sender=Player, player=entry.player, account=None)
    return count


def anonymous_players() -> list[int]:
    """Name the players who are in no category of any list."""
    return list(Player.objects.filter(privacy=ANONYMOUS).values_list("pk", flat=True))


def clubless(players: Iterable[int], clubs: Sequence[str]) -> set[int]:
    """Return which players of a list, given as columns, are shown without a club."""
    sizes = Counter(clubs)
    hidden = dict(Player.objects.filter(privacy=ANONYMOUS).values_list("pk", "club_hidden"))
    return {
        player
        for player, club in zip(players, clubs, strict=True)
        if player in hidden and (hidden[player] or sizes[club] < LEAST_IN_CLUB)
    }


def complete() -> int:
    """Put aside what an older version left of anonymous players on lists; return how many there were."""
    rows = HiddenValues.objects.filter(subject=SUBJECT, player__privacy=ANONYMOUS)
    before = rows.exclude(values__has_key="sex").values("player")
    players = list(Player.objects.filter(pk__in=before).order_by("pk")[:_AT_ONCE])
    for player in players:
        signals.privacy_chosen.send(sender=Player, player=player, account=None)
    return len(players)


def forget_in(unshown: PublishedList) -> None:
    """Delete the values put aside of a list that will not be shown."""
    rows = ListEntry.objects.filter(list=unshown).values("pk")
    HiddenValues.objects.filter(subject=SUBJECT, row__in=rows).delete()


def _put_aside(entries: list[ListEntry], player: Player, small: Collection[tuple[int, str]]) -> None:
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
        for name, value in _EMPTIED[player.privacy].items():
            setattr(entry, name, value)
        if player.privacy == ANONYMOUS and (player.club_hidden or (entry.list_id, entry.club) in small):
            entry.club = entry.club_name = ""
    _of_lists(entries).bulk_update(entries, HIDDEN, batch_size=100)


def _bring_back(entries: QuerySet[ListEntry], player: Player) -> None:
    hidden_values = {
        stored.row: stored.values
        for stored in HiddenValues.objects.filter(player=player, subject=SUBJECT).order_by("row")
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
    """Take the files of some lists off until made again; return these lists, newest first.

    Files of all rates of play hold the other lists of the day too.
    """
    days: Any = PublishedList.objects.filter(pk__in=list(lists)).values("date")
    keys = [key for key in SYSTEMS if list_files.has_files(key)]
    with_files = Q(ready=True) | Q(prepared__isnull=False)
    published = PublishedList.objects.filter(with_files, date__in=days, system__key__in=keys)
    published.update(files={})  # locks every row against a process that is just noting new files
    return list(published.order_by("-date", "pk").values_list("pk", flat=True))
