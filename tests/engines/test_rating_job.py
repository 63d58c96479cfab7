"""`manage.py rate`: the job format, its findings, and answers equal to the printed examples."""

import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation

from ratings.rating_job.answer import compute
from ratings.rating_job.reading import read_job

Json = dict[str, Any]
SMALL = "AB0 CD0 / AC0 BD0 / AD1 BC0 / BA0 DC0 / CA1 DB0 / DA0 CB1"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """The command says its findings in the office's language."""
    with translation.override("en"):
        yield


def small_job(**changes: Any) -> Json:
    """The small tournament of the ladder rules, 2.5, as a job."""
    games = [
        {"round": number, "white": cell[0], "black": cell[1], "result": ("0-1", "1-0")[int(cell[2])]}
        for number, line in enumerate(SMALL.split(" / "), start=1)
        for cell in line.split()
    ]
    players = [
        {"id": "A", "rating": -1720},
        {"id": "B", "rating": -1815},
        {"id": "C", "grade": "20k"},
        {"id": "D", "rating": -1990, "games": 12},
    ]
    event = {"id": "T1", "start": "2023-03-16", "end": "2023-03-17", "class": "A", "games": games}
    return {"system": "ffg", "players": players, "events": [event], **changes}


def even_pair(system: str, ratings: tuple[float, float], event: Json, **game: Any) -> Json:
    """Two players W and B and one game; keys of the event and the game as given."""
    return {
        "system": system,
        "players": [{"id": "W", "rating": ratings[0]}, {"id": "B", "rating": ratings[1]}],
        "events": [{"id": "T", **event, "games": [{"white": "W", "black": "B", "result": "1-0", **game}]}],
    }


def answer_of(job: Json) -> Json:
    """The answer to a job that must be without findings."""
    read, findings = read_job(json.dumps(job).encode())
    assert findings == []
    assert read is not None
    return compute(read)


def paths_of(job: Json) -> list[str]:
    """Where the findings of a job are."""
    read, findings = read_job(json.dumps(job).encode())
    assert read is None
    return [finding.path for finding in findings]


def test_small_tournament_gives_the_printed_levels() -> None:
    answer = answer_of(small_job())

    assert [round(player["after"], 3) for player in answer["players"]] == [
        -1652.797, -1816.284, -1104.371, -1961.386,
    ]  # fmt: skip
    assert [player["rated_games"] for player in answer["players"]] == [6, 6, 6, 6]
    assert (answer["players"][2]["before"], answer["players"][2]["change"]) == (None, None)
    event = answer["events"][0]
    assert (event["id"], event["edition"], event["passes"]) == ("T1", "2022-10", 41)
    assert round(event["players"][2]["start"], 3) == -1135.147


def test_first_game_row_is_the_printed_one() -> None:
    row = answer_of(small_job())["games"][0]

    # D 95, a (1250 + 1815)/7, K at -1720 between 100 (-1650) and 105 (-1750).
    expected = 1 - 1 / (math.exp(95 / (3065 / 7)) + 1)
    assert (row.pop("expected"), row.pop("k")) == pytest.approx((expected, 103.5), abs=1e-12)
    assert round(row.pop("change"), 3) == -52.167
    sides = {"player": "A", "opponent": "B"}
    assert row == {"event": "T1", "round": 1, "before": -1720.0, "score": 0.0, "weight": 1.0, **sides}


def test_divisor_of_the_job_replaces_the_one_of_the_edition() -> None:
    answer = answer_of(small_job(edition="2022-10", parameters={"divisor": 6}))

    assert answer["events"][0]["passes"] == 48
    assert round(answer["players"][2]["after"], 3) == -1006.855


@pytest.mark.parametrize(
    ("edition", "after"),
    [("brief", [2407.5, 2392.5]), ("2021", [2405.598, 2394.503])],
)
def test_named_edition_is_used_whatever_the_date(edition: str, after: list[float]) -> None:
    job = even_pair("egf", (2400, 2400), {"start": "2005-05-05"}) | {"edition": edition}

    assert [round(player["after"], 3) for player in answer_of(job)["players"]] == after


@pytest.mark.parametrize(
    ("system", "start", "edition"),
    [
        ("egf", "1996-01-01", "1998"),
        ("egf", "2010-12-31", "1998"),
        ("egf", "2011-01-01", "2011"),
        ("egf", "2021-04-03", "2011"),
        ("egf", "2021-04-04", "2021"),
        ("ffg", "2013-01-13", "2013"),
        ("ffg", "2022-10-05", "2013"),
        ("ffg", "2022-10-06", "2022-10"),
        ("ffg-hybrid", "2022-05-01", "2013"),
    ],
)
def test_event_takes_the_edition_in_force_on_its_first_day(system: str, start: str, edition: str) -> None:
    assert answer_of(even_pair(system, (100, 150), {"start": start}))["events"][0]["edition"] == edition


@pytest.mark.parametrize(
    ("system", "event", "weight"),
    [
        ("egf", {"start": "2022-01-01", "class": "B"}, 0.75),
        ("egf", {"start": "2022-01-01", "class": "D"}, 0.25),
        ("egf", {"start": "1998-01-01", "class": "C"}, 1.0),
        ("ffg", {"start": "2023-01-01", "time": 40}, 0.5),
        ("ffg", {"start": "2023-01-01", "class": "C", "time": 80}, 1.0),
    ],
)
def test_class_and_time_weigh_the_changes(system: str, event: Json, weight: float) -> None:
    rows = answer_of(even_pair(system, (100, 150), event))["games"]

    assert [row["weight"] for row in rows] == [weight, weight]


@pytest.mark.parametrize(
    ("system", "event", "game"),
    [
        ("ffg", {"start": "2023-01-01", "time": 10}, {}),
        ("egf", {"start": "2014-12-31", "class": "D"}, {}),
        ("ffg", {"start": "2023-01-01"}, {"played": False}),
        ("egf", {"start": "2023-01-01"}, {"board_size": 9}),
        ("ffg", {"start": "2023-01-01"}, {"handicap": 10}),
    ],
)
def test_what_is_not_rated_changes_nothing(system: str, event: Json, game: Json) -> None:
    answer = answer_of(even_pair(system, (100, 150), event, **game))

    assert answer["games"] == []
    assert [(row["after"], row["rated_games"]) for row in answer["players"]] == [(100.0, 0), (150.0, 0)]


@pytest.mark.parametrize(
    ("start", "time", "parameters", "rated"),
    [
        ("2005-05-05", 29, {}, 0),
        ("2005-05-05", 30, {}, 1),
        ("2005-05-05", None, {}, 1),
        ("2011-01-01", 29, {}, 1),
        ("2005-05-05", 29, {"least_minutes": 0}, 1),
        ("2005-05-05", 44, {"least_minutes": 45}, 0),
    ],
)
@pytest.mark.parametrize("edition", [None, "2021"])
def test_time_of_an_egf_event_says_whether_it_counted_before_2011(
    edition: str | None, start: str, time: float | None, parameters: Json, rated: int
) -> None:
    event = {"start": start} | ({} if time is None else {"time": time})
    job = even_pair("egf", (1800, 1850), event) | {"parameters": parameters}

    answer = answer_of(job | ({"edition": edition} if edition else {}))

    assert [row["rated_games"] for row in answer["players"]] == [rated, rated]
    assert len(answer["games"]) == 2 * rated


def test_rating_of_who_stayed_away_for_years_is_used_again() -> None:
    # Description of 1998: who leaves the list keeps the rating for the next tournament.
    job = even_pair("egf", (1000, 1000), {"start": "2005-05-05"}) | {"edition": "1998"}
    job["events"].append({**job["events"][0], "id": "later", "start": "2019-05-05"})

    first, later = (event["players"] for event in answer_of(job)["events"])
    left = [row["after"] for row in first]

    assert left == [row["before"] for row in later] == [row["start"] for row in later]
    assert left[0] == pytest.approx(1000 + 70 * (1 - 0.493))


@pytest.mark.parametrize("event", [{"start": "2023-01-01", "time": 10}, {"start": "2023-01-01"}])
def test_job_rates_below_minus_2000_what_counts_for_nobody_else(event: Json) -> None:
    game = {"handicap": 0 if "time" in event else 10}
    job = even_pair("ffg", (-1450, -2150), event, **game)

    rated = answer_of(job)
    old = answer_of(job | {"parameters": {"exempt_counts_all": False}})

    assert [(row["player"], row["weight"]) for row in rated["games"]] == [("B", 1.0)]
    assert [row["rated_games"] for row in rated["players"]] == [0, 1]
    assert old["games"] == []


def test_job_rates_nothing_of_a_fast_event_by_an_edition_without_the_exception() -> None:
    job = even_pair("ffg", (-2450, -2150), {"start": "2022-10-05", "time": 10})

    assert answer_of(job)["games"] == []
    assert len(answer_of(job | {"edition": "2022-10"})["games"]) == 2


def test_events_run_in_order_of_date_and_games_in_order_of_rounds() -> None:
    job = small_job()
    early = {"id": "T0", "start": "2023-01-01", "games": [{"white": "A", "black": "B", "result": "1/2-1/2"}]}
    job["events"].append(early)
    job["events"][0]["games"].reverse()

    answer = answer_of(job)

    assert [event["id"] for event in answer["events"]] == ["T0", "T1"]
    rounds = [row["round"] for row in answer["games"] if row["event"] == "T1"]
    assert rounds == [number for number in range(1, 7) for _ in range(4)]
    assert answer["events"][1]["players"][0]["before"] == answer["events"][0]["players"][0]["after"]


def test_games_without_round_follow_one_another() -> None:
    job = small_job()
    for game in job["events"][0]["games"]:
        del game["round"]

    assert answer_of(job) == answer_of(small_job())


def test_declared_grade_far_above_the_highest_lifts_the_start() -> None:
    job = even_pair("egf", (1950, 2000), {"start": "2022-01-01"})
    job["players"][0] |= {"grade": "1d", "highest_grade": "2k"}

    assert answer_of(job)["events"][0]["players"][0]["start"] == 2100.0


def test_player_without_rating_and_grade_stays_without() -> None:
    job = even_pair("ffg", (100, 150), {"start": "2023-01-01"})
    job["players"][0] = {"id": "W"}

    assert answer_of(job)["players"] == [
        {"id": "W", "before": None, "after": None, "change": None, "rated_games": 0},
        {"id": "B", "before": 150.0, "after": 150.0, "change": 0.0, "rated_games": 0},
    ]


def test_job_without_events_leaves_everything() -> None:
    answer = answer_of(small_job(events=[]))

    assert (answer["events"], answer["games"]) == ([], [])


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({"system": "fics-suicide"}, ["system"]),
        ({"system": "tarot"}, ["system"]),
        ({"edition": "1900"}, ["edition"]),
        ({"parameters": {"divisors": 6}}, ["parameters.divisors"]),
        ({"parameters": {"divisor": "6"}}, ["parameters.divisor"]),
        ({"parameters": {"divisor": 0}}, ["parameters.divisor"]),
        ({"parameters": {"guard_rail": 1}}, ["parameters.guard_rail"]),
        ({"players": None}, ["players", *(f"events[0].games[{n}].{side}" for n in range(12)
                                          for side in ("white", "black"))]),
        ({"colour": "red"}, ["colour"]),
        ({"events": [{"id": "T", "start": "2012-12-31", "games": []}]}, ["events[0].start"]),
        ({"events": [{"id": "T", "start": "20230101", "games": []}]}, ["events[0].start"]),
        ({"events": [{"id": "T", "start": "2023-01-02", "end": "2023-01-01", "games": []}]},
         ["events[0].end"]),
        ({"events": [{"id": "T", "start": "2023-01-02"}]}, ["events[0].games"]),
        ({"events": [{"start": "2023-01-02", "class": "E", "time": -1, "ratings": {}, "games": []}]},
         ["events[0].ratings", "events[0].id", "events[0].class", "events[0].time"]),
    ],
)  # fmt: skip
def test_finding_names_its_path(changes: Json, paths: list[str]) -> None:
    assert paths_of(small_job(**changes)) == paths


@pytest.mark.parametrize(
    ("game", "paths"),
    [
        ({"white": "Z"}, ["white"]),
        ({"white": "B"}, ["black"]),
        ({"result": "2-0"}, ["result"]),
        ({"result": None}, ["result"]),
        ({"handicap": -1}, ["handicap"]),
        ({"handicap": True}, ["handicap"]),
        ({"board_size": 0, "komi": "x"}, ["board_size", "komi"]),
        ({"round": 1.5}, ["round"]),
        ({"played": "no"}, ["played"]),
        ({"places": []}, ["places"]),
        ({"tempo": 1}, ["tempo"]),
    ],
)
def test_finding_in_a_game_names_its_path(game: Json, paths: list[str]) -> None:
    job = even_pair("ffg", (100, 150), {"start": "2023-01-01"}, **game)

    assert paths_of(job) == [f"events[0].games[0].{path}" for path in paths]


@pytest.mark.parametrize(
    ("player", "paths"),
    [
        ({"id": "W", "rating": "high"}, ["rating"]),
        ({"id": "W", "rating": 1, "grade": "5x"}, ["grade"]),
        ({"id": "W", "rating": 1, "games": -1, "highest_grade": 3}, ["games", "highest_grade"]),
        ({"id": "W", "k": 20}, ["k"]),
    ],
)
def test_finding_in_a_player_names_its_path(player: Json, paths: list[str]) -> None:
    job = even_pair("ffg", (100, 150), {"start": "2023-01-01"})
    job["players"][0] = player

    assert paths_of(job) == [f"players[0].{path}" for path in paths]


def test_player_twice_in_a_round_is_a_finding() -> None:
    job = even_pair("ffg", (100, 150), {"start": "2023-01-01"}, round=1)
    job["events"][0]["games"] *= 2

    assert paths_of(job) == ["events[0].games[1]", "events[0].games[1]"]


def test_repeated_ids_are_findings() -> None:
    job = small_job()
    job["players"].append({"id": "A"})
    job["events"] *= 2

    assert paths_of(job) == ["players[4].id", "events[1].id"]


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"[]", b"{", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"[" * 100_000]
)
def test_file_that_is_no_document_is_one_finding(content: bytes) -> None:
    job, findings = read_job(content)

    assert (job, [finding.path for finding in findings]) == (None, ["$"])


def test_unavailable_system_lists_the_available_ones() -> None:
    finding = read_job(json.dumps(small_job(system="tarot")).encode())[1][0]

    assert finding.values == {
        "value": "tarot",
        "known": "ffg, ffg-hybrid, egf, fide-standard, fide-rapid, fide-blitz, fics-standard, fics-blitz, "
        "fics-lightning, fics-wild, fics-bughouse, ladder, fics-glicko",
    }


def run(path: Path | str, *options: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of the command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("rate", str(path), *options, stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_command_prints_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "job.json"
    path.write_text(json.dumps(small_job()), encoding="utf-8")

    status, out, err = run(path)

    assert (status, err) == (0, "")
    assert json.loads(out) == answer_of(small_job())


def test_command_writes_the_answer_to_a_file(tmp_path: Path) -> None:
    path, output = tmp_path / "job.json", tmp_path / "answer.json"
    path.write_text(json.dumps(small_job()), encoding="utf-8")

    assert run(path, "--output", str(output)) == (0, "", "")
    assert json.loads(output.read_text(encoding="utf-8")) == answer_of(small_job())


def test_command_refuses_with_one_line_per_finding(tmp_path: Path) -> None:
    path = tmp_path / "job.json"
    path.write_text(json.dumps(small_job(edition="1900", colour="red")), encoding="utf-8")

    assert run(path) == (
        2,
        "",
        "colour: unknown key; known: system, edition, parameters, players, events\n"
        "edition: unknown edition: 1900; known: 2013, 2022-10\n",
    )


def test_command_refuses_a_missing_file(tmp_path: Path) -> None:
    status, out, err = run(tmp_path / "none.json")

    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"con_power": 100_000}, "parameters.con_power: must be a number from 0 to 10\n"),
        ({"perfect": 100}, "parameters.perfect: must be above ceiling, which is 3299.9\n"),
        ({"ceiling": 3300}, "parameters.ceiling: must be below perfect, which is 3300.0\n"),
    ],
)
def test_command_refuses_constants_that_give_no_rating(tmp_path: Path, parameters: Json, said: str) -> None:
    path = tmp_path / "job.json"
    job = even_pair("egf", (2400, 3300), {"start": "2022-01-01"}) | {"parameters": parameters}
    path.write_text(json.dumps(job), encoding="utf-8")

    assert run(path) == (2, "", said)


@pytest.mark.parametrize("rating", [1e308, -1e308, 10_001, -10_000.5])
@pytest.mark.parametrize("system", ["ffg", "egf", "ladder"])
def test_rating_outside_every_scale_is_a_finding(system: str, rating: float) -> None:
    job = even_pair(system, (rating, 150), {"start": "2023-01-01"})

    assert paths_of(job) == ["players[0].rating"]


def test_times_and_komi_outside_their_bounds_are_findings() -> None:
    job = even_pair("ffg", (100, 150), {"start": "2023-01-01", "time": 1e7}, komi=-1e5)

    assert paths_of(job) == ["events[0].time", "events[0].games[0].komi"]


def test_deviation_and_stake_outside_their_bounds_are_findings() -> None:
    fics = even_pair("fics-blitz", (1500, 1500), {"start": "2023-01-01"}, ended="2023-01-01T10:00:00Z")
    fics["players"][0]["deviation"] = 1e5
    ladder = even_pair("ladder", (1500, 1500), {"start": "2023-01-01"}, max_points=1e5)

    assert (paths_of(fics), paths_of(ladder)) == (
        ["players[0].deviation"], ["events[0].games[0].max_points"],
    )  # fmt: skip
