"""Basis of a stream's list, whether it has moved since, and which lists are due. Reads only."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from django.db.models import Q

from federation.models import Merge
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.facts import end_of
from ratings.cadence.by_game.replay import stream_policy
from ratings.cadence.by_game.stale import ledger_of, waits
from ratings.models import ManualEvent, PublishedList, RatingSystem
from ratings.rulebook.policy import engine_version
from tournaments.models import Seat, TableGame

# Who decided just before a list was frozen may have committed just after it.
SLACK = timedelta(minutes=10)
MOST_GAMES = 10_000  # late games that are looked at


def basis(system: RatingSystem) -> dict[str, int | str]:
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


def due(now: datetime) -> list[tuple[RatingSystem, date]]:
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
