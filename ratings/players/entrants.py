"""Current ratings of the players of a tournament, to judge whether a match is plausible."""

from collections.abc import Collection, Mapping

from federation.vocabulary.grades import grade_at
from federation.vocabulary.systems.catalogue import systems_of_strength
from ratings.models import CurrentRating
from ratings.rulebook.systems import SYSTEMS
from tournaments.revisions.match_doubts import Level


def levels(players: Collection[int], *, discipline: str, rate: str) -> Mapping[int, Level]:
    """Return the rating at a rate of play, or on a scale of grades the grade of the rating; one query."""
    keys = systems_of_strength(discipline, rate)
    rows = CurrentRating.objects.filter(player__in=players, system__key__in=keys, system__active=True)
    by_player: dict[int, Level] = {}
    ranked = sorted(rows.values_list("player", "system__key", "rating"), key=lambda row: keys.index(row[1]))
    for player, key, rating in ranked:
        scale = SYSTEMS[key].scale
        level = Level(rating=rating) if scale is None else Level(strength=str(grade_at(rating, scale)))
        by_player.setdefault(player, level)
    return by_player


def gor_ratings(players: Collection[int], key: str) -> Mapping[int, float]:
    """Return the ratings of players in a system of Go on the scale of the EGF; one query."""
    scale = SYSTEMS[key].scale if key in SYSTEMS else None
    if scale is None:
        return {}
    above = scale.below_gor
    rows = CurrentRating.objects.filter(player__in=players, system__key=key, system__active=True)
    return {player: rating + above for player, rating in rows.values_list("player", "rating")}
