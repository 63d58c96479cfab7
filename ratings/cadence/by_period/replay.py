"""The lists of a window as rows of the ledger, or one period of them to be explained. Pure."""

from dataclasses import dataclass

from ratings.cadence.by_period.assemble import Month, Played
from ratings.cadence.by_period.decisions import Decisions, Lists
from ratings.cadence.by_period.ledger_rows import joined, list_rows
from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.by_period.rated_lists import ListReplay, Past
from ratings.cadence.shared.comparison import Rows
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, PeriodChanges, PeriodFacts, Pool


@dataclass(frozen=True, slots=True)
class Period:
    """One period computed."""

    month: int
    before: Ints  # P: ratings on the list before
    columns: Month
    facts: PeriodFacts
    changes: PeriodChanges
    pool: Pool  # results that waited on the list before


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay gives; `rows.player` are indices."""

    rows: Rows
    standing: ListStanding
    printed: Ints  # P: K on the last list


def replay_lists(
    played: Played, past: Past, *, decisions: Decisions, policy: PeriodPolicy, window: Lists
) -> Replayed:
    """Rate list after list, months without an event too, so that a replay from anywhere says the same."""
    replay = ListReplay(played, past, decisions, policy, window)
    months = replay.months()
    last = months.start - 1
    made = replay.begin(last)
    for month in months:
        made.append(_rate_month(replay, month))
        made += replay.close(month)
        last = month
    return Replayed(joined(made), replay.standing, replay.printed(last))


def _rate_month(replay: ListReplay, month: int) -> Rows:
    rated = replay.rate(month)
    return list_rows(
        rated.before,
        rated.changes,
        after=rated.after,
        printed=replay.printed(month),
        month=month,
        policy=replay.policy,
    )


def periods_of(
    played: Played, past: Past, *, decisions: Decisions, policy: PeriodPolicy, window: Lists
) -> Period:
    """Compute the last period of a window, to be explained; the lists before it in the window are replayed.

    Raises ValueError for a window without a last list.
    """
    if window.last is None:
        raise ValueError("a window without a last list has no period to explain")
    replay = ListReplay(played, past, decisions, policy, window)
    month, months = window.last, replay.months()
    last = min(months.start, month) - 1
    replay.begin(last)
    for one in range(last + 1, month):
        replay.rate(one)
        replay.begin(one)
    columns, facts = replay.facts_of(month)
    changes, _ = replay.compute(facts, replay.with_k(month))
    return Period(month, replay.standing.rating, columns, facts, changes, replay.standing.pool)
