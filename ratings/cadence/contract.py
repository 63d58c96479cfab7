"""What every cadence offers to runs, lists and pages; `table.cadence_of` finds the one of a system.

A fourth rhythm is a fourth folder with a class like these and one line in `table.CADENCES`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from federation.models import Account
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.sequence import Span
from ratings.engines.contract import Standing
from ratings.models import ManualEvent, PublishedList, RatingSystem


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A list computed anew from the facts: by column of ListEntry, player -> value.

    `moved`: facts behind the list have changed since it was published, so that it may rightly differ.
    """

    moved: bool
    columns: Mapping[str, dict[int, float]]


class RatingCadence(Protocol):
    """When and how the ratings of a system move."""

    # Whether an officer reviews a run before the ratings move.
    has_runs: bool
    # Whether a new list is announced to followers by itself; else the newest of a week is.
    announces_each_list: bool
    # Which decisions the office can enter.
    manual_kinds: Sequence[ManualEvent.Kind]
    # Whether downloads of a list are made once, beside its entries.
    has_list_files: bool

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note that facts from a day on have changed."""

    def enqueue_rating(self, system_key: str, account: Account | None) -> None:
        """Have what is stale rated after the commit, where nobody has to ask for it."""

    def first_day(self, system: RatingSystem) -> date:
        """Return the first day of the facts of a system, from which a change of its rules has to be rated."""

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise what the rulebook raises for an edition or a constant the system does not have."""

    def usual_list_day(self, today: date) -> date:
        """Return the day a list is usually published of."""

    def why_no_list_on(self, day: date) -> str:
        """Return the code of the reason why there can be no list of a day, "" where there can."""

    def why_not_ready(self, system: RatingSystem, day: date) -> str:
        """Return the code of what a list of a day has to wait for, "" for nothing."""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Return the entries of a list as columns; `copied` is called once the standings are read."""

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Note in a list what it was made from, where its system needs it to find out what moved."""

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether the ratings a list was prepared from still stand."""

    def recompute(self, published: PublishedList, system: RatingSystem) -> Recomputed:
        """Compute the ratings of a list from the facts, from the beginning to its day."""


class RunCadence(RatingCadence, Protocol):
    """A cadence whose ratings move by runs: facts are replayed, an officer reviews the difference."""

    def load(self, system: RatingSystem, span: Span) -> Any:
        """Read the facts of a span and the standings before it; LookupError for an unknown edition."""

    def rate(self, replayed: Any) -> tuple[LedgerRows, Standing]:
        """Replay the facts; return the rows of the ledger and the standings after."""

    def standing_rows(self, system: RatingSystem, span: Span, replay: Any) -> tuple[LedgerRows, Longs]:
        """Read the ledger that stands from the beginning of a span on, and the keys of its rows."""
