"""Suggestions of entries when a player is removed, erased or merged into another."""

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.models import Entry

_AT_ONCE = 500
Suggestions = list[dict[str, Any]]  # as an entry keeps them: {"player": number or None, "score": ..., ...}


def take_away(players: Collection[int], *, among: QuerySet[Entry]) -> None:
    """Suggest players to none of some entries any more."""
    gone = set(players)
    _rewrite(
        gone,
        among,
        lambda suggestions: [
            suggestion for suggestion in suggestions if suggestion.get("player") not in gone
        ],
    )


def replace(gone: int, target: int, *, among: QuerySet[Entry]) -> list[list[Any]]:
    """Suggest one player in the place of another; return (entry, what it suggested before)."""

    def renamed(suggested: Suggestions) -> Suggestions:
        once: dict[int | None, dict[str, Any]] = {}
        for suggestion in suggested:
            player = target if suggestion.get("player") == gone else suggestion.get("player")
            once.setdefault(player, suggestion | {"player": player})
        return list(once.values())

    return _rewrite({gone}, among, renamed)


def restore(before: list[list[Any]], *, among: QuerySet[Entry]) -> None:
    """Suggest again what entries suggested before, given as `replace` returns it."""
    was = dict(before)
    rows = list(_locked(among.filter(pk__in=was)))
    for entry in rows:
        entry.suggestions = was[entry.pk]
    Entry.objects.bulk_update(rows, ["suggestions"], batch_size=_AT_ONCE)


def _rewrite(
    players: set[int], among: QuerySet[Entry], change: Callable[[Suggestions], Suggestions]
) -> list[list[Any]]:
    before, changed = [], []
    for entry in _locked(_naming(players, among)):
        if any(suggestion.get("player") in players for suggestion in entry.suggestions):
            before.append([entry.pk, entry.suggestions])
            entry.suggestions = change(entry.suggestions)
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["suggestions"], batch_size=_AT_ONCE)
    return before


def _naming(players: Collection[int], among: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries that suggest one of some players, found by the text of the column.

    Both databases write a number of JSON in the same digits, PostgreSQL with its own order of the keys.
    """
    numbers = "|".join(map(str, sorted(players)))
    rows = among.exclude(suggestions=[]).annotate(written=Cast("suggestions", TextField()))
    return rows.filter(written__regex=rf'"player": ?({numbers})[,}}]')


def _locked(rows: QuerySet[Entry]) -> QuerySet[Entry]:
    return rows.select_for_update(no_key=True, of=("self",)).only("suggestions").order_by("pk")
