"""What the rulebook says of streams: editions, constants, established and active, bands and probabilities."""

from datetime import date

import numpy as np
import pytest

from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.exact_math import EXACT
from ratings.rulebook.deviation import band, probability_stronger, whole_bands
from ratings.rulebook.editions import (
    UnfitParameterError,
    edition_on,
    pack,
    parameters_of,
    place_of,
    rounded,
    with_parameters,
)
from ratings.rulebook.policy import policy_of
from ratings.rulebook.streams import has_deviation, is_active, is_established, stream_edition
from ratings.rulebook.systems import (
    COMPUTABLE,
    SYSTEMS,
    Chosen,
    Played,
    computable,
    takes,
)
from tests import declared
from tests.engines.stream_building import DAY, NAN, START, ladder_rules

CATEGORIES = ["fics-standard", "fics-blitz", "fics-lightning", "fics-wild", "fics-bughouse"]
KEYS = [*CATEGORIES, "ladder"]


def test_streams_are_systems_that_no_tournament_counts_for() -> None:
    assert keys_of(Cadence.BY_GAME) == KEYS
    assert set(KEYS).isdisjoint(keys_of(Cadence.BY_EVENT))
    played = [
        Played(game, "", [SYSTEMS[key].entry.family], date(2026, 1, 1), "A", 60.0, online=True, board_size=8)
        for key in KEYS
        for game in ("chess", "any")
    ]
    assert not any(takes(Chosen(key), facts) for key in KEYS for facts in played)


def test_job_can_ask_for_every_stream_and_for_glicko_without_category() -> None:
    assert computable()[-7:] == [*KEYS, "fics-glicko"]
    assert (COMPUTABLE["fics-glicko"].engine, "fics-glicko" in SYSTEMS) == ("glicko", False)


@pytest.mark.parametrize(
    ("key", "day", "name"),
    [("fics-blitz", date(1997, 4, 27), None), ("fics-blitz", date(1997, 4, 28), "1997"),
     ("ladder", date(1, 1, 1), "2003"), ("ladder", date(2026, 1, 1), "2003")],
)  # fmt: skip
def test_edition_begins_on_its_day(key: str, day: date, name: str | None) -> None:
    found = edition_on(SYSTEMS[key].editions, day)

    assert (found.name if found else None) == name


def test_constants_of_fics_are_those_of_the_rules() -> None:
    q = np.log(10) / 400

    assert parameters_of(declared.FICS[-1]) == {
        "initial_rating": 1720, "initial_deviation": 350, "deviation_cap": 350, "growth": 0.034969,
        "k_minimum": 16, "divisor": 400, "team_divisor": 800, "established_deviation": 80, "active_days": 365,
        "rounding": "half-away",
    }  # fmt: skip
    assert declared.FICS[-1].growth == 0.187**2
    assert declared.FICS[-1].growth * 1440 == pytest.approx(50.355, abs=5e-4)
    assert (q, 3 * q**2 / np.pi**2) == pytest.approx((0.005756462732485115, 1.0072398601963978e-05))


def test_constants_of_the_ladder_are_those_of_the_rules() -> None:
    assert parameters_of(declared.LADDER[-1]) == {
        "initial_rating": 1500, "provisional_games": 20, "k": 32, "provisional_step": 100,
        "established_step": 200, "scale_steps": False, "curve": "logistic", "divisor": 400,
        "active_days": 365, "rounding": "half-away",
    }  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_policy_packs_the_editions_of_a_stream(key: str) -> None:
    policy = policy_of(key, edition="", parameters={"active_days": 100})

    packed = pack(with_parameters(SYSTEMS[key].editions[-1], {"active_days": 100}))
    assert policy.parameters.tolist() == [[*packed, EXACT]]


def test_word_of_a_constant_is_packed_as_a_number() -> None:
    place = place_of(declared.LADDER[-1], "curve")

    assert [ladder_rules(curve=word)[0, place] for word in ("logistic", "normal")] == [0, 1]


def test_constant_nobody_knows_is_an_error() -> None:
    with pytest.raises(KeyError):
        place_of(declared.LADDER[-1], "growth")


def test_edition_of_a_stream_has_the_constants_of_the_office_and_other_systems_have_none() -> None:
    edition = stream_edition(Chosen("fics-wild", "", {"active_days": 100}), date(2026, 1, 1))

    assert edition.active_days == 100
    with pytest.raises(LookupError, match="ffg is no stream"):
        stream_edition(Chosen("ffg"), date(2026, 1, 1))


@pytest.mark.parametrize(
    ("name", "value"),
    [("initial_deviation", 0), ("deviation_cap", -1), ("growth", -0.1), ("k_minimum", -16),
     ("active_days", -1), ("established_deviation", -80)],
)  # fmt: skip
def test_constant_of_fics_that_cannot_be_is_refused(name: str, value: float) -> None:
    with pytest.raises(UnfitParameterError) as caught:
        with_parameters(declared.FICS[-1], {name: value})

    assert caught.value.name == name


def test_established_of_fics_have_a_small_deviation() -> None:
    deviation, games = np.array([80.0, 80.1, 20.0, NAN]), np.array([1, 900, 0, 50])

    edition = declared.FICS[-1]
    found = is_established(edition, games=games, deviation=deviation)
    edition = with_parameters(edition, {"established_deviation": 100})
    looser = is_established(edition, games=games, deviation=deviation)

    assert (found.tolist(), looser.tolist()) == ([True, False, True, False], [True, True, True, False])


def test_established_of_the_ladder_have_twenty_games() -> None:
    games, nothing = np.array([0, 19, 20, 300]), np.full(4, NAN)

    found = is_established(declared.LADDER[-1], games=games, deviation=nothing)

    assert found.tolist() == [False, False, True, True]


def test_only_fics_has_deviations() -> None:
    assert [key for key in KEYS if has_deviation(key)] == CATEGORIES


def test_active_is_who_played_within_a_year() -> None:
    last = np.array([START, START - 365 * DAY, START - 365 * DAY - 1, -1])

    edition = declared.LADDER[-1]
    assert is_active(edition, last_game=last, moment=START).tolist() == [True, True, False, False]
    sooner = with_parameters(declared.FICS[-1], {"active_days": 0})
    assert is_active(sooner, last_game=last, moment=START).tolist() == [True, False, False, False]


def test_ratings_are_shown_rounded_away_from_zero() -> None:
    exact = np.array([1500.5, 1500.49999, -0.5, -0.4, 1499.5, 0.49999999999999994])

    assert rounded(exact, declared.LADDER[-1].rounding).tolist() == [1501, 1500, -1, 0, 1500, 0]


def test_band_holds_the_middle_of_a_normal_law() -> None:
    assert band(1600, 50) == pytest.approx((1502, 1698))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((1600, 50), (1600, 200), 0.5),
        ((1700, 200), (1500, 200), 1 / (1 + 10 ** (-200 * 0.7441597068889652 / 400))),  # f of sqrt(80000)
        ((1700, 0), (1500, 0), 1 / (1 + 10**-0.5)),
        ((1e6, 30), (0, 30), 1.0),
    ],
)
def test_probability_of_being_stronger_is_the_printed_formula(
    one: tuple[float, float], other: tuple[float, float], expected: float
) -> None:
    found = probability_stronger(*one, *other)

    assert found == pytest.approx(expected, abs=5.1e-6)
    assert found + probability_stronger(*other, *one) == pytest.approx(1.0, abs=1e-12)


def test_nobody_stands_in_for_a_missing_deviation() -> None:
    assert np.isnan(probability_stronger(1500, NAN, 1600, 50))


def test_bands_of_whole_deviations_have_the_probabilities_of_fics() -> None:
    found = [(one.deviations, one.probability, one.low, one.high) for one in whole_bands(1600.0, 50.0)]

    assert found == [(1, 0.67, 1550, 1650), (2, 0.95, 1500, 1700), (3, 0.997, 1450, 1750)]


@pytest.mark.parametrize(
    ("rating", "deviation", "ends"),
    [
        (1599.6, 23.44, [(1577, 1623), (1553, 1647), (1530, 1670)]),  # 1600 and 23.4
        (1600.4, 23.46, [(1577, 1624), (1553, 1647), (1530, 1671)]),  # 1600 and 23.5
        (100.0, 350.0, [(-250, 450), (-600, 800), (-950, 1150)]),
    ],
)
def test_bands_of_whole_deviations_follow_from_the_values_as_shown(
    rating: float, deviation: float, ends: list[tuple[int, int]]
) -> None:
    assert [(one.low, one.high) for one in whole_bands(rating, deviation)] == ends
