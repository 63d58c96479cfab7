"""A variant read, held to the bounds of the rulebook, and packed."""

from datetime import date
from typing import Any

import pytest

from ratings.engines import ffg_event as at
from ratings.engines import gor
from ratings.laboratory.figures.report import fingerprint
from ratings.laboratory.figures.rules import rules_in_force, rules_of
from ratings.laboratory.figures.variant import UnfitVariant, Variant, read
from ratings.rulebook.bounds import RATING
from ratings.rulebook.systems import editions_of

FFG = editions_of("ffg", edition="", parameters={})
EGF = editions_of("egf", edition="", parameters={})


def variant(system: str = "ffg", **parts: Any) -> Variant:
    return read({"name": "Trial", "system": system, **parts})


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ([], "variant"),
        ({"system": "ffg"}, "name"),
        ({"name": "x" * 81, "system": "ffg"}, "name"),
        ({"name": "a", "system": "nobody"}, "system"),
        ({"name": "a", "system": "ladder", "period": 2}, "period"),
        *(
            ({"name": "a", "system": "fide-rapid", "period": wrong}, "period")
            for wrong in (0, 4, -1, True, 2.0, "2", None, 10**30)
        ),
        ({"name": "a", "system": "ffg", "period": 3}, "period"),
        ({"name": "a", "system": "ffg", "wish": 3}, "wish"),
        ({"name": "a", "system": "ffg", "k_factor": float("nan")}, "k_factor"),
        ({"name": "a", "system": "ffg", "k_factor": 11}, "k_factor"),
        ({"name": "a", "system": "ffg", "floor": 0}, "floor"),
        ({"name": "a", "system": "ffg", "constants": {"2013": 7}}, "constants.2013"),
        ({"name": "a", "system": "ffg", "dates": {"2013": "soon"}}, "dates.2013"),
        ({"name": "a", "system": "ffg", "conversion": {"offset": 5}}, "conversion.date"),
        (
            {"name": "a", "system": "ffg", "conversion": {"date": "2020-01-01", "offset": 1e9}},
            "conversion.offset",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(said: object, place: str) -> None:
    with pytest.raises(UnfitVariant) as raised:
        read(said)

    assert [one.place for one in raised.value.problems] == [place]


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"constants": {"2022-10": {"divisor": 0}}}, "constants.2022-10.divisor"),
        ({"constants": {"2022-10": {"nothing": 1}}}, "constants.2022-10.nothing"),
        ({"constants": {"1950": {}}}, "constants.1950"),
        ({"constants": {"2022-10": {"exempt_counts_all": False}}}, "constants.2022-10.exempt_counts_all"),
        (
            {"constants": {"2013": {"exempt_counts_all": True, "floor": -2000}}},
            "constants.2013.exempt_counts_all",
        ),
        ({"constants": {"2022-10": {"rounding": "floor"}}}, "constants.2022-10.rounding"),
        ({"constants": {"2022-10": {"licence_needed": False}}}, "constants.2022-10.licence_needed"),
        ({"dates": {"2022-10": "2013-01-13"}}, "dates.2022-10"),
        ({}, "variant"),
        ({"conversion": {"date": "2020-01-01"}}, "variant"),
    ],
)
def test_rules_that_cannot_be_are_refused(parts: dict[str, Any], place: str) -> None:
    with pytest.raises(UnfitVariant) as raised:
        rules_of(variant(**parts), FFG)

    assert place in [one.place for one in raised.value.problems]


@pytest.mark.parametrize(
    ("dates", "found"),
    [
        (
            {"2013": "2023-01-01"},
            ["dates.2013 must be before 2022-10-06, the first day of the edition 2022-10"],
        ),
        (
            {"2022-10": "2012-05-01"},
            ["dates.2022-10 must be after 2013-01-13, the first day of the edition 2013"],
        ),
        (
            {"2013": "2023-01-01", "2022-10": "2012-05-01"},
            ["dates.2022-10 must be after 2023-01-01, the first day of the edition 2013"],
        ),
    ],
)
def test_editions_keep_the_order_of_the_rulebook(dates: dict[str, str], found: list[str]) -> None:
    with pytest.raises(UnfitVariant) as raised:
        rules_of(variant(dates=dates), FFG)

    assert [f"{one.place} {one.text.format(**one.values)}" for one in raised.value.problems] == found
    both = rules_of(variant(dates={"2013": "2023-01-01", "2022-10": "2024-05-01"}), FFG)
    assert both.effective == (date(2023, 1, 1), date(2024, 5, 1))


def test_adjustment_is_no_rule_of_the_egf() -> None:
    with pytest.raises(UnfitVariant):
        rules_of(variant("egf", adjustment=False), EGF)


def test_named_parts_replace_their_places_and_nothing_else() -> None:
    base = rules_in_force(FFG).parameters
    rules = rules_of(
        variant(constants={"2022-10": {"divisor": 6}}, adjustment=False, floor=False, k_factor=2.0), FFG
    )

    assert rules.parameters[1, at.DIVISOR] == 6.0
    assert rules.parameters[:, at.PASSES_MOST].tolist() == [1.0, 1.0]
    assert rules.parameters[:, at.FLOOR].tolist() == [RATING.least] * 2
    assert (rules.parameters[:, at.K : at.EPSILON_LIMITS] == 2 * base[:, at.K : at.EPSILON_LIMITS]).all()
    assert (rules.parameters[:, at.EPSILON_LIMITS :] == base[:, at.EPSILON_LIMITS :]).all()


def test_con_grows_by_the_factor_in_the_table_and_in_the_formula() -> None:
    base, rules = rules_in_force(EGF).parameters, rules_of(variant("egf", k_factor=1.2), EGF).parameters

    assert rules[0, gor.CON] == pytest.approx(1.2 * base[0, gor.CON])
    # con = ((3300 - r) / divisor) ** power, at r = 2000
    formula = [((3300 - 2000) / row[-1, gor.CON_DIVISOR]) ** row[-1, gor.CON_POWER] for row in (base, rules)]
    assert formula[1] == pytest.approx(1.2 * formula[0])


def test_variant_is_written_as_it_is_read_and_its_name_is_no_rule() -> None:
    one = variant(
        constants={"2013": {"divisor": 19.0}},
        dates={"2022-10": "2020-01-01"},
        conversion={"date": "2020-05-01", "factor": 1.0, "offset": 7.0},
    )

    assert read(one.as_json) == one
    assert one.conversion is not None
    assert one.conversion.day == date(2020, 5, 1)
    renamed = read({**one.as_json, "name": "Other"})
    assert fingerprint("facts", renamed) == fingerprint("facts", one) != fingerprint("other", one)
