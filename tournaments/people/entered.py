"""Tournaments in which players are entered."""

from collections import defaultdict
from collections.abc import Collection

from django.urls import reverse

from federation.database.slicing import slices
from tournaments.models import Entry

_AT_ONCE = 500


def tournaments(players: Collection[int]) -> dict[int, list[tuple[str, str]]]:
    """Return by player the tournaments entered, the latest first, as (name, address)."""
    by_player: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for part in slices(sorted(players), _AT_ONCE):
        rows = Entry.objects.filter(player__in=part)
        columns = ("player", "tournament__name", "tournament__number")
        for player, name, number in rows.order_by("-tournament__start", "pk").values_list(*columns):
            by_player[player].append((name, reverse("tournament", args=[number])))
    return dict(by_player)
