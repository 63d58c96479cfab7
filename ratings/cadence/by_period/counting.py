"""For which lists a tournament counts, and what each list did to those who played in it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.db.models import QuerySet

from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_period.assemble import Counted, Held, counted
from ratings.cadence.by_period.facts import days_of, place_of
from ratings.cadence.by_period.policy import PeriodPolicy, period_policy_of
from ratings.cadence.shared.steps import ListCount, Move
from ratings.models import RatingChange, RatingSystem
from ratings.rulebook.fide_periods import list_date
from ratings.rulebook.systems import is_handed_in_for, played, takes
from tournaments.models import Tournament


def lists_of(tournament: Tournament) -> Sequence[ListCount]:
    """Return the lists of active period systems a tournament counts for, the earliest first.

    No query where it counts in no such system.
    """
    facts = played(tournament)
    keys = [key for key in keys_of(Cadence.BY_PERIOD) if is_handed_in_for(key, facts)]
    systems = RatingSystem.objects.filter(active=True, key__in=keys).order_by("position") if keys else ()
    return [
        ListCount(system.key, list_date(month), _moves(system, tournament, month))
        for system in systems
        if takes(system, facts)
        for month in sorted(set(_months(system, tournament)))
    ]


def list_days(system: RatingSystem, tournament: Tournament) -> Sequence[date]:
    """Return the lists of one period system a tournament counts for, by its dates alone; no query."""
    return [list_date(month) for month in sorted(set(_months(system, tournament)))]


def parts_of(policy: PeriodPolicy, tournament: Tournament) -> Iterator[Counted]:
    """Yield the parts of a tournament that count in a period system, each with its list; no query."""
    event = Held(
        tournament.pk,
        tournament.number,
        tournament.start,
        tournament.end,
        tournament.official,
        tournament.reported,
        days_of(tournament.round_dates),
    )
    return counted(event, lists=policy.report_lists)


def _months(system: RatingSystem, tournament: Tournament) -> Iterator[int]:
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    return (part.month for part in parts_of(policy, tournament))


def moves_of(player: int, months: Iterable[int]) -> dict[tuple[str, int, int], Move]:
    """Read what lists (months) did to a player who had games that counted for them, by system; one query."""
    places = {place_of(month): month for month in months}
    rows = _rows().filter(
        player=player, sequence__in=places, system__active=True, system__key__in=keys_of(Cadence.BY_PERIOD)
    )
    return {
        (key, places[place], player): Move(key, *numbers)
        for key, place, *numbers in rows.values_list("system__key", "sequence", *_MOVE)
    }


def _moves(system: RatingSystem, tournament: Tournament, month: int) -> dict[int, Move]:
    """Read what a list did to the entrants who had games that counted for it; one query."""
    rows = _rows().filter(
        system=system, sequence=place_of(month), player__in=tournament.entries.values("player")
    )
    return {player: Move(system.key, *numbers) for player, *numbers in rows.values_list("player_id", *_MOVE)}


_MOVE = ("before", "start", "after", "games", "edition")


def _rows() -> QuerySet[RatingChange]:
    """Select the rows of lists whose player had games that counted."""
    return RatingChange.objects.filter(games__gt=0, tournament=None, manual_event=None)
