# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Facts of a period system, as columns: parts of tournaments, games, decisions, standings.

Read by `ledger`, `lists` and `pages`. One statement a table, joined by key with numpy, on both databases.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date

import numpy as np
from numpy.typing import NDArray

from federation.database import bulk
from ratings.cadence.by_period.assemble import Counted, GameColumns, Held, counted
from ratings.cadence.by_period.decisions import BASE as BASE
from ratings.cadence.by_period.decisions import CORRECTION as CORRECTION
from ratings.cadence.by_period.decisions import NOT_SAID as NOT_SAID
from ratings.cadence.by_period.decisions import SET as SET
from ratings.cadence.by_period.decisions import Decisions as Decisions
from ratings.cadence.by_period.decisions import place_of as place_of
from ratings.cadence.by_period.policy import PeriodPolicy, period_policy_of
from ratings.cadence.shared.by_runs import RunFacts
from ratings.cadence.shared.columns import F8, I1, I4, I8, Longs, Values
from ratings.cadence.shared.comparison import Rows
from ratings.cadence.shared.hypothetical_facts import NOTHING, Supposed
from ratings.engines.contract import Ints
from ratings.models import ManualEvent, RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of
from ratings.rulebook.systems import SYSTEMS, Played, takes
from tournaments.models import Tournament

DAY = np.dtype("M8[D]")
PLACES_A_DAY = 1 << 33  # places of the replay
_FACTS = ("pk", "number", "start", "end", "official", "reported", "round_dates")


@dataclass(frozen=True, slots=True)
class Window:
    """Which lists are replayed: those after the list `standing`, up to `last`; months as numbers."""

    standing: int | None = None  # None: from the beginning
    last: int | None = None
    player: int | None = None  # only the tournaments of one player
    supposed: Supposed = NOTHING

    @property
    def first(self) -> int:
        """The first place of the replay that is read; decisions of the standing list's month are."""
        return 0 if self.standing is None else place_of(self.standing) + 1

    def holds(self, month: int) -> bool:
        """Return whether a list is replayed."""
        return (self.standing is None or month > self.standing) and (self.last is None or month <= self.last)


def _condition(system: RatingSystem, window: Window, policy: PeriodPolicy) -> tuple[str, Values]:
    """Return the condition on tournaments `t` that may count in a window, with its values."""
    approved, values = window.supposed.approved_sql
    text = f"{approved} AND t.discipline = %s AND t.rate = %s"
    values = [*values, SYSTEMS[system.key].game, SYSTEMS[system.key].rate]
    if window.standing is not None:
        text += ' AND t."end" >= %s'
        values.append(list_date(max(window.standing - policy.report_lists - 1, 12)))
    if window.last is not None:
        text += ' AND t."start" < %s'
        values.append(list_date(window.last))
    if window.player is not None:
        text += " AND t.id IN (SELECT tournament_id FROM tournaments_entry WHERE player_id = %s)"
        values.append(window.player)
    return text, values


def parts(system: RatingSystem, window: Window, policy: PeriodPolicy) -> list[Counted]:
    """Return the parts of approved tournaments that count for the lists of a window, in any order."""
    return [
        part
        for event in tournaments(system, window, policy)
        for part in counted(event, lists=policy.report_lists)
        if window.holds(part.month)
    ]


def tournaments(system: RatingSystem, window: Window, policy: PeriodPolicy) -> list[Held]:
    """Return the approved tournaments that may count for the lists of a window, in any order."""
    candidates = Tournament.objects.filter(
        window.supposed.approved, discipline=SYSTEMS[system.key].game, rate=SYSTEMS[system.key].rate
    )
    if window.standing is not None:
        candidates = candidates.filter(end__gte=list_date(max(window.standing - policy.report_lists - 1, 12)))
    if window.last is not None:
        candidates = candidates.filter(start__lt=list_date(window.last))
    if window.player is not None:
        candidates = candidates.filter(entries__player=window.player)
    events: list[Held] = []
    rows = candidates.values_list(*_FACTS, *Played._fields)
    approval = window.supposed.approval
    for key, number, start, end, official, reported, rounds, *facts in rows:
        if takes(system, Played(*facts)):
            supposed = approval is not None and approval.tournament.pk == key
            first = approval.tournament.reported if approval and supposed else reported
            events.append(Held(key, number, start, end, official, first, days_of(rounds)))
    return events


def days_of(written: list[str | None]) -> tuple[date | None, ...]:
    """Read the days of rounds as a tournament keeps them."""
    return tuple(date.fromisoformat(day) if day else None for day in written or ())


def entries(system: RatingSystem, window: Window, policy: PeriodPolicy) -> tuple[Longs, Longs]:
    """Return the entries with a player that may count in a window: keys and players."""
    condition, values = _condition(system, window, policy)
    key, player = bulk.read_columns(
        "SELECT e.id, e.player_id FROM tournaments_entry e JOIN tournaments_tournament t"
        f" ON t.id = e.tournament_id WHERE {condition}",
        values,
        [I8, I8],
    )
    player = window.supposed.players(key, player)
    return key[player > 0], player[player > 0]


def games(system: RatingSystem, window: Window, policy: PeriodPolicy) -> GameColumns:
    """Return the pairings that may count in a window."""
    condition, values = _condition(system, window, policy)
    columns = bulk.read_columns(
        "SELECT g.tournament_id, g.round, g.white_id, g.black_id, g.outcome, g.by_default"
        " FROM tournaments_game g JOIN tournaments_tournament t ON t.id = g.tournament_id"
        f" WHERE {condition}",
        values,
        [I8, I4, I8, I8, I1, np.dtype(np.bool_)],
    )
    return GameColumns(*columns)


def sides(
    tournaments: Collection[int], players: Collection[int] | None, whole: Collection[int]
) -> tuple[GameColumns, Longs, Longs]:
    """Return the pairings of tournaments (their keys), with the players of both sides; -1 = none.

    `players`: theirs alone, but for the tournaments in `whole`.
    """
    condition, values = f"g.tournament_id IN ({_places(tournaments)})", Values(tournaments)
    if players is not None:
        of_players = f"w.player_id IN ({_places(players)}) OR b.player_id IN ({_places(players)})"
        condition += f" AND ({of_players} OR g.tournament_id IN ({_places(whole)}))"
        values += [*players, *players, *whole]
    *columns, white, black = bulk.read_columns(
        "SELECT g.tournament_id, g.round, g.white_id, g.black_id, g.outcome, g.by_default,"
        " w.player_id, b.player_id FROM tournaments_game g"
        " JOIN tournaments_entry w ON w.id = g.white_id JOIN tournaments_entry b ON b.id = g.black_id"
        f" WHERE {condition}",
        values,
        [I8, I4, I8, I8, I1, np.dtype(np.bool_), I8, I8],
    )
    return GameColumns(*columns), white, black


def _places(values: Collection[int]) -> str:
    """Return the places of values in a statement; none of no value fits anything."""
    return ", ".join(["%s"] * len(values)) or "NULL"


_KINDS = {ManualEvent.Kind.BASE.value: BASE, ManualEvent.Kind.CORRECTION.value: CORRECTION}


def decisions(system: RatingSystem, window: Window) -> Decisions:
    """Return the decisions of a window about single players; global adjustments are not by period."""
    condition, values = "m.system_id = %s AND m.withdrawn IS NULL AND m.player_id IS NOT NULL", [system.pk]
    bounds: Values = list(values)
    if window.standing is not None:
        condition += ' AND m."date" >= %s'
        bounds.append(list_date(window.standing))
    if window.last is not None:
        condition += ' AND m."date" < %s'
        bounds.append(list_date(window.last + 1))
    if window.player is not None:
        condition += (
            " AND m.player_id IN (SELECT o.player_id FROM tournaments_entry o JOIN tournaments_entry e"
            " ON e.tournament_id = o.tournament_id WHERE e.player_id = %s)"
        )
        bounds.append(window.player)
    cases = " ".join(["WHEN %s THEN %s"] * len(_KINDS))
    key, kind, day, *columns = bulk.read_columns(
        f'SELECT m.id, CASE m.kind {cases} ELSE {SET} END, m."date", m.player_id, m.value, m.k, m.games,'
        f" m.peak FROM ratings_manualevent m WHERE {condition} ORDER BY m.id",
        [*(part for pair in _KINDS.items() for part in pair), *bounds],
        [I8, I1, DAY, I8, F8, I4, I4, I4],
    )
    columns[1] = np.rint(columns[1]).astype(np.int32)
    return _with_supposed(Decisions(key, kind, months_of(day), *columns), window.supposed)


def _with_supposed(decisions: Decisions, supposed: Supposed) -> Decisions:
    """Put the supposed decision about a player behind those that were entered."""
    event = supposed.decision
    if event is None or event.player_id is None:
        return decisions
    numbers = [NOT_SAID if number is None else number for number in (event.k, event.games, event.peak)]
    rating = np.rint(np.float64(np.nan if event.value is None else event.value)).astype(np.int32)
    row = (event.pk, _KINDS.get(event.kind, SET), month_of(event.date), event.player_id, rating, *numbers)
    columns = [getattr(decisions, field.name) for field in fields(Decisions)]
    return Decisions(
        *(np.append(column, value).astype(column.dtype) for column, value in zip(columns, row, strict=True))
    )


def months_of(days: NDArray[np.datetime64]) -> Ints:
    """Number the months of days."""
    return (days.astype("datetime64[M]").astype(np.int64) + 1970 * 12).astype(np.int32)


def concerned(system: RatingSystem, window: Window, policy: PeriodPolicy) -> tuple[str, Values]:
    """Return a query for everybody a window may move: who plays, is decided about, or has rows in it now."""
    condition, values = _condition(system, window, policy)
    query = (
        "SELECT e.player_id FROM tournaments_entry e JOIN tournaments_tournament t"
        f" ON t.id = e.tournament_id WHERE {condition} AND e.player_id IS NOT NULL"
    )
    if window.player is not None:
        return f"{query} UNION SELECT id FROM federation_player WHERE id = %s", [*values, window.player]
    supposed = window.supposed.concerned
    named = ", ".join(["%s"] * len(supposed)) or "NULL"
    return (
        f"{query} UNION SELECT player_id FROM ratings_manualevent"
        " WHERE system_id = %s AND date >= %s AND player_id IS NOT NULL"
        " UNION SELECT player_id FROM ratings_ratingchange WHERE system_id = %s AND sequence >= %s"
        f" UNION SELECT id FROM federation_player WHERE id IN ({named})",
        [*values, system.pk, list_date(window.standing or 12), system.pk, window.first, *supposed],
    )


def everybody(system: RatingSystem) -> tuple[str, Values]:
    """Return a query for everybody who has rows in the ledger."""
    return "SELECT DISTINCT player_id FROM ratings_ratingchange WHERE system_id = %s", [system.pk]


def numbered(policy: PeriodPolicy) -> Iterator[object]:
    """Yield the names of the editions with their numbers, as values of a CASE."""
    for place, name in enumerate(policy.names):
        yield name
        yield place


def rows(system: RatingSystem, window: Window, policy: PeriodPolicy) -> tuple[Rows, Longs]:
    """Read what stands in a window, and its keys."""
    cases = " ".join(["WHEN %s THEN %s"] * len(policy.names))
    last = " AND sequence < %s" if window.last is not None else ""
    ends: Values = [place_of(window.last + 1)] if window.last is not None else []
    columns = bulk.read_columns(
        "SELECT id, sequence, player_id, COALESCE(tournament_id, 0), COALESCE(manual_event_id, 0),"
        ' "before", "start", "after", games, total_games, highest, passes,'
        f" CAST(CASE edition {cases} ELSE -1 END AS integer),"
        " k, hundredths, peak, pooled, pooled_opponents, pooled_points"
        f" FROM ratings_ratingchange WHERE system_id = %s AND sequence >= %s{last}",
        [*numbered(policy), system.pk, window.first, *ends],
        [I8, I8, I8, I8, I8, F8, F8, F8, I4, I4, F8, I4, I4, *[F8] * 6],
    )
    return Rows(*columns[1:]), columns[0]


class FactsByPeriod(RunFacts):
    """Facts of systems that move once a list: `ratings.cadence.facts.Facts`."""

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the last list something counts for."""
        policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
        months = (
            *(part.month for part in parts(system, Window(), policy)),
            *decisions(system, Window()).month.tolist(),
        )
        return list_date(max(months)) if months else None

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise LookupError for an unknown edition, the rulebook's errors for a constant."""
        period_policy_of(system_key, edition=edition, parameters=parameters)
