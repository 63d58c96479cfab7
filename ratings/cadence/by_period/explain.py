"""Why a rating moved in a period, as FIDE prints it: Rc, Ro, w, n, chg, K, K*chg by tournament and game."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from federation.models import Player
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import PeriodReplay, indexed, load
from ratings.cadence.by_period.replay import Period, periods_of
from ratings.engines.fide_explaining import SideDetail, explained
from ratings.models import RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of
from tournaments.models import Tournament

if TYPE_CHECKING:
    from ratings.cadence.by_period.first_rating import FirstRating


@dataclass(frozen=True, slots=True)
class PeriodGame:
    """One game from the player's side; without an own rating `expected` is None and changes are 0."""

    opponent: int  # player
    round: int
    colour: str  # "w" or "b"
    rating: int  # of the opponent, as used
    capped: bool  # the 400 rule moved it; FIDE prints a star
    score: Decimal
    expected: Decimal | None  # PD
    change: Decimal  # chg
    k: int
    k_change: Decimal  # K*chg


@dataclass(frozen=True, slots=True)
class PeriodTournament:
    """One tournament, or one month of a long one."""

    part: int  # event of the period
    tournament: int  # primary key
    number: int
    name: str
    first: date  # first day of what was rated
    average: int  # Rc
    rating: int | None  # Ro; None = none before
    points: Decimal  # w
    games: int  # n
    change: Decimal  # chg
    k: int  # K, after the 700 rule
    k_change: Decimal  # K*chg
    performance: int | None  # Rp of a player without rating, as FIDE prints it; it is not a rating
    sides: tuple[PeriodGame, ...]


@dataclass(frozen=True, slots=True)
class PeriodExplanation:
    """How a player came from one list to the next; None: without rating."""

    player: int
    list_date: date
    edition: str
    before: int | None  # on the list before
    base: int | None  # what the change was added to; differs where it was corrected
    after: int | None  # of the games of the period, an adjustment of the whole list included
    k: int
    games: int
    change: Decimal  # sum of score minus expectation
    tournaments: tuple[PeriodTournament, ...]
    first: "FirstRating | None"  # of a player without rating: the way to one, or what is missing

    @property
    def k_change(self) -> Decimal:
        """K times the sum, before it is rounded."""
        return self.k * self.change


def explain_period(system: RatingSystem, player: Player | int, list_date: date) -> PeriodExplanation:
    """Explain a player's way to a list, from their tournaments and the list before it, as they stand today.

    Without tournaments where they played none. `after` is what the period gave; a level the office set on the
    list itself is not explained. Only the tournaments they played are read.
    """
    key = player if isinstance(player, int) else player.pk
    month = month_of(list_date)
    window = Window(standing=month - 1, last=month, player=key)
    return _explain_month(load(system, window), key, window=window, month=month)


def explain_proposed_period(
    system: RatingSystem, player: int, list_date: date, *, since: date | None
) -> PeriodExplanation | None:
    """Explain a player's way to a list as a replay from a day on gives it, not as it stands.

    None where the list lies before the replay, or nothing of it is about the player any more.
    """
    month, standing = month_of(list_date), month_of(since) if since else None
    if standing is not None and month <= standing:
        return None
    window = Window(standing=standing, last=month)
    replay = load(system, window)
    seat = int(np.searchsorted(replay.players, player))
    if seat == replay.players.size or replay.players[seat] != player:
        return None
    return _explain_month(replay, player, window=window, month=month)


def _explain_month(replay: PeriodReplay, key: int, *, window: Window, month: int) -> PeriodExplanation:
    from ratings.cadence.by_period.first_rating import first_rating  # here: it brings numba

    seat = int(np.searchsorted(replay.players, key))
    period = periods_of(
        replay.played,
        replay.past,
        decisions=indexed(replay.decisions, replay.players),
        policy=replay.policy,
        window=window,
    )
    changes = period.changes
    return PeriodExplanation(
        player=key,
        list_date=_day(month),
        edition=_edition(replay, month),
        before=int(period.before[seat]) or None,
        base=int(changes.before[seat]) or None,
        after=int(changes.after[seat]) or None,
        k=int(changes.k[seat]),
        games=int(changes.games[seat]),
        change=Decimal(int(changes.sum[seat])).scaleb(-6),
        tournaments=_tournaments(replay, period, seat),
        first=first_rating(period, seat, policy=replay.policy),
    )


def _day(month: int) -> date:
    return list_date(month)


def _edition(replay: PeriodReplay, month: int) -> str:
    policy = replay.policy
    return policy.names[policy.edition[policy.reading_on(_day(month))]]


def _tournaments(replay: PeriodReplay, period: Period, seat: int) -> tuple[PeriodTournament, ...]:
    from ratings.cadence.by_period.first_rating import printed_performance  # here: it brings numba

    details = explained(period.facts, period.changes, seat)
    parts = [period.columns.parts[detail.event] for detail in details]
    names = dict(Tournament.objects.filter(pk__in=[part.key for part in parts]).values_list("pk", "name"))
    return tuple(
        PeriodTournament(
            part=detail.event,
            tournament=part.key,
            number=part.number,
            name=names.get(part.key, ""),
            first=part.first,
            average=detail.average,
            rating=detail.rating or None,
            points=detail.points,
            games=detail.games,
            change=detail.change,
            k=detail.k,
            k_change=detail.k_change,
            performance=None
            if detail.rating
            else printed_performance(
                replay.policy.key, [side.opponent_rating for side in detail.sides], detail.points
            ),
            sides=tuple(_game(replay, period, side, seat=seat) for side in detail.sides),
        )
        for part, detail in zip(parts, details, strict=True)
    )


def _game(replay: PeriodReplay, period: Period, side: SideDetail, *, seat: int) -> PeriodGame:
    white = int(period.facts.entry_player[period.facts.game_white[side.game]])
    return PeriodGame(
        opponent=int(replay.players[side.opponent]),
        round=int(period.columns.game_round[side.game]),
        colour="w" if white == seat else "b",
        rating=side.opponent_rating,
        capped=side.capped,
        score=side.score,
        expected=side.expected,
        change=side.change,
        k=side.k,
        k_change=side.k_change,
    )
