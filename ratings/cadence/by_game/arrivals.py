"""Games that came in and are not rated yet."""

from collections.abc import Mapping, Sequence

from django.db.models import Count, Q

from ratings.cadence.contract import Arrived
from ratings.models import RatingSystem
from tournaments.models import TableGame


def arrived(systems: Sequence[RatingSystem]) -> list[Arrived]:
    """Count the games behind the last one rated; one query, and asked only where there are some.

    Systems are annotated with `arrived`, `rated` (keys of games) and `moved_from`, as the home page reads
    them.
    """
    keys: Mapping[str, int] = {
        system.key: getattr(system, "rated", None) or 0
        for system in systems
        if (getattr(system, "arrived", None) or 0) > (getattr(system, "rated", None) or 0)
    }
    games: dict[str, int] = {}
    if keys:
        behind = Q()
        for key, last in keys.items():
            behind |= Q(system=key, pk__gt=last)
        rows = TableGame.objects.filter(behind, withdrawn=None).order_by().values_list("system")
        games = dict(rows.annotate(n=Count("pk")))
    arrivals = [
        Arrived(system.key, games.get(system.key, 0), getattr(system, "moved_from", None) is not None)
        for system in systems
    ]
    return [arrival for arrival in arrivals if arrival.games or arrival.again]
