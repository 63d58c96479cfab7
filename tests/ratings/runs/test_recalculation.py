from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from federation.models import Job, JournalEntry
from ratings.models import CurrentRating, ManualEvent, Proposal, RatingChange, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.runs.recalculation import (
    RunDecidedError,
    RunOvertakenError,
    apply,
    compute,
    discard,
    mark_stale,
    request_due,
    request_run,
)
from tests import seeds
from tests.ratings.histories import Played, hold, ledger, people, recalculate, round_robin, stale
from tournaments.models import Tournament
from tournaments.models.stages import Stage

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


def from_scratch(system: RatingSystem) -> dict[Any, Any]:
    RatingChange.objects.filter(system=system).delete()
    CurrentRating.objects.filter(system=system).delete()
    recalculate(system, whole=True)
    return ledger(system)


def current(system: RatingSystem) -> dict[Any, Any]:
    fields = ("rating", "games", "highest_rating", "events", "last_played", "sequence")
    rows = CurrentRating.objects.filter(system=system).values_list("player_id", *fields)
    return {row[0]: row[1:] for row in rows}


def test_first_run_proposes_a_row_for_everybody_who_played(ffg: RatingSystem) -> None:
    players = people(4)
    hold(DAY, players, round_robin(3), number=1)
    stale(ffg, DAY)

    run = compute(request_run(ffg))

    assert (run.stage, run.totals["new"], run.totals["games"]) == (RunStage.PROPOSED, 3, 3)
    assert Proposal.objects.filter(run=run).count() == 3
    assert ledger(ffg) == {}


def test_applied_run_leaves_rows_and_current_ratings(ffg: RatingSystem) -> None:
    players = people(3)
    tournament = hold(DAY, players, round_robin(3), number=1)
    stale(ffg, DAY)

    run = recalculate(ffg)
    ffg.refresh_from_db()

    rows = RatingChange.objects.filter(system=ffg).order_by("player_id")
    assert [(row.player_id, row.tournament_id, row.games) for row in rows] == [
        (player.pk, tournament.pk, 2) for player in players
    ]
    assert {pk: (line[0], line[1], line[3], line[4]) for pk, line in current(ffg).items()} == {
        row.player_id: (row.after, 2, 1, DAY) for row in rows
    }
    assert (run.stage, ffg.state, ffg.stale_from) == (RunStage.APPLIED, 1, None)


def test_second_run_over_the_same_facts_proposes_nothing(ffg: RatingSystem) -> None:
    hold(DAY, people(4), round_robin(4), number=1)
    stale(ffg, DAY)
    first = recalculate(ffg)

    second = compute(request_run(ffg, whole=True), whole=True)

    assert (second.totals["new"], second.totals["moved"], second.totals["gone"]) == (0, 0, 0)
    assert second.fingerprint == first.fingerprint


def test_a_tournament_inserted_two_years_back_changes_what_a_whole_replay_changes(ffg: RatingSystem) -> None:
    players, chance = people(8), np.random.default_rng(3)
    for number in range(1, 9):
        hold(DAY + timedelta(days=90 * number), players, round_robin(8, chance=chance), number=number)
    stale(ffg, DAY)
    recalculate(ffg)
    before = ledger(ffg)

    hold(DAY + timedelta(days=60), players[:4], round_robin(4, chance=chance), number=99)
    stale(ffg, DAY + timedelta(days=60))
    run = recalculate(ffg)

    late, now = ledger(ffg), current(ffg)
    assert run.since == DAY + timedelta(days=60)
    assert (run.totals["new"], run.totals["moved"]) == (4, len(before))
    assert from_scratch(ffg) == late
    assert current(ffg) == now


def test_superseded_and_withdrawn_revisions_leave_the_ledger(ffg: RatingSystem) -> None:
    players = people(4)
    old = hold(DAY, players, round_robin(4), number=1)
    other = hold(DAY + timedelta(days=1), players[:2], round_robin(2), number=2)
    stale(ffg, DAY)
    recalculate(ffg)

    Tournament.objects.filter(pk__in=(old.pk, other.pk)).update(stage=Stage.SUPERSEDED.value)
    new = hold(DAY, players[:3], round_robin(3), number=1, revision=2)
    stale(ffg, DAY)
    run = recalculate(ffg)

    assert (run.totals["new"], run.totals["gone"]) == (0, 3)
    assert {line[-2] for line in ledger(ffg).values()} == {new.pk}
    assert sorted(current(ffg)) == [player.pk for player in players[:3]]


def test_by_default_and_referee_outcomes_are_not_rated(ffg: RatingSystem) -> None:
    players = people(4)
    games = [Played(1, 0, 1, 2, by_default=True), Played(1, 2, 3, 3), Played(2, 0, 2, 0)]
    hold(DAY, players, games, number=1)
    stale(ffg, DAY)

    recalculate(ffg)

    assert sorted(key[1] for key in ledger(ffg)) == [players[0].pk, players[2].pk]


def test_extra_game_of_a_round_counts_as_a_further_round(ffg: RatingSystem) -> None:
    players = people(3)
    crowded = [Played(1, 0, 1, 2), Played(1, 2, 0, 0), Played(2, 1, 2, 1)]
    plain = [Played(1, 0, 1, 2), Played(2, 2, 0, 0), Played(3, 1, 2, 1)]
    first = hold(DAY, players, crowded, number=1)
    stale(ffg, DAY)
    recalculate(ffg)
    found = [line[:8] for line in ledger(ffg).values()]

    Tournament.objects.filter(pk=first.pk).update(stage=Stage.SUPERSEDED.value)
    hold(DAY, players, plain, number=1, revision=2)
    stale(ffg, DAY)
    recalculate(ffg)

    assert [line[:8] for line in ledger(ffg).values()] == found


def test_global_adjustment_takes_everybody_with_a_rating_then(ffg: RatingSystem) -> None:
    players = people(4)
    hold(DAY, players[:3], round_robin(3), number=1)
    hold(DAY + timedelta(days=9), players[2:], round_robin(2), number=2)
    event = ManualEvent.objects.create(
        system=ffg,
        kind="adjustment",
        date=DAY + timedelta(days=5),
        factor=0.9,
        offset=50.0,
        label="Ajustement",
    )
    stale(ffg, DAY)

    recalculate(ffg)

    adjusted = RatingChange.objects.filter(manual_event=event).order_by("player_id")
    assert [row.player_id for row in adjusted] == [player.pk for player in players[:3]]
    assert [row.after for row in adjusted] == [(row.before or 0.0) * 0.9 + 50.0 for row in adjusted]
    late = ledger(ffg)
    stale(ffg, DAY + timedelta(days=5))
    assert recalculate(ffg).totals["moved"] == 0
    assert ledger(ffg) == late


def test_hybrid_starts_a_newcomer_from_his_level_on_the_main_ladder(ffg: RatingSystem) -> None:
    hybrid = RatingSystem.objects.get(key="ffg-hybrid")
    players = people(3)
    hold(DAY, players, round_robin(3), number=1)
    online = hold(DAY + timedelta(days=30), players, round_robin(3), number=2, online=True)
    Tournament.objects.filter(number=1).update(rated_for=["ffg"])
    stale(ffg, DAY)
    recalculate(ffg)
    hybrid.refresh_from_db()
    assert hybrid.stale_from == DAY

    stale(hybrid, online.start)
    Tournament.objects.filter(number=1).update(start=date(2022, 4, 9), end=date(2022, 4, 9))
    stale(ffg, date(2022, 4, 9))
    recalculate(ffg)
    recalculate(hybrid)

    levels = dict(RatingChange.objects.filter(system=ffg).values_list("player_id", "after"))
    starts = RatingChange.objects.filter(system=hybrid).values_list("player_id", "before", "start")
    assert {player: (before, start) for player, before, start in starts} == {
        player: (None, level) for player, level in levels.items()
    }


def test_request_while_requested_returns_the_same_run(ffg: RatingSystem) -> None:
    first = request_run(ffg)

    assert request_run(ffg) == first


def test_request_of_the_whole_history_widens_the_run_that_waits(ffg: RatingSystem) -> None:
    first = request_run(ffg)

    second = request_run(ffg, whole=True)

    assert first.job is not None
    first.job.refresh_from_db()
    assert (second, first.job.arguments) == (first, {"run": first.pk, "whole": True})


def test_request_while_proposed_overtakes_the_proposal(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    first = compute(request_run(stale(ffg, DAY)))

    second = request_run(ffg)

    first.refresh_from_db()
    assert (first.stage, second.stage) == (RunStage.OVERTAKEN, RunStage.REQUESTED)
    assert Proposal.objects.filter(run=first).count() == 0


def test_request_after_a_failed_job_makes_a_new_run(ffg: RatingSystem) -> None:
    first = request_run(ffg)
    Job.objects.update(state="failed")

    second = request_run(ffg)

    first.refresh_from_db()
    assert (first.stage, second.stage) == (RunStage.FAILED, RunStage.REQUESTED)


def test_proposal_whose_facts_moved_is_refused_and_overtaken(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    run = compute(request_run(stale(ffg, DAY)))
    mark_stale(ffg, DAY - timedelta(days=1))

    with pytest.raises(RunOvertakenError):
        apply(run, account=None)

    run.refresh_from_db()
    ffg.refresh_from_db()
    assert (run.stage, ffg.stale_from, ledger(ffg)) == (RunStage.OVERTAKEN, DAY - timedelta(days=1), {})
    closed = JournalEntry.objects.get(act="run.closed").detail
    assert (closed["before"], closed["after"]) == ("proposed", "overtaken")


def test_second_decision_about_a_run_is_told_so(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    run = compute(request_run(stale(ffg, DAY)))
    apply(run, account=None)

    with pytest.raises(RunDecidedError):
        discard(RatingRun.objects.get(pk=run.pk), account=None)


def test_discarded_run_forgets_its_proposals_and_leaves_the_system_stale(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    run = discard(compute(request_run(stale(ffg, DAY))), account=None)

    ffg.refresh_from_db()
    assert (run.stage, ffg.stale_from) == (RunStage.DISCARDED, DAY)
    assert Proposal.objects.filter(run=run).count() == 0


def test_compute_twice_changes_nothing(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    run = compute(request_run(stale(ffg, DAY)))

    again = compute(run)

    assert again.proposed == run.proposed
    assert Proposal.objects.filter(run=run).count() == 2


@st.composite
def chronicles(draw: st.DrawFn) -> list[tuple[int, list[Played]]]:
    """Draw events as (day, games) in the order in which they become known."""
    events = []
    for _ in range(draw(st.integers(1, 5))):
        pairs = draw(
            st.lists(
                st.tuples(st.integers(1, 3), st.integers(0, 4), st.integers(0, 4), st.integers(0, 2)),
                max_size=6,
                unique_by=(lambda p: p[:2], lambda p: (p[0], p[2])),
            )
        )
        games = [Played(r, w, b, s) for r, w, b, s in pairs if w != b]
        events.append((draw(st.integers(0, 6)), games))
    return events


@pytest.mark.parametrize("key", ["ffg", "egf", "ffg-hybrid"])
@settings(
    max_examples=seeds.examples(12),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(chronicle=chronicles())
def test_any_history_computed_piecewise_equals_the_one_from_the_beginning(
    key: str, chronicle: list[tuple[int, list[Played]]]
) -> None:
    with transaction.atomic():
        system, players = RatingSystem.objects.get(key=key), people(5)
        for number, (day, games) in enumerate(chronicle, start=1):
            hold(DAY + timedelta(days=day), players, games, number=number)
            recalculate(stale(system, DAY + timedelta(days=day)))
        piecewise, standing = ledger(system), current(system)

        assert from_scratch(system) == piecewise
        assert current(system) == standing
        transaction.set_rollback(True)


def test_stale_systems_are_asked_for_once_and_not_again_after_a_discard(ffg: RatingSystem) -> None:
    hold(DAY, people(2), round_robin(2), number=1)
    stale(ffg, DAY)

    first = request_due(date.today(), monthly=False)
    waiting = request_due(date.today(), monthly=False)
    run = compute(first[0])
    proposed = request_due(date.today(), monthly=False)
    discard(run, account=None)
    discarded = request_due(date.today(), monthly=False)
    mark_stale(ffg, DAY)
    moved = request_due(date.today(), monthly=False)

    assert [run.system for run in first] == [ffg]
    assert (waiting, proposed, discarded) == ([], [], [])
    assert [run.system for run in moved] == [ffg]


def test_proposing_and_applying_one_tournament_costs_few_queries(
    ffg: RatingSystem, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players = people(8)
    for number in range(1, 6):
        hold(DAY + timedelta(days=number), players, round_robin(8), number=number)
    recalculate(stale(ffg, DAY))
    hold(DAY + timedelta(days=30), players, round_robin(8), number=9)
    run = request_run(stale(ffg, DAY + timedelta(days=30)))

    # PostgreSQL is asked for the types of the staging table before rows are copied into it.
    with django_assert_num_queries(17 if connection.vendor == "postgresql" else 16):
        run = compute(run)

    with django_assert_num_queries(15):
        apply(run, account=None)

    assert run.totals["new"] == 8


def test_run_over_no_facts_proposes_nothing_and_can_be_applied(ffg: RatingSystem) -> None:
    run = recalculate(ffg)

    assert (run.stage, run.totals["new"], run.comparison["movers"]) == (RunStage.APPLIED, 0, [])


@pytest.mark.parametrize("grade", ["", "?", "30k"])
def test_newcomers_without_a_grade_are_not_rated_those_with_one_are(ffg: RatingSystem, grade: str) -> None:
    tournament = hold(DAY, people(2), round_robin(2), number=1)
    tournament.entries.update(grade=grade)

    recalculate(stale(ffg, DAY))

    assert len(ledger(ffg)) == (2 if grade == "30k" else 0)
