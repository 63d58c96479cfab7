"""Reads: where the players of a tournament stand now, for whoever asks whether they can be meant."""

from collections.abc import Collection, Mapping

from federation.vocabulary.grades import Scale, grade_at
from ratings.models import CurrentRating
from ratings.rulebook.systems import SYSTEMS
from tournaments.revisions.match_doubts import Level

_GO = ("egf", "ffg")  # the first that knows a player speaks


def levels(players: Collection[int], *, discipline: str, rate: str) -> Mapping[int, Level]:
    """Return the rating of chess at a rate of play, or of Go the grade of the rating; one query."""
    keys = _GO if discipline == "go" else (f"fide-{rate}",)
    rows = CurrentRating.objects.filter(player__in=players, system__key__in=keys, system__active=True)
    found: dict[int, Level] = {}
    ranked = sorted(rows.values_list("player", "system__key", "rating"), key=lambda row: keys.index(row[1]))
    for player, key, rating in ranked:
        scale = SYSTEMS[key].scale
        level = Level(rating=rating) if scale is None else Level(strength=str(grade_at(rating, Scale(scale))))
        found.setdefault(player, level)
    return found
