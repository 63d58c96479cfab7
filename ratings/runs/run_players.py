"""Changes of a run to single players, event by event, and to everybody as one line each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from federation.models import Player
from ratings.cadence.ledger import run_ledger_of
from ratings.models import Proposal, RatingRun
from ratings.models.run import RunStage

HEAD = ("player", "name", "kind", "old", "new", "change", "events")
ENTERING, LEAVING, MOVED, SAME = "entering", "leaving", "moved", "same"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating before a run and after it; None: without rating."""

    player: int
    name: str
    old: float | None
    new: float | None
    events: int  # rows of the difference

    @property
    def kind(self) -> str:
        """The kind of change."""
        if self.old is None or self.new is None:
            return SAME if self.old == self.new else ENTERING if self.old is None else LEAVING
        return SAME if self.old == self.new else MOVED

    @property
    def change(self) -> float | None:
        """Points won or lost."""
        return None if self.old is None or self.new is None else self.new - self.old


def standings(run: RatingRun) -> Iterator[Standing]:
    """Yield every player of a run, by number, from its proposals alone: these stay for ever.

    The rows of a player from the first that differs on are all there, so the last of each side is the rating
    before and after.
    """
    rows = Proposal.objects.filter(run=run).select_related("player").order_by("player", "sequence")
    for player, of_player in groupby(rows.iterator(chunk_size=2000), key=attrgetter("player_id")):
        yield _standing(player, list(of_player))


def _standing(player: int, rows: Sequence[Proposal]) -> Standing:
    old_rows = [row for row in rows if row.kind != Proposal.Kind.NEW]
    new_rows = [row for row in rows if row.kind != Proposal.Kind.GONE]
    # Where nothing is replaced, or nothing left, what the first row began from stands on that side.
    return Standing(
        player=player,
        name=rows[0].player.search_key,
        old=old_rows[-1].old_after if old_rows else rows[0].before,
        new=new_rows[-1].after if new_rows else rows[0].before,
        events=len(rows),
    )


def is_current(run: RatingRun) -> bool:
    """Return whether what a run proposes is still what the facts give."""
    system = run.system
    return (
        run.stage == RunStage.PROPOSED
        and run.based_on_facts == system.facts
        and run.based_on_state == system.state
    )


@dataclass(frozen=True, slots=True)
class Event:
    """One row of a run's difference for one player."""

    proposal: Proposal
    list_date: date | None  # of a system by lists

    @property
    def old(self) -> float | None:
        """What stands after the event; None where nothing does."""
        return self.proposal.old_after

    @property
    def new(self) -> float | None:
        """What would stand after it; None where the row goes."""
        return None if self.proposal.kind == Proposal.Kind.GONE else self.proposal.after

    @property
    def from_(self) -> float | None:
        """What the event would start from; None where the row goes."""
        return None if self.proposal.kind == Proposal.Kind.GONE else self.proposal.before

    @property
    def is_explained(self) -> bool:
        """Return whether there is a sum behind it: not for a decision of the office, nor for what goes."""
        return self.proposal.kind != Proposal.Kind.GONE and self.proposal.manual_event_id is None


def events(run: RatingRun, player: Player) -> list[Event]:
    """Return a player's rows of a run's difference, the oldest first; one query."""
    rows = Proposal.objects.filter(run=run, player=player).select_related("tournament", "manual_event")
    ledger = run_ledger_of(run.system.key)
    return [Event(row, ledger.list_date(row)) for row in rows.order_by("sequence")]


def explain(run: RatingRun, event: Event) -> object | None:
    """Return the sum behind a proposed row, by replaying what the run replayed.

    None where the facts have moved since, or the row has none.
    """
    if not event.is_explained or not is_current(run):
        return None
    return run_ledger_of(run.system.key).explain_proposed(run, event.proposal)


def lines(run: RatingRun) -> Iterable[tuple[object, ...]]:
    """Return everybody a run touches as rows of a table, its head first."""
    yield HEAD
    for standing in standings(run):
        yield (
            standing.player,
            standing.name,
            standing.kind,
            standing.old,
            standing.new,
            standing.change,
            standing.events,
        )
