"""A FIDE list from the facts of its bundle: for which lists tournaments count, month after month, rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from ratings.cadence.by_period.assemble import Counted, GameColumns, Held, Played, counted, played
from ratings.cadence.by_period.decisions import BASE, CORRECTION, NOT_SAID, SET, Decisions, place_of
from ratings.cadence.by_period.policy import PeriodPolicy, period_policy_of
from ratings.cadence.by_period.rated_lists import Given, Past, printed_k
from ratings.cadence.by_period.replay import Replayed, replay_lists
from ratings.cadence.shared.place import PLACES_A_DAY
from ratings.engines.fide_contract import ListStanding
from ratings.engines.fide_rules import INACTIVE_MIN_GAMES, INACTIVE_MONTHS
from ratings.list_proof.computed import Computed, Contradiction, check_known, check_order, check_range
from ratings.list_proof.package import Head
from ratings.list_proof.rules import Rules
from ratings.list_proof.table_files import Columns
from ratings.rulebook.fide_periods import COMPRESSION, FAST_CORRECTION, list_date, month_of, one_off_on
from ratings.rulebook.systems import SYSTEMS

KINDS = {"initial": SET, "reevaluation": SET, "reset": SET, "correction": CORRECTION, "base": BASE}
_EVENTS = ("number", "start", "end", "official", "reported", "round_days")
_NOT_PLAYED = 3  # instead of White's half points
_MOST = 1 << 31
_LARGEST = 1_000_000  # a rating, K or count of games is smaller


@dataclass(frozen=True, slots=True)
class _Lists:
    last: int | None
    standing: int | None = None


def compute(head: Head, tables: Mapping[str, Columns], rules: Rules) -> Computed:
    """Replay the facts and return the rows of the list; Contradiction for facts it cannot be made of."""
    policy = period_policy_of(head.system, edition=rules.edition, parameters=rules.parameters)
    if head.date.day != 1:
        raise Contradiction("A FIDE list is of the first of a month.")
    month, register = month_of(head.date), tables["players"]
    check_order("players", register["number"])
    check_range("players", "number", register["number"], range(1, 1 << 40))
    players = np.array(register["number"], np.int64)
    at = {number: place for place, number in enumerate(register["number"])}
    played_games = _played(tables, policy, month, at, players)
    decisions, called = _decisions(tables, month, at)
    rating, k, games, peak = (np.zeros(players.size, np.int32) for _ in range(4))
    born = np.array([_year(year) for year in register["born"]], np.int32)
    standing = ListStanding(rating, k, games, peak, born)
    given = Given(np.zeros(players.size, np.int32), np.zeros(players.size, np.int32))
    seeds, seeded = _seeds(head, tables["seeds"], played_games, policy, at)
    past = Past(standing, given, {}, seeds, seeded)
    done = replay_lists(played_games, past, decisions=decisions, policy=policy, window=_Lists(month))
    printed = printed_k(done.standing, _given(decisions, players.size), month=month, policy=policy)
    active = _active(done, called, policy, month)
    rows = {}
    columns = (done.standing.rating.tolist(), done.standing.games.tolist(), printed.tolist())
    for place, (number, shown, count, factor) in enumerate(zip(register["number"], *columns, strict=True)):
        if shown > 0:
            rows[number] = (shown, float(shown), None, count, factor or None, place in active, False)
    counts = {
        "tournaments": len(tables["events"]["number"]),
        "decisions": len(tables["decisions"]["number"]) + len(tables["base_levels"]["number"]),
        "games": len(tables["games"]["event"]),
    }
    return Computed(rows, counts)


def _year(born: int | None) -> int:
    if born is None:
        return 0
    if not 1000 < born < 3000:
        raise Contradiction(f"players.csv: {born} is no year of birth.")
    return born


def _played(
    tables: Mapping[str, Columns], policy: PeriodPolicy, month: int, at: Mapping[int, int], players: Any
) -> Played:
    """Return the parts of tournaments that count, and their games, in the order of the replay."""
    events, games = tables["events"], tables["games"]
    check_order("events", events["start"], events["number"])
    parts: list[Counted] = []
    for line, row in enumerate(zip(*(events[name] for name in _EVENTS), strict=True), start=2):
        number, start, end, official, reported, rounds = row
        tournament = Held(number, number, start, end, official, reported, _days(line, rounds))
        own = [part for part in counted(tournament, lists=policy.report_lists) if part.month <= month]
        if not own or not 0 < number < _MOST or end < start or start >= list_date(month):
            raise Contradiction(f"events.csv, line {line}: tournament {number} does not count for this list.")
        parts += own
    order = {number: place for place, number in enumerate(events["number"])}
    check_known("games", "tournament", games["event"], order)
    for name in ("white", "black"):
        check_known("games", name, [player for player in games[name] if player is not None], at)
    sides = ([player or 0 for player in games[name]] for name in ("white", "black"))
    check_order("games", [order[event] for event in games["event"]], games["round"], *sides)
    check_range("games", "round", games["round"], range(1, 1000))
    check_range("games", "score", [score for score in games["score"] if score is not None], range(3))
    columns = GameColumns(
        tournament=np.array(games["event"], np.int64),
        round=np.array(games["round"], np.int32),
        white=np.array([player or -1 for player in games["white"]], np.int64),
        black=np.array([player or -1 for player in games["black"]], np.int64),
        score=np.array([_NOT_PLAYED if score is None else score for score in games["score"]], np.int8),
        by_default=np.array(games["by_default"], np.bool_),
    )
    return played(parts, columns, entry=players, player=players, players=players)


def _days(line: int, text: str | None) -> tuple[date | None, ...]:
    try:
        return tuple(
            None if day == "-" else date.fromisoformat(day) for day in (text or "").split(" ") if day
        )
    except ValueError:
        raise Contradiction(f"events.csv, line {line}: round_days are no days.") from None


def _decisions(
    tables: Mapping[str, Columns], month: int, at: Mapping[int, int]
) -> tuple[Decisions, list[tuple[date, int, bool]]]:
    """Return the decisions in the order of their numbers; and who was called active by imported lists."""
    rows: list[tuple[int, ...]] = []
    called = []
    for name in ("decisions", "base_levels"):
        table = tables[name]
        check_order(name, table["date"], table["number"])
        for line, row in enumerate(zip(*table.values(), strict=True), start=2):
            number, kind, day, player, rating, k, games, peak, active = row
            fits = kind in KINDS and (kind == "base") == (name == "base_levels") and month_of(day) <= month
            small = all(figure is None or 0 <= figure < _LARGEST for figure in (rating, k, games, peak))
            if not fits or not small or player not in at or not 0 < number < 1 << 33:
                raise Contradiction(f"{name}.csv, line {line}: decision {number} is none there is.")
            figures = [NOT_SAID if number is None else number for number in (k, games, peak)]
            rows.append((number, KINDS[kind], month_of(day), at[player], rating, *figures))
            if kind == "base":
                called.append((day, at[player], active))
    columns = list(zip(*sorted(rows), strict=True)) or [()] * 8
    types = (np.int64, np.int8, np.int32, np.int64, np.int32, np.int32, np.int32, np.int32)
    arrays = (np.array(column, kind) for column, kind in zip(columns, types, strict=True))
    return Decisions(*arrays), called


def _given(decisions: Decisions, players: int) -> Given:
    """Return K and month of the last imported list that named each player."""
    k, month = np.zeros(players, np.int32), np.zeros(players, np.int32)
    rows = zip(
        *(column.tolist() for column in (decisions.month, decisions.key, decisions.kind)),
        *(column.tolist() for column in (decisions.player, decisions.k)),
        strict=True,
    )
    for of, _number, kind, player, coefficient in sorted(rows):
        if kind == BASE:
            k[player], month[player] = max(coefficient, 0), of
    return Given(k, month)


def _seeds(
    head: Head, seeds: Columns, played_games: Played, policy: PeriodPolicy, at: Mapping[int, int]
) -> tuple[Any, dict[int, Any]]:
    """Return each side's rating, game by game, where newcomers enter from, and that on adjusted lists."""
    check_known("seeds", "player", seeds["player"], at)
    if not SYSTEMS[head.system].seeds_from:
        if seeds["list"]:
            raise Contradiction(f"seeds.csv: {head.system} takes no ratings from elsewhere.")
        return None, {}
    known: dict[tuple[int, int], int] = {}
    for line, (day, player, rating) in enumerate(zip(*seeds.values(), strict=True), start=2):
        if not 0 < rating < _LARGEST or day.day != 1:
            raise Contradiction(f"seeds.csv, line {line}: no rating of a list.")
        known[month_of(day), at[player]] = rating
    in_force = [part.in_force for part in played_games.parts]
    months = [in_force[part] for part in played_games.part.tolist()]
    sides = [
        [known.get(key, 0) for key in zip(months, side.tolist(), strict=True)]
        for side in (played_games.white, played_games.black)
    ]
    due = [month for month in (FAST_CORRECTION, COMPRESSION) if one_off_on(head.system, month).standard_gap]
    wanted = [month for month in due if policy.one_offs and month <= month_of(head.date)]
    seeded = {
        month: np.array([known.get((month, place), 0) for place in range(len(at))], np.int32)
        for month in wanted
    }
    return (np.array(sides, np.int32) if months else None), seeded


def _active(
    done: Replayed, called: list[tuple[date, int, bool]], policy: PeriodPolicy, month: int
) -> set[int]:
    """Return who has rated games enough in the last lists, or was called active by an imported one (1.10)."""
    rule = policy.rule(month)
    after = max(month - int(rule[INACTIVE_MONTHS]), 12)
    games: dict[int, int] = {}
    for place, player, number in _rated(done):
        if place_of(after) + PLACES_A_DAY - 1 < place <= place_of(month):
            games[player] = games.get(player, 0) + number
    least = int(rule[INACTIVE_MIN_GAMES])
    players = set(range(done.standing.rating.size)) if least <= 0 else set()
    players |= {player for player, number in games.items() if number >= least}
    players |= {
        player for day, player, active in called if active and list_date(after) < day <= list_date(month)
    }
    return players


def _rated(done: Replayed) -> Iterator[tuple[int, int, int]]:
    rows = done.rows
    columns = (rows.sequence.tolist(), rows.player.tolist(), rows.games.tolist())
    return ((place, player, games) for place, player, games in zip(*columns, strict=True) if games > 0)
