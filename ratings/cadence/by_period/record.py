"""The record of a system that moves once a list, with the ratings in force when each event began."""

import numpy as np

from federation.database import bulk
from ratings.cadence.by_period import facts
from ratings.cadence.by_period.assemble import Played, played
from ratings.cadence.by_period.policy import PeriodPolicy, period_policy_of
from ratings.cadence.by_period.standings import ratings_on
from ratings.cadence.shared.columns import I8, Longs
from ratings.cadence.shared.expectation import fide_white
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.cadence.shared.record import Flags, Floats, Pairs, Record, Sides
from ratings.models import RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of


def record(system: RatingSystem) -> Record:
    """Read the rated games of a system up to its newest list; LookupError for an unknown edition."""
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    window = facts.Window()
    parts = facts.parts(system, window, policy)
    entry, player = facts.entries(system, window, policy)
    players = np.unique(player)
    columns = facts.games(system, window, policy)
    games = played(parts, columns, entry=entry, player=player, players=players)
    month = np.asarray(games.month, np.int64)[games.part]
    counted: Flags = month <= _last_list(system)
    white, black = players[games.white[counted]], players[games.black[counted]]
    ratings = _in_force(system, games, counted, (white, black))
    month, score = month[counted], games.score[counted] / 2.0
    nothing = np.full(month.size, np.nan)
    return Record(
        month=month,
        seat_month=np.concatenate([month, month]),
        seat_player=np.concatenate([white, black]),
        pairs=Pairs(
            month=month,
            score=score,
            expected=fide_white(*ratings, policy.rules[_readings(policy, month)]),
            lead=ratings[0] - ratings[1],
            even=np.ones(month.size, np.bool_),
            grade=nothing,
            other_grade=nothing,
        ),
        sides=Sides(
            first=white,
            other=black,
            day=np.array([part.first.toordinal() for part in games.parts], np.int64)[games.part[counted]],
            tournament=np.array([part.key for part in games.parts], np.int64)[games.part[counted]],
            advantage=np.zeros(month.size),
            rating=ratings[0],
            other_rating=ratings[1],
        ),
    )


def _last_list(system: RatingSystem) -> int:
    """Return the newest list the ledger knows; 0 = none."""
    (place,) = bulk.read_columns(
        "SELECT MAX(sequence) FROM ratings_ratingchange WHERE system_id = %s", [system.pk], [I8]
    )
    return month_of(day_of(int(place[0]))) if place[0] >= 0 else 0


def _in_force(
    system: RatingSystem, games: Played, counted: Flags, sides: tuple[Longs, Longs]
) -> tuple[Floats, Floats]:
    """Return the ratings of both sides on the list in force when their event began; NaN = none."""
    lists = np.array([part.in_force for part in games.parts], np.int64)[games.part[counted]]
    both = ratings_on(system.key, np.concatenate(sides), np.concatenate([lists, lists]))
    ratings = np.where(both > 0, both, np.nan).astype(np.float64)
    return ratings[: lists.size], ratings[lists.size :]


def _readings(policy: PeriodPolicy, month: Longs) -> Longs:
    """Return the reading of the rules each list was computed by."""
    lists, place = np.unique(month, return_inverse=True)
    rows = [policy.reading_on(list_date(month)) for month in lists.tolist()]
    return np.array(rows, np.int64)[place]
