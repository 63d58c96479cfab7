"""Facts of systems as grounds: readers, one a cadence, and the one place of the laboratory that chooses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from hashlib import sha256
from typing import Any, Protocol

import numpy as np

from federation.database import bulk
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_event import replay
from ratings.cadence.by_game.assemble import Assembly
from ratings.cadence.by_game.facts import BEGINNING
from ratings.cadence.by_game.moments import day_at, end_of
from ratings.cadence.by_game.replay import from_scratch
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.by_period import facts as sources
from ratings.cadence.by_period import ledger
from ratings.cadence.by_period.assemble import GameColumns, Held, counted, played
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay
from ratings.cadence.by_period.standings import ratings_on
from ratings.cadence.shared.columns import I8, Longs
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines.stream_contract import LEVEL
from ratings.engines.table import stream_engine_named
from ratings.laboratory.editions import editions_of
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.by_game import GameGround
from ratings.laboratory.figures.by_period import PeriodFacts, PeriodGround, Seeds
from ratings.laboratory.figures.rules import Dated, rules_in_force, rules_of
from ratings.laboratory.figures.simulation import DECISION, Ground, Outcome
from ratings.laboratory.figures.variant import Variant
from ratings.models import RatingSystem
from ratings.rulebook.bounds import LISTS
from ratings.rulebook.policy import Policy, engine_version
from ratings.rulebook.systems import SYSTEMS

DAYS, TOURNAMENTS = "days", "tournaments"  # units


def _none() -> Longs:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The facts of a system as they are held."""

    system: RatingSystem
    editions: Sequence[Dated]  # in force
    ground: Ground
    fingerprint: str  # of facts, rules in force and the engine's code
    counts: Mapping[str, int]
    waiting: str  # the day from which facts wait for a recalculation, "": none
    # E: of systems rated tournament by tournament the key of each event's tournament, 0: a decision
    tournament: Longs = field(default_factory=_none)

    def under(self, variant: Variant) -> Outcome:
        """Replay the facts under a variant; raises UnfitVariant."""
        return self.ground.replay(rules_of(variant, self.editions, numeric=self.system.numeric))


class Reader(Protocol):
    """How the facts of one cadence are read; a class for each."""

    # What is drawn as a whole when constants are fitted.
    unit: str
    # Whether every K can be multiplied; those of FIDE are whole numbers.
    scales_k: bool

    def load(self, system: RatingSystem, editions: Sequence[Dated]) -> Loaded:
        """Read everything; LookupError where the system's edition does not exist."""

    def decided(self, kind: Longs, played: Flags, /) -> Flags:
        """Return which steps are decisions of the office.

        `kind` of `simulation.STEPS`; `played`: whether the step has games of the player.
        """

    def deviation_on(self, ground: Any, deviation: Floats, moment: Longs, day: date) -> Floats | None:
        """Return the deviations a list prints, from those after the last games; None: it has none."""


def birth_years(players: Longs) -> Longs:
    """Return the year of birth of each player (rising keys), 0 where it is not known."""
    key, year = bulk.read_columns(
        "SELECT id, birth_year FROM federation_player WHERE birth_year IS NOT NULL",
        [],
        [I8, I8],
    )
    found = np.zeros(players.size, np.int64)
    known = np.isin(key, players)
    found[np.searchsorted(players, key[known])] = year[known]
    return found


def _ground_of(system: RatingSystem, editions: Sequence[Dated], loaded: replay.Replay) -> EventGround:
    events = loaded.assembly.events
    return EventGround(
        engine=SYSTEMS[system.key].engine,
        facts=loaded.assembly.facts,
        standing=loaded.standing,
        days=np.array([day_of(place).toordinal() for place in events.sequence.tolist()], np.int64),
        players=loaded.players,
        birth_year=birth_years(loaded.players),
        base=rules_in_force(editions, numeric=system.numeric),
    )


class _OfTournaments:
    """Common part of readers of systems that tournaments move; lists move ratings by adjustments, too."""

    unit = TOURNAMENTS

    def decided(self, kind: Longs, _played: Flags) -> Flags:
        """Return the steps of decisions."""
        found: Flags = kind == DECISION
        return found

    def deviation_on(self, _ground: Any, _deviation: Floats, _moment: Longs, _day: date) -> Floats | None:
        """Return None: these ratings have no deviation."""
        return None


class ByEvent(_OfTournaments):
    """Implement `Reader` for both ladders of the FFG and the EGF."""

    scales_k = True

    def load(self, system: RatingSystem, editions: Sequence[Dated]) -> Loaded:
        """Read the events that count, those that wait for a run too."""
        loaded = replay.load(system)
        return Loaded(
            system=system,
            editions=editions,
            ground=_ground_of(system, editions, loaded),
            fingerprint=loaded.fingerprint,
            counts=loaded.counts,
            waiting=system.stale_from.isoformat() if system.stale_from else "",
            tournament=loaded.assembly.events.tournament,
        )


class ByPeriod(_OfTournaments):
    """Implement `Reader` for the three lists of FIDE."""

    scales_k = False

    def load(self, system: RatingSystem, editions: Sequence[Dated]) -> Loaded:
        """Read the tournaments, games and decisions that count, or would under another limit of reports."""
        window = Window()
        loaded = ledger.load(system, window)
        held = sources.tournaments(system, window, loaded.policy)
        entry, player = sources.entries(system, window, loaded.policy)
        here = np.isin(player, loaded.players)
        entry, player = entry[here], player[here]
        games = sources.games(system, window, loaded.policy)
        facts = PeriodFacts(
            held=tuple(held),
            games=games,
            entry=entry,
            player=player,
            decisions=ledger.indexed(loaded.decisions, loaded.players),
            seeds=_seeds(system, loaded, held, games, (entry, player)),
            seeded_list=loaded.past.seeded_list,
        )
        ground = PeriodGround(
            key=system.key,
            facts=facts,
            standing=loaded.past.standing,
            players=loaded.players,
            birth_year=birth_years(loaded.players),
            base=rules_in_force(editions),
            one_offs=loaded.policy.one_offs,
        )
        waiting = system.stale_from.isoformat() if system.stale_from else ""
        return Loaded(system, editions, ground, loaded.fingerprint, loaded.counts, waiting)


def _seeds(
    system: RatingSystem,
    loaded: PeriodReplay,
    held: Sequence[Held],
    games: GameColumns,
    entries: tuple[Longs, Longs],
) -> Seeds | None:
    """Return the ratings players had where newcomers enter from, on the lists in force at tournaments.

    Tournaments of every report are looked at, however late: a variant may let them count.
    """
    other, players = SYSTEMS[system.key].seeds_from, loaded.players
    if not other:
        return None
    parts = [part for report in held for part in counted(report, lists=int(LISTS.most))]
    found = played(parts, games, entry=entries[0], player=entries[1], players=players)
    in_force = np.array([part.in_force for part in found.parts], np.int64)[found.part]
    keys = np.unique(
        np.concatenate([in_force * players.size + side for side in (found.white, found.black)])
    ).astype(np.int64)
    rating = ratings_on(other, players[keys % players.size], keys // players.size)
    return Seeds(keys[rating > 0], rating[rating > 0])


class ByGame:
    """Implement `Reader` for FICS and the online ladder."""

    unit = DAYS
    scales_k = True

    def load(self, system: RatingSystem, editions: Sequence[Dated]) -> Loaded:
        """Read the games as far as they are rated: there are always some on their way."""
        rated = ledger_of(system)
        before = BEGINNING if rated.moment is None else rated.moment + 1
        loaded = from_scratch(system, before=before, last_key=rated.last_key)
        facts = loaded.assembly.facts
        ground = GameGround(
            engine=SYSTEMS[system.key].engine,
            facts=facts,
            standing=loaded.standing,
            players=loaded.assembly.players,
            birth_year=birth_years(loaded.assembly.players),
            base=rules_in_force(editions, numeric=system.numeric),
        )
        decided = int((facts.kind == LEVEL).sum())
        counts = {"games": int(facts.kind.size) - decided, "manual_events": decided}
        waiting = "" if rated.moved_from is None else day_at(rated.moved_from).isoformat()
        fingerprint = _fingerprint(loaded.assembly, loaded.policy)
        return Loaded(system, editions, ground, fingerprint, counts, waiting)

    def decided(self, kind: Longs, played: Flags) -> Flags:
        """Return the days without a game, too: only a decision can have moved the player then."""
        found: Flags = (kind == DECISION) | ~played
        return found

    def deviation_on(self, ground: GameGround, deviation: Floats, moment: Longs, day: date) -> Floats | None:
        """Return the deviations aged to 24:00 UTC of a day."""
        engine = stream_engine_named(ground.engine)
        return engine.aged(deviation, moment, end_of(day), ground.base.parameters)


def _fingerprint(assembly: Assembly, policy: Policy) -> str:
    """Hash the facts, the editions with their constants, and the engine's code."""
    digest = sha256()
    for word in (policy.key, engine_version(policy.key), *policy.names):
        digest.update(word.encode() + b"\0")
    columns = [getattr(assembly.facts, column.name) for column in fields(assembly.facts)]
    for column in (assembly.players, policy.parameters, *columns):
        # The length keeps two neighbouring columns apart.
        digest.update(str((column.dtype.str, column.shape)).encode())
        digest.update(np.ascontiguousarray(column).view(np.uint8).data)
    return digest.hexdigest()


READERS: Mapping[Cadence, Reader] = {
    Cadence.BY_EVENT: ByEvent(),
    Cadence.BY_PERIOD: ByPeriod(),
    Cadence.BY_GAME: ByGame(),
}


def reader_of(system_key: str) -> Reader:
    """Return how the facts of a system are read."""
    return READERS[CATALOGUE[system_key].cadence]


def load(system: RatingSystem) -> Loaded:
    """Read the facts of a system as it is now; LookupError where its edition does not exist."""
    system.refresh_from_db()
    editions = editions_of(system)
    return reader_of(system.key).load(system, editions)
