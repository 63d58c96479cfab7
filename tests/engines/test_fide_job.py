"""`manage.py rate` for the FIDE systems: the job's keys, its findings, lists carried from month to month."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from ratings.rating_job.answer import compute
from ratings.rating_job.reading import read_job

Json = dict[str, Any]


def job_of(players: list[Json], *events: Json, system: str = "fide-standard", **changes: Any) -> Json:
    """A job; events without days are of November 2025."""
    usual = {"start": "2025-11-07", "end": "2025-11-09"}
    named = [{"id": f"T{place}"} | usual | event for place, event in enumerate(events, start=1)]
    return {"system": system, "players": players, "events": named, **changes}


def pair(own: int | None, opponent: int | None, event: Json | None = None, **changes: Any) -> Json:
    """A beats B in one game."""
    games = [{"white": "A", "black": "B", "result": "1-0"}]
    players = [{"id": "A", "rating": own}, {"id": "B", "rating": opponent}]
    return job_of(players, {"games": games} | (event or {}), **changes)


def answer_of(job: Json) -> Json:
    """The answer to a job that must be without findings."""
    read, findings = read_job(json.dumps(job).encode())
    assert findings == []
    assert read is not None
    return compute(read)


def afters(job: Json) -> list[int | None]:
    """The ratings a job publishes at the end."""
    return [player["after"] for player in answer_of(job)["players"]]


def test_answer_has_the_documented_shape() -> None:
    answer = answer_of(
        pair(2400, 2813, {"games": [{"white": "B", "black": "A", "result": "1-0", "round": 3}]})
    )

    assert answer == {
        "system": "fide-standard",
        "players": [
            {"id": "A", "before": 2400, "after": 2399, "change": -1, "rated_games": 1, "k": 10, "sum": -0.08},
            {"id": "B", "before": 2813, "after": 2814, "change": 1, "rated_games": 1, "k": 10, "sum": 0.07},
        ],
        "events": [
            {
                "id": "T1",
                "edition": "2025",
                "periods": ["2025-12"],
                "players": [
                    {"id": "A", "before": 2400, "start": 2400, "after": 2399, "rated_games": 1, "k": 10,
                     "sum": -0.08, "rc": 2800},
                    {"id": "B", "before": 2813, "start": 2813, "after": 2814, "rated_games": 1, "k": 10,
                     "sum": 0.07, "rc": 2400},
                ],
            }
        ],
        "games": [
            {"event": "T1", "round": 3, "player": "B", "opponent": "A", "before": 2813,
             "opponent_rating": 2400, "capped": False, "expected": 0.93, "score": 1.0, "k": 10, "weight": 1.0,
             "change": 0.7},
            {"event": "T1", "round": 3, "player": "A", "opponent": "B", "before": 2400,
             "opponent_rating": 2800, "capped": True, "expected": 0.08, "score": 0.0, "k": 10, "weight": 1.0,
             "change": -0.8},
        ],
    }  # fmt: skip


def test_first_rating_is_marked_and_has_neither_before_nor_change() -> None:
    players: list[Json] = [{"id": "N"}, *({"id": f"O{one}", "rating": 2000} for one in range(5))]
    games = [{"white": "N", "black": f"O{one}", "result": "1/2-1/2"} for one in range(5)]

    answer = answer_of(job_of(players, {"games": games}))

    assert answer["players"][0] == {
        "id": "N", "before": None, "after": 1943, "change": None, "rated_games": 5, "k": None, "sum": 0.0,
        "first_rating": True,
    }  # fmt: skip
    assert answer["games"] == []
    assert [player.get("first_rating") for player in answer["players"][1:]] == [None] * 5


@pytest.mark.parametrize("system", ["fide-standard", "fide-rapid", "fide-blitz"])
@pytest.mark.parametrize(
    ("start", "edition"),
    [("2014-07-01", "2014"), ("2021-12-31", "2017"), ("2022-01-01", "2022"), ("2024-03-01", "2024"),
     ("2024-12-01", "2024"), ("2025-09-30", "2024"), ("2025-10-01", "2025")],
)  # fmt: skip
def test_event_takes_the_edition_of_its_first_day(system: str, start: str, edition: str) -> None:
    job = pair(2000, 2000, {"start": start, "end": start}, system=system)

    assert answer_of(job)["events"][0]["edition"] == edition


@pytest.mark.parametrize(
    ("edition", "after"), [("2014", 2754), ("2017", 2754), ("2022", 2752), ("2024", 2754), ("2025", 2752)]
)
def test_named_edition_rates_whatever_the_date(edition: str, after: int) -> None:
    players = [{"id": "A", "rating": 2750, "k": 10}]
    players += [{"id": f"O{one}", "rating": 2200} for one in range(5)]
    games = [{"white": "A", "black": f"O{one}", "result": "1-0"} for one in range(5)]

    assert afters(job_of(players, {"games": games}, edition=edition))[0] == after


def test_parameters_replace_constants_for_this_job() -> None:
    job = pair(1800, 2005, edition="2017", parameters={"expectation": "logistic"})

    assert answer_of(job)["games"][0]["expected"] == round(1 / (1 + 10 ** (205 / 400)), 6)


def test_k_of_a_player_is_taken_or_computed() -> None:
    players = [
        {"id": "A", "rating": 2000, "k": 15},
        {"id": "B", "rating": 2000, "birth_year": 2010},
        {"id": "C", "rating": 2000, "games": 12},
        {"id": "D", "rating": 2000, "peak": 2401},
        {"id": "E", "rating": 2000},
    ]
    games = [{"white": one, "black": two, "result": "1-0"} for one, two in ("AB", "CD", "EA")]

    assert [player["k"] for player in answer_of(job_of(players, {"games": games}))["players"]] == [
        15, 40, 40, 10, 20,
    ]  # fmt: skip


def test_ratings_of_an_event_replace_those_of_the_players_and_the_base_stays() -> None:
    answer = answer_of(pair(2054, 2400, {"ratings": {"A": 2395, "B": 2410}}))

    assert [(row["before"], row["expected"]) for row in answer["games"]] == [(2395, 0.48), (2410, 0.52)]
    event = answer["events"][0]["players"][0]
    assert (event["before"], event["start"], event["after"]) == (2054, 2395, 2064)


def test_null_rating_of_an_event_is_unrated_for_the_opponent_only() -> None:
    answer = answer_of(pair(2000, 2000, {"ratings": {"A": None}}))

    assert [row["player"] for row in answer["games"]] == ["A"]
    assert [player["after"] for player in answer["players"]] == [2010, 2000]


def test_rapid_newcomer_enters_with_the_rating_given_for_the_event() -> None:
    answer = answer_of(pair(None, 2000, {"ratings": {"A": 2000}}, system="fide-rapid"))

    row = answer["players"][0]
    assert (row["before"], row["after"], row["k"], row["first_rating"]) == (None, 2020, 40, True)


def test_events_of_one_list_are_pooled_and_rounded_once() -> None:
    # 16.8, -15.4 and 15.6 would be 17, -15 and 16 alone.
    players = [{"id": "A", "rating": 2000}] + [{"id": one, "rating": 1900} for one in "BCD"]
    events = [
        {"start": f"2025-11-{day}", "end": f"2025-11-{day}", "games": [
            {"white": "A", "black": other, "result": result}]}
        for day, other, result in (("01", "B", "1-0"), ("08", "C", "0-1"), ("15", "D", "1-0"))
    ]  # fmt: skip

    answer = answer_of(job_of(players, *events))

    assert (answer["players"][0]["sum"], answer["players"][0]["after"]) == (0.08, 2002)
    assert [event["players"][0]["sum"] for event in answer["events"]] == [0.36, -0.64, 0.36]


def test_list_of_one_month_is_in_force_for_events_starting_in_it() -> None:
    games = [{"white": "A", "black": "B", "result": "1-0"}]
    days = [("2025-10-05", "2025-10-06"), ("2025-10-31", "2025-11-02"), ("2025-11-05", "2025-11-06")]

    answer = answer_of(
        job_of([{"id": "A", "rating": 2000}, {"id": "B", "rating": 2000}],
               *({"start": start, "end": end, "games": games} for start, end in days))
    )  # fmt: skip

    starts = [[player["start"] for player in event["players"]] for event in answer["events"]]
    assert starts == [[2000, 2000], [2000, 2000], [2010, 1990]]
    # November: 0.5 of two equals and 0.47 of 2010 against 1990, on 2010.
    assert ([event["periods"] for event in answer["events"]], answer["players"][0]["after"]) == (
        [["2025-11"], ["2025-12"], ["2025-12"]], 2029,
    )  # fmt: skip


def test_results_of_a_newcomer_are_pooled_over_the_months_of_a_job() -> None:
    players: list[Json] = [{"id": "N"}, *({"id": f"O{one}", "rating": 2000} for one in range(5))]
    games = [{"white": "N", "black": f"O{one}", "result": "1/2-1/2"} for one in range(5)]
    months = [
        {"start": "2025-10-05", "end": "2025-10-06", "games": games[:2]},
        {"start": "2025-11-05", "end": "2025-11-06", "games": games[2:]},
    ]

    answer = answer_of(job_of(players, *months))

    assert [event["players"][0]["after"] for event in answer["events"]] == [None, 1943]


def test_compression_of_march_2024_moves_the_list_of_that_month() -> None:
    event = {"start": "2024-02-10", "end": "2024-02-11"}

    assert afters(pair(1500, 1500, event)) == [1706, 1694]
    assert afters(pair(1500, 1500, event, edition="2022")) == [1510, 1490]


def test_compression_between_two_months_of_a_job_moves_those_who_did_not_play() -> None:
    job = pair(1500, 1500, {"start": "2024-01-10", "end": "2024-01-11"})
    job["players"].append({"id": "C", "rating": 1000})
    job["events"].append({"id": "late", "start": "2024-04-10", "games": []})

    assert afters(job) == [1706, 1694, 1400]


def test_new_player_with_only_k_40_becomes_established_by_his_games() -> None:
    players = [{"id": "A", "rating": 2000, "k": 40}] + [
        {"id": f"O{one}", "rating": 2000} for one in range(40)
    ]
    games = [{"white": "A", "black": f"O{one}", "result": "1/2-1/2"} for one in range(40)]
    months = [
        {"start": f"2025-{month}-05", "games": part}
        for month, part in (("08", games[:17]), ("09", games[17:30]), ("10", games[30:]))
    ]

    answer = answer_of(job_of(players, *[month | {"end": month["start"]} for month in months]))

    assert [event["players"][0]["k"] for event in answer["events"]] == [40, 40, 20]


def test_k_of_a_later_month_is_that_of_the_list_before_it() -> None:
    # Born in 2006: a junior on every list of 2024, none on those of 2025.
    job = pair(2000, 2000, {"start": "2024-11-05", "end": "2024-11-05"})
    job["players"][0]["birth_year"] = 2006
    late = [
        {"id": day, "start": day, "games": job["events"][0]["games"]} for day in ("2024-12-05", "2025-03-05")
    ]
    job["events"] += late

    assert [event["players"][0]["k"] for event in answer_of(job)["events"]] == [40, 40, 20]


@pytest.mark.parametrize(
    ("system", "k", "found"),
    [("fide-rapid", 20, [20, 40]), ("fide-rapid", None, [20, 40]), ("fide-standard", 20, [20, 20]),
     ("fide-standard", None, [40, 40])],
)  # fmt: skip
def test_given_k_stands_until_the_rules_of_k_change(system: str, k: int | None, found: list[int]) -> None:
    job = pair(1500, 1500, {"start": "2022-08-05", "end": "2022-08-05"}, system=system)
    job["players"][0] |= {"birth_year": 2010, "k": k}
    job["events"].append({"id": "late", "start": "2022-11-05", "games": job["events"][0]["games"]})

    assert [event["players"][0]["k"] for event in answer_of(job)["events"]] == found


def test_complete_round_robin_of_2018_rates_its_unrated_players() -> None:
    names = "ABCDEFGHIJ"
    players: list[Json] = [{"id": one, "rating": 2400} for one in names[:6]] + [
        {"id": one} for one in names[6:]
    ]
    games = [
        {"white": one, "black": two, "result": "1/2-1/2"}
        for place, one in enumerate(names)
        for two in names[place + 1 :]
    ]
    event = {"start": "2018-05-01", "end": "2018-05-09", "games": games}

    both, swiss = (
        answer_of(job_of(players, event, parameters={"round_robin": admitted}, edition="2017"))["players"]
        for admitted in (True, False)
    )

    assert [[player["after"] for player in rows[6:]] for rows in (both, swiss)] == [[2400] * 4] * 2
    assert [[player["rated_games"] for player in rows[::6]] for rows in (both, swiss)] == [[9, 9], [5, 6]]


def test_forfeit_is_not_rated() -> None:
    job = pair(2000, 2000)
    job["events"][0]["games"][0]["played"] = False

    assert (afters(job), answer_of(job)["games"]) == ([2000, 2000], [])


def test_job_without_events_leaves_everything() -> None:
    job = pair(2000, None, events=[])

    assert answer_of(job)["players"] == [
        {"id": "A", "before": 2000, "after": 2000, "change": 0, "rated_games": 0, "k": None, "sum": 0.0},
        {"id": "B", "before": None, "after": None, "change": None, "rated_games": 0, "k": None, "sum": 0.0},
    ]


def test_long_event_is_computed_where_the_file_says_its_list() -> None:
    event = {"start": "2025-10-10", "period": "2025-12"}

    assert answer_of(pair(2000, 2000, event))["events"][0]["periods"] == ["2025-12"]


def test_command_prints_the_answer(tmp_path: Path) -> None:
    path, out = tmp_path / "job.json", io.StringIO()
    path.write_text(json.dumps(pair(2600, 2700, system="fide-blitz")), encoding="utf-8")

    call_command("rate", str(path), stdout=out)

    assert json.loads(out.getvalue()) == answer_of(pair(2600, 2700, system="fide-blitz"))
