"""Update of a stream's ratings: rate new games, replay from the first changed fact."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import inf
from time import monotonic

import numpy as np
from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_noop

from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game import standings
from ratings.cadence.by_game.facts import BEGINNING, END, Window
from ratings.cadence.by_game.moments import moment_of
from ratings.cadence.by_game.packing import NEVER
from ratings.cadence.by_game.posting import Posted, cut_up, post
from ratings.cadence.by_game.replay import Replay, load, rate
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.shared.standings import Ratings, by_player, current_ratings, with_moved
from ratings.models import CurrentRating, ManualEvent, PublishedList, RatingSystem, StreamLedger

ATTEMPTS = 3  # without the lock; after so many overtaken attempts it is taken before reading
ReportProgress = Callable[[float, str], None]


class OvertakenError(Exception):
    """Facts or standing moved while they were read; nothing was written."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done: games rated (again, too), players whose standing changed, and how long it took."""

    games: int = 0
    new: int = 0
    moved: int = 0
    gone: int = 0
    seconds: float = 0.0

    def plus(self, games: int, posted: Posted, seconds: float) -> "Outcome":
        """Add one replay."""
        return Outcome(
            self.games + games,
            self.new + posted.new,
            self.moved + posted.moved,
            self.gone + posted.gone,
            self.seconds + seconds,
        )


@dataclass(frozen=True, slots=True)
class _Task:
    """What there is to do, and what it is based on."""

    system: RatingSystem
    ledger: StreamLedger
    since: int
    last_key: int
    only_new: bool  # nothing moved otherwise than by games that came

    @property
    def window(self) -> Window:
        """The facts to read."""
        return Window(since=self.since, last_key=self.last_key, only_new=self.only_new)


def rate_pending(
    key: str,
    *,
    whole: bool = False,
    report: ReportProgress = lambda _percent, _message: None,
    seconds: float = inf,
) -> Outcome:
    """Rate everything of a stream that is not rated yet; harmless when repeated.

    `whole` replays everything first. After some `seconds` no further replay begins, even if games
    came meanwhile. Raises like `policy_of` for rules the rulebook does not have.
    """
    outcome, attempts, until = Outcome(), 0, monotonic() + seconds
    while (not outcome.games or monotonic() < until) and (task := _task(key, whole=whole)):
        begun = monotonic()
        try:
            games, posted = _do(task, report) if attempts < ATTEMPTS else _do_locked(key, report, whole=whole)
        except OvertakenError:
            attempts += 1
            continue
        outcome, whole, attempts = outcome.plus(games, posted, monotonic() - begun), False, 0
    return outcome


def _task(key: str, *, whole: bool) -> _Task | None:
    """Look what there is to do; None: nothing. Read before the facts: what moves later overtakes."""
    system = RatingSystem.objects.get(key=key)
    ledger = ledger_of(system)
    fresh = sources.fresh(system, ledger.last_key)
    since = min(fresh.earliest, END if ledger.moved_from is None else ledger.moved_from)
    if not whole and since == END and fresh.last_key == ledger.last_key:
        return None
    only_new = not whole and ledger.moved_from is None
    return _Task(system, ledger, BEGINNING if whole else since, fresh.last_key, only_new)


def _do_locked(key: str, report: ReportProgress, *, whole: bool) -> tuple[int, Posted]:
    with transaction.atomic():
        RatingSystem.objects.select_for_update(no_key=True).get(key=key)
        task = _task(key, whole=whole)
        return _do(task, report) if task else (0, Posted(0, 0, 0, 0))


def _do(task: _Task, report: ReportProgress) -> tuple[int, Posted]:
    """Do one replay: read and compute beside everybody else, then write in one short transaction."""
    report(5, gettext_noop("reading the games"))
    replay = load(task.system, task.window)
    report(35, gettext_noop("calculating"))
    rated = rate(replay)
    report(45, gettext_noop("preparing the histories"))
    after = cut_up(replay, rated)
    report(60, gettext_noop("writing the ratings"))
    with transaction.atomic():
        based = RatingSystem.objects.filter(
            pk=task.system.pk, state=task.system.state, facts=task.system.facts
        )
        if not based.update(state=F("state") + 1):
            raise OvertakenError(task.system.key)
        posted = post(replay, after)
        _move_on(task, replay)
    report(100, gettext_noop("writing the ratings"))
    return _games(replay), posted


def ratings_with(system: RatingSystem, decision: ManualEvent | None) -> Ratings:
    """Return where everybody would stand with every game rated and a decision entered; writes nothing."""
    ledger = StreamLedger.objects.filter(system=system).first() or StreamLedger(system=system)
    fresh = sources.fresh(system, ledger.last_key)
    moved = [ledger.moved_from, moment_of(decision.date) if decision else None]
    since = min(fresh.earliest, *(moment for moment in moved if moment is not None), END)
    if since == END:
        return current_ratings(system)
    replay = load(system, Window(since=since, last_key=fresh.last_key, decision=decision))
    after, rating = cut_up(replay, rate(replay)), np.full(replay.assembly.players.size, np.nan)
    rating[after.standing] = after.last["after"]
    return with_moved(current_ratings(system), replay.assembly.players, rating)


def _games(replay: Replay) -> int:
    return int((replay.assembly.key > 0).sum())


def _move_on(task: _Task, replay: Replay) -> None:
    """Note how far the stream is rated now."""
    games = sources.games_rated(task.system, last_key=task.last_key)
    StreamLedger.objects.filter(pk=task.ledger.pk).update(
        last_key=task.last_key, moment=_last_moment(task, replay), games=games, moved_from=None
    )


def _last_moment(task: _Task, replay: Replay) -> int | None:
    """Return when the last game (or decision) that is rated now ended; None without one."""
    if task.only_new and replay.assembly.key.size:
        return max(int(replay.assembly.facts.moment[-1]), task.ledger.moment or NEVER)
    rows = CurrentRating.objects.filter(system=task.system)
    last_moment: int | None = rows.aggregate(moment=Max("moment"))["moment"]
    return last_moment


class LedgerByGame:
    """Ledger of systems that follow their games by themselves: `ratings.cadence.ledger.Ledger`."""

    ratings_with = staticmethod(ratings_with)

    def rate_at_once(self, system_key: str, *, whole: bool) -> Mapping[str, float] | None:
        """Rate the games that wait: there is nothing to review."""
        return asdict(rate_pending(system_key, whole=whole))

    def recompute(self, published: PublishedList, system: RatingSystem) -> Mapping[str, dict[int, float]]:
        """Compute ratings, and their deviations on the list's day, from the games alone."""
        day_standings = standings.computed(system, published.date)
        return {
            "exact": by_player(day_standings.player, day_standings.rating),
            "deviation": by_player(day_standings.player, day_standings.deviation),
        }
