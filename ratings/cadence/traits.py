"""Traits of the three cadences: what is so for every system of one, without a query; selections by them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.catalogue import CATALOGUE, disciplines_of, keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.models import ManualEvent, RatingSystem
from ratings.rulebook.systems import is_handed_in_for, played
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Traits:
    """When the ratings of a system move, as jobs, forms and pages ask."""

    # The sentence on facts of a %(system)s that change from a %(date)s on, for the person who changes them.
    changes_notice: str
    # Which decisions the office can enter.
    manual_kinds: Sequence[ManualEvent.Kind]
    # Whether ratings move between two lists, so that one is shown live; else each holds to the next list.
    moves_between_lists: bool
    # Whether games come one by one, in no tournament, and every one moves the ratings.
    takes_single_games: bool = False
    # Whether there is a list every day: followers hear of the newest of a week, pages show those that moved.
    lists_daily: bool = False
    # Whether figures of games are recomputed with a list only, because every game moves the state.
    figures_by_list: bool = False
    # Whether ratings depend on years of birth.
    reads_birth_years: bool = False
    # Whether the bundle of a list is made with it, while the facts are those of the list; else on demand.
    has_list_bundle: bool = True


_REVIEWED = gettext_noop("%(system)s: to be recalculated from %(date)s on; an officer reviews it.")
_Kind = ManualEvent.Kind
TRAITS: Mapping[Cadence, Traits] = {
    Cadence.BY_EVENT: Traits(
        changes_notice=_REVIEWED,
        manual_kinds=(_Kind.INITIAL, _Kind.REEVALUATION, _Kind.RESET, _Kind.ADJUSTMENT),
        moves_between_lists=True,
    ),
    Cadence.BY_PERIOD: Traits(
        changes_notice=_REVIEWED,
        manual_kinds=(_Kind.CORRECTION, _Kind.INITIAL, _Kind.REEVALUATION, _Kind.RESET),
        moves_between_lists=False,
        reads_birth_years=True,  # K of a junior
    ),
    Cadence.BY_GAME: Traits(
        changes_notice=gettext_noop("%(system)s: the games are rated again from %(date)s on."),
        manual_kinds=(_Kind.INITIAL,),
        moves_between_lists=True,
        takes_single_games=True,
        lists_daily=True,
        figures_by_list=True,
        has_list_bundle=False,
    ),
}


def traits_of(system_key: str) -> Traits:
    """Return the traits of the cadence of a system."""
    return TRAITS[CATALOGUE[system_key].cadence]


def by_cadence(keys: Iterable[str]) -> dict[Cadence, list[str]]:
    """Sort systems by how they move, so that each cadence is asked once."""
    keys_by_cadence: dict[Cadence, list[str]] = {}
    for key in keys:
        keys_by_cadence.setdefault(CATALOGUE[key].cadence, []).append(key)
    return keys_by_cadence


def systems_with_runs() -> QuerySet[RatingSystem]:
    """Select the systems whose ratings move by runs that an officer reviews, active or not."""
    keys = [*keys_of(Cadence.BY_EVENT), *keys_of(Cadence.BY_PERIOD)]
    return RatingSystem.objects.filter(key__in=keys)


def live_systems() -> QuerySet[RatingSystem]:
    """Select the systems whose ratings move with every game, read live between lists; active or not."""
    return RatingSystem.objects.filter(key__in=keys_of(Cadence.BY_GAME))


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
