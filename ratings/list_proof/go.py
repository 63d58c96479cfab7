"""A list that moves event by event (FFG, EGF), from the facts of its bundle: order, replay, rows."""

from collections.abc import Mapping, Sequence
from datetime import date
from operator import eq
from typing import Any

import numpy as np

from federation.vocabulary.systems.counting import Occasion
from ratings.engines.contract import ADJUST, BASE, FIRST, REPLACE, SET, TOURNAMENT, Standing
from ratings.list_proof import computed
from ratings.list_proof.computed import Computed, Contradiction, check_known, check_order, check_range
from ratings.list_proof.package import Head
from ratings.list_proof.rules import Rules
from ratings.list_proof.table_files import Columns
from ratings.replay.by_event import EventDataset
from ratings.replay.event_facts import Assembly, Entries, Events, Games, assemble, event_of_entry
from ratings.rulebook.activity import About, listed
from ratings.rulebook.editions import Edition
from ratings.rulebook.policy import Policy, policy_of
from ratings.rulebook.systems import (
    SYSTEMS,
    Choice,
    Chosen,
    declared_value,
    edition_in_force,
    engine_size,
    event_weight,
)

# How an imported level counts: "base" only for who has no rating yet, "replace" instead of the one he has.
IMPORTED = {"base": BASE, "replace": REPLACE}
KINDS = {**IMPORTED, "initial": FIRST, "reevaluation": SET, "reset": SET, "adjustment": ADJUST}
_SIZES = range(1, 100)
_PLAYERS = 1 << 40  # public numbers are below
_EVENTS_MOST = 1 << 22  # times _PLAYERS it is below 2^63
_EVENTS = ("number", "start", "end", "class", "minutes", "online", "board_size")
_DECIDED = ("number", "kind", "date", "player", "value", "factor", "offset")


def compute(head: Head, tables: Mapping[str, Columns], rules: Rules) -> Computed:
    """Replay the facts and return the rows of the list; Contradiction for facts it cannot be made of."""
    policy = policy_of(head.system, edition=rules.edition, parameters=rules.parameters, numeric=rules.numeric)
    choice = Chosen(head.system, rules.edition, rules.parameters)
    events, starts = _events(head, tables, policy, choice)
    assembly = _assembled(head, tables, events)
    facts, players = assembly.facts, assembly.players
    _seed(tables["seeds"], assembly)
    nothing = np.full(players.size, np.nan)
    standing = Standing(nothing, np.zeros(players.size, np.int32), nothing.copy())
    engine = SYSTEMS[head.system].engine
    changes, after = EventDataset(engine, facts, standing, policy.parameters).replay()
    last = _last_events(assembly, changes.games, starts)
    rated = zip(players.tolist(), after.rating.tolist(), after.games.tolist(), strict=True)
    exact = {player: (rating, games) for player, rating, games in rated if rating == rating}
    counts = {
        "tournaments": len(tables["events"]["number"]),
        "decisions": len(tables["decisions"]["number"]) + len(tables["base_levels"]["number"]),
        "games": len(tables["games"]["event"]),
    }
    edition = edition_in_force(choice, head.date)
    return Computed(_rows(edition, head.date, tables["players"], exact, last), counts)


def _place_of(day: date, kind: int, number: int) -> int:
    """Return a place in the replay: by day, decisions before tournaments, by number."""
    return (day.toordinal() << 34) + (kind << 33) + number


def _events(
    head: Head, tables: Mapping[str, Columns], policy: Policy, choice: Choice
) -> tuple[Events, Mapping[int, date]]:
    rows: list[tuple[Any, ...]] = []
    events = tables["events"]
    check_order("events", events["start"], events["number"])
    for line, row in enumerate(zip(*(events[name] for name in _EVENTS), strict=True), start=2):
        number, start, end, time_class, minutes, online, size = row
        occasion = Occasion(start, time_class or "", minutes, online, size)
        if not 0 < number < 1 << 31 or size not in _SIZES:
            raise Contradiction(f"events.csv, line {line}: number {number} or board {size} is none there is.")
        weight = event_weight(choice, occasion) if start <= min(head.date, end) else None
        if weight is None:
            raise Contradiction(f"events.csv, line {line}: tournament {number} does not count for this list.")
        place, size = _place_of(start, 1, number), engine_size(head.system, size)
        rows.append(
            (place, number, 0, TOURNAMENT, policy.edition_on(start), weight, 1.0, 0.0, size, 0, np.nan)
        )
    for name in ("decisions", "base_levels"):
        rows += _decided(name, tables[name], head, policy)
    columns = list(zip(*rows, strict=True)) or [()] * 11
    whole, small, number_ = np.int64, np.int8, np.float64
    types = (whole, whole, whole, small, small, number_, number_, number_, small, whole, number_)
    arrays = (np.array(column, kind) for column, kind in zip(columns, types, strict=True))
    return Events(*arrays), dict(zip(events["number"], events["start"], strict=True))


def _decided(name: str, table: Columns, head: Head, policy: Policy) -> list[tuple[Any, ...]]:
    check_order(name, table["date"], table["number"])
    rows: list[tuple[Any, ...]] = []
    for line, row in enumerate(zip(*(table[column] for column in _DECIDED), strict=True), start=2):
        number, kind, day, player, value, factor, offset = row
        fits = kind in KINDS and (kind in IMPORTED) == (name == "base_levels") and day <= head.date
        alone = (player is None) == (kind == "adjustment") and (player is None or 0 < player < _PLAYERS)
        if not fits or not alone or not 0 < number < 1 << 33:
            raise Contradiction(f"{name}.csv, line {line}: decision {number} is none there is.")
        place, rating = _place_of(day, 0, number), np.nan if value is None else value
        edition = policy.edition_on(day)
        rows.append((place, 0, number, KINDS[kind], edition, 1.0, factor, offset, 0, player or 0, rating))
    return rows


def _assembled(head: Head, tables: Mapping[str, Columns], events: Events) -> Assembly:
    """Put entrants and games in order as the office does, and see that the files have that order."""
    entrants, games, listed = tables["entrants"], tables["games"], tables["events"]["number"]
    order = {number: at for at, number in enumerate(listed)}
    check_known("entrants", "tournament", entrants["event"], order)
    check_known("games", "tournament", games["event"], order)
    check_range("entrants", "place", entrants["place"], range(1, 1 << 31))
    check_range("entrants", "player", entrants["player"], range(1, _PLAYERS))
    of_entrant = [order[event] for event in entrants["event"]]
    check_order("entrants", of_entrant, entrants["place"])
    # A tournament and a player as one number; every player once in a tournament, by the table's key.
    codes = _codes(of_entrant, entrants["player"])
    of_game = [order[event] for event in games["event"]]
    white, black = _sides(games, of_game, codes)
    for name, within in (("round", range(1, 1000)), ("score", range(3)), ("handicap", range(128))):
        check_range("games", name, games[name], within)
    check_order("games", of_game, games["round"], white, black)
    if any(map(eq, white, black)):
        line = list(map(eq, white, black)).index(True) + 2
        raise Contradiction(f"games.csv, line {line}: somebody plays against nobody else.")
    values = {text: _start(head.system, text) for text in set(entrants["grade"])}
    ids = np.arange(1, len(codes) + 1)
    return assemble(
        events,
        Entries(
            id=ids,
            tournament=np.array(entrants["event"], np.int64),
            number=np.array(entrants["place"], np.int32),
            player=np.array(entrants["player"], np.int64),
            value=np.array([values[text] for text in entrants["grade"]], np.float64),
        ),
        Games(
            white=np.array(white, np.int64),
            black=np.array(black, np.int64),
            round=np.array(games["round"], np.int32),
            score=np.array(games["score"], np.int8),
            handicap=np.array(games["handicap"], np.int8),
        ),
        others=np.zeros(0, np.int64),
        rated=np.zeros(0, np.int64),
    )


def _codes(events: Sequence[int], players: Sequence[int]) -> list[int]:
    return [at * _PLAYERS + player for at, player in zip(events, players, strict=True)]


def _sides(games: Columns, of_game: Sequence[int], codes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the entrants of both sides of every game; Contradiction for a player who is no entrant."""
    for name in ("white", "black"):
        check_range("games", name, games[name], range(1, _PLAYERS))
    white, black = (_sides_at_once(games[name], of_game, codes) for name in ("white", "black"))
    if white is not None and black is not None:
        return white, black
    keys = dict(zip(codes, range(1, len(codes) + 1), strict=True))
    white, black = (_side(name, games[name], of_game, keys) for name in ("white", "black"))
    return white, black


def _sides_at_once(players: Sequence[int], of_game: Sequence[int], codes: Sequence[int]) -> list[int] | None:
    """Return the entrants of one side of every game with numpy; None where plain Python has to look."""
    events, numbers, entrants = map(computed.whole_numbers, (of_game, players, codes))
    if events is None or numbers is None or entrants is None or int(events.max()) >= _EVENTS_MOST:
        return None
    places = computed.places_of(events * _PLAYERS + numbers, entrants)
    return None if places is None else list(places.tolist())


def _side(name: str, players: Sequence[int], of_game: Sequence[int], keys: Mapping[int, int]) -> list[int]:
    wanted = _codes(of_game, players)
    check_known("games", name, wanted, keys)
    return [keys[code] for code in wanted]


def _start(key: str, text: str | None) -> float:
    value = declared_value(key, text or "")
    return np.nan if value is None else value


def _seed(seeds: Columns, assembly: Assembly) -> None:
    """Enter the levels newcomers have elsewhere; each must be of an entrant."""
    if not seeds["event"]:
        return
    facts, players = assembly.facts, assembly.players.tolist()
    event = event_of_entry(facts).tolist()
    tournament = assembly.events.tournament.tolist()
    rows = {
        (tournament[at], players[player]): row
        for row, (at, player) in enumerate(zip(event, facts.entry_player.tolist(), strict=True))
        if tournament[at]
    }
    for line, (number, player, level) in enumerate(zip(*seeds.values(), strict=True), start=2):
        if (number, player) not in rows:
            raise Contradiction(f"seeds.csv, line {line}: player {player} is no entrant of {number}.")
        facts.entry_seed[rows[number, player]] = level


def _last_events(assembly: Assembly, games: Any, starts: Mapping[int, date]) -> dict[int, date]:
    """Return the first day of each player's last tournament with a rated game."""
    facts, players = assembly.facts, assembly.players.tolist()
    event = event_of_entry(facts).tolist()
    tournament = assembly.events.tournament.tolist()
    rows = zip(event, facts.entry_player.tolist(), games.tolist(), strict=True)
    return {players[player]: starts[tournament[at]] for at, player, rated in rows if rated > 0}


def _rows(
    edition: Edition,
    on: date,
    register: Columns,
    exact: Mapping[int, tuple[float, int]],
    last: Mapping[int, date],
) -> dict[int, tuple[Any, ...]]:
    """Return ratings as shown and whether players are active, by the edition of the list's day."""
    known = {
        number: (grade, licence)
        for number, grade, licence in zip(*(register[name] for name in register), strict=True)
    }
    people = [known.get(player, (None, "-")) for player in exact]  # who is not listed shows as a difference
    about = About(
        [grade for grade, _ in people],
        [licence for _, licence in people],
        [last.get(number) for number in exact],
    )
    rating = np.array([rating for rating, _ in exact.values()], np.float64)
    shown, active = listed(edition, rating, about, on)
    columns = zip(exact.items(), shown.tolist(), active.tolist(), strict=True)
    return {
        player: (whole, value, None, games, None, plays, False)
        for (player, (value, games)), whole, plays in columns
    }
