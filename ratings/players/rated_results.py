"""Queries of the results of a player's events, replaced and revoked revisions among them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from typing import Protocol

from django.db.models import Q

from federation.models import Player
from ratings.players import opponents
from ratings.players.header import Person
from ratings.players.opponents import Tally
from tournaments.careers.packing import unpack
from tournaments.models import Game
from tournaments.reports.outcomes import Outcome, is_rateable, scores


class RatedEvent(Protocol):
    """Event of a player with the key of the revision that was rated, and the number of rated games."""

    @property
    def key(self) -> int | None: ...
    @property
    def games(self) -> int: ...


def ended(person: Person, events: Iterable[RatedEvent]) -> dict[int, Tally]:
    """Return how the games of events ended, by the key of the revision that was rated; at most one query."""
    rated = {event.key: event.games for event in events if event.key is not None}
    known = opponents.by_tournament(unpack(person.played), list(rated)) if person.played else {}
    missing = [key for key, games in rated.items() if games and key not in known]
    return known | results_of(person.player, missing) if missing else known


def results_of(player: Player, revisions: Collection[int]) -> dict[int, Tally]:
    """Count how a player's games in some revisions (their keys) ended, by revision; one query.

    A career counts the approved revision alone, while the ledger names the one before until the next run.
    """
    ends: dict[int, Counter[int]] = defaultdict(Counter)
    rows = Game.objects.filter(Q(white__player=player) | Q(black__player=player), tournament__in=revisions)
    names = ("tournament", "white__player", "outcome", "by_default")
    for tournament, white, outcome, by_default in rows.values_list(*names):
        ended = Outcome(outcome)
        if is_rateable(ended, by_default=by_default):
            ends[tournament][scores(ended)[0 if white == player.pk else 1]] += 1
    return {key: Tally(each[2], each[1], each[0]) for key, each in ends.items()}
