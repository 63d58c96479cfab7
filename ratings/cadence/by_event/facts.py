# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Facts of a span of the history, as columns: events, entries, games and standings.

Read by `replay`. One statement a table, joined by key with numpy; the statements run on both databases.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from federation.database import bulk
from ratings.cadence.shared.by_runs import RunFacts
from ratings.cadence.shared.columns import F8, I1, I4, I8, Longs, Values
from ratings.cadence.shared.comparison import Rows
from ratings.cadence.shared.hypothetical_facts import WHOLE, Span, day_of, sequence
from ratings.engines.contract import ADJUST, BASE, FIRST, REPLACE, SET, TOURNAMENT, Floats, Ints
from ratings.models import ManualEvent, RatingSystem
from ratings.replay.event_facts import Entries, Events, Games
from ratings.rulebook.policy import Policy, policy_of
from ratings.rulebook.systems import SYSTEMS, Played, declared_value, engine_size, weight_of
from tournaments.models import Tournament

_KINDS = {
    ManualEvent.Kind.INITIAL.value: FIRST,
    ManualEvent.Kind.BASE.value: BASE,
    ManualEvent.Kind.REEVALUATION.value: SET,
    ManualEvent.Kind.RESET.value: SET,
    ManualEvent.Kind.ADJUSTMENT.value: ADJUST,
}
_EVENT_TYPES: tuple[np.dtype[Any], ...] = (I8, I8, I8, I1, I1, F8, F8, F8, I1, I8, F8)


def kind_of(manual: str, system: RatingSystem) -> int:
    """Return what the engine makes of a decision or an imported level."""
    if manual == ManualEvent.Kind.BASE.value and system.imported_replace:
        return REPLACE
    return _KINDS[manual]


def events(system: RatingSystem, span: Span, policy: Policy) -> Events:
    """Return the tournaments of a span that count in a system, and its manual events."""
    rows = [*_tournaments(system, span, policy), *_manual_events(system, span, policy)]
    columns = list(zip(*rows, strict=True)) or [()] * len(_EVENT_TYPES)
    arrays = [np.array(column).astype(kind) for column, kind in zip(columns, _EVENT_TYPES, strict=True)]
    return Events(*arrays)


def _tournaments(system: RatingSystem, span: Span, policy: Policy) -> list[tuple[float, ...]]:
    if span.tournament:
        tournaments = Tournament.objects.filter(pk=span.tournament.pk)
    else:
        tournaments = Tournament.objects.filter(span.supposed.approved)
    tournaments = tournaments.filter(discipline=SYSTEMS[system.key].game)
    tournaments = tournaments.filter(start__gte=span.since) if span.since else tournaments
    tournaments = tournaments.filter(start__lte=span.until) if span.until else tournaments
    rows: list[tuple[float, ...]] = []
    for key, number, *facts in tournaments.values_list("pk", "number", *Played._fields):
        event = Played(*facts)
        weight = weight_of(system, event)
        if weight is not None:
            place, edition = sequence(event.start, number=number), policy.edition_on(event.start)
            size = engine_size(system.key, event.board_size)
            rows.append((place, key, 0, TOURNAMENT, edition, weight, 1.0, 0.0, size, 0, np.nan))
    return rows


def _manual_events(system: RatingSystem, span: Span, policy: Policy) -> list[tuple[float, ...]]:
    if span.tournament:
        return []
    manual_events = ManualEvent.objects.filter(system=system, withdrawn__isnull=True)
    manual_events = manual_events.filter(date__gte=span.since) if span.since else manual_events
    manual_events = manual_events.filter(date__lte=span.until) if span.until else manual_events
    rows: list[tuple[float, ...]] = []
    names = ("pk", "kind", "player_id", "date", "value", "factor", "offset")
    decided = [*manual_events.values_list(*names), *span.supposed.decided(*names)]
    for key, kind, player, day, value, factor, offset in decided:
        place, edition = sequence(day, manual_id=key), policy.edition_on(day)
        rating = np.nan if value is None else value
        rows.append(
            (place, 0, key, kind_of(kind, system), edition, 1.0, factor, offset, 0, player or 0, rating)
        )
    return rows


def entries(system: RatingSystem, span: Span) -> Entries:
    """Return the entries with a player; the declared grade as the rating a newcomer starts from."""
    source, values = _of_tournaments("tournaments_entry e", "e.tournament_id", system, span)
    (written,) = bulk.read_columns(f"SELECT DISTINCT e.grade {source}", values, [np.dtype("O")])
    starts = [(text, declared_value(system.key, text)) for text in written.tolist()]
    known = [(text, value) for text, value in starts if value is not None]
    grades = ", ".join(["(%s, %s)"] * len(known)) or "('', NULL)"
    columns = bulk.read_columns(
        f"WITH known(grade, value) AS (VALUES {grades})"
        " SELECT e.id, e.tournament_id, e.number, e.player_id, CAST(known.value AS double precision)"
        f" {source.replace('WHERE', 'LEFT JOIN known ON known.grade = e.grade WHERE', 1)}",
        [*(part for pair in known for part in pair), *values],
        [I8, I8, I4, I8, F8],
    )
    columns[3][:] = span.supposed.players(columns[0], columns[3])
    matched = np.flatnonzero(columns[3] > 0)
    return Entries(*(column[matched] for column in columns))


def games(system: RatingSystem, span: Span) -> Games:
    """Return the games that can be rated (tournaments.reports.outcomes.is_rateable)."""
    source, values = _of_tournaments("tournaments_game g", "g.tournament_id", system, span)
    columns = bulk.read_columns(
        f"SELECT g.white_id, g.black_id, g.round, g.outcome, g.handicap {source}"
        " AND g.outcome <= 2 AND NOT g.by_default",
        values,
        [I8, I8, I4, I1, I1],
    )
    return Games(*columns)


def _condition(system: RatingSystem, span: Span) -> tuple[str, Values]:
    """Return the condition on tournaments `t` of a span in SQL, with its values."""
    if span.tournament:
        return "t.id = %s", [span.tournament.pk]
    days = (("t.start >= %s", span.since), ("t.start <= %s", span.until))
    terms: list[tuple[str, object]] = [("t.discipline = %s", SYSTEMS[system.key].game)]
    terms += [(text, day) for text, day in days if day]
    approved, values = span.supposed.approved_sql
    return " AND ".join((approved, *(text for text, _ in terms))), [*values, *(value for _, value in terms)]


def _of_tournaments(table: str, key: str, system: RatingSystem, span: Span) -> tuple[str, Values]:
    condition, values = _condition(system, span)
    return f"FROM {table} JOIN tournaments_tournament t ON t.id = {key} WHERE {condition}", values


@dataclass(frozen=True, slots=True)
class Carried:
    """What players carry into a span, by rising key."""

    player: Longs
    rating: Floats
    games: Ints
    highest: Floats


def carried(system: RatingSystem, span: Span, *, everybody: bool) -> Carried:
    """Return the last row of the ledger before a span of everybody concerned, or of everybody.

    Concerned: who plays in the span, has a manual event in it, or has rows of the ledger there now.
    """
    if not span.first:
        return Carried(*(np.zeros(0, kind) for kind in (I8, F8, I4, F8)))
    concerned, values = _everybody(system) if everybody else _players_concerned(system, span)
    # One probe of the index per player, for any ledger size the planner assumes.
    columns = bulk.read_columns(
        'SELECT c.player_id, c."after", c.total_games, c.highest FROM (SELECT who.player_id, ('
        "SELECT MAX(r.sequence) FROM ratings_ratingchange r"
        " WHERE r.system_id = %s AND r.player_id = who.player_id AND r.sequence < %s) AS sequence"
        f" FROM ({concerned}) who) last JOIN ratings_ratingchange c"
        " ON c.player_id = last.player_id AND c.sequence = last.sequence WHERE c.system_id = %s",
        [system.pk, span.first, *values, system.pk],
        [I8, F8, I4, F8],
    )
    order = np.argsort(columns[0])
    return Carried(*(column[order] for column in columns))


def _everybody(system: RatingSystem) -> tuple[str, Values]:
    return "SELECT DISTINCT player_id FROM ratings_ratingchange WHERE system_id = %s", [system.pk]


def _players_concerned(system: RatingSystem, span: Span) -> tuple[str, Values]:
    source, values = _of_tournaments("tournaments_entry e", "e.tournament_id", system, span)
    players = f"SELECT e.player_id {source} AND e.player_id IS NOT NULL"
    if span.tournament:
        return players, values
    supposed = span.supposed.concerned
    named = ", ".join(["%s"] * len(supposed)) or "NULL"
    return (
        f"{players} UNION SELECT player_id FROM ratings_manualevent"
        " WHERE system_id = %s AND date >= %s AND player_id IS NOT NULL"
        " UNION SELECT player_id FROM ratings_ratingchange WHERE system_id = %s AND sequence >= %s"
        f" UNION SELECT id FROM federation_player WHERE id IN ({named})",
        [*values, system.pk, span.since, system.pk, span.first, *supposed],
    )


def rows(system: RatingSystem, *, first: int, names: Sequence[str]) -> tuple[Rows, Longs]:
    """Read what stands from a place of the replay on, and its keys; `names` number the editions."""
    cases = " ".join(["WHEN %s THEN %s"] * len(names))
    columns = bulk.read_columns(
        "SELECT id, sequence, player_id, COALESCE(tournament_id, 0), COALESCE(manual_event_id, 0),"
        ' "before", "start", "after", games, total_games, highest, passes,'
        f" CAST(CASE edition {cases} ELSE -1 END AS integer)"
        " FROM ratings_ratingchange WHERE system_id = %s AND sequence >= %s",
        [*(part for row, name in enumerate(names) for part in (name, row)), system.pk, first],
        [I8, I8, I8, I8, I8, F8, F8, F8, I4, I4, F8, I4, I4],
    )
    return Rows(*columns[1:]), columns[0]


class FactsByEvent(RunFacts):
    """Facts of systems that move with every event: `ratings.cadence.facts.Facts`."""

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the day of the last tournament or decision."""
        policy = policy_of(
            system.key, edition=system.edition, parameters=system.parameters, numeric=system.numeric
        )
        places = events(system, WHOLE, policy).sequence
        return day_of(int(places.max())) if places.size else None

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise LookupError for an unknown edition, the rulebook's errors for a constant."""
        policy_of(system_key, edition=edition, parameters=parameters)
