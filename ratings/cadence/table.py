"""Cadence of a rating system: the one place that chooses."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from federation.vocabulary.systems.catalogue import CATALOGUE, disciplines_of, keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_event.cadence import ByEvent
from ratings.cadence.by_game.cadence import ByGame
from ratings.cadence.by_period.cadence import ByPeriod
from ratings.cadence.contract import RatingCadence, RunCadence
from ratings.cadence.shared.steps import ListCount
from ratings.models import RatingSystem
from ratings.rulebook.systems import is_handed_in_for, played
from tournaments.models import Tournament

RUN_CADENCES: Mapping[Cadence, RunCadence] = {Cadence.BY_EVENT: ByEvent(), Cadence.BY_PERIOD: ByPeriod()}
CADENCES: Mapping[Cadence, RatingCadence] = {**RUN_CADENCES, Cadence.BY_GAME: ByGame()}


def cadence_of(system_key: str) -> RatingCadence:
    """Return how the ratings of a system move."""
    return CADENCES[CATALOGUE[system_key].cadence]


def run_cadence_of(system_key: str) -> RunCadence:
    """Return how runs of a system replay its facts; ValueError for a system that has none."""
    cadence = RUN_CADENCES.get(CATALOGUE[system_key].cadence)
    if cadence is None:
        raise ValueError(f"{system_key} is rated game by game, without runs")
    return cadence


def systems_with_runs() -> QuerySet[RatingSystem]:
    """Select the systems whose ratings move by runs that an officer reviews, active or not."""
    keys = [key for key, entry in CATALOGUE.items() if entry.cadence in RUN_CADENCES]
    return RatingSystem.objects.filter(key__in=keys)


def live_systems() -> QuerySet[RatingSystem]:
    """Select the systems whose ratings move with every game, read live between lists; active or not."""
    keys = [key for key in CATALOGUE if cadence_of(key).takes_single_games]
    return RatingSystem.objects.filter(key__in=keys)


def lists_moved_by(tournament: Tournament) -> list[ListCount]:
    """Return the lists a tournament counts for in active systems whose ratings move once a list."""
    return [moved for cadence in RUN_CADENCES.values() for moved in cadence.lists_moved_by(tournament)]


def is_for_events(tournament: Tournament) -> bool:
    """Return whether a tournament was handed in for a system whose ratings move event by event."""
    facts = played(tournament)
    return any(is_handed_in_for(key, facts) for key in keys_of(Cadence.BY_EVENT))


def disciplines_of_events() -> frozenset[str]:
    """Return the disciplines whose tournaments move ratings by themselves."""
    return disciplines_of(Cadence.BY_EVENT)


def disciplines_of_lists() -> frozenset[str]:
    """Return the disciplines whose tournaments count once a list, for a later one if reported late."""
    return disciplines_of(Cadence.BY_PERIOD)


def by_cadence(keys: Iterable[str]) -> dict[RatingCadence, list[str]]:
    """Sort systems by how they move, so that each cadence is asked once."""
    keys_by_cadence: dict[RatingCadence, list[str]] = {}
    for key in keys:
        keys_by_cadence.setdefault(cadence_of(key), []).append(key)
    return keys_by_cadence
