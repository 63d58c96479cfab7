"""The correction of the rapid and blitz lists of 1 October 2022 in a job: `players[].standard` (1.7)."""

from typing import Any

import pytest

from tests.engines.test_fide_job import Json, afters, answer_of, job_of
from tests.engines.test_fide_job_findings import paths_of

FIRST, THEN = ("2022-08-06", "2022-10"), ("2022-11-05", "2022-12")


def event(day: str, period: str, *, white: str = "C", black: str = "D") -> Json:
    """A draw of two others; its list decides which lists a job computes."""
    games = [{"white": white, "black": black, "result": "1/2-1/2"}]
    return {"start": day, "end": day, "period": period, "games": games}


def players(*ratings: tuple[int | None, int | None]) -> list[Json]:
    """A, B and so on with rating and standard rating, then two who play each other."""
    named = [
        {"id": name} | {key: value for key, value in zip(("rating", "standard"), pair, strict=True) if value}
        for name, pair in zip("AB", ratings, strict=False)
    ]
    return [*named, {"id": "C", "rating": 2000}, {"id": "D", "rating": 2000}]


def rapid(people: list[Json], *events: Json, **changes: Any) -> Json:
    return job_of(people, *events, **({"system": "fide-rapid"} | changes))


@pytest.mark.parametrize("system", ["fide-rapid", "fide-blitz"])
@pytest.mark.parametrize(
    ("rating", "standard", "after"),
    [
        (2283, 2732, 2632),  # the published example
        (1899, 2000, 1900),
        (1900, 2000, 1900),
        (1901, 2000, 1901),
        (2000, 1500, 2000),
        (1500, None, 1500),
        (None, 2500, None),
    ],
)
def test_rating_far_below_the_standard_rating_rises_to_a_hundred_below(
    system: str, rating: int | None, standard: int | None, after: int | None
) -> None:
    job = rapid(players((rating, standard), (1500, 2000)), event(*FIRST), system=system)

    assert afters(job)[:2] == [after, 1900]


def test_list_without_events_between_two_others_is_corrected_too() -> None:
    job = rapid(players((1500, 2000)), event("2022-07-02", "2022-08"), event(*THEN))

    assert afters(job)[0] == 1900


@pytest.mark.parametrize(
    "events", [(event("2022-07-02", "2022-08"), event("2022-08-06", "2022-09")), (event(*THEN),)]
)
def test_job_whose_lists_do_not_hold_it_is_not_corrected(events: tuple[Json, ...]) -> None:
    assert afters(rapid(players((1500, 2000)), *events))[0] == 1500


def test_named_edition_is_not_corrected() -> None:
    assert afters(rapid(players((1500, 2000)), event(*FIRST), edition="2022"))[0] == 1500


def test_games_of_the_period_count_before_the_correction_and_later_ones_from_it() -> None:
    people = players((1500, 2000), (1500, None))
    games = [event("2022-08-06", "2022-10", white="A", black="B"), event(*THEN, white="A", black="D")]

    answer = answer_of(rapid(people, *games))

    first, second = answer["events"]
    assert [(row["start"], row["after"]) for row in first["players"]] == [(1500, 1900), (1500, 1500)]
    assert second["players"][0]["start"] == 1900


def test_standard_rating_is_none_to_enter_with() -> None:
    answer = answer_of(rapid(players((None, 2000)), event(*FIRST, white="A", black="D")))

    assert answer["players"][0]["after"] is None


@pytest.mark.parametrize("system", ["fide-standard", "egf", "fics-glicko", "ladder"])
def test_key_of_another_system_is_a_finding(system: str) -> None:
    job = job_of([{"id": "A", "standard": 2000}], system=system)

    assert "players[0].standard" in paths_of(job)


@pytest.mark.parametrize("value", [2000.5, 0, 4001, "2000", True])
def test_standard_rating_that_is_none_is_a_finding(value: Any) -> None:
    people = players((1500, None))
    people[0]["standard"] = value

    assert paths_of(rapid(people, event(*FIRST))) == ["players[0].standard"]
