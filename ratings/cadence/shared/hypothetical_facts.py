"""Facts of a replay: which span, in what order, and hypothetical ones: a tournament or a decision.

Nothing hypothetical is written, so that a preview holds no lock and uses no number up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from django.db.models import Q

from ratings.cadence.shared.columns import Longs, Values
from ratings.cadence.shared.comparison import Rows
from ratings.cadence.shared.place import PLACES_A_DAY as PLACES_A_DAY
from ratings.cadence.shared.place import day_of as day_of
from ratings.cadence.shared.place import sequence as sequence
from ratings.models import ManualEvent
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.submission.expected_facts import ExpectedApproval

APPROVED = Stage.APPROVED.value


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What the ledger of another system would hold from a place of the replay on."""

    first: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class Supposed:
    """Facts a replay supposes; the numbers of a new player and of a decision are the next ones."""

    approval: ExpectedApproval | None = None
    decision: ManualEvent | None = None  # unsaved, of the system that is replayed
    ledgers: Mapping[str, Recomputed] = field(default_factory=dict)  # by the key of their system

    @property
    def approved(self) -> Q:
        """Return the condition that a tournament is a fact."""
        if self.approval is None:
            return Q(stage=APPROVED)
        revision = self.approval.tournament
        return Q(stage=APPROVED) & ~Q(number=revision.number) | Q(pk=revision.pk)

    @property
    def approved_sql(self) -> tuple[str, Values]:
        """Return the condition that a tournament `t` is a fact, with its values."""
        if self.approval is None:
            return "t.stage = %s", [APPROVED]
        revision = self.approval.tournament
        return "(t.stage = %s AND t.number <> %s OR t.id = %s)", [APPROVED, revision.number, revision.pk]

    @property
    def concerned(self) -> list[int]:
        """Return the players of the supposed facts, the new ones too."""
        decided = self.decision.player_id if self.decision else None
        return [*(self.approval.players.values() if self.approval else ()), *([decided] if decided else ())]

    def players(self, entry: Longs, player: Longs) -> Longs:
        """Return the players of entries, those of the supposed tournament as its approval gives them."""
        if self.approval is None:
            return player
        expected, players = self.approval.players, player.copy()
        own = np.flatnonzero(np.isin(entry, list(expected)))
        players[own] = [expected[key] for key in entry[own].tolist()]
        return players

    def decided(self, *names: str) -> list[tuple[Any, ...]]:
        """Return the supposed decision as a row with some columns; no row without one."""
        return [tuple(getattr(self.decision, name) for name in names)] if self.decision else []


NOTHING = Supposed()


@dataclass(frozen=True, slots=True)
class Span:
    """Which part of the history is read: from a day on, up to a day, or one tournament; what is supposed."""

    since: date | None = None
    until: date | None = None
    tournament: Tournament | None = None
    supposed: Supposed = NOTHING

    @property
    def first(self) -> int:
        """Return the first place of the replay that is read."""
        if self.tournament:
            return sequence(self.tournament.start, number=self.tournament.number)
        return sequence(self.since) if self.since else 0


WHOLE = Span()
