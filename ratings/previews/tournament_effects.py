"""Effects of a tournament in every system, at present and as open runs propose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from ratings.cadence.pages import lists_moved_by
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.cadence.shared.steps import ListCount, Move
from ratings.models import Proposal, RatingChange
from ratings.models.run import RunStage
from ratings.rulebook.systems import SYSTEMS
from tournaments.models import Entry, Tournament

_MOVE = ("before", "start", "after", "games", "edition")
Key = tuple[str, date | None]  # system and, of a system by lists, the list


@dataclass(frozen=True, slots=True)
class Effect:
    """What one system makes of the tournament for one player; None: it does not count, or would no more."""

    system: str
    list_date: date | None
    stands: Move | None
    proposed: Move | None
    is_open: bool  # a run under review has `proposed`; otherwise it would stay as it is

    @property
    def would(self) -> Move | None:
        """What would stand once everything under review is approved."""
        return self.proposed if self.is_open else self.stands


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant with an effect for each system."""

    entry: Entry
    effects: Sequence[Effect]

    @property
    def apart(self) -> int | None:
        """By how many points the systems differ over them, as shown; None where fewer than two moved them."""
        changes = [effect.would.change_shown for effect in self.effects if effect.would is not None]
        known = [change for change in changes if change is not None]
        return max(known) - min(known) if len(known) > 1 else None


@dataclass(frozen=True, slots=True)
class Effects:
    """A tournament in every system that counts it or would."""

    systems: Sequence[Key]
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class _Found:
    """Moves by player and system; a proposal of None takes the move away."""

    stands: Mapping[tuple[int, Key], Move]
    proposed: Mapping[tuple[int, Key], Move | None]

    @property
    def systems(self) -> list[Key]:
        """The systems in the order of the site, list by list."""
        order = list(SYSTEMS)
        keys = {key for _, key in (*self.stands, *self.proposed)}
        return sorted(keys, key=lambda key: (key[1] or date.min, order.index(key[0])))

    def of(self, player: int) -> list[Effect]:
        """Return a player's effects in every system."""
        return [
            Effect(
                *key,
                self.stands.get((player, key)),
                self.proposed.get((player, key)),
                is_open=(player, key) in self.proposed,
            )
            for key in self.systems
        ]


def effects_of(tournament: Tournament) -> Effects:
    """Read what a tournament does to its entrants; three queries for Go."""
    effects = _read_effects(tournament)
    entries = Entry.objects.filter(tournament=tournament, player__isnull=False).select_related("player")
    lines = [Line(entry, effects.of(entry.player_id or 0)) for entry in entries.order_by("number")]
    return Effects(effects.systems, lines)


def effects_on(tournament: Tournament, player: int) -> list[Effect]:
    """Read what a tournament does to one player; two queries for Go."""
    return _read_effects(tournament, player=player).of(player)


def _read_effects(tournament: Tournament, player: int | None = None) -> _Found:
    lists = lists_moved_by(tournament)
    return _of_lists(lists, tournament, player) if lists else _of_events(tournament, player)


def _open(player: int | None) -> QuerySet[Proposal]:
    """Return what runs under review propose, for everybody or for one."""
    proposals = Proposal.objects.filter(run__stage=RunStage.PROPOSED.value)
    return proposals.filter(player=player) if player else proposals


def _of_events(tournament: Tournament, player: int | None) -> _Found:
    # By number: until the run that replaces it the ledger names the revision before.
    rows = RatingChange.objects.filter(tournament__number=tournament.number, system__active=True)
    rows = rows.filter(player=player) if player else rows
    stands: dict[tuple[int, Key], Move] = {
        (whose, (system, None)): Move(system, *numbers)
        for whose, system, *numbers in rows.values_list("player_id", "system__key", *_MOVE)
    }
    # What is gone first: of a revision with another day the new row stands beside the one that goes.
    proposals = _open(player).filter(tournament__number=tournament.number).order_by("-kind")
    proposed: dict[tuple[int, Key], Move | None] = {
        (whose, (system, None)): _proposed_move(kind, system, numbers)
        for whose, kind, system, *numbers in proposals.values_list(
            "player_id", "kind", "run__system__key", *_MOVE
        )
    }
    return _Found(stands, proposed)


def _of_lists(counts: Sequence[ListCount], tournament: Tournament, player: int | None) -> _Found:
    """Return what the lists the tournament counts for did to those who played in it."""
    stands: dict[tuple[int, Key], Move] = {
        (whose, (count.system, count.day)): move
        for count in counts
        for whose, move in count.moves.items()
        if player in (None, whose)
    }
    proposed: dict[tuple[int, Key], Move | None] = {}
    players = Entry.objects.filter(tournament=tournament, player__isnull=False).values("player")
    for count in counts:
        proposals = _open(player).filter(run__system__key=count.system, sequence=sequence(count.day))
        rows = proposals.filter(player__in=players)
        for whose, kind, *numbers in rows.values_list("player_id", "kind", *_MOVE):
            proposed[whose, (count.system, count.day)] = _proposed_move(kind, count.system, numbers)
    return _Found(stands, proposed)


def _proposed_move(kind: int, system: str, numbers: Sequence[Any]) -> Move | None:
    return None if kind == Proposal.Kind.GONE else Move(system, *numbers)
