"""Labels of clubs beside their players: the name, with the town where the name is ambiguous."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Protocol

from django.db.models import Q

from federation.models import Club


def club_labels(clubs: Iterable[tuple[str, str]], *, are_all: bool = False) -> dict[str, str]:
    """Return labels of clubs, by code; `clubs`: code and name, as in a list or the register.

    A club that has only a code is called by its town, one of several of a name by name and town. `are_all`:
    no other club matters, as on a list. One query; with `are_all` none if every name is unambiguous.
    """
    names = {code: name or code for code, name in clubs if code}
    shared = _repeated(names.values())
    doubtful = {code for code, name in names.items() if name in shared or is_bare(code, name)}
    if not doubtful and (are_all or not names):
        return names
    wanted = Q(code__in=doubtful) if are_all else Q(code__in=names) | Q(name__in={*names.values()})
    rows = list(Club.all_clubs.filter(wanted, merged_into=None).values_list("code", "name", "town"))
    shared |= _repeated(name for _code, name, _town in rows)
    towns = {code: town for code, _name, town in rows if code in names}
    alone = Counter(town for code, town in towns.items() if is_bare(code, names[code]))
    return {code: _label(code, name, towns.get(code, ""), shared, alone) for code, name in names.items()}


class Listed(Protocol):
    """Row of a list: code and name of a club, and what a page calls it."""

    club: str
    club_name: str
    club_shown: str


def show_clubs(rows: Collection[Listed]) -> None:
    """Set what rows call their clubs; one query."""
    labels = club_labels((row.club, row.club_name) for row in rows)
    for row in rows:
        row.club_shown = labels.get(row.club, "")


def _label(code: str, name: str, town: str, shared: frozenset[str], alone: Counter[str]) -> str:
    if is_bare(code, name):
        return f"{town}, {name}" if town and alone[town] > 1 else town or name
    return f"{name}, {town or code}" if name in shared else name


def _repeated(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name, count in Counter(names).items() if count > 1)


def is_bare(code: str, name: str) -> bool:
    """Return whether the name of a club is what files write for it: its code, without or with the country."""
    return name in (code, code.rpartition("-")[2])
