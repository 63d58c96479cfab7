"""Lists of FIDE and streams under other rules: planted changes whose effect is known."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest

from ratings.cadence.by_period.assemble import GameColumns, Held
from ratings.cadence.by_period.decisions import BASE, NOT_SAID, SET, Decisions
from ratings.engines.fide_contract import ListStanding, month_number
from ratings.laboratory.figures import report
from ratings.laboratory.figures.by_game import GameGround
from ratings.laboratory.figures.by_period import PeriodFacts, PeriodGround
from ratings.laboratory.figures.rules import Rules, rules_in_force, rules_of
from ratings.laboratory.figures.simulation import Ground, Outcome, simulate
from ratings.laboratory.figures.variant import UnfitVariant, read
from ratings.rulebook.systems import editions_of
from tests.engines.stream_building import Table, bughouse, decided, duel, ladder_standing, placed, stream

FIDE = editions_of("fide-standard", edition="", parameters={})
FICS = editions_of("fics-blitz", edition="", parameters={})
LADDER = editions_of("ladder", edition="", parameters={})
BASE_LIST = month_number(2025, 1)
PLAYERS = 12
DAY = 86_400_000


def rules(key: str, **parts: Any) -> Rules:
    editions = {"fide-standard": FIDE, "ladder": LADDER}.get(key, FICS)
    return rules_of(read({"name": "Trial", "system": key, **parts}), editions)


@pytest.fixture(scope="module")
def months() -> PeriodGround:
    """A year of 2025, an event of five rounds a month, from an imported list on which two are missing."""
    chance = np.random.default_rng(5)
    held, rows = [], []
    for month in range(1, 13):
        day = date(2025, month, 4)
        held.append(Held(month, month, day, day + timedelta(days=4)))
        for number in range(1, 6):
            order = chance.permutation(PLAYERS)
            pairs = zip(order[::2].tolist(), order[1::2].tolist(), strict=True)
            rows += [(month, number, 100 * month + one, 100 * month + two) for one, two in pairs]
    tournament, number, white, black = np.array(rows, np.int64).T
    entry = np.array([100 * month + one for month in range(1, 13) for one in range(PLAYERS)], np.int64)
    score = chance.integers(0, 3, white.size).astype(np.int8)
    games = GameColumns(
        tournament, number.astype(np.int32), white, black, score, np.zeros(white.size, np.bool_)
    )
    rated = np.arange(2, PLAYERS)
    facts = PeriodFacts(tuple(held), games, entry, entry % 100, decided_on(BASE_LIST, rated, 1800), None, {})
    nothing = np.zeros(PLAYERS, np.int32)
    return PeriodGround(
        key="fide-standard",
        facts=facts,
        standing=ListStanding(nothing, nothing, nothing, nothing, nothing),
        players=np.arange(PLAYERS),
        birth_year=np.zeros(PLAYERS, np.int64),
        base=rules_in_force(FIDE),
    )


def decided_on(month: int, players: np.ndarray[Any, Any], rating: int, *, kind: int = BASE) -> Decisions:
    def column(value: int) -> np.ndarray[Any, Any]:
        return np.full(players.size, value, np.int32)

    ratings = (rating + 20 * players).astype(np.int32)
    key, kinds = np.arange(1, players.size + 1), column(kind).astype(np.int8)
    return Decisions(
        key, kinds, column(month), players, ratings, column(NOT_SAID), column(50), column(NOT_SAID)
    )


def online(engine: str, tables: list[Table], players: int = 4) -> GameGround:
    """A stream of newcomers."""
    facts = stream(*tables)
    editions = LADDER if engine == "ladder" else FICS
    return GameGround(
        engine=engine,
        facts=facts,
        standing=ladder_standing(*[(float("nan"), 0)] * players),
        players=np.arange(players),
        birth_year=np.zeros(players, np.int64),
        base=rules_in_force(editions),
    )


def many(chance: np.random.Generator, count: int = 300) -> list[Table]:
    """Duels among four, one every six hours."""
    found = []
    for number in range(count):
        one, two = chance.permutation(4)[:2].tolist()
        at = 1_600_000_000_000 + number * DAY // 4
        found.append(duel(one, two, float(chance.integers(0, 3)) / 2, at=at))
    return found


def same(one: Outcome, other: Outcome) -> bool:
    columns: list[Callable[[Outcome], Any]] = [
        lambda found: found.rating,
        lambda found: found.moves.after,
        lambda found: found.forecasts.expected,
        lambda found: found.first_games.astype(float),
    ]
    return all(np.array_equal(column(one), column(other), equal_nan=True) for column in columns)


def on_list(found: Outcome, month: int) -> dict[int, float]:
    """Return the rating of each player on a list by his last move up to it."""
    day = date(month // 12, month % 12 + 1, 1).toordinal()
    rows = np.flatnonzero(found.moves.day <= day)
    return dict(zip(found.moves.player[rows].tolist(), found.moves.after[rows].tolist(), strict=True))


def test_doubled_k_doubles_the_changes_of_the_first_list(months: PeriodGround) -> None:
    base = simulate(months, months.base)
    twice = simulate(months, rules("fide-standard", k_factor=2, constants={"2024": {"k_games_most": 100000}}))

    before, one, two = (
        on_list(base, BASE_LIST), on_list(base, BASE_LIST + 1), on_list(twice, BASE_LIST + 1)
    )  # fmt: skip
    moved = {player: one[player] - before[player] for player in before}

    assert len(moved) == PLAYERS - 2
    assert any(moved.values())
    # K 20 and five games: K times the sum has at most one decimal, so rounding moves a point at most.
    assert all(abs((two[player] - before[player]) - 2 * moved[player]) <= 1 for player in before)


def test_period_of_a_month_is_the_rule_in_force(months: PeriodGround) -> None:
    assert same(simulate(months, replace(months.base, period=1)), simulate(months, months.base))
    with pytest.raises(UnfitVariant):
        rules("fide-standard", period=1)


@pytest.mark.parametrize("period", [2, 3, 6])
def test_longer_periods_have_lists_in_their_months_only(months: PeriodGround, period: int) -> None:
    found = simulate(months, rules("fide-standard", period=period))

    lists = {date.fromordinal(day).month for day in found.moves.day[found.moves.played].tolist()}

    assert lists == {month + 1 for month in range(0, 12, period)}
    assert (~np.isnan(found.forecasts.expected)).any()


def test_a_list_of_six_months_adds_up_its_games_from_the_ratings_in_force(months: PeriodGround) -> None:
    found = simulate(months, rules("fide-standard", period=6))
    first_half = np.flatnonzero(months.facts.games.tournament <= 6)
    expected = found.forecasts.expected[first_half]
    known = ~np.isnan(expected)
    score = months.pairs.score[first_half]
    before, after = on_list(found, BASE_LIST), on_list(found, month_number(2025, 7))

    for player in before:
        white = known & (months.pairs.first[first_half] == player)
        black = known & (months.pairs.other[first_half] == player)
        surplus = (score - expected)[white].sum() - (score - expected)[black].sum()
        games = int(white.sum() + black.sum())
        change = min(20, 700 // games) * round(float(surplus), 6)
        assert after[player] - before[player] == np.sign(change) * np.floor(abs(change) + 0.5)


def test_edition_from_another_day_rules_from_there_on(months: PeriodGround) -> None:
    moved = rules("fide-standard", dates={"2025": "2025-01-15"})

    assert moved.names[-2:] == ("2024", "2025")
    assert moved.effective[-1] == date(2025, 1, 15)
    assert moved.effective == tuple(sorted(moved.effective))


def test_amendment_ends_with_its_edition() -> None:
    fast = editions_of("fide-rapid", edition="", parameters={})
    said = {"name": "Early", "system": "fide-rapid", "dates": {"2024": "2022-05-01"}}

    found = rules_of(read(said), fast)

    assert found.effective[-3:] == (date(2022, 5, 1), date(2024, 12, 1), date(2025, 10, 1))
    assert rules_in_force(fast).effective[2:4] == (date(2022, 1, 1), date(2022, 10, 1))


def test_constant_of_a_variant_outlives_amendments() -> None:
    fast = editions_of("fide-rapid", edition="", parameters={})
    said = {"name": "K 30", "system": "fide-rapid", "constants": {"2022": {"k_new": 30}}}

    found = rules_of(read(said), fast).parameters[:, 8].tolist()

    assert rules_in_force(fast).parameters[:, 8].tolist()[2:4] == [20, 40]
    assert set(found[2:-3]) == {30}


def test_conversion_is_made_with_the_list_and_counted(months: PeriodGround) -> None:
    base = simulate(months, months.base)
    found = simulate(
        months,
        rules("fide-standard", conversion={"date": "2025-02-20", "factor": 1.0, "offset": -500}),
    )
    march = month_number(2025, 3)
    usual = on_list(base, march)
    rated = {player: rating for player, rating in usual.items() if not np.isnan(rating)}
    fallen = sum(rating - 500 < 1400 for rating in rated.values())

    assert 0 < fallen < len(rated)
    assert found.acted["conversion_dropped"] == fallen
    assert found.acted["conversion_lowered"] == len(rated) - fallen
    for player, rating in rated.items():
        left = on_list(found, march)[player]
        assert np.isnan(left) if rating - 500 < 1400 else left == rating - 500


def test_without_floor_nobody_falls_off(months: PeriodGround) -> None:
    low = replace(
        months, facts=replace(months.facts, decisions=decided_on(BASE_LIST, np.arange(2, PLAYERS), 1300))
    )
    found = simulate(low, rules("fide-standard", floor=False))

    assert simulate(low, low.base).acted["below_floor"] > 0
    assert found.acted["below_floor"] == 0


def test_rules_count_what_they_did(months: PeriodGround) -> None:
    narrow = simulate(months, rules("fide-standard", constants={"2024": {"cap": 10}, "2025": {"cap": 10}}))
    base = simulate(months, months.base)

    assert base.acted["capped"] == 0
    assert narrow.acted["capped"] > 0
    assert base.acted["sides"] == narrow.acted["sides"] > 0


def test_decision_between_two_lists_holds_at_once(months: PeriodGround) -> None:
    march = month_number(2025, 3)
    decided = decided_on(BASE_LIST, np.arange(2, PLAYERS), 1800)
    late = decided_on(march, np.array([0]), 2000, kind=SET)
    both = Decisions(*(np.append(getattr(decided, n), getattr(late, n)) for n in Decisions.__slots__))
    ground = replace(months, facts=replace(months.facts, decisions=both))

    assert on_list(simulate(ground, rules("fide-standard", period=6)), march)[0] == 2000


def test_k_factor_needs_whole_numbers() -> None:
    with pytest.raises(UnfitVariant, match="whole number"):
        rules("fide-standard", k_factor=1.03)


@pytest.mark.parametrize(
    ("key", "parts", "place"),
    [
        ("fics-blitz", {"k_factor": 2}, "k_factor"),
        ("fics-blitz", {"floor": False}, "floor"),
        ("ladder", {"floor": False}, "floor"),
        ("ladder", {"adjustment": False}, "adjustment"),
        ("ladder", {"dates": {"2003": "2004-01-01"}}, "dates"),
        ("ladder", {"k_factor": 10, "constants": {"2003": {"k": 9000}}}, "k_factor"),
        ("ladder", {"constants": {"2003": {"curve": "none"}}}, "constants.2003.curve"),
        ("fics-blitz", {"constants": {"1997": {"growth": float("nan")}}}, "constants.1997.growth"),
        ("fide-standard", {"constants": {"2024": {"k": 20.5}}}, "constants.2024.k"),
        ("fide-standard", {"constants": {"2024": {"pooling": 1}}}, "constants.2024.pooling"),
        ("fide-standard", {"dates": {"2025": "2024-03-01"}}, "dates.2025"),
        ("fide-standard", {"adjustment": False}, "adjustment"),
    ],
)
def test_what_a_system_does_not_know_is_a_finding(key: str, parts: dict[str, Any], place: str) -> None:
    with pytest.raises(UnfitVariant) as raised:
        rules(key, **parts)

    assert place in [one.place for one in raised.value.problems]


def test_doubled_stakes_double_a_duel_of_established_players() -> None:
    tables = many(np.random.default_rng(1))
    ground = online("ladder", tables)
    before = simulate(online("ladder", tables[:-1]), ground.base).rating
    settled = replace(
        ground,
        facts=stream(replace(tables[-1], points=10.0)),
        standing=ladder_standing(*((rating, 30) for rating in before.tolist())),
    )

    once, twice = (
        simulate(settled, one).rating - before for one in (ground.base, rules("ladder", k_factor=2))
    )

    assert np.count_nonzero(once) == 2
    assert twice == pytest.approx(2 * once)


def test_a_table_of_several_is_forecast_pair_by_pair() -> None:
    ground = online("ladder", [placed(0, 1, 2, 3)])

    assert ground.pairs.score.tolist() == [1.0] * 6
    assert np.isnan(simulate(ground, ground.base).forecasts.expected).all()


def test_a_game_of_teams_is_one_forecast() -> None:
    ground = online("glicko", [bughouse(), bughouse((0, 2, 1, 3), 0.0, at=1_500_100_000_000)])

    found = simulate(ground, ground.base).forecasts

    assert ground.pairs.score.tolist() == [1.0, 0.0]
    assert np.isnan(found.expected).tolist() == [True, False]


def test_conversion_of_a_stream_is_a_level_of_the_office_for_everybody() -> None:
    tables = many(np.random.default_rng(2), 60)
    ground = online("glicko", tables)
    day = date.fromordinal(int(ground.game_days[30]))
    at = int(np.searchsorted(ground.game_days, ground.game_days[30]))

    found = simulate(ground, rules("fics-blitz", conversion={"date": day.isoformat(), "offset": 100}))
    middle = simulate(online("glicko", tables[:at]), ground.base).rating
    rows = found.moves.player[~found.moves.played]

    assert rows.tolist() == [0, 1, 2, 3]
    assert found.moves.after[~found.moves.played].tolist() == (middle + 100).tolist()
    assert found.acted["conversion_raised"] == 4


def test_a_conversion_that_moves_nobody_changes_nothing_else() -> None:
    ground = online("glicko", many(np.random.default_rng(3), 80))
    still = rules("fics-blitz", constants={"1997": {"k_minimum": 0}})
    day = date.fromordinal(int(ground.game_days[40]))
    halved = rules(
        "fics-blitz",
        constants={"1997": {"k_minimum": 0}},
        conversion={"date": day.isoformat(), "factor": 1.0},
    )

    one, two = simulate(ground, still), simulate(ground, halved)

    assert one.rating.tolist() == two.rating.tolist()
    assert np.array_equal(one.forecasts.expected, two.forecasts.expected, equal_nan=True)
    highest = simulate(ground, rules("fics-blitz", constants={"1997": {"k_minimum": 1000}}))
    assert (one.acted["k_minimum"], highest.acted["k_minimum"]) == (0, one.acted["sides"])


@pytest.mark.parametrize("engine", ["glicko", "ladder"])
def test_streams_make_a_whole_report(engine: str) -> None:
    ground: Ground = online(engine, [decided(0, 1800.0, games=3), *many(np.random.default_rng(4))])
    key = {"glicko": "fics-blitz"}.get(engine, engine)
    name = {"glicko": ("1997", "initial_deviation")}.get(engine, ("2003", "k"))

    found = report.compare(
        ground,
        simulate(ground, ground.base),
        simulate(ground, rules(key, constants={name[0]: {name[1]: 20}})),
        draws=5,
    )

    assert found["forecasts"][0]["events"] > 10
    assert found["players"][0]["established_ratings"] > 0
    assert found["persons"]["moved"] == 4


def test_lists_make_a_whole_report(months: PeriodGround) -> None:
    base = simulate(months, months.base)

    found = report.compare(months, base, simulate(months, rules("fide-standard", period=2)), draws=5)

    assert found["forecasts"][0]["events"] >= 10
    assert found["players"][0]["first_ratings"] == base.first_games.size
