"""What is fitted on which games, what is judged, what is refused; without any engine."""

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest

from ratings.cadence.shared.record import Floats
from ratings.laboratory.figures.codes import BETTER, NONE
from ratings.laboratory.figures.fitting.constants import Constant, choose, rules_with
from ratings.laboratory.figures.fitting.fit import fit
from ratings.laboratory.figures.fitting.trials import Sample, Trials
from ratings.laboratory.figures.variant import Problem, UnfitVariant
from ratings.rulebook.systems import editions_of

BEGIN = date(2024, 1, 1)
UNTIL = date.fromordinal(BEGIN.toordinal() + 59)
SLOPE = Constant("slope", "", "slope", 1.0, 0.1, 10.0, None)


def world(*, seed: int = 3, units: int = 90, each: int = 30, later: float = 2.0) -> Trials:
    """Draw games whose log odds are twice a known lead until a day, `later` times it from then on."""
    chance = np.random.default_rng(seed)
    unit = np.repeat(np.arange(units), each)
    lead = chance.standard_normal(unit.size)
    slope = np.where(unit < 60, 2.0, later)
    score = (chance.random(unit.size) < 1.0 / (1.0 + np.exp(-slope * lead))).astype(np.float64)

    def expect(values: Sequence[float]) -> Floats:
        found: Floats = 1.0 / (1.0 + np.exp(-values[0] * lead))
        return found

    return Trials(Sample(unit, BEGIN.toordinal() + unit, score), expect)


def test_fit_finds_the_slope_and_gains_by_it() -> None:
    found = fit(world(), [SLOPE], UNTIL, draws=300)

    (one,) = found["constants"]
    assert one["interval"][0] < 2.0 < one["interval"][1]
    assert one["interval"][0] < one["best"] < one["interval"][1]
    assert found["fitted_on"]["games"] == 1800
    assert found["fitted_on"]["log_loss"][1] < found["fitted_on"]["log_loss"][0]
    assert (found["followed"]["games"], found["followed"]["verdict"]) == (900, BETTER)
    assert found["followed"]["log_loss"][1] < found["followed"]["one_forecast_for_all"]


def test_fit_of_the_value_in_force_says_no_gain() -> None:
    in_force = Constant("slope", "", "slope", 2.0, 0.2, 20.0, None)
    followed = fit(world(seed=4), [in_force], UNTIL, draws=300)["followed"]
    assert followed["verdict"] == NONE
    assert followed["difference"][1] <= 0.0 <= followed["difference"][2]


def test_profile_is_lowest_at_the_best_value_and_rises_to_both_sides() -> None:
    (one,) = fit(world(), [SLOPE], UNTIL, draws=100)["constants"]
    values, excess = np.array(one["profile"]).T
    assert abs(values[excess.argmin()] - one["best"]) < 0.15
    assert excess[0] > 0.0
    assert excess[-1] > 0.0
    assert excess.min() > -1e-6


def test_first_origin_knows_nothing_of_what_followed() -> None:
    one, other = (fit(world(later=later), [SLOPE], UNTIL, draws=20) for later in (2.0, 6.0))
    assert one["constants"] == other["constants"]
    assert one["followed"]["origins"][0] == other["followed"]["origins"][0]
    assert one["followed"]["origins"][1]["values"] != other["followed"]["origins"][1]["values"]


def test_origins_follow_each_other_and_learn() -> None:
    origins = fit(world(later=6.0), [SLOPE], UNTIL, origins=5, draws=20)["followed"]["origins"]
    days = [date.fromisoformat(one["from"]) for one in origins]
    assert (len(origins), days[0]) == (5, date.fromordinal(UNTIL.toordinal() + 1))
    assert days == sorted(set(days))
    assert origins[-1]["values"][0] > origins[0]["values"][0]


def problem_of(trials: Trials, until: date, constant: Constant = SLOPE) -> Problem:
    with pytest.raises(UnfitVariant) as caught:
        fit(trials, [constant], until, draws=20)
    (problem,) = caught.value.problems
    return problem


def test_too_few_games_before_a_day_are_refused_with_their_number() -> None:
    problem = problem_of(world(), date.fromordinal(BEGIN.toordinal() + 3))
    assert (problem.place, problem.values["games"], problem.values["units"]) == ("until", 120, 4)


def test_too_few_tournaments_after_a_day_are_refused() -> None:
    problem = problem_of(world(), date.fromordinal(BEGIN.toordinal() + 84))
    assert (problem.place, problem.values["units"]) == ("until", 5)


def test_constant_that_changes_no_forecast_is_refused() -> None:
    trials = world()
    idle = Trials(trials.sample, lambda _values: trials.expect([1.5]))
    assert problem_of(idle, UNTIL).place == "slope"


def test_game_that_other_rules_do_not_rate_is_forecast_as_even() -> None:
    sample = Sample(np.array([0, 0]), np.array([1, 1]), np.array([1.0, 0.0]))
    trials = Trials(sample, lambda _values: np.array([np.nan, np.nan]))
    assert trials.of_units([1.0]).tolist() == pytest.approx([2.0 * np.log(2.0)])


def problems(names: list[str], key: str = "ffg", **ranges: tuple[float, float]) -> list[str]:
    editions = editions_of(key, edition="", parameters={})
    with pytest.raises(UnfitVariant) as caught:
        choose(names, editions, ranges, may_scale=key in ("ffg", "egf"))
    return [one.place for one in caught.value.problems]


def test_names_ranges_and_kinds_that_cannot_be_fitted_are_findings() -> None:
    assert problems(["nothing", "2013.divisor"]) == ["nothing"]
    assert problems(["1066.divisor"]) == ["1066.divisor"]
    assert problems(["guard_rail"]) == ["guard_rail"]
    assert problems(["divisor", "2022-10.divisor"]) == ["2022-10.divisor"]
    assert problems(["divisor"], divisor=(9.0, 3.0)) == ["2022-10.divisor"]
    assert problems(["divisor"], divisor=(-1.0, 3.0)) == ["2022-10.divisor"]
    assert problems(["divisor"], floor=(-100.0, 100.0)) == ["floor"]
    assert problems(["divisor", "floor", "ceiling", "komi_stones", "handicap_step"]) == ["constants"]
    assert problems(["k_factor"], key="ladder") == ["k_factor"]


def test_constants_know_their_edition_value_and_range() -> None:
    editions = editions_of("ffg", edition="", parameters={"divisor": 6})
    one, old, floor = choose(
        ["divisor", "2013.divisor", "floor"], editions, {"divisor": (5.0, 8.0)}, may_scale=True
    )
    assert (one.name, one.value, one.low, one.high) == ("2022-10.divisor", 6.0, 5.0, 8.0)
    assert (old.value, old.low, old.high) == (20.0, 2.0, 200.0)
    assert (floor.value, floor.low, floor.high, floor.is_scale) == (-2950.0, -3950.0, -1950.0, False)


def test_rules_that_contradict_each_other_lose_everything() -> None:
    editions = editions_of("ffg", edition="", parameters={})
    both = choose(["floor", "ceiling"], editions, {"floor": (-3000.0, 2000.0)}, may_scale=True)

    def expect(values: Sequence[float]) -> Floats:
        rules_with(both, values, system="ffg", editions=editions, numeric=2)
        return np.array([0.5])

    trials = Trials(Sample(np.array([0]), np.array([1]), np.array([1.0])), expect)
    assert np.isinf(trials.of_units([1000.0, 850.0])).all()
    assert np.isfinite(trials.of_units([-2950.0, 850.0])).all()
