"""Lists of systems that move with every game (FICS, online ladder): a list is the end of a day that is over.

Its entries: the table of the established before that of the provisional.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

import numpy as np
from django.db.models import Q
from django.utils import timezone
from numpy.typing import NDArray

from federation.models import Merge
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game import standings
from ratings.cadence.by_game.moments import day_at, end_of, moment_of
from ratings.cadence.by_game.packing import NEVER
from ratings.cadence.by_game.replay import stream_policy
from ratings.cadence.by_game.stale import ledger_of, waits
from ratings.cadence.by_game.standings import DayStandings
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.list_columns import (
    NOBODY,
    Places,
    PreviousList,
    Rows,
    moves,
    place_columns,
    places,
)
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.editions import rounded
from ratings.rulebook.policy import engine_version
from ratings.rulebook.streams import is_active, is_established, stream_edition
from tournaments.models import Seat, TableGame

# Who decided just before a list was frozen may have committed just after it.
SLACK = timedelta(minutes=10)
MOST_GAMES = 10_000  # late games that are looked at


def columns(
    published: PublishedList, standings: DayStandings, people: dict[str, list[Any]], before: PreviousList
) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page."""
    edition = stream_edition(published.system, published.date)
    players, shown = standings.player.tolist(), rounded(standings.rating, edition.rounding)
    established = is_established(edition, games=standings.games, deviation=standings.deviation)
    active = is_active(edition, last_game=standings.played, moment=moment_of(published.date))
    keys = list(zip(people["search_key"], players, strict=True))
    place = tables(shown, keys, established=established, active=active)
    rows: Rows = {
        **people,
        "list_id": [published.pk] * len(players),
        "player_id": players,
        **place_columns(place),
        "rating": shown.tolist(),
        "exact": standings.rating.tolist(),
        "deviation": [None if np.isnan(value) else value for value in standings.deviation.tolist()],
        "provisional": (~established).tolist(),
        "games": standings.games.tolist(),
        "last_played": [_day(moment) for moment in standings.played.tolist()],
        "active": active.tolist(),
    }
    rows |= moves(rows, before)
    order = np.argsort(place.position).tolist()
    return {name: [values[row] for row in order] for name, values in rows.items()}


def _day(moment: int) -> date | None:
    return None if moment == NEVER else day_at(moment)


def tables(
    shown: Longs, keys: list[tuple[str, int]], *, established: NDArray[np.bool_], active: NDArray[np.bool_]
) -> Places:
    """Count one table behind the other, ranks inside each; the provisional are not among the active."""
    whole = Places(*(np.full(shown.size, NOBODY, np.int64) for _ in range(4)))
    first = int(established.sum())
    for chosen, among, behind in (
        (np.flatnonzero(established), active, 0),
        (np.flatnonzero(~established), np.zeros_like(active), first),
    ):
        part = places(shown[chosen], [keys[row] for row in chosen.tolist()], active=among[chosen])
        whole.position[chosen], whole.rank[chosen] = part.position + behind, part.rank
        whole.active_position[chosen], whole.active_rank[chosen] = part.active_position, part.active_rank
    return whole


def list_basis(system: RatingSystem) -> dict[str, int | str]:
    """Return what a list is made from: the game rated last, how often facts moved, rules and functions."""
    return {
        "last_key": ledger_of(system).last_key,
        "facts": system.facts,
        "rules": rules_digest(system),
        "numeric": system.numeric,
    }


def rules_digest(system: RatingSystem) -> str:
    """Return a digest of the state of a system's rules: editions, constants, engine."""
    policy = stream_policy(system)
    words = (engine_version(system.key), *policy.names, policy.parameters.tobytes().hex())
    return sha256("\0".join(words).encode()).hexdigest()[:16]


def has_moved(published: PublishedList, system: RatingSystem) -> bool:
    """Return whether facts of a list came, went or changed after it was frozen, or its rules did."""
    based, end = published.report, end_of(published.date)
    if based.get("rules") != rules_digest(system) or waits(system, before=end):
        return True
    late = TableGame.objects.filter(system=system.key, ended__lt=end, pk__gt=based["last_key"])
    if late.filter(withdrawn=None).exists():
        return True
    if system.facts == based["facts"] or published.published is None:
        return False
    since = published.published - SLACK
    gone = TableGame.objects.filter(system=system.key, ended__lt=end, withdrawn__gte=since)
    decided = ManualEvent.objects.filter(system=system, date__lte=published.date, kind__in=sources.LEVELS)
    decided = decided.filter(Q(entered__gte=since) | Q(withdrawn__gte=since))
    merged = Merge.objects.filter(Q(at__gte=since) | Q(undone__gte=since))
    return gone.exists() or decided.exists() or merged.exists()


def late_players(published: PublishedList, since: datetime | None) -> set[int]:
    """Return who sat in a game of a list's time that came after the list, or was withdrawn since a moment."""
    late = Q(pk__gt=published.report["last_key"], withdrawn=None) | Q(withdrawn__gt=since)
    games = TableGame.objects.filter(late, system=published.system.key, ended__lt=end_of(published.date))
    rows = list(games.values_list("pk", "white_id", "black_id")[:MOST_GAMES])
    seated = Seat.objects.filter(game__in=[row[0] for row in rows]).values_list("player_id", flat=True)
    return {key for row in rows for key in row[1:] if key is not None} | set(seated)


def due_lists(now: datetime) -> list[tuple[RatingSystem, date]]:
    """Return the active systems whose list of yesterday (UTC) is due: a game of it is on no list yet.

    A machine that slept makes the newest day's list only. What an officer published of a later day stands.
    """
    yesterday = now.astimezone(UTC).date() - timedelta(days=1)
    active = RatingSystem.objects.filter(active=True, key__in=keys_of(Cadence.BY_GAME))
    return [(system, yesterday) for system in active if _is_due(system, yesterday)]


def _is_due(system: RatingSystem, day: date) -> bool:
    last = PublishedList.objects.filter(system=system).newest().first()
    if last is not None and last.date >= day:
        return False
    games = TableGame.objects.filter(system=system.key, withdrawn=None, ended__lt=end_of(day))
    if last is None:
        return games.exists()
    return games.filter(ended__gte=end_of(last.date)).exists() or has_moved(last, system)


class ListsByGame:
    """Lists of systems that follow their games by themselves: `ratings.cadence.lists.Lists`."""

    late_players = staticmethod(late_players)
    has_moved = staticmethod(has_moved)

    def usual_list_day(self, today: date) -> date:  # noqa: ARG002 - days of servers are those of UTC
        """Return yesterday by UTC, the last day that is over."""
        return datetime.now(UTC).date() - timedelta(days=1)

    def why_no_list_on(self, day: date) -> str:
        """Return "not-over" for a day that has not ended (24:00 UTC)."""
        return "not-over" if end_of(day) > timezone.now().timestamp() * 1000 else ""

    def why_not_ready(self, system: RatingSystem, day: date) -> str:
        """Return "stale" while games that ended up to a day wait to be rated."""
        return "stale" if waits(system, before=end_of(day)) else ""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Copy every player's rating at the end of the list's day."""
        day_standings = standings.stood(published.system, published.date)
        copied()
        people = standings.people(published.system, day_standings.player)
        return columns(published, day_standings, people, before)

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Note how many are established, and which games and rules the list was made from."""
        published.established = rows["provisional"].count(False)
        published.report |= list_basis(published.system)

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether no game of the list's time was rated since it was prepared."""
        prepared.published = prepared.prepared  # where has_moved starts
        moved = has_moved(prepared, prepared.system)
        prepared.published = None
        return not moved

    def next_list_day(self, _today: date) -> date | None:
        """Return None: there is one every day."""
        return None

    def rows_between(self, _newer: PublishedList, _older: PublishedList | None) -> Q | None:
        """Return None: there is no row a game."""
        return None
