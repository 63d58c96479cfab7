"""Values of a published list that differ from what the ratings of its day give now."""

from collections.abc import Sequence
from dataclasses import dataclass

from federation.web.caches import pages
from ratings.cadence.shared.previous_list import PreviousList
from ratings.cadence.table import cadence_of
from ratings.models import ListEntry, PublishedList

LARGEST = 60_000  # players: more are compared by `verify_list` alone
KEPT = 24 * 3600  # seconds a count is cached; it holds for a state of the system


@dataclass(frozen=True, slots=True)
class Differing:
    """A player whose value on a list is another one today; None: not on it."""

    player: int
    listed: int | None
    today: int | None


def may_differ(published: PublishedList) -> bool:
    """Return whether ratings were applied since a list of this site was made; no query."""
    return (
        published.prepared is not None
        and published.players <= LARGEST
        and not cadence_of(published.system.key).lists_daily
        and not cadence_of(published.system.key).is_fresh(published)
    )


def differing(published: PublishedList) -> list[Differing]:
    """Compare a list, as shown, with the ratings that stand for its day; the farthest apart first."""
    columns = cadence_of(published.system.key).list_rows(published, PreviousList({}), lambda: None)
    today: dict[int, int] = dict(zip(columns["player_id"], columns["rating"], strict=True))
    listed = dict(ListEntry.objects.filter(list=published).values_list("player_id", "rating"))
    differences = [
        Differing(player, listed.get(player), today.get(player))
        for player in sorted(listed.keys() | today.keys())
        if listed.get(player) != today.get(player)
    ]
    return sorted(differences, key=_distance, reverse=True)


def _distance(value: Differing) -> float:
    if value.listed is None or value.today is None:
        return float("inf")
    return abs(value.today - value.listed)


def counts(lists: Sequence[PublishedList]) -> dict[int, int]:
    """Count the values that differ, by the key of the list; lists of which none do are left out.

    A count is cached as long as the ratings of the system are unchanged.
    """
    moved = {
        f"drift:{published.pk}:{published.system.state}": published
        for published in lists
        if may_differ(published)
    }
    known = pages.get_many(moved)
    new = {key: len(differing(published)) for key, published in moved.items() if key not in known}
    if new:
        pages.set_many(new, KEPT)
    by_key = {**known, **new}
    return {published.pk: by_key[key] for key, published in moved.items() if by_key[key]}
