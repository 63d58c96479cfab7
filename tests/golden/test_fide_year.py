"""An invented year of FIDE standard: twelve months to twelve lists, digit for digit.

The file changes only in a commit that names the clause that changed.
"""

from datetime import date
from pathlib import Path

import numpy as np
import pytest

from federation.models import Player
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.lists import publication
from ratings.models import ListEntry, ManualEvent, RatingChange, RatingSystem
from ratings.rating_job.fide import FideEvent, FideJob, FidePlayer, Rules
from ratings.rating_job.job_reader import Pairing
from ratings.rating_job.periods import compute_periods
from ratings.rulebook.fide_periods import closes_for, list_date
from ratings.rulebook.systems import SYSTEMS
from tests.ratings.chess_months import masters, system, year
from tests.ratings.histories import recalculate, stale
from tournaments.models import Game, Tournament

GOLDEN = Path(__file__).parent / "fide_year.txt"
COLUMNS = ("position", "fide", "rating", "change", "k", "period_games", "games", "active")


def printed(rated: RatingSystem) -> str:
    """Write the twelve lists of 2025's periods, a line a player."""
    lines = []
    for month in range(1, 13):
        day = date(2025 + month // 12, month % 12 + 1, 1)
        published = publication.publish(rated, day, account=None)
        rows = ListEntry.objects.filter(list=published).order_by("position").values_list(*COLUMNS)
        lines += [f"{day:%Y-%m} {' '.join(map(str, row))}\n" for row in rows]
    return "".join(lines)


@pytest.mark.django_db
def test_invented_year_gives_its_twelve_lists() -> None:
    rated = system()
    year(rated, masters(14))
    recalculate(stale(rated, date(2024, 12, 1)))

    assert printed(rated) == GOLDEN.read_text()


def as_player(rated: RatingSystem, player: Player) -> FidePlayer:
    base = ManualEvent.objects.filter(system=rated, player=player).first()
    if base is None:
        return FidePlayer(str(player.pk), 0, 0, 0, 0, 0)
    rating, games = int(base.value or 0), base.games or 0
    # A job begins with January's list, where K of who has 30 games has fallen from what December's said.
    return FidePlayer(str(player.pk), rating, games, 20 if games >= 30 else base.k or 0, rating, 0)


def as_event(event: Tournament, place: dict[int | None, int], rules: Rules) -> FideEvent:
    games = tuple(
        Pairing(number, place[white], place[black], outcome, played=True)
        for white, black, outcome, number in Game.objects.filter(tournament=event)
        .order_by("round", "pk")
        .values_list("white__player", "black__player", "outcome", "round")
    )
    return FideEvent(str(event.number), event.start, rules.on(event.start), closes_for(event.end), {}, games)


@pytest.mark.django_db
def test_invented_year_is_what_a_rating_job_says_of_it() -> None:
    rated, players = system(), masters(14)
    rules = Rules(SYSTEMS[rated.key], "", {})
    place: dict[int | None, int] = {player.pk: at for at, player in enumerate(players)}
    held = tuple(as_event(event, place, rules) for event in year(rated, players))
    recalculate(stale(rated, date(2024, 12, 1)))
    entered = tuple(as_player(rated, player) for player in players)

    computed = compute_periods(FideJob(rules.system, rules, entered, held))

    assert len(computed) == 12
    for period in computed:
        stood = RatingChange.objects.filter(system=rated, sequence=sequence(list_date(period.month)))
        assert {place[row.player_id]: (row.after or 0, row.games) for row in stood} == {
            at: (period.changes.after[at], period.changes.games[at])
            for at in np.flatnonzero(period.changes.games).tolist()
        }
