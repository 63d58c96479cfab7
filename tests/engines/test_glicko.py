"""The Glicko engine against the worked examples of the rules (1.2 and 1.4)."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.engines.glicko import engine
from ratings.engines.stream_contract import BUGHOUSE, GLICKO, StreamChanges
from tests.engines.stream_building import (
    DAY,
    MINUTE,
    NAN,
    START,
    Table,
    bughouse,
    decided,
    duel,
    fics_rules,
    glicko_standing,
    placed,
    stream,
)

NEW = (NAN, NAN)
# 1.4: own r / RD, opponent's, score, f, E, K as computed, change unrounded, new rating, new RD
EXAMPLES = [
    ((1500, 200), (1500, 200), 1, 0.84428, 0.50000, 157.25811, 78.62906, 1579, 179.88090),
    (NEW, NEW, 1, 0.66907, 0.50000, 324.42401, 162.21200, 1882, 290.23051),
    (NEW, (1500, 50), 0, 0.98764, 0.77743, 413.29418, -321.30872, 1399, 269.61989),
    ((1500, 50), (1720, 350), 1, 0.66907, 0.29999, 9.55428, 11.20009, 1511, 49.80644),
    ((1800, 30), (1800, 30), 1, 0.99550, 0.50000, 5.11966, 8.00000, 1808, 29.88978),
    ((1800, 30), (1600, 80), 1, 0.96925, 0.75323, 4.99548, 3.94840, 1804, 29.92219),
    ((1600, 80), (1800, 30), 0, 0.99550, 0.24120, 35.31700, -8.51847, 1591, 78.50437),
    ((1800, 60), (1900, 60), 0.5, 0.98235, 0.36228, 19.83006, 2.73101, 1803, 59.21769),
]
TEAM = ((1700, 60), (1600, 90), (1650, 70), (1750, 120))
# 1.4, bughouse: f, E, K as computed, change, new RD
BUGHOUSE_TABLE = [
    (0.96719, 0.43085, 9.95358, 9.10638, 59.79581),
    (0.97236, 0.43049, 22.32202, 12.71270, 89.30811),
    (0.96867, 0.56925, 13.53513, -9.10806, 69.67538),
    (0.97973, 0.57003, 39.49802, -22.51522, 118.35074),
]


def play(*tables: Table, people: tuple[tuple[float, float], ...], last: int = START) -> StreamChanges:
    """The changes of a stream."""
    return engine.replay(stream(*tables), glicko_standing(*people, last=last), fics_rules())[0]


@pytest.mark.parametrize(("own", "other", "score", "f", "e", "k", "change", "after", "rd"), EXAMPLES)
@pytest.mark.parametrize("seat", [0, 1])
def test_worked_example_is_reproduced_on_either_seat(
    own: tuple[float, float], other: tuple[float, float], score: float, f: float, e: float, k: float,
    change: float, after: int, rd: float, seat: int,
) -> None:  # fmt: skip
    people = (own, other) if seat == 0 else (other, own)
    facts = stream(duel(0, 1, float(score if seat == 0 else 1 - score)))

    side = engine.explain(facts, glicko_standing(*people), fics_rules(), 0)[seat]
    changes = engine.replay(facts, glicko_standing(*people), fics_rules())[0]

    assert (side.f, side.expected, side.computed_k, side.k, side.change) == pytest.approx(
        (f, e, k, max(k, 16.0), change), abs=5.1e-6
    )
    assert (changes.after[seat], changes.deviation[seat]) == (after, pytest.approx(rd, abs=5.1e-6))
    assert (side.seat, side.opponent, side.rule, side.score) == (seat, 1 - seat, GLICKO, score)


@pytest.mark.parametrize("seat", range(4))
def test_bughouse_example_is_reproduced(seat: int) -> None:
    facts, standing = stream(bughouse()), glicko_standing(*TEAM)
    f, e, k, change, rd = BUGHOUSE_TABLE[seat]

    side = engine.explain(facts, standing, fics_rules(), 0)[seat]
    changes = engine.replay(facts, standing, fics_rules())[0]

    assert (side.f, side.expected, side.computed_k, side.k, side.change) == pytest.approx(
        (f, e, k, max(k, 16.0), change), abs=5.1e-6
    )
    assert changes.deviation[seat] == pytest.approx(rd, abs=5.1e-6)
    assert changes.after[seat] == TEAM[seat][0] + round(change)
    assert (side.seat, side.opponent, side.rule) == (seat, 2 if seat < 2 else 0, BUGHOUSE)
    assert (side.rating, side.opponent_rating) == ((1650, 1700) if seat < 2 else (1700, 1650))


def test_seats_of_a_team_may_change_places_to_the_bit() -> None:
    first = play(bughouse((0, 1, 2, 3)), people=TEAM)
    turned = play(bughouse((3, 2, 1, 0), 0.0), people=TEAM)

    for name in ("before", "after", "aged", "deviation"):
        assert getattr(first, name).tolist() == getattr(turned, name).tolist()[::-1]


def test_real_game_and_its_successor_are_reproduced() -> None:
    # 1.4: game 413189872 after 17 minutes, then 413189914 nine minutes later, held against the tags.
    games = duel(0, 1, at=START + 17 * MINUTE), duel(0, 1, at=START + 26 * MINUTE)

    changes = play(*games, people=((2468, 179.5), (2402, 134.4)))

    assert changes.after.tolist() == [2526, 2368, 2563, 2344]
    assert changes.deviation.tolist()[:2] == pytest.approx([162.575, 127.571], abs=5.1e-4)
    assert changes.deviation.tolist() == pytest.approx([162.6, 127.6, 151.0, 122.1], abs=0.1)


def test_successor_is_reproduced_from_its_tags() -> None:
    facts = stream(duel(0, 1, at=START + 9 * MINUTE))
    standing = glicko_standing((2526, 162.6), (2368, 127.6))

    sides = engine.explain(facts, standing, fics_rules(), 0)
    changes = engine.replay(facts, standing, fics_rules())[0]

    assert [side.change for side in sides] == pytest.approx([36.645, -23.537], abs=5.1e-4)
    assert changes.deviation.tolist() == pytest.approx([151.080, 122.172], abs=5.1e-4)


@pytest.mark.parametrize(
    ("deviation", "days", "grown"),
    [(50, 1, 50.501), (50, 30, 63.330), (50, 365, 144.498), (0, 1, 7.096), (70, 29.8, 80.0),
     (76, 18.13, 81.79), (50, 2383.06, 350.0), (0, 2432.71, 350.0), (50, 5000, 350.0), (50, 0, 50.0)],
)  # fmt: skip
def test_deviation_grows_with_idle_time(deviation: float, days: float, grown: float) -> None:
    moment = START + round(days * DAY)

    alone = engine.aged(np.array([float(deviation)]), np.array([START]), moment, fics_rules())
    played = play(duel(0, 1, at=moment), people=((1500, deviation), (1500, 0)))

    assert alone[0] == played.aged[0] == pytest.approx(grown, abs=5.1e-3)


def test_time_never_runs_backwards() -> None:
    earlier = START - 40 * DAY

    changes = play(duel(0, 1, at=earlier), people=((1500, 60), (1500, 60)))
    aged = engine.aged(np.array([60.0, NAN, 60.0]), np.array([START, START, -1]), earlier, fics_rules())

    assert changes.aged.tolist() == [60, 60]
    assert aged.tolist() == pytest.approx([60, NAN, 60], nan_ok=True)


def test_rating_without_known_last_game_does_not_age() -> None:
    changes = play(duel(0, 1, at=START + 900 * DAY), people=((1500, 60), (1500, 60)), last=-1)

    assert changes.aged.tolist() == [60, 60]


@pytest.mark.parametrize(("change", "after"), [(9.5, 1510), (-9.5, 1490), (9.49, 1509), (-9.49, 1491)])
def test_halves_are_rounded_away_from_zero(change: float, after: int) -> None:
    # Of two equals K/2 is at stake.
    rules = fics_rules(k_minimum=2 * abs(change))
    facts = stream(duel(0, 1, 1.0 if change > 0 else 0.0))

    assert engine.replay(facts, glicko_standing((1500, 0), (1500, 0)), rules)[0].after[0] == after


def test_first_rating_is_rounded_as_a_whole() -> None:
    # 1720 - 10.5 = 1709.5 is 1710; the change alone would be -11.
    rules = fics_rules(k_minimum=21, initial_deviation=1e-9)

    assert engine.replay(stream(duel(0, 1, 0.0)), glicko_standing(NEW, NEW), rules)[0].after.tolist() == [
        1710, 1731,
    ]  # fmt: skip


def test_k_minimum_moves_the_rating_and_not_the_deviation() -> None:
    facts, standing = stream(duel(0, 1)), glicko_standing((1800, 30), (1800, 30))

    with_floor, without = (
        engine.replay(facts, standing, fics_rules(k_minimum=least))[0] for least in (16, 0)
    )

    assert (with_floor.after.tolist(), without.after.tolist()) == ([1808, 1792], [1803, 1797])
    assert with_floor.deviation.tolist() == without.deviation.tolist()


def test_uncertain_rating_moves_more_and_an_uncertain_opponent_moves_it_less() -> None:
    own = [play(duel(0, 1), people=((1600, rd), (1700, 80))).after[0] for rd in (50, 100, 200, 300)]
    other = [play(duel(0, 1), people=((1600, 100), (1700, rd))).after[0] for rd in (30, 100, 200, 350)]

    assert own == [1610, 1633, 1710, 1794]  # 10.18, 33.10, 110.17, 193.71
    assert other == [1634, 1633, 1629, 1622]  # 34.07, 32.51, 28.50, 22.13


def test_deviation_falls_most_against_an_opponent_of_like_rating() -> None:
    opponents = (1600, 1800, 2000, 2400)

    after = [play(duel(0, 1), people=((1600, 100), (other, 80))).deviation[0] for other in opponents]

    assert after == pytest.approx([96.32207, 97.22661, 98.66471, 99.82519], abs=5.1e-6)


@pytest.mark.parametrize("games", [0, 3, 19, 20, 300])
def test_number_of_games_played_before_does_not_matter(games: int) -> None:
    standing = replace(glicko_standing((1500, 100), (1500, 100)), games=np.array([games, 20], np.int32))

    changes = engine.replay(stream(duel(0, 1)), standing, fics_rules())[0]

    assert changes.after.tolist() == [1526, 1474]  # 25.51


def test_what_an_uncertain_player_gains_a_certain_one_does_not_lose() -> None:
    changes = play(duel(0, 1), people=((1700, 200), (1700, 30)))

    assert (changes.after - 1700).tolist() == [86, -8]


def test_both_sides_are_computed_from_before_the_game() -> None:
    together = play(duel(0, 1), people=((1500, 200), (1700, 100)))
    turned = play(duel(1, 0, 0.0), people=((1500, 200), (1700, 100)))

    assert together.after.tolist() == turned.after.tolist()[::-1]
    assert together.deviation.tolist() == turned.deviation.tolist()[::-1]


def test_deviation_of_nothing_divides_nothing() -> None:
    changes = play(duel(0, 1), people=((1500, 0), (1500, 0)))

    assert (changes.after.tolist(), changes.deviation.tolist()) == ([1508, 1492], [0, 0])


def test_huge_difference_stays_finite() -> None:
    changes = play(duel(0, 1, 0.0), duel(0, 1), people=((4e5, 30), (-4e5, 30)))

    assert changes.after.tolist() == [4e5 - 16, -4e5 + 16, 4e5 - 16, -4e5 + 16]


def test_rating_without_deviation_enters_with_the_initial_one() -> None:
    changes = play(duel(0, 1), people=((1720, NAN), NEW))

    assert (changes.aged.tolist(), changes.after.tolist()) == ([350, 350], [1882, 1558])


def test_initial_deviation_keeps_to_the_cap() -> None:
    facts, rules = stream(duel(0, 1)), fics_rules(initial_deviation=500, deviation_cap=300)

    assert engine.replay(facts, glicko_standing(NEW, NEW), rules)[0].aged.tolist() == [300, 300]


def test_games_and_moments_are_counted() -> None:
    tables = duel(0, 1, at=START), duel(0, 2, at=START + MINUTE)

    changes, after = engine.replay(stream(*tables), glicko_standing(NEW, NEW, NEW, NEW), fics_rules())

    assert (changes.games.tolist(), after.games.tolist()) == ([1, 1, 2, 1], [2, 1, 1, 0])
    assert after.moment.tolist() == [START + MINUTE, START, START + MINUTE, -1]
    assert np.isnan([after.rating[3], after.deviation[3]]).all()


def test_decision_of_the_office_holds_from_its_moment() -> None:
    later = START + 30 * DAY
    tables = decided(0, 1900, deviation=70, games=12), duel(0, 1, at=later)

    changes, after = engine.replay(stream(*tables), glicko_standing((1500, 200), NEW), fics_rules())

    assert (changes.before[0], changes.after[0], changes.deviation[0], changes.games[0]) == (
        1500,
        1900,
        70,
        12,
    )
    assert changes.aged[1] == pytest.approx(np.sqrt(70**2 + 0.034969 * 30 * 24 * 60))
    assert (after.games[0], after.moment[0]) == (13, later)


@pytest.mark.parametrize(("given", "stored"), [(NAN, 350.0), (500.0, 350.0), (0.0, 0.0)])
def test_decision_has_a_deviation_within_the_cap(given: float, stored: float) -> None:
    changes = play(decided(0, 1900, deviation=given), people=(NEW,))

    assert (changes.before[0], changes.deviation[0], changes.aged[0]) == (1720, stored, 350)


def test_decision_without_level_keeps_the_rating() -> None:
    changes = play(decided(0, NAN, deviation=70, games=3), people=((1500, 200),))

    assert (changes.after[0], changes.deviation[0], changes.games[0]) == (1500, 70, 3)


def test_decision_explains_nothing() -> None:
    assert engine.explain(stream(decided(0, 1900)), glicko_standing(NEW), fics_rules(), 0) == []


def test_game_the_rules_do_not_know_is_refused() -> None:
    three = replace(bughouse(), players=(0, 1, 2), places=(1, 1, 2))
    for table, words in (
        (placed(0, 1, 2), "game 1 of 3 seats .places."),
        (three, "game 1 of 3 seats .teams."),
    ):
        with pytest.raises(ValueError, match=words):
            play(duel(0, 1), table, people=(NEW, NEW, NEW))


def test_standing_given_is_not_changed() -> None:
    standing = glicko_standing((1500, 200), (1500, 200))

    engine.replay(stream(duel(0, 1)), standing, fics_rules())

    assert (standing.rating.tolist(), standing.deviation.tolist(), standing.games.tolist()) == (
        [1500, 1500], [200, 200], [1, 1],
    )  # fmt: skip
