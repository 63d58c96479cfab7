"""The facts of systems that move game by game, for the laboratory."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from hashlib import sha256

import numpy as np

from ratings.cadence.by_game.assemble import Assembly
from ratings.cadence.by_game.facts import BEGINNING
from ratings.cadence.by_game.moments import day_at, end_of
from ratings.cadence.by_game.replay import from_scratch
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines.stream_contract import LEVEL
from ratings.engines.table import stream_engine_named
from ratings.laboratory.figures.by_game import GameGround
from ratings.laboratory.figures.rules import Dated, rules_in_force
from ratings.laboratory.figures.simulation import DECISION
from ratings.laboratory.grounds.contract import DAYS, Loaded, birth_years
from ratings.models import RatingSystem
from ratings.rulebook.policy import Policy, engine_version
from ratings.rulebook.systems import SYSTEMS


class ByGame:
    """Implement `contract.Reader` for FICS and the online ladder."""

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
