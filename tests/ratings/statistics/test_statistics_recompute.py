"""From applied runs and published lists to the rows that pages read, on every clock."""

from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone, translation

from federation.jobs import jobs
from federation.models import Job, Licence, Player
from ratings.cadence.by_event.explain import explain_event
from ratings.cadence.laboratory import laboratory_of
from ratings.cadence.shared.record import Record, month_of
from ratings.lists import publication
from ratings.models import ListEntry, PublishedList, RatingSystem, Statistic
from ratings.statistics import kinds, lists, recompute
from ratings.statistics.kinds import KINDS, OF_GAMES, OF_LISTS
from ratings.tasks import statistics as tasks
from tests.bench import filling, measuring_statistics
from tests.bench.figures import Size
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.ratings.stream_pages import played
from tournaments.models import Entry, Game, Tournament
from tournaments.reports.outcomes import Outcome, scores

pytestmark = pytest.mark.django_db
DAY, LATER = date(2023, 3, 4), date(2023, 5, 6)


def _record(system: RatingSystem) -> Record:
    return laboratory_of(system.key).record(system)


def egf() -> RatingSystem:
    return RatingSystem.objects.get(key="egf")


def two_events(key: str = "egf") -> tuple[list[Player], Tournament]:
    """Play a tournament everybody enters with a grade, and one with handicap two months later."""
    players = people(5)
    hold(DAY, players[:4], round_robin(4), number=7)
    games = [Played(1, 0, 1, 0), Played(1, 2, 3, 1, 3), Played(2, 4, 0, 2)]
    second = hold(LATER, players, games, number=8)
    recalculate(stale(RatingSystem.objects.get(key=key), DAY))
    return players, second


def row(kind: str, key: str = "egf") -> Statistic:
    return Statistic.objects.get(system__key=key, kind=kind)


# --- the record, on every clock


def test_forecast_is_what_the_explanation_of_the_event_says_was_expected() -> None:
    players, second = two_events()

    pairs = _record(egf()).pairs

    later = pairs.month == month_of(LATER)
    assert (int(later.sum()), int((~later).sum())) == (3, 6)
    assert np.isnan(pairs.expected[~later]).all()
    games = {
        (key, game.opponent): game
        for key, one in explain_event(egf(), second).items()
        for game in one.games
        if game.colour == "w"
    }
    told = [games[players[white].pk, players[black].pk].expected for white, black in ((0, 1), (2, 3))]
    known = later & ~np.isnan(pairs.expected)  # the fifth player came without a rating
    assert sorted(pairs.expected[known].tolist()) == pytest.approx(sorted(told))
    assert sorted(pairs.score[known].tolist()) == [0.0, 0.5]
    assert pairs.even[known].tolist().count(False) == 1


def test_ffg_forecast_stands_on_the_level_carried_into_the_event() -> None:
    players, second = two_events("ffg")
    system = RatingSystem.objects.get(key="ffg")

    pairs = _record(system).pairs

    explained = explain_event(system, second)
    before = [explained[players[place].pk].before for place in (0, 1)]
    leads = pairs.lead[(pairs.month == month_of(LATER)) & pairs.even & ~np.isnan(pairs.lead)]
    assert None not in before
    assert leads.tolist() == pytest.approx([(before[0] or 0.0) - (before[1] or 0.0)])


def test_grades_are_those_declared_and_a_professional_has_none() -> None:
    players, second = two_events()
    Entry.objects.filter(tournament=second, player=players[0]).update(grade="2p")
    Entry.objects.filter(tournament=second, player=players[1]).update(grade="3d")

    pairs = _record(egf()).pairs

    later = pairs.month == month_of(LATER)
    grades = list(zip(pairs.grade[later].tolist(), pairs.other_grade[later].tolist(), strict=True))
    assert [(str(one), str(other)) for one, other in grades] == [
        ("nan", "2.0"), ("-3.0", "-4.0"), ("-5.0", "nan"),
    ]  # fmt: skip


def test_games_the_ledger_does_not_know_yet_are_not_counted() -> None:
    players, _ = two_events()
    hold(date(2023, 8, 5), players, [Played(1, 0, 1, 2)], number=9)
    stale(egf(), date(2023, 8, 5))

    assert _record(egf()).month.size == 9


def test_empty_system_has_an_empty_record() -> None:
    for key in ("ffg", "egf", "fide-standard", "fics-blitz", "ladder"):
        found = _record(RatingSystem.objects.get(key=key))
        assert (found.month.size, found.seat_player.size, found.pairs.month.size) == (0, 0, 0)


def test_fide_forecast_stands_on_the_list_in_force_when_the_event_began() -> None:
    rated = system()
    players = masters(3)
    for player, rating in zip(players[:2], (2000, 1900), strict=True):
        based(rated, player, rating, k=20, games=50)
    for number, start in enumerate((date(2025, 1, 10), date(2025, 2, 10)), start=1):
        opened(start, players, [Played(1, 0, 1, 0), Played(2, 1, 2, 2)], number=number)
    recalculate(stale(rated, date(2024, 12, 1)))

    pairs = _record(rated).pairs

    order = np.argsort(pairs.month[~np.isnan(pairs.expected)])
    leads, expected = (column[~np.isnan(pairs.expected)][order] for column in (pairs.lead, pairs.expected))
    # 2000 against 1900: 0.64 and K 20, so 13 points either way, and 74 apart the month after
    assert leads.tolist() == [100.0, 74.0]
    assert expected.tolist() == pytest.approx([0.64, 0.60])
    assert int(np.isnan(pairs.expected).sum()) == 2
    assert set(_record(rated).seat_player.tolist()) == {player.pk for player in players}


def test_stream_counts_what_its_ledger_has_rated() -> None:
    made = played("fics-blitz")

    found = _record(made.system)

    assert (found.month.size, found.seat_player.size) == (4, 8)
    assert int((~np.isnan(found.pairs.expected)).sum()) == 2


# --- what is kept


def test_statistics_are_reckoned_once_a_state_and_once_a_list() -> None:
    players, _ = two_events()

    assert recompute.refresh(egf()) == OF_GAMES
    assert recompute.refresh(egf()) == ()
    publication.publish(egf(), date(2023, 6, 1), account=None)
    assert recompute.due(egf()) == OF_LISTS
    assert recompute.refresh(egf()) == OF_LISTS
    hold(date(2023, 8, 5), players, [Played(1, 0, 1, 2)], number=9)
    recalculate(stale(egf(), date(2023, 8, 5)))
    assert recompute.refresh(egf()) == OF_GAMES
    assert (row("activity").state, row("drift").state) == (2, 1)
    assert kinds.read(kinds.Activity, row("activity").data).months[-1].games == 1
    assert recompute.due(egf()) == ()


def test_stream_is_reckoned_once_a_list_however_often_its_ledger_moves() -> None:
    made = played("ladder")
    assert recompute.refresh(made.system) == KINDS

    RatingSystem.objects.filter(key="ladder").update(state=50)

    assert recompute.refresh(made.system) == ()
    assert kinds.read(kinds.Activity, row("activity", "ladder").data).years[0].games == 3


def test_system_without_anything_has_nothing_due() -> None:
    assert recompute.due(egf()) == ()


def test_other_layout_is_reckoned_anew() -> None:
    two_events()
    recompute.refresh(egf())
    Statistic.objects.filter(kind="wins").update(data={"layout": kinds.LAYOUT - 1})

    assert recompute.refresh(egf()) == ("wins",)


def test_win_table_of_a_small_season_is_that_worked_out_by_hand() -> None:
    two_events()
    recompute.refresh(egf())

    found = kinds.read(kinds.WinTables, row("wins").data)

    # White, always the stronger, won every even game of the first event; in the second 1k lost to 2k (and the
    # 5k who won had White against 1k, four grades stronger); the game with handicap is not counted
    assert {one.grade: one.cells for one in found.grades} == {
        -5: ((0, 0), (0, 0), (0, 0), (1, 1)),
        -4: ((0, 1), (0, 1), (0, 1), (0, 0)),
        -3: ((0, 1), (0, 1), (0, 0), (0, 0)),
        -2: ((1, 2), (0, 0), (0, 0), (0, 0)),
    }


# --- lists


def test_lists_give_drift_improvers_and_clubs() -> None:
    players, _ = two_events()
    for day in (date(2023, 4, 1), date(2023, 6, 1)):
        publication.publish(egf(), day, account=None)
    recompute.refresh(egf())

    drift = kinds.read(kinds.Drift, row("drift").data)
    gains = kinds.read(kinds.Improvers, row("improvers").data)
    first, last = PublishedList.objects.order_by("date")
    entries = {one.player_id: one for one in last.entries.all()}
    old = {one.player_id: one for one in first.entries.all()}
    active = [one.rating for one in entries.values() if one.active]
    assert [one.day for one in drift.levels] == [first.date, last.date]
    assert drift.levels[-1].mean == pytest.approx(sum(active) / len(active))
    again = [one for key, one in entries.items() if key in old and one.games > old[key].games]
    assert [one.players for one in drift.company] == [len(again)] * 2
    assert drift.company[-1].mean == pytest.approx(sum(one.rating for one in again) / len(again))
    assert (gains.before, gains.now, gains.key) == (first.date, last.date, last.pk)
    told = [(one.player, one.now - one.before, one.games) for one in gains.rows["all", 1]]
    won = {key: gain for key in old if (gain := entries[key].rating - old[key].rating) > 0}
    assert {key: gain for key, gain, _games in told} == pytest.approx(won)
    assert all(games == entries[key].games - old[key].games for key, _gain, games in told)
    table = kinds.read(kinds.Clubs, row("clubs").data)
    assert table.by == "federation"
    outcomes = Game.objects.values_list("outcome", flat=True)
    decided = sum(2 in scores(Outcome(outcome)) for outcome in outcomes)
    assert [(one.code, one.players, one.won) for one in table.rows] == [("FR", 5, decided)]
    assert players[0].pk in entries


def test_same_people_have_played_in_every_year_and_are_rated_as_the_lists_show_them() -> None:
    players, _ = two_events("ffg")
    ffg = RatingSystem.objects.get(key="ffg")
    Licence.objects.bulk_create(
        Licence(player=player, season=season, status="L") for player in players[:4] for season in (2023, 2024)
    )
    Licence.objects.create(player=players[4], season=2024, status="L")
    publication.publish(ffg, date(2023, 6, 1), account=None)
    hold(date(2023, 9, 2), [players[0], players[1], players[4]], round_robin(3), number=9)
    recalculate(stale(ffg, date(2023, 9, 2)))
    publication.publish(ffg, date(2024, 6, 1), account=None)
    recompute.refresh(ffg)

    company = kinds.read(kinds.Drift, row("drift", "ffg").data).company

    # the third and the fourth did not play again; the level of the fifth is shown by the second list alone
    shown = ListEntry.objects.filter(player__in=players[:2]).order_by("list__date", "position")
    ratings = list(shown.values_list("rating", flat=True))
    assert [(one.players, one.mean) for one in company] == [
        (2, sum(ratings[:2]) / 2), (2, sum(ratings[2:]) / 2),
    ]  # fmt: skip
    gains = kinds.read(kinds.Improvers, row("improvers", "ffg").data).rows["all", 1]
    assert {one.player for one in gains} <= {player.pk for player in players[:2]}


def test_level_of_a_list_once_reckoned_is_not_read_again() -> None:
    two_events()
    publication.publish(egf(), date(2023, 4, 1), account=None)
    recompute.refresh(egf())
    kept = row("drift")
    kept.data["levels"][0][2] = 4711.0
    kept.save()
    PublishedList.objects.update(date=date(2010, 1, 1))  # too old to be read for the company
    kept.data["levels"][0][0] = "2010-01-01"
    kept.save()

    publication.publish(egf(), date(2023, 6, 1), account=None)
    recompute.refresh(egf())

    drift = kinds.read(kinds.Drift, row("drift").data)
    assert [(one.day.year, one.mean == 4711.0) for one in drift.levels] == [(2010, True), (2023, False)]
    assert [one.day.year for one in drift.company] == [2023]


def test_improvers_of_fide_lists_need_the_games_of_the_months_between() -> None:
    rated = system()
    players = masters(4)
    for player in players:
        based(rated, player, 1900, k=40, games=10)
    for number, start in enumerate((date(2025, 1, 10), date(2025, 2, 10), date(2025, 3, 10)), start=1):
        opened(start, players, [Played(1, 0, 1, 2), Played(2, 0, 2, 2)], number=number)
        recalculate(stale(rated, date(2024, 12, 1)))
        publication.publish(rated, (start.replace(day=1) + timedelta(days=32)).replace(day=1), account=None)
    recompute.refresh(rated)

    found = kinds.read(kinds.Improvers, row("improvers", "fide-standard").data)

    # the first list is the oldest there is, so its own month does not count
    assert [(one.player, one.games) for one in found.rows["all", 1]] == [(players[0].pk, 4)]
    assert found.rows["all", 10] == ()


def test_one_list_has_no_improvers_but_all_the_rest() -> None:
    two_events()
    publication.publish(egf(), date(2023, 6, 1), account=None)

    recompute.refresh(egf())

    assert kinds.read(kinds.Improvers, row("improvers").data).before is None
    assert len(kinds.read(kinds.Drift, row("drift").data).levels) == 1


def test_newest_revision_of_a_day_is_the_list_of_that_day() -> None:
    two_events()
    for name in ("First", "Second"):
        Player.objects.update(given_name=name)
        publication.publish(egf(), date(2023, 6, 1), account=None, note="The names were wrong.")

    newest = PublishedList.objects.get(revision=2)

    assert lists.newest_of_each_day(egf()) == {newest.date: newest.pk}


# --- jobs


def test_clock_asks_once_for_what_is_due_and_the_job_reckons_it(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    two_events()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda _job: None)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.reckon_due()
        tasks.reckon_due()

    (job,) = Job.objects.filter(kind=recompute.WORK)
    done = jobs.run(job.pk)

    assert done is not None
    assert (done.state, done.result["kinds"]) == ("done", list(OF_GAMES))
    assert done.result["url"] == "/statistics/egf/"
    tasks.reckon_due()
    assert Job.objects.filter(kind=recompute.WORK).count() == 1


def test_clock_waits_an_hour_before_it_asks_again_for_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    two_events()
    RatingSystem.objects.filter(key="egf").update(edition="never")
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda _job: None)
    tasks.reckon_due()
    failed = jobs.run(Job.objects.get(kind=recompute.WORK).pk)

    tasks.reckon_due()
    asked_at_once = Job.objects.filter(kind=recompute.WORK).count()
    Job.objects.update(requested=timezone.now() - tasks.PATIENCE)
    tasks.reckon_due()

    assert failed is not None
    assert (failed.state, failed.error) == ("failed", "egf has no edition never")
    assert (asked_at_once, Job.objects.filter(kind=recompute.WORK).count()) == (1, 2)
    assert not Statistic.objects.exists()


def test_bench_measures_the_reckoning_and_the_pages() -> None:
    filling.fill(games=400, tournaments=8, players=60)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), filling.FIRST_DAY))
    publication.publish(RatingSystem.objects.get(key="ffg"), date(2025, 12, 1), account=None)

    figures = measuring_statistics.reckon(Size(games=400))

    assert [(one.name, one.most) for one in figures] == [
        ("statistics of 400 games", 30),
        ("  peak memory", None),
        ("statistics pages, most statements", 7),
        ("  slowest page", 50),
    ]
    assert figures[2].holds


def test_command_reckons_what_is_named_and_refuses_what_is_no_system(
    capsys: pytest.CaptureFixture[str],
) -> None:
    two_events()

    with translation.override("en"):
        call_command("statistics", "egf")
        call_command("statistics", "egf")
        call_command("statistics", "egf", again=True)

    said = [line.rpartition(" (")[0] for line in capsys.readouterr().out.splitlines()]
    assert said == ["egf: wins, forecasts, activity", "egf: up to date", "egf: wins, forecasts, activity"]
    with pytest.raises(CommandError, match="nothing"):
        call_command("statistics", "nothing")


def test_list_of_an_earlier_year_moves_the_state_of_the_lists() -> None:
    system = egf()
    PublishedList.objects.create(system=system, date=date(2026, 2, 1), ready=True)
    before = lists.state_of_lists(system)

    PublishedList.objects.create(system=system, date=date(2019, 2, 1), ready=True)

    assert before > 0
    assert lists.state_of_lists(system) != before
