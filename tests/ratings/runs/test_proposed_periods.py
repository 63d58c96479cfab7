"""The calculation of a list under review: from what is proposed, not from what stands."""

from datetime import date

import numpy as np
import pytest

from ratings.cadence.by_period.explain import explain_proposed_period
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.models import Proposal
from ratings.runs.recalculation import compute, request_run
from tests.ratings.chess_months import based, masters, opened, swiss, system, year
from tests.ratings.histories import recalculate, stale

pytestmark = pytest.mark.django_db
FIRST = date(2024, 12, 1)


def test_proposed_calculation_of_a_later_list_begins_from_the_proposed_lists_before_it() -> None:
    rated, players = system(), masters(12)
    year(rated, players)
    recalculate(stale(rated, FIRST))
    late = opened(date(2025, 2, 10), players[:4], swiss(4, 3, np.random.default_rng(3)), number=777)
    run = compute(request_run(stale(rated, late.start)))
    moved = list(Proposal.objects.filter(run=run).order_by("sequence"))

    explained = [
        (row, explain_proposed_period(rated, row.player_id, day_of(row.sequence), since=run.since))
        for row in moved
    ]

    assert len({row.sequence for row in moved}) > 3
    for row, told in explained:
        assert told is not None
        assert (told.after or 0, told.games) == (int(row.after or 0), row.games)
        assert (told.before or 0) == int(row.before or 0)


def test_proposed_calculation_before_the_replay_is_none() -> None:
    rated, players = system(), masters(4)
    based(rated, players[0], 2000)

    assert explain_proposed_period(rated, players[0].pk, FIRST, since=FIRST) is None
    assert explain_proposed_period(rated, players[3].pk, date(2025, 6, 1), since=FIRST) is None
