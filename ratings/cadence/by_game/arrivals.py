"""Which games came in that are not rated yet."""

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
        one.key: getattr(one, "rated", None) or 0
        for one in systems
        if (getattr(one, "arrived", None) or 0) > (getattr(one, "rated", None) or 0)
    }
    games: dict[str, int] = {}
    if keys:
        behind = Q()
        for key, last in keys.items():
            behind |= Q(system=key, pk__gt=last)
        rows = TableGame.objects.filter(behind, withdrawn=None).order_by().values_list("system")
        games = dict(rows.annotate(n=Count("pk")))
    arrivals = [
        Arrived(one.key, games.get(one.key, 0), getattr(one, "moved_from", None) is not None)
        for one in systems
    ]
    return [one for one in arrivals if one.games or one.again]
