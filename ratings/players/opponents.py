"""Queries of a player's opponents in tournaments: most frequent ones, results, numbers of games.

Of the results of events, those of replaced and revoked revisions too.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

import numpy as np
from django.db.models import Q
from numpy.typing import NDArray

from federation.models import Player
from ratings.players.header import Person
from tournaments.careers.packing import NOBODY, Rows, unpack
from tournaments.models import Career as Kept
from tournaments.models import Game
from tournaments.reports.outcomes import Outcome, is_rateable, scores

_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """Games and how they ended, seen by the player."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


class Somebody(Protocol):
    """Who was met: a player, or as much of one as names them."""

    @property
    def pk(self) -> int: ...
    @property
    def surname(self) -> str: ...
    @property
    def given_name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent, how the games with them ended, and the day of the newest tournament with one."""

    player: Somebody
    tally: Tally
    last: date


@dataclass(frozen=True, slots=True)
class Career:
    """The games of a player in approved tournaments, year by year, and whom they met most often."""

    years: Sequence[tuple[int, Tally]] = ()  # without gaps, oldest first
    opponents: Sequence[Met] = ()
    met: int = 0  # how many different players
    months: Sequence[tuple[str, Tally]] = ()  # of games that all lie near each other: 2026-11

    @property
    def tally(self) -> Tally:
        """All years together."""
        each = [tally for _, tally in self.years]
        return Tally(
            sum(year.won for year in each), sum(year.drawn for year in each), sum(year.lost for year in each)
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """A career before its opponents have names."""

    years: Sequence[tuple[int, Tally]] = ()
    often: Sequence[tuple[int, Tally, date]] = ()  # opponent, how it ended, the newest day
    met: int = 0
    months: Sequence[tuple[str, Tally]] = ()

    def with_people(self, known: Mapping[int, Somebody]) -> Career:
        """Name the opponents."""
        if not self.years:
            return Career()
        met = [Met(known[key], tally, last) for key, tally, last in self.often]
        return Career(self.years, met, self.met, self.months)


def career(player: Player, *, few: int) -> Career:
    """Read what a player has played, and the `few` they met most often; two queries, however much it is."""
    stored = Kept.objects.filter(player=player).values_list("data", flat=True).first()
    counted = count(unpack(bytes(stored)), few=few) if stored is not None else Counted()
    return counted.with_people(Player.objects.in_bulk([key for key, _, _ in counted.often]))


def count(games: Rows, *, few: int) -> Counted:
    """Count games by year, and by opponent for the `few` met most often: by the newest day where equal."""
    if not games.size:
        return Counted()
    year = games["day"].astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    first = int(year[0])  # games are stored in the order of their days
    years = enumerate(tallies(year - first, games["points"]), start=first)
    games = games[games["opponent"] != NOBODY]
    opponent, place = np.unique(games["opponent"], return_inverse=True)
    ends = _ends(place, games["points"])
    last = np.full(opponent.size, games["day"].min(initial=0))
    np.maximum.at(last, place, games["day"])
    total = np.bincount(place, minlength=opponent.size)
    often = np.lexsort((opponent, last, total))[::-1][:few].tolist()
    met = [
        (int(opponent[at]), _tally(ends[at].tolist()), _EPOCH + timedelta(days=int(last[at]))) for at in often
    ]
    return Counted(list(years), met, opponent.size)


def by_tournament(games: Rows, keys: Sequence[int]) -> dict[int, Tally]:
    """Count how the games of some tournaments ended, by the key of the revision."""
    wanted = np.unique(np.array(keys, np.int64))
    own = games[np.isin(games["tournament"], wanted)]
    place = np.searchsorted(wanted, own["tournament"])
    counts = zip(wanted.tolist(), tallies(place, own["points"]), strict=False)  # the last may have no games
    return {key: tally for key, tally in counts if tally.games}


def tallies(place: NDArray[np.int64], points: NDArray[np.uint8]) -> list[Tally]:
    """Count how games ended, by place from 0 on."""
    return [_tally(ends) for ends in _ends(place, points).tolist()]


def _ends(place: NDArray[np.int64], points: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Count lost, drawn and won games by place: (P, 3)."""
    size = int(place.max(initial=-1)) + 1
    return np.bincount(3 * place + points, minlength=3 * size).reshape(size, 3)


def _tally(ends: Sequence[int]) -> Tally:
    lost, drawn, won = ends
    return Tally(won, drawn, lost)


class RatedEvent(Protocol):
    """Event of a player with the key of the revision that was rated, and the number of rated games."""

    @property
    def key(self) -> int | None: ...
    @property
    def games(self) -> int: ...


def ended(person: Person, events: Iterable[RatedEvent]) -> dict[int, Tally]:
    """Return how the games of events ended, by the key of the revision that was rated; at most one query."""
    rated = {event.key: event.games for event in events if event.key is not None}
    known = by_tournament(unpack(person.played), list(rated)) if person.played else {}
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
