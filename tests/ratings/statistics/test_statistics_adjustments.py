"""Settings of the adjustment compared: figures worked out by hand, replays, the page and the command."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import translation

from federation.models import Player
from ratings.cadence.by_event.record import with_setting
from ratings.cadence.laboratory import laboratory_of
from ratings.cadence.shared.record import AS_IS, GUARDED, NEWCOMERS, OFF, SETTINGS, Alternatives
from ratings.engines import ffg_event as at
from ratings.models import RatingChange, RatingSystem, Statistic
from ratings.rulebook.policy import policy_of
from ratings.statistics import adjustments, kinds, recompute
from ratings.statistics.adjustments import Difference, Judged, Moved, differences, judge, moved
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

FIRST, LATER, LAST = date(2023, 3, 4), date(2023, 5, 6), date(2023, 9, 2)
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


# --- the figures


def compared() -> Alternatives:
    """Two settings of four games in three events; the last game has a newcomer."""
    return Alternatives(
        event=np.array([0, 0, 1, 2]),
        newcomer=np.array([False, False, False, True]),
        score=np.array([1.0, 0.0, 1.0, 0.0]),
        expected={AS_IS: np.array([0.5, 0.5, 0.8, 0.8]), OFF: np.array([0.8, 0.5, 0.8, 0.5])},
        entry_newcomer=np.array([False, False, True, False]),
        distance=np.array([0.0, 149.9, 150.0, 150.0]),
    )


def test_settings_are_judged_over_known_players_and_over_games_with_a_newcomer() -> None:
    found = {(one.group, one.setting): one for one in judge(compared(), draws=10)}

    known, newcomers = found["known", OFF], found["newcomers", OFF]
    assert [(one.group, one.setting, one.games) for one in found.values()] == [
        ("all", AS_IS, 4), ("all", OFF, 4), ("known", AS_IS, 3), ("known", OFF, 3),
        ("newcomers", AS_IS, 1), ("newcomers", OFF, 1),
    ]  # fmt: skip
    # -ln 0.8 twice and -ln 0.5
    assert known.log_loss == pytest.approx((2 * 0.22314355 + 0.69314718) / 3)
    assert known.by_log_loss.mean == pytest.approx((0.22314355 - 0.69314718) / 3)
    assert known.brier == pytest.approx((0.04 + 0.25 + 0.04) / 3)
    assert known.by_brier.mean == pytest.approx((0.04 - 0.25) / 3)
    assert known.base_brier == pytest.approx(2 / 9)
    assert known.gain == pytest.approx(1 - known.log_loss / known.base_log_loss)
    assert newcomers.log_loss == pytest.approx(0.69314718)
    assert newcomers.by_log_loss.mean == pytest.approx(0.69314718 - 1.60943791)
    assert found["known", AS_IS].by_log_loss == Difference(0.0, 0.0, 0.0)


def test_group_without_games_is_left_out() -> None:
    found = compared()
    found.newcomer[:] = False

    assert {one.group for one in judge(found, draws=5)} == {"all", "known"}


def test_intervals_draw_events_and_not_games() -> None:
    rows = np.array([[1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0]])

    (of_one,) = differences(rows, np.zeros(8, np.int64), draws=200)
    (of_two,) = differences(rows, np.repeat([0, 1], 4), draws=200)
    (of_eight,) = differences(rows, np.arange(8), draws=200)

    assert of_one == Difference(0.0, 0.0, 0.0)
    # Two events: both, or one of them twice.
    assert of_two == Difference(0.0, -1.0, 1.0)
    assert -1.0 < of_eight.low < -0.25
    assert 0.25 < of_eight.high < 1.0


def test_larger_events_weigh_more_in_a_draw() -> None:
    (found,) = differences(np.array([[2.0, 0.0, 0.0, 0.0]]), np.array([0, 1, 1, 1]), draws=200)

    assert found == Difference(0.5, 0.0, 2.0)


def test_intervals_are_the_same_every_time() -> None:
    rows, event = np.random.default_rng(1).normal(size=(2, 50)), np.arange(50) // 5

    assert differences(rows, event, draws=50) == differences(rows, event, draws=50)


def test_moved_starts_are_counted_from_150_points_on() -> None:
    assert moved(compared()) == (Moved("known", 3, 2, 1), Moved("newcomers", 1, 1, 1))


# --- the replays


def test_setting_changes_only_editions_that_adjust() -> None:
    rules = policy_of("ffg", edition="", parameters={}).parameters

    changed = {name: np.argwhere(with_setting(rules, name) != rules).tolist() for name in SETTINGS}

    assert changed == {
        AS_IS: [], OFF: [[1, at.PASSES_MOST]], GUARDED: [[1, at.GUARD_RAIL]],
        NEWCOMERS: [[1, at.THRESHOLD_KNOWN_DIVISOR]],
    }  # fmt: skip


def misplaced(*, since: date = FIRST) -> list[Player]:
    """Hold three events; the weakest by grade comes to the second, wins everything, and then nothing."""
    players, games = people(5), round_robin(5)
    hold(since, players[:4], [one for one in games if one.black < 4], number=1)
    won = [replace(one, score=0 if one.black == 4 else 2) for one in games]
    hold(LATER, players, won, number=2)
    hold(LAST, players, games, number=3)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), since))
    return players


@pytest.mark.django_db
def test_forecasts_as_rated_are_those_of_the_record() -> None:
    misplaced()
    system = RatingSystem.objects.get(key="ffg")

    found = laboratory_of("ffg").alternatives(system)

    assert found is not None
    pairs = laboratory_of("ffg").record(system).pairs
    known = ~np.isnan(pairs.expected)
    assert found.score.size == pairs.score.size == 26
    assert known.sum() == 16
    assert found.expected[AS_IS][known].tolist() == pytest.approx(pairs.expected[known].tolist())
    # The first event is of newcomers only; in the second one of five is.
    assert found.newcomer.sum() == 6 + 4
    assert found.event.tolist() == [0] * 6 + [1] * 10 + [2] * 10


@pytest.mark.django_db
def test_distances_are_those_of_the_ledger() -> None:
    misplaced()

    found = laboratory_of("ffg").alternatives(RatingSystem.objects.get(key="ffg"))

    assert found is not None
    rows = RatingChange.objects.order_by("sequence", "player_id").values_list("before", "start")
    known = [abs((start or 0.0) - before) for before, start in rows if before is not None]
    assert found.distance[~found.entry_newcomer].tolist() == pytest.approx(known)
    assert sum(one > 0.0 for one in known) == 1  # the last of the last event
    newcomers = [start or 0.0 for before, start in rows if before is None]
    declared = [-50.0, -150.0, -250.0, -350.0, -450.0]  # 1k to 5k
    apart = [abs(start - grade) for start, grade in zip(newcomers, declared, strict=True)]
    assert found.distance[found.entry_newcomer].tolist() == pytest.approx(apart)


@pytest.mark.django_db
def test_settings_differ_where_they_moved_somebody_before() -> None:
    players = misplaced()
    hold(date(2023, 12, 2), players, round_robin(5), number=4)

    found = laboratory_of("ffg").alternatives(RatingSystem.objects.get(key="ffg"))

    assert found is not None
    apart = {
        name: [
            bool(np.abs(one - found.expected[AS_IS])[found.event == event].max() > 0.01) for event in range(4)
        ]
        for name, one in found.expected.items()
    }
    assert apart == {
        AS_IS: [False, False, False, False],
        OFF: [False, True, True, True],
        GUARDED: [False, True, True, True],
        NEWCOMERS: [False, False, False, True],
    }


@pytest.mark.django_db
def test_system_without_adjustment_has_nothing_to_compare() -> None:
    misplaced()
    RatingSystem.objects.filter(key__startswith="ffg").update(edition="2013")

    for key in ("ffg", "egf", "ffg-hybrid", "fide-standard", "ladder"):
        assert recompute.adjustment_of(RatingSystem.objects.get(key=key)) is None


# --- the page


def judged(group: str, setting: str, by: Difference) -> Judged:
    return Judged(setting, group, 1200, 0.66, 0.69, 0.23, 0.25, by, by)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("by", "words"),
    [
        (Difference(-0.02, -0.03, -0.01), "would have been better without it: {}0.660 instead of 0.660"
         " (difference −0.030 to −0.010)"),
        (Difference(0.02, 0.01, 0.03), "would have been worse without it: {}0.660 instead of 0.660"
         " (difference +0.010 to +0.030)"),
        (Difference(0.0, -0.01, 0.02), "would have been no better and no worse without it, apart from chance:"
         " {}0.660 instead of 0.660 (difference −0.010 to +0.020)"),
    ],
)  # fmt: skip
def test_page_says_whether_forecasts_gained_by_the_adjustment(
    client: Client, by: Difference, words: str
) -> None:
    misplaced()
    system = RatingSystem.objects.get(key="ffg")
    recompute.refresh(system)
    row = Statistic.objects.get(system=system, kind="forecasts")
    kept = kinds.read(kinds.Forecasts, row.data)
    rows = tuple(judged(group, setting, by) for group in ("known", "newcomers") for setting in SETTINGS)
    found = kinds.Adjustment((Moved("known", 1500, 300, 20), Moved("newcomers", 40, 30, 10)), rows)
    row.data = {"layout": kinds.LAYOUT, **kinds.write(kinds.Forecasts(kept.quality, found))}
    row.save()

    response: Any = client.get("/statistics/ffg/forecasts/", **ENGLISH)
    html = response.content.decode()

    assert (
        "The adjustment moved the start of known players in 300 of 1500 cases, by 150 points or more in 20;"
        " for new players in 30 of 40, by that much in 10." in html
    )
    assert f"Between known players the forecasts {words.format('log loss ')}." in html
    assert f"With a new player they {words.format('')}." in html
    assert "Between known players: 1200 games" in html
    cells = re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", html.split("With a new player: 1200 games")[-1])
    assert cells[5:9] == [
        "as rated",
        "0.660",
        "4.3",
        f"{by.mean:+.3f}".replace("-", "−").replace("+0.000", "0.000"),
    ]


@pytest.mark.django_db
def test_page_of_a_system_without_adjustment_says_nothing_of_one(client: Client) -> None:
    misplaced()
    recompute.refresh(RatingSystem.objects.get(key="egf"))
    recalculate(stale(RatingSystem.objects.get(key="egf"), FIRST))
    recompute.refresh(RatingSystem.objects.get(key="egf"))

    response: Any = client.get("/statistics/egf/forecasts/", **ENGLISH)

    assert response.status_code == 200
    assert "With and without the adjustment" not in response.content.decode()


# --- the command


@pytest.mark.django_db
def test_command_prints_every_setting_and_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    misplaced()
    before = list(RatingChange.objects.order_by("pk").values_list("pk", "after"))

    with translation.override("en"):
        call_command("compare_adjustments", "ffg", draws=20)

    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    rows = {tuple(line[:2]) for line in printed if line and line[0] in ("all", "known", "newcomers")}
    assert {("known", name) for name in SETTINGS} | {("newcomers", name) for name in SETTINGS} <= rows
    assert ["known", "as-is", "16"] in [line[:3] for line in printed]
    assert list(RatingChange.objects.order_by("pk").values_list("pk", "after")) == before
    assert not Statistic.objects.exists()


@pytest.mark.django_db
def test_command_rates_a_whole_history_with_an_edition_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    misplaced(since=date(2019, 3, 2))

    with translation.override("en"):
        call_command("compare_adjustments", "ffg", draws=5)
        own = capsys.readouterr().out
        call_command("compare_adjustments", "ffg", edition="2022-10", draws=5)

    assert re.search(r"all +as-is +20 ", own)
    assert re.search(r"all +as-is +26 ", capsys.readouterr().out)
    assert RatingSystem.objects.get(key="ffg").edition == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"system": "nothing"}, "no system nothing"),
        ({"system": "ffg", "edition": "1999"}, "ffg has no edition 1999"),
        ({"system": "egf"}, "Nothing rated in egf uses the adjustment."),
        ({"system": "ffg", "draws": 0}, "An interval needs at least one sample."),
    ],
)
def test_command_refuses_what_it_cannot_compare(options: dict[str, Any], told: str) -> None:
    with translation.override("en"), pytest.raises(CommandError, match=told):
        call_command("compare_adjustments", options.pop("system"), **options)


def test_defaults_are_a_thousand_draws_and_95_of_100() -> None:
    assert (adjustments.DRAWS, adjustments.SHARE, adjustments.FAR) == (1000, 95.0, 150.0)
