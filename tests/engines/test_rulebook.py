"""The rules outside the engines: grades, editions, what counts, weights, display, activity."""

from datetime import date
from typing import Any

import numpy as np
import pytest

from federation.vocabulary.grades import (
    Grade,
    Scale,
    grade_at,
    grade_name,
    is_registered_form,
    parse_grade,
    place_of,
    promotion,
    start_value,
    tidy_grade,
)
from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.counting import (
    NO_CLASS,
    ONLINE,
    TOO_EARLY,
    TOO_FAST,
    WAS_TOO_FAST,
    WRONG_SIZE,
    Occasion,
)
from federation.vocabulary.systems.declaration import Cadence
from ratings.rulebook.activity import About, inactive_from, is_licensed, listed
from ratings.rulebook.editions import (
    UnfitParameterError,
    UnknownParameterError,
    edition_named,
    edition_on,
    parameters_of,
    with_parameters,
)
from ratings.rulebook.systems import (
    SYSTEMS,
    Chosen,
    edition_in_force,
    editions_of,
    event_weight,
    start_rating,
)
from tests import declared


def grade(text: str) -> Grade:
    """A grade that can be read."""
    found = parse_grade(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "read"),
    [("5k", "5k"), ("2D", "2d"), (" 3 P ", "3p"), ("12", "12k"), ("1 dan", "1d"), ("30 KYU", "30k"),
     ("9pro", "9p")],
)  # fmt: skip
def test_grade_is_read_as_people_write_it(text: str, read: str) -> None:
    assert str(grade(text)) == read


@pytest.mark.parametrize("text", ["", "k", "0k", "10d", "10p", "5x", "-3k", "3.5k", "123k", "٣k", "NC"])
def test_what_is_no_grade_is_none(text: str) -> None:
    assert parse_grade(text) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [(" 5 K ", "5k"), ("07d", "7d"), ("12", "12k"), ("9P", "9p"), ("-", ""), ("NR", ""),
     ("31k", None), ("10d", None), ("0k", None), ("5x", None)],
)  # fmt: skip
def test_grade_of_a_file_is_kept_as_the_register_writes_it(text: str, kept: str | None) -> None:
    assert tidy_grade(text) == kept
    assert is_registered_form(kept or "") == bool(kept)


def test_grades_lie_on_one_scale_with_professionals_beside_7d() -> None:
    assert [place_of(text) for text in ("20k", "1k", "1d", "7d", "1p", "9p", "", "10d")] == [
        -20, -1, 0, 6, 6, 6, None, None
    ]  # fmt: skip


def test_grades_stand_in_order_of_strength() -> None:
    texts = ["30k", "12k", "1k", "1d", "6d", "7d", "1p", "2p", "8d", "9d", "9p"]

    assert [str(one) for one in sorted(map(grade, reversed(texts)))] == [
        "30k", "12k", "1k", "1d", "6d", "7d", "1p", "2p", "8d", "9d", "9p",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "level", "gor"),
    [
        ("1d", 50, 2100),
        ("1k", -50, 2000),
        ("14k", -1350, 700),
        ("20k", -1950, 100),
        ("30k", -2950, -900),
        ("45k", -2950, -900),
        ("6d", 550, 2600),
        ("9d", 850, 2900),
        ("1p", 650, 2700),
        ("2p", 680, 2730),
        ("9p", 850, 2940),
    ],
)
def test_start_value_is_the_centre_of_the_grade(text: str, level: float, gor: float) -> None:
    assert (start_value(grade(text), Scale.FFG), start_value(grade(text), Scale.GOR)) == (level, gor)
    assert (start_rating("ffg-hybrid", grade(text)), start_rating("egf", grade(text))) == (level, gor)


@pytest.mark.parametrize(
    ("level", "name"),
    [(0, "1d"), (99.9, "1d"), (100, "2d"), (850, "9d"), (-0.4, "1k"), (-100, "1k"), (-100.5, "2k"),
     (-2950, "30k"), (-3000, "30k")],
)  # fmt: skip
def test_level_names_its_grade(level: float, name: str) -> None:
    assert str(grade_at(level, Scale.FFG)) == name


@pytest.mark.parametrize(
    ("gor", "name"),
    [(2050, "1d"), (2149.9, "1d"), (2150, "2d"), (2049.9, "1k"), (1950, "1k"), (100, "20k"), (-900, "30k"),
     (-2000, "30k"), (3200, "9d")],
)  # fmt: skip
def test_gor_names_its_grade(gor: float, name: str) -> None:
    assert str(grade_at(gor, Scale.GOR)) == name


@pytest.mark.parametrize("scale", Scale)
def test_name_of_a_grade_is_that_of_the_grade(scale: Scale) -> None:
    edges = [float(edge) for edge in range(-3200, 3300, 50)]
    ratings = [*edges, *(edge + 0.01 for edge in edges), *(edge - 0.01 for edge in edges)]

    assert [grade_name(one, scale) for one in ratings] == [str(grade_at(one, scale)) for one in ratings]


def test_no_number_has_no_grade() -> None:
    with pytest.raises(ValueError, match="no grade for the rating nan"):
        grade_at(float("nan"), Scale.FFG)


@pytest.mark.parametrize(
    ("text", "gor", "proposed"),
    [("1d", 2199, None), ("1d", 2200, "2d"), ("1d", 2000, None), ("1d", 1999, "1k"), ("1d", 1899, "2k"),
     ("1p", 1000, None)],
)  # fmt: skip
def test_promotion_hint_follows_the_lists(text: str, gor: float, proposed: str | None) -> None:
    hint = promotion(grade(text), gor)

    assert (str(hint) if hint else None) == proposed


@pytest.mark.parametrize(
    ("text", "last", "on", "active"),
    [
        ("3d", date(2020, 1, 1), date(2022, 12, 31), True),
        ("3d", date(2020, 12, 31), date(2023, 1, 1), False),
        ("2p", date(2020, 12, 31), date(2023, 1, 1), False),
        ("1d", date(2020, 12, 31), date(2022, 12, 31), True),
        ("1k", date(2020, 12, 31), date(2021, 12, 31), True),
        ("1k", date(2020, 12, 31), date(2022, 1, 1), False),
        ("10k", date(2020, 1, 31), date(2021, 1, 1), True),
        ("10k", date(2020, 1, 31), date(2021, 2, 1), False),
        ("11k", date(2020, 1, 31), date(2020, 7, 31), True),
        ("11k", date(2020, 1, 31), date(2020, 8, 1), False),
        ("20k", date(2020, 1, 31), date(2020, 7, 31), True),
        ("20k", date(2020, 1, 31), date(2020, 8, 1), False),
        ("25k", date(2020, 1, 31), date(2020, 8, 1), False),
    ],
)
def test_egf_activity_depends_on_the_grade(text: str, last: date, on: date, *, active: bool) -> None:
    assert (on < inactive_from(declared.EGF[-1], grade(text), last)) is active


def test_ffg_activity_is_the_licence() -> None:
    assert [status for status in "LCe-X" if is_licensed(status)] == ["L", "C", "e"]


@pytest.mark.parametrize(
    ("level", "status", "shown"),
    [(-315.0, "-", -400), (216.0, "X", 200), (-2950.0, "-", -3000), (200.0, "-", 200), (-315.4, "L", -315),
     (-315.5, "e", -315), (0.5, "C", 1)],
)  # fmt: skip
def test_ffg_shows_the_exact_level_only_with_a_licence(level: float, status: str, shown: int) -> None:
    about = About([""], [status], [None])

    found, _active = listed(declared.FFG[-1], np.array([level]), about, date(2025, 1, 1))

    assert found.tolist() == [shown]


def test_egf_shows_the_nearest_whole_point() -> None:
    about = About([""] * 3, ["-"] * 3, [None] * 3)

    found, _active = listed(declared.EGF[-1], np.array([2049.5, 2049.49, -0.5]), about, date(2025, 1, 1))

    assert found.tolist() == [2050, 2049, 0]


@pytest.mark.parametrize(
    ("minutes", "weight"),
    [(None, 1.0), (80, 1.0), (60, 1.0), (59.9, 0.8), (45, 0.8), (30, 0.5), (15, 0.25), (14.9, 0.0)],
)
def test_ffg_time_coefficient_falls_with_the_pace(minutes: float | None, weight: float) -> None:
    assert SYSTEMS["ffg"].entry.counts.weight(Occasion(date(2020, 1, 1), adjusted_minutes=minutes)) == weight


@pytest.mark.parametrize(
    ("key", "start", "minutes", "weight"),
    [
        ("ffg", date(2022, 4, 30), 40, 0.5),  # the only ladder took online events with a weight
        ("ffg", date(2022, 5, 1), 40, 0.0),  # over-the-board only
        ("ffg-hybrid", date(2022, 5, 1), 40, 1.0),
        ("ffg-hybrid", date(2022, 5, 1), 10, 0.0),
        ("ffg-hybrid", date(2022, 4, 30), 40, 0.0),
    ],
)
def test_online_events_weigh_by_ladder_and_date(key: str, start: date, minutes: float, weight: float) -> None:
    old = Chosen(key, "", {"exempt_counts_all": False})
    assert (event_weight(old, Occasion(start, adjusted_minutes=minutes, online=True)) or 0.0) == weight


def test_hybrid_ladder_weighs_boards_by_time() -> None:
    assert event_weight(Chosen("ffg-hybrid"), Occasion(date(2023, 1, 1), adjusted_minutes=40)) == 0.5


@pytest.mark.parametrize("key", ["ffg", "ffg-hybrid"])
def test_fast_event_counts_for_some_alone_where_the_office_chose_so(key: str) -> None:
    fast = Occasion(date(2023, 1, 1), adjusted_minutes=10)

    assert event_weight(Chosen(key), fast) == 0.0
    assert event_weight(Chosen(key, "", {"exempt_counts_all": False}), fast) is None
    assert event_weight(Chosen(key, "2013"), fast) is None
    assert event_weight(Chosen(key), Occasion(date(2023, 1, 1), adjusted_minutes=10, board_size=7)) is None


def test_fast_event_of_an_old_edition_counts_for_nobody() -> None:
    assert event_weight(Chosen("ffg"), Occasion(date(2022, 10, 5), adjusted_minutes=10)) is None
    assert event_weight(Chosen("ffg"), Occasion(date(2022, 10, 6), adjusted_minutes=10)) == 0.0


def refused(choice: Chosen, occasion: Occasion) -> str | None:
    rules = SYSTEMS[choice.key].entry.counts
    return rules.refusal(occasion, edition_in_force(choice, occasion.start))


@pytest.mark.parametrize(
    ("choice", "start", "minutes", "reason"),
    [
        (Chosen("egf", "2021"), date(2010, 12, 31), 29.9, WAS_TOO_FAST),
        (Chosen("egf", "2021"), date(2010, 12, 31), 30, None),
        (Chosen("egf", "2021"), date(2010, 12, 31), None, None),
        (Chosen("egf", "2021"), date(2011, 1, 1), 29.9, None),
        (Chosen("egf", "2021", {"least_minutes": 0}), date(2010, 12, 31), 1, None),
        (Chosen("egf", "2021", {"least_minutes": 45}), date(2010, 12, 31), 44, WAS_TOO_FAST),
        # without a named edition a choice younger than 1.0 is one for every edition
        (Chosen("egf"), date(2010, 12, 31), 29.9, WAS_TOO_FAST),
        (Chosen("egf", "", {"least_minutes": 0}), date(2010, 12, 31), 29.9, None),
        (Chosen("egf", "1998"), date(2011, 1, 1), 29.9, None),
    ],
)
def test_fast_games_did_not_count_in_the_egf_before_2011(
    choice: Chosen, start: date, minutes: float | None, reason: str | None
) -> None:
    assert refused(choice, Occasion(start, adjusted_minutes=minutes)) == reason


def test_constant_since_1_0_is_replaced_in_every_edition_that_has_its_rule() -> None:
    def found(key: str, **parameters: object) -> list[object]:
        name = "exempt_counts_all" if key == "ffg" else "least_minutes"
        return [getattr(one, name) for one, _ in editions_of(key, edition="", parameters=parameters)]

    assert found("ffg") == found("ffg", exempt_counts_all=True) == [False, True]
    assert found("ffg", exempt_counts_all=False) == [False, False]
    assert found("egf") == [30.0, 30.0, 30.0]
    assert found("egf", least_minutes=0) == [0.0, 0.0, 0.0]
    replaced = editions_of("ffg", edition="", parameters={"divisor": 6})
    divisors = [parameters_of(one)["divisor"] for one, _ in replaced]
    assert divisors == [20.0, 6.0]


@pytest.mark.parametrize("key", SYSTEMS)
def test_constants_since_1_0_are_constants_and_admit_their_values(key: str) -> None:
    for edition in SYSTEMS[key].editions:
        assert with_parameters(edition, edition.since_1_0).name == edition.name
        assert edition.outside_engine <= set(parameters_of(edition))


@pytest.mark.parametrize(
    ("on", "weights"),
    [
        (date(1998, 12, 31), [1.0, 1.0, 1.0, 0.0]),
        (date(1999, 1, 1), [1.0, 0.75, 0.5, 0.0]),
        (date(2015, 1, 1), [1.0, 0.75, 0.5, 0.25]),
    ],
)
def test_egf_class_weighs_by_date(on: date, weights: list[float]) -> None:
    assert [SYSTEMS["egf"].entry.counts.weight(Occasion(on, letter)) for letter in "ABCD"] == weights


@pytest.mark.parametrize(
    ("basic", "adjusted", "fischer", "online", "found"),
    [
        (60, 75, False, False, "A"),
        (45, 75, False, False, "B"),
        (45, 75, True, False, "A"),
        (60, 74, False, False, "B"),
        (30, 50, True, False, "B"),
        (25, 30, False, False, "C"),
        (20, 30, False, False, None),
        (20, 30, True, False, "C"),
        (60, 75, False, True, "D"),
        (30, 49, True, True, None),
    ],
)
def test_egf_class_follows_from_the_rate_of_play(
    basic: float, adjusted: float, *, fischer: bool, online: bool, found: str | None
) -> None:
    rules = SYSTEMS["egf"].entry.counts

    assert rules.class_of(basic=basic, adjusted=adjusted, fischer=fischer, online=online) == found


@pytest.mark.parametrize(
    ("key", "start", "event", "reason"),
    [
        ("ffg", date(2023, 1, 1), {}, None),
        ("ffg", date(2013, 1, 12), {}, TOO_EARLY),
        ("ffg", date(2023, 1, 1), {"online": True}, ONLINE),
        ("ffg", date(2023, 1, 1), {"adjusted_minutes": 14}, TOO_FAST),
        ("ffg", date(2023, 1, 1), {"board_size": 9}, None),
        ("ffg", date(2023, 1, 1), {"board_size": 7}, WRONG_SIZE),
        ("ffg-hybrid", date(2022, 4, 30), {}, TOO_EARLY),
        ("ffg-hybrid", date(2022, 5, 1), {"online": True}, None),
        ("egf", date(1995, 12, 31), {}, TOO_EARLY),
        ("egf", date(1996, 1, 1), {}, None),
        ("egf", date(2014, 12, 31), {"time_class": "D"}, NO_CLASS),
        ("egf", date(2020, 1, 1), {"time_class": ""}, NO_CLASS),
        ("egf", date(2020, 1, 1), {"board_size": 13}, WRONG_SIZE),
        ("fide-rapid", date(2020, 1, 1), {"board_size": 8}, None),
    ],
)
def test_what_does_not_count_has_a_reason(
    key: str, start: date, event: dict[str, Any], reason: str | None
) -> None:
    old = {"exempt_counts_all": False} if key.startswith("ffg") else {}
    assert refused(Chosen(key, "", old), Occasion(start, **event)) == reason


def test_systems_say_how_their_editions_and_seeds_work() -> None:
    found = {
        key: (system.one_edition, system.seeds_from)
        for key, system in SYSTEMS.items()
        if key in keys_of(Cadence.BY_EVENT)
    }

    assert found == {
        "ffg": ("", ""),
        "ffg-hybrid": ("", "ffg"),
        "egf": ("2021", ""),
    }


def test_edition_in_force_is_the_latest_effective() -> None:
    days = [date(1995, 12, 31), date(1996, 1, 1), date(2020, 6, 1), date(2021, 4, 4)]
    found = [edition_on(declared.EGF, day) for day in days]

    assert [edition.name if edition else None for edition in found] == [None, "1998", "2011", "2021"]


def test_unknown_edition_name_is_none() -> None:
    assert edition_named(declared.FFG, "2003") is None


def test_replaced_constant_leaves_the_edition_as_it_was() -> None:
    changed = with_parameters(declared.FFG[-1], {"divisor": 6, "guard_rail": True})

    assert (changed.divisor, changed.guard_rail, declared.FFG[-1].divisor) == (6.0, True, 7.0)


def test_unknown_constant_lists_the_known_ones() -> None:
    with pytest.raises(UnknownParameterError) as caught:
        with_parameters(declared.FFG[-1], {"q": 6})

    assert caught.value.known == tuple(sorted(parameters_of(declared.FFG[-1])))


@pytest.mark.parametrize("value", ["6", True, None, float("nan"), float("inf"), 0, -1, 10**400])
def test_value_that_cannot_be_a_divisor_is_refused(value: object) -> None:
    with pytest.raises(UnfitParameterError):
        with_parameters(declared.FFG[-1], {"divisor": value})
