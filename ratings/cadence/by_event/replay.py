"""The replay of events: approved games, manual events and standings to arrays, changes back to rows.

The same facts give the same bits, wherever a replay begins: the last row of a player before a day is all an
engine needs to know of them.
"""

from dataclasses import dataclass, fields, replace
from datetime import date
from hashlib import sha256

import numpy as np

from ratings.cadence.by_event import facts as tables
from ratings.cadence.by_event.facts import Carried
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows, pick
from ratings.cadence.shared.hypothetical_facts import WHOLE, Span, Supposed
from ratings.cadence.shared.standings import rows_of
from ratings.engines.contract import ADJUST, Changes, Floats, Standing
from ratings.models import RatingSystem
from ratings.replay.by_event import EventDataset
from ratings.replay.event_facts import Assembly, assemble, event_of_entry
from ratings.rulebook.policy import Policy, engine_version, policy_of
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Replay:
    """Everything one replay computes from."""

    assembly: Assembly
    standing: Standing  # by assembly.players
    policy: Policy
    first: int  # place of the ledger from which it is recomputed

    @property
    def players(self) -> Longs:
        """Primary keys of the players by index, rising."""
        return self.assembly.players

    @property
    def dataset(self) -> EventDataset:
        """Return the facts with what they are computed by."""
        engine = SYSTEMS[self.policy.key].engine
        return EventDataset(engine, self.assembly.facts, self.standing, self.policy.parameters)

    @property
    def before(self) -> Floats:
        """Ratings before the replay; NaN = none."""
        return self.standing.rating

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the editions, by number."""
        return self.policy.names

    @property
    def counts(self) -> dict[str, int]:
        """What is replayed."""
        facts = self.assembly.facts
        return {
            "tournaments": int((facts.event_kind == 0).sum()),
            "manual_events": int((facts.event_kind != 0).sum()),
            "games": int(facts.game_white.size),
        }

    @property
    def fingerprint(self) -> str:
        """Hash everything the replay depends on; equal hashes give equal bits."""
        return fingerprint(self.assembly, self.standing, self.policy)

    def moves_of(self, tournament: int, rows: Rows) -> list[tuple[date | None, Rows]]:
        """Pick the rows of a tournament, where it counts; None: they are of no list."""
        own = np.flatnonzero(rows.tournament == tournament)
        return [(None, pick(rows, own))] if own.size else []


def load(system: RatingSystem, span: Span = WHOLE) -> Replay:
    """Read the facts of a span and the standings before it.

    Raises LookupError where the system's edition does not exist.
    """
    policy = policy_of(
        system.key, edition=system.edition, parameters=system.parameters, numeric=system.numeric
    )
    events = tables.events(system, span, policy)
    entries = tables.entries(system, span)
    carried = tables.carried(system, span, everybody=bool((events.kind == ADJUST).any()))
    rated = carried.player[~np.isnan(carried.rating)]
    assembly = assemble(events, entries, tables.games(system, span), others=carried.player, rated=rated)
    standing = _standing(assembly.players, carried)
    seeded = _seed_newcomers(system, assembly, standing, span.supposed)
    return Replay(seeded, standing, policy, span.first)


def rate(replay: Replay) -> tuple[Rows, Standing]:
    """Replay the facts; give the rows of the ledger, by event and entry, and the standings after.

    An event that counts no game and changes nothing leaves no row.
    """
    changes, after = replay.dataset.replay()
    return _rows(replay.assembly, changes), after


def _standing(players: Longs, carried: Carried) -> Standing:
    rating, games = np.full(players.size, np.nan), np.zeros(players.size, np.int32)
    highest = rating.copy()
    place = np.searchsorted(players, carried.player)
    rating[place], games[place], highest[place] = carried.rating, carried.games, carried.highest
    return Standing(rating, games, highest)


def _seed_newcomers(
    system: RatingSystem, assembly: Assembly, standing: Standing, supposed: Supposed
) -> Assembly:
    """Seed newcomers with their rating in the system this one seeds from, before each event."""
    other, facts = SYSTEMS[system.key].seeds_from, assembly.facts
    rows = np.flatnonzero(np.isnan(standing.rating)[facts.entry_player])
    if not other or not rows.size:
        return assembly
    event = event_of_entry(facts)[rows]
    player, place = assembly.players[facts.entry_player[rows]], assembly.events.sequence[event]
    seed = facts.entry_seed.copy()
    seed[rows] = _ratings_before(other, player, place, supposed)
    return replace(assembly, facts=replace(facts, entry_seed=seed))


def _ratings_before(key: str, player: Longs, place: Longs, supposed: Supposed) -> Floats:
    """Return the rating each player had in a system just before each place; NaN where they had none."""
    rows = rows_of(key, np.unique(player), until=int(place.max()), supposed=supposed)
    whose, when, rating = (column[~np.isnan(rows[2])] for column in rows)
    places = np.union1d(when, place)
    width = places.size + 1
    known = whose * width + np.searchsorted(places, when)
    at = np.searchsorted(known, player * width + np.searchsorted(places, place)) - 1
    met = (at >= 0) & (whose[at] == player) if whose.size else np.zeros(player.size, np.bool_)
    ratings = np.full(player.size, np.nan)
    ratings[met] = rating[at[met]]
    return ratings


def _rows(assembly: Assembly, changes: Changes) -> Rows:
    facts, events = assembly.facts, assembly.events
    event = event_of_entry(facts)
    rows = Rows(
        sequence=events.sequence[event],
        player=assembly.players[facts.entry_player],
        tournament=events.tournament[event],
        manual=events.manual[event],
        before=changes.before,
        start=changes.start,
        after=changes.after,
        games=changes.games,
        total_games=changes.total_games,
        highest=changes.highest,
        passes=changes.event_passes[event],
        edition=events.edition[event].astype(np.int32),
    )
    still = (changes.after == changes.before) | (np.isnan(changes.after) & np.isnan(changes.before))
    return pick(rows, np.flatnonzero((changes.games > 0) | ~still))


def fingerprint(assembly: Assembly, standing: Standing, policy: Policy) -> str:
    """Hash the facts, the standings before them, the editions with their constants, and the engine's code."""
    digest = sha256()
    for word in (policy.key, engine_version(policy.key), *policy.names):
        digest.update(word.encode() + b"\0")
    keys = (assembly.players, assembly.events.sequence, policy.parameters)
    records = (assembly.facts, standing)
    columns = [*keys, *(getattr(record, field.name) for record in records for field in fields(record))]
    for column in columns:
        # The length keeps two neighbouring columns apart.
        digest.update(str((column.dtype.str, column.shape)).encode())
        digest.update(np.ascontiguousarray(column).view(np.uint8).data)
    return digest.hexdigest()
