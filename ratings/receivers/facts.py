"""Receivers of signals about facts: systems marked stale, imported levels written, ratings looked up."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from federation.player_lists.readers.fide_columns import Levels, Persons
from federation.signals import LevelCounts
from federation.vocabulary.grades import grade_at
from federation.vocabulary.systems.catalogue import systems_of_register, systems_of_strength
from ratings.cadence.facts import facts_of
from ratings.lists import import_published
from ratings.models import CurrentRating, ManualEvent, RatingSystem
from ratings.rulebook import systems
from ratings.rulebook.systems import SYSTEMS
from ratings.runs import imported_levels, manual_events, recalculation
from tournaments.models import Tournament
from tournaments.revisions.match_doubts import Level


def mark_systems_stale(tournament: Tournament, since: date, **_: Any) -> None:
    """Mark the systems stale in which any revision of the tournament counts."""
    for system in recalculation.systems_of(tournament.number):
        recalculation.mark_stale(system, since)


def tell_levels(players: Collection[int], discipline: str, rate: str, **_: Any) -> Mapping[int, Level]:
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


def tell_why_never_rated(tournament: Tournament, **_: Any) -> str:
    """Return why a tournament can never be rated in a system it is handed in for; one query."""
    facts = systems.played(tournament)
    active = RatingSystem.objects.filter(active=True).values_list("key", flat=True)
    asked = [key for key in active if key in SYSTEMS and systems.is_handed_in_for(key, facts)]
    if not asked:
        return "no-system"
    return "too-early" if all(systems.is_too_early(key, facts.start) for key in asked) else ""


def tell_ratings(players: Collection[int], system: str, **_: Any) -> Mapping[int, float]:
    """Return where players stand in a system of Go, on the scale of the EGF; one query."""
    scale = SYSTEMS[system].scale if system in SYSTEMS else None
    if scale is None:
        return {}
    above = scale.below_gor
    rows = CurrentRating.objects.filter(player__in=players, system__key=system, system__active=True)
    return {player: rating + above for player, rating in rows.values_list("player", "rating")}


def name_the_rated(scheme: str, **_: Any) -> Collection[int]:
    """Return the numbers of the players whom results have moved in a system of the list's register."""
    played = CurrentRating.objects.filter(events__gt=0)
    return set(played.filter(system__key__in=systems_of_register(scheme)).values_list("player_id", flat=True))


def take_base_levels(
    rows: Sequence[tuple[int, float, int | None]], list_date: date, system: str, **more: Any
) -> LevelCounts:
    """Write the ratings of an imported list as base levels of its day; count them.

    Raises RatingSystem.DoesNotExist for a key that is no system, so that the import is undone.
    """
    levels = [(player, rating) for player, rating, *_events in rows]
    rating_system = RatingSystem.objects.get(key=system)
    return _note_levels(
        rating_system, list_date, manual_events.enter_base(rating_system, levels, list_date), more
    )


def take_fide_list(
    levels: Levels, persons: Persons | None, list_date: date, system: str, **more: Any
) -> LevelCounts | None:
    """Make facts to rate from, a published list, or both of an imported FIDE list; count the facts.

    Raises RatingSystem.DoesNotExist for a key that is no system, so that the import is undone.
    """
    rating_system = RatingSystem.objects.get(key=system)
    account: Account | None = more.get("account")
    if persons is not None:
        import_published.keep(rating_system, levels, persons, day=list_date, account=account)
    if not more["as_base"]:
        return None
    return _note_levels(
        rating_system, list_date, imported_levels.enter_levels(rating_system, levels, list_date), more
    )


def _note_levels(
    system: RatingSystem, day: date, counts: LevelCounts, more: Mapping[str, Any]
) -> LevelCounts:
    """Write one line for the levels a list brought, however many; a number that was merged has none."""
    merged = ManualEvent.objects.filter(system=system, date=day, player__merged_into__isnull=False)
    merged.filter(withdrawn=None).update(withdrawn=timezone.now())
    if counts.written:
        account, levels = more.get("account"), counts.written
        journal.write("system.levels", system, account=account, system=system.key, date=day, levels=levels)
    return counts


def rate_games(system: str, account: Account | None = None, **_: Any) -> None:
    """Enqueue the rating of games that came one by one after the commit: a job that waits, or one more."""
    facts_of(system).enqueue_rating(system, account)


def rate_games_since(system: str, since: int, account: Account | None = None, **_: Any) -> None:
    """Replay from the first game on that was taken out of the facts or given to another player."""
    facts = facts_of(system)
    facts.mark_stale_since(RatingSystem.objects.get(key=system), since)
    facts.enqueue_rating(system, account)
