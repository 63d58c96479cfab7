"""Why a rating moved: one event, game by game, from the same engine that computed it."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from ratings.breakdown.adjustment import Pass, courses, passes_of
from ratings.cadence.by_event.replay import Replay, load, rate
from ratings.cadence.shared.comparison import Rows, pick
from ratings.cadence.shared.hypothetical_facts import Span, sequence
from ratings.models import RatingChange, RatingSystem
from ratings.replay.by_event import Side
from ratings.replay.event_facts import Assembly
from ratings.rulebook.editions import Edition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import edition_of
from tournaments.models import Tournament


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
    side: Side  # what the sum is set from, step by step


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sum that leads from `before` to `after`: adjustment, games, and what a clamp or limit took."""

    player: int
    edition: str
    rules: Edition | None  # the constants it was computed with
    declared: float | None  # value of the grade declared; None: none
    seed: float | None  # of a newcomer: the rating in the system this one starts from; None: he had none
    before: float | None  # None: he had no rating
    start: float
    after: float
    passes: int
    course: tuple[Pass, ...]  # of an FFG adjustment that moved the start
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
    if not replay.assembly.facts.event_kind.size:
        return {}
    return _explain_event(replay, 0, rules=edition_of(system, tournament.start))


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
    return _explain_event(replay, event, rules=edition_of(system, tournament.start))


def _explain_event(replay: Replay, event: int, *, rules: Edition | None) -> dict[int, Explanation]:
    """Explain one event of a replay: what was before it is replayed too."""
    assembly, facts = replay.assembly, replay.assembly.facts
    rows, _ = rate(replay)
    rows = pick(rows, np.flatnonzero(rows.sequence == assembly.events.sequence[event]))
    sides: dict[int, list[GameRow]] = {}
    for side in replay.dataset.sides(event):
        sides.setdefault(int(assembly.players[side.player]), []).append(_game_row(side, assembly))
    first = int(facts.entry_start[event])
    seats = facts.entry_player[first : int(facts.entry_start[event + 1])]
    entries = {int(assembly.players[seat]): first + place for place, seat in enumerate(seats.tolist())}
    moved = _courses(replay, event, rows, rules=rules)
    return {
        player: Explanation(
            player=player,
            edition=replay.policy.names[edition],
            rules=rules,
            declared=_none_for_nan(facts.entry_value[entries[player]]),
            seed=_none_for_nan(facts.entry_seed[entries[player]]) if np.isnan(before) else None,
            before=None if np.isnan(before) else before,
            start=start,
            after=after,
            passes=passes,
            course=moved.get(player, ()),
            games=tuple(sides.get(player, ())),
        )
        for player, edition, before, start, after, passes in zip(
            rows.player.tolist(),
            rows.edition.tolist(),
            rows.before.tolist(),
            rows.start.tolist(),
            rows.after.tolist(),
            rows.passes.tolist(),
            strict=True,
        )
    }


def _none_for_nan(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _courses(replay: Replay, event: int, rows: Rows, *, rules: Edition | None) -> dict[int, tuple[Pass, ...]]:
    """Return the passes of players whose start an FFG adjustment moved; {} if the first was final."""
    passes = int(rows.passes.max(initial=0))
    if passes <= 1 or not isinstance(rules, FfgEdition):
        return {}
    part = replay.dataset.event(event)
    every = courses(part, passes=passes)
    moved = every[-1].start != every[0].start
    return {
        int(replay.players[seat]): passes_of(
            every, entry, edition=rules, is_known=bool(part.standing.games[seat])
        )
        for entry, seat in enumerate(part.facts.entry_player.tolist())
        if moved[entry] and not np.isnan(every[0].start[entry])
    }


def explain(change: RatingChange) -> Explanation | None:
    """Explain one row of the ledger; None for a manual event, which is its own reason."""
    if change.tournament is None:
        return None
    return explain_event(change.system, change.tournament).get(change.player_id)


def _game_row(side: Side, assembly: Assembly) -> GameRow:
    detail = side.detail
    return GameRow(
        opponent=int(assembly.players[side.opponent]),
        round=int(assembly.round[detail.game]),
        colour="w" if side.is_white else "b",
        handicap=side.handicap,
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
        side=side,
    )
