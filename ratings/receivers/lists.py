"""Receivers that keep published files and tables in step with the register."""

from typing import Any

from federation.models import Account, Player
from ratings.models import ListEntry, PublishedList, list_years
from ratings.snapshots import public_snapshot
from ratings.snapshots.parts import names_with

_OF_PEOPLE = ("players", "entrants")


def withdraw_player(player: Player, account: Account | None = None, **_: Any) -> None:
    """Withdraw the files that name a player, and have them made again after the commit."""
    withdraw_players([player], account)


def withdraw_players(players: list[Player], account: Account | None = None, **_: Any) -> None:
    """Withdraw the files that name some players: the register, entrants, and the lists they are on."""
    lists = ListEntry.objects.filter(player__in=players).order_by().values_list("list", flat=True).distinct()
    public_snapshot.withdraw_and_request([*_OF_PEOPLE, *names_with(list(lists))], account)


def withdraw_register(**_: Any) -> None:
    """Withdraw the file of players: some are no longer of the register."""
    public_snapshot.withdraw_and_request(["players"], None)


def make_years(using: str, **_: Any) -> None:
    """Make the partitions of every year there are lists of."""
    keys = PublishedList.objects.filter(pk__gte=list_years.FIRST).values_list("pk", flat=True)
    for year in sorted({key // list_years.A_YEAR for key in keys}):
        list_years.ensure(year, using=using)
