"""Reads of the review pages: where each system stands, and what a run would change."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, gettext_noop

from federation.models import Player
from ratings.cadence.by_game.list_freshness import STREAMS
from ratings.charts.figures import moved
from ratings.lists import list_preview
from ratings.models import Proposal, PublishedList, RatingRun, RatingSystem, StreamLedger
from ratings.models.run_stages import OPEN, RunStage
from tournaments.models import Stream, Tournament

RECENT = 20

ALARMS = {
    "large-move": gettext_noop("Ratings move by up to %(found).0f points; more than %(bound).0f is rare."),
    "entering": gettext_noop(
        "Players come to a first rating: %(found).0f; more than %(bound).0f at once is rare."
    ),
    "leaving": gettext_noop("Players lose their rating altogether: %(found).0f."),
    "restless": gettext_noop(
        "The adjustment did not come to rest in %(bound).0f passes: %(found).0f tournaments."
    ),
    "many-moved": gettext_noop("More than %(bound).0f %% of the rated players move."),
}
SHARES = frozenset({"many-moved"})  # bounds said as percentages
ABOUT_TOURNAMENTS = frozenset({"restless"})


@dataclass(frozen=True, slots=True)
class Standing:
    """One system as an officer sees it."""

    system: RatingSystem
    run: RatingRun | None  # the open one
    newest: PublishedList | None
    prepared: PublishedList | None  # a list nobody but officers sees yet

    @property
    def awaits_review(self) -> bool:
        """Return whether a proposal waits that still fits the facts, so that it can be approved."""
        return (
            self.run is not None
            and self.run.stage == RunStage.PROPOSED
            and self.run.based_on_facts == self.system.facts
            and self.run.based_on_state == self.system.state
        )


@dataclass(frozen=True, slots=True)
class Streamed:
    """One system rated game by game, as an officer sees it."""

    system: RatingSystem
    ledger: StreamLedger | None
    games: int  # that stand
    newest: PublishedList | None

    @property
    def rated(self) -> int:
        """How many games are rated."""
        return self.ledger.games if self.ledger else 0

    @property
    def moment(self) -> datetime | None:
        """When the game rated last had ended."""
        if self.ledger is None or self.ledger.moment is None:
            return None
        return datetime.fromtimestamp(self.ledger.moment / 1000, UTC)


@dataclass(frozen=True, slots=True)
class Mover:
    """A player who would move far."""

    player: Player | None
    old: float
    new: float

    @property
    def move(self) -> float:
        """Points won or lost, as both are shown."""
        return moved(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Crosser:
    """A player who would come to a rating or lose it."""

    player: Player | None
    rating: float


@dataclass(frozen=True, slots=True)
class Named:
    """Whoever the page of a run names: who moves most, who enters and leaves, and what to look at twice."""

    movers: list[Mover]
    entering: list[Crosser]
    leaving: list[Crosser]
    cautions: list["Caution"]


@dataclass(frozen=True, slots=True)
class Caution:
    """An alarm with its sentence and the things it is about."""

    text: str
    subjects: list[Player] | list[Tournament]


def standings() -> list[Standing]:
    """Return every system with its open run and its newest list."""
    runs = {
        run.system_id: run
        for run in RatingRun.objects.filter(stage__in=OPEN)
        .select_related("job", "system")
        .defer("comparison")
    }
    lists = PublishedList.objects.filter(ready=True).select_related("system").order_by("date", "revision")
    newest = {one.system_id: one for one in lists}
    prepared = list_preview.waiting()
    return [
        Standing(system, runs.get(system.pk), newest.get(system.pk), prepared.get(system.pk))
        for system in RatingSystem.objects.filter(active=True).exclude(key__in=STREAMS)
    ]


def streams() -> list[Streamed]:
    """Return every active stream: how far its games are rated, and its newest list; three queries at most."""
    systems = list(RatingSystem.objects.filter(active=True, key__in=STREAMS).select_related("stream_ledger"))
    if not systems:
        return []
    arrived = dict(Stream.objects.values_list("system", "games"))
    lists = PublishedList.objects.filter(ready=True, system__in=systems).select_related("system")
    newest = {one.system_id: one for one in lists.order_by("date", "revision")}
    return [
        Streamed(one, getattr(one, "stream_ledger", None), arrived.get(one.key, 0), newest.get(one.pk))
        for one in systems
    ]


def recent_runs() -> QuerySet[RatingRun]:
    """Return the runs decided last."""
    return (
        RatingRun.objects.exclude(stage__in=OPEN)
        .select_related("system", "decided_by")
        .defer("comparison")
        .order_by("-pk")[:RECENT]
    )


def proposals(run: RatingRun) -> QuerySet[Proposal]:
    """Return the rows of a run's difference with their players and events, the last event first.

    What stands for a row that is new is the rating its player brings to the event.
    """
    return (
        Proposal.objects.filter(run=run)
        .select_related("player", "tournament", "manual_event")
        .annotate(so_far=Coalesce("old_after", "before"))
        .annotate(move=F("after") - F("so_far"))
        .order_by("-sequence", "pk")
    )


def named(run: RatingRun) -> Named:
    """Name the players and tournaments of a run's comparison; two queries."""
    told = run.comparison
    rows, alarms = told.get("movers", []), told.get("alarms", [])
    wanted = {int(row[0]) for kind in ("movers", "entering", "leaving") for row in told.get(kind, [])}
    wanted |= {key for alarm in alarms if alarm["code"] not in ABOUT_TOURNAMENTS for key in alarm["subjects"]}
    players = Player.objects.in_bulk(wanted)
    about = {key for alarm in alarms if alarm["code"] in ABOUT_TOURNAMENTS for key in alarm["subjects"]}
    tournaments = Tournament.objects.in_bulk(about)
    return Named(
        [Mover(players.get(int(key)), old, new) for key, old, new in rows],
        [Crosser(players.get(int(key)), rating) for key, rating in told.get("entering", [])],
        [Crosser(players.get(int(key)), rating) for key, rating in told.get("leaving", [])],
        [_warning(alarm, players, tournaments) for alarm in alarms],
    )


def _warning(
    alarm: dict[str, Any], players: dict[int, Player], tournaments: dict[int, Tournament]
) -> Caution:
    known: dict[int, Any] = dict(tournaments if alarm["code"] in ABOUT_TOURNAMENTS else players)
    subjects = [known[key] for key in alarm["subjects"] if key in known]
    return Caution(caution_text(alarm["code"], alarm["bound"], alarm["found"]), subjects)


def caution_text(code: str, bound: float, found: float) -> str:
    """Return an alarm in the reader's language."""
    shown = bound * 100 if code in SHARES else bound
    return gettext(ALARMS[code]) % {"bound": shown, "found": found}
