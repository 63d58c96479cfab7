"""Queries of the review pages: the state of each system, and the changes of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from federation.models import Player
from federation.search.search import word_filters
from federation.vocabulary.keys import key_from
from ratings.cadence.shared.comparison import Alarm
from ratings.cadence.traits import live_systems, systems_with_runs
from ratings.charts.figures import moved
from ratings.lists import list_drift, list_preview
from ratings.lists.list_words import is_by_licence
from ratings.models import Proposal, PublishedList, RatingRun, RatingSystem, StreamLedger
from ratings.models.run import OPEN, RunStage
from tournaments.models import Stream, Tournament

RECENT = 20

ALARMS = {
    "large-move": gettext_noop("Ratings change by up to %(found).0f points; more than %(bound).0f is rare."),
    "entering": gettext_noop(
        "Players gaining a first rating: %(found).0f; more than %(bound).0f at once is rare."
    ),
    "leaving": gettext_noop("Players losing their rating: %(found).0f."),
    "imported-met": gettext_noop(
        "Players with an imported rating who had one from earlier tournaments already: %(found).0f."
    ),
    "restless": gettext_noop(
        "Tournaments whose calculation did not converge in %(bound).0f passes: %(found).0f."
    ),
    "many-moved": gettext_noop("More than %(bound).0f %% of rated players change."),
}
SHARES = frozenset({"many-moved"})  # bounds in percent
ABOUT_TOURNAMENTS = frozenset({"restless"})


@dataclass(frozen=True, slots=True)
class Standing:
    """One system as an officer sees it."""

    system: RatingSystem
    run: RatingRun | None  # the open one
    newest: PublishedList | None
    prepared: PublishedList | None  # a list only officers see yet
    differing: int = 0  # values of the newest list that are others today

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
    """Players named on the page of a run: who moves most, enters and leaves, and is to be checked."""

    movers: list[Mover]
    entering: list[Crosser]
    leaving: list[Crosser]
    cautions: list["Caution"]


@dataclass(frozen=True, slots=True)
class Caution:
    """An alarm with its sentence and the things it is about."""

    text: str
    subjects: list["Subject"]


class Subject(NamedTuple):
    """A player or a tournament an alarm is about, with the page of what the run does to it."""

    name: str
    url: str


def standings() -> list[Standing]:
    """Return every system with its open run and its newest list."""
    runs = {
        run.system_id: run
        for run in RatingRun.objects.filter(stage__in=OPEN)
        .select_related("job", "system")
        .defer("comparison")
    }
    systems = systems_with_runs().filter(active=True)
    lists = PublishedList.objects.filter(system__in=systems).newest_of_each().select_related("system")
    newest = {published.system_id: published for published in lists}
    prepared = list_preview.waiting()
    differing = list_drift.counts(list(newest.values()))
    return [
        Standing(
            system,
            runs.get(system.pk),
            last := newest.get(system.pk),
            prepared.get(system.pk),
            differing.get(last.pk, 0) if last else 0,
        )
        for system in systems
    ]


def streams() -> list[Streamed]:
    """Return every active stream: how far its games are rated, and its newest list; three queries at most."""
    systems = list(live_systems().filter(active=True).select_related("stream_ledger"))
    if not systems:
        return []
    arrived = dict(Stream.objects.values_list("system", "games"))
    lists = PublishedList.objects.filter(system__in=systems).newest_of_each().select_related("system")
    newest = {published.system_id: published for published in lists}
    return [
        Streamed(
            system, getattr(system, "stream_ledger", None), arrived.get(system.key, 0), newest.get(system.pk)
        )
        for system in systems
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


@dataclass(frozen=True, slots=True)
class Sought:
    """Which rows of a run's difference are wanted."""

    player: str = ""
    tournament: str = ""
    least: float = 0.0  # points won or lost

    @property
    def is_asked(self) -> bool:
        """Return whether anything is left out."""
        return bool(self.player or self.tournament or self.least)


def sought_proposals(run: RatingRun, sought: Sought) -> QuerySet[Proposal]:
    """Return the rows of a run's difference that are wanted; `proposals` for all."""
    rows = proposals(run)
    if (number := key_from(sought.player)) is not None:
        rows = rows.filter(player=number)
    elif sought.player:
        rows = rows.filter(word_filters(sought.player, "player__search_key"))
    if (number := key_from(sought.tournament)) is not None:
        rows = rows.filter(tournament__number=number)
    elif sought.tournament:
        rows = rows.filter(tournament__name__icontains=sought.tournament)
    if sought.least:
        rows = rows.filter(Q(move__gte=sought.least) | Q(move__lte=-sought.least))
    return rows


def named(run: RatingRun) -> Named:
    """Name the players and tournaments of a run's comparison; two queries."""
    summary = run.comparison
    rows, alarms = summary.get("movers", []), run.alarms
    wanted = {int(row[0]) for kind in ("movers", "entering", "leaving") for row in summary.get(kind, [])}
    wanted |= {key for alarm in alarms if alarm["code"] not in ABOUT_TOURNAMENTS for key in alarm["subjects"]}
    players = Player.objects.in_bulk(wanted)
    about = {key for alarm in alarms if alarm["code"] in ABOUT_TOURNAMENTS for key in alarm["subjects"]}
    tournaments = Tournament.objects.in_bulk(about)
    return Named(
        [Mover(players.get(int(key)), old, new) for key, old, new in rows],
        [Crosser(players.get(int(key)), rating) for key, rating in summary.get("entering", [])],
        [Crosser(players.get(int(key)), rating) for key, rating in summary.get("leaving", [])],
        [_warning(run, alarm, players, tournaments) for alarm in alarms],
    )


def cautions_of(runs: Sequence[RatingRun]) -> dict[int, list[Caution]]:
    """Return what each of some runs warns of, by run; two queries."""
    alarms = [alarm for run in runs for alarm in run.alarms]
    about = {
        code: {
            key
            for alarm in alarms
            if (alarm["code"] in ABOUT_TOURNAMENTS) is code
            for key in alarm["subjects"]
        }
        for code in (True, False)
    }
    players = Player.objects.in_bulk(about[False])
    tournaments = Tournament.objects.in_bulk(about[True])
    return {run.pk: [_warning(run, alarm, players, tournaments) for alarm in run.alarms] for run in runs}


def _page_of(run: RatingRun, player: int) -> str:
    return reverse("run-player", args=[run.pk, player])


def _warning(
    run: RatingRun, alarm: Mapping[str, Any], players: dict[int, Player], tournaments: dict[int, Tournament]
) -> Caution:
    known: dict[int, Any] = dict(tournaments if alarm["code"] in ABOUT_TOURNAMENTS else players)
    is_tournament = alarm["code"] in ABOUT_TOURNAMENTS
    subjects = [
        Subject(
            str(subject),
            reverse("effects", args=[subject.number]) if is_tournament else _page_of(run, subject.pk),
        )
        for subject in (known[key] for key in alarm["subjects"] if key in known)
    ]
    return Caution(caution_text(alarm["code"], alarm["bound"], alarm["found"]), subjects)


def list_cautions(system: RatingSystem, alarms: Sequence[Alarm]) -> list[str]:
    """Return what a list warns of; of a move why it may be another than that of the rating."""
    rounded = gettext("Players without a licence for the season are listed at the bottom of their grade.")
    return [
        f"{text} {rounded}" if caution.code == "large-move" and is_by_licence(system) else text
        for caution, text in (
            (caution, caution_text(caution.code, caution.bound, caution.found)) for caution in alarms
        )
    ]


def caution_text(code: str, bound: float, found: float) -> str:
    """Return an alarm in the reader's language."""
    shown = bound * 100 if code in SHARES else bound
    return gettext(ALARMS[code]) % {"bound": shown, "found": found}
