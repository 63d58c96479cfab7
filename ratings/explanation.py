"""Why a rating moved: one event, game by game, from the same engine that computed it."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from ratings.assembly import Assembly
from ratings.comparison import pick
from ratings.engines.contract import GameDetail
from ratings.engines.table import engine_named
from ratings.ledger import Replay, Span, load, rate, sequence
from ratings.models import RatingChange, RatingSystem
from ratings.periods.explanation import PeriodExplanation, PeriodGame, PeriodTournament, explain_period
from ratings.rulebook.systems import SYSTEMS
from tournaments.models import Tournament

__all__ = [
    "Explanation",
    "GameRow",
    "PeriodExplanation",
    "PeriodGame",
    "PeriodTournament",
    "explain",
    "explain_event",
    "explain_period",
    "explain_proposed",
]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One rated game from one player's side; ratings as they were at the start of the round."""

    opponent: int  # player
    round: int
    colour: str  # "w" or "b"
    handicap: int
    before: float
    opponent_before: float
    difference: float  # after handicap; positive: he was stronger
    score: float
    expected: float
    k: float
    epsilon: float
    a: float
    bonus: float
    weight: float
    change: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sum that leads from `before` to `after`: adjustment, games, and what a clamp or limit took."""

    player: int
    edition: str
    before: float | None  # None: he had no rating
    start: float
    after: float
    passes: int
    games: tuple[GameRow, ...]

    @property
    def adjustment(self) -> float:
        """What an FFG adjustment or an EGF reset added before the games; 0 for a newcomer."""
        return 0.0 if self.before is None else self.start - self.before

    @property
    def sum(self) -> float:
        """The games' changes together."""
        return float(sum(row.change for row in self.games))

    @property
    def remainder(self) -> float:
        """What the floor, the ceiling or the limit of an event took or gave; 0 up to rounding otherwise."""
        return self.after - self.start - self.sum


def explain_event(system: RatingSystem, tournament: Tournament) -> dict[int, Explanation]:
    """Explain every player's change in one tournament, from its games and the standings before it.

    Empty where the tournament does not count in the system.
    """
    replay = load(system, Span(tournament=tournament))
    return _explained(replay, 0) if replay.assembly.facts.event_kind.size else {}


def explain_proposed(
    system: RatingSystem, tournament: Tournament, *, since: date | None
) -> dict[int, Explanation]:
    """Explain every player's change in one tournament as a replay from a day on gives it, not as it stands.

    Empty where the tournament does not count in the system, or lies before the replay.
    """
    replay = load(system, Span(since=since, until=tournament.start))
    place = sequence(tournament.start, number=tournament.number)
    events = replay.assembly.events.sequence
    event = int(np.searchsorted(events, place))
    if event == events.size or events[event] != place:
        return {}
    return _explained(replay, event)


def _explained(replay: Replay, event: int) -> dict[int, Explanation]:
    """Explain one event of a replay: what was before it is replayed too."""
    assembly, facts = replay.assembly, replay.assembly.facts
    rows, _ = rate(replay)
    rows = pick(rows, np.flatnonzero(rows.sequence == assembly.events.sequence[event]))
    engine = engine_named(SYSTEMS[replay.policy.key].engine)
    sides: dict[int, list[GameRow]] = {}
    for detail in engine.explain(facts, replay.standing, replay.policy.parameters, event):
        player = int(assembly.players[facts.entry_player[detail.entry]])
        sides.setdefault(player, []).append(_game_row(detail, assembly))
    return {
        player: Explanation(
            player=player,
            edition=replay.policy.names[edition],
            before=None if np.isnan(before) else before,
            start=start,
            after=after,
            passes=passes,
            games=tuple(sides.get(player, ())),
        )
        for player, edition, before, start, after, passes in zip(
            rows.player.tolist(), rows.edition.tolist(), rows.before.tolist(),
            rows.start.tolist(), rows.after.tolist(), rows.passes.tolist(), strict=True,
        )
    }  # fmt: skip


def explain(change: RatingChange) -> Explanation | None:
    """Explain one row of the ledger; None for a manual event, which is its own reason."""
    if change.tournament is None:
        return None
    return explain_event(change.system, change.tournament).get(change.player_id)


def _game_row(detail: GameDetail, assembly: Assembly) -> GameRow:
    facts = assembly.facts
    return GameRow(
        opponent=int(assembly.players[facts.entry_player[detail.opponent]]),
        round=int(assembly.round[detail.game]),
        colour="w" if facts.game_white[detail.game] == detail.entry else "b",
        handicap=int(facts.game_handicap[detail.game]),
        before=detail.before,
        opponent_before=detail.opponent_before,
        difference=detail.difference,
        score=detail.score,
        expected=detail.expected,
        k=detail.k,
        epsilon=detail.epsilon,
        a=detail.a,
        bonus=detail.bonus,
        weight=detail.weight,
        change=detail.change,
    )
