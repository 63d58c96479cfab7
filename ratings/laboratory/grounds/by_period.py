"""The facts of systems that move list by list, for the laboratory."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from ratings.cadence.by_period import facts as sources
from ratings.cadence.by_period import ledger
from ratings.cadence.by_period.assemble import GameColumns, Held, counted, played
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay
from ratings.cadence.by_period.standings import ratings_on
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.by_period import PeriodFacts, PeriodGround, Seeds
from ratings.laboratory.figures.rules import Dated, rules_in_force
from ratings.laboratory.figures.simulation import DECISION
from ratings.laboratory.grounds.contract import TOURNAMENTS, Loaded, birth_years
from ratings.models import RatingSystem
from ratings.rulebook.bounds import LISTS
from ratings.rulebook.systems import SYSTEMS


class ByPeriod:
    """Implement `contract.Reader` for the three lists of FIDE."""

    unit = TOURNAMENTS
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

    def decided(self, kind: Longs, _played: Flags) -> Flags:
        """Return the steps of decisions; a list moves ratings by adjustments, too."""
        found: Flags = kind == DECISION
        return found

    def deviation_on(self, _ground: Any, _deviation: Floats, _moment: Longs, _day: date) -> Floats | None:
        """Return None: these ratings have no deviation."""
        return None


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
