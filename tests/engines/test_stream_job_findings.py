"""What is wrong with a job of Glicko or of the ladder is found where it stands."""

import json
from typing import Any

import pytest

from ratings.rating_job.reading import read_job
from tests.engines.test_stream_job import AT, Json, glicko, job_of, ladder, won

TEAMS = [["A", "B"], ["C", "D"]]


def paths_of(job: Json) -> list[str]:
    """Where the findings of a job are."""
    read, findings = read_job(json.dumps(job).encode())
    assert read is None
    return [finding.path for finding in findings]


@pytest.mark.parametrize(
    ("player", "paths"),
    [
        ({"rating": "high"}, ["rating"]),
        ({"deviation": -1}, ["deviation"]),
        ({"deviation": "wide"}, ["deviation"]),
        ({"last_game": "2017-10-08"}, ["last_game"]),
        ({"last_game": "1969-12-31T23:59:59Z"}, ["last_game"]),
        ({"last_game": 1507479840}, ["last_game"]),
        ({"k": 20, "grade": "5k", "birth_year": 1990}, ["k", "grade", "birth_year"]),
        ({"games": -1}, ["games"]),
        ({"colour": "red"}, ["colour"]),
    ],
)
def test_finding_in_a_player_of_glicko_names_its_path(player: Json, paths: list[str]) -> None:
    players = glicko((1500, 200), (1500, 200))
    players[0] |= player

    assert paths_of(job_of(won("A", "B", ended=AT), players=players)) == [
        f"players[0].{one}" for one in paths
    ]


def test_ladder_knows_no_deviation() -> None:
    players: list[Json] = [{"id": "A", "rating": 1500, "deviation": 50, "last_game": AT}, {"id": "B"}]

    assert paths_of(job_of(won("A", "B"), players=players, system="ladder")) == [
        "players[0].deviation", "players[0].last_game",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "paths"),
    [
        (won("A", "B"), ["ended"]),
        (won("A", "B", ended="16:24"), ["ended"]),
        (won("A", "B", ended="2017-10-08T25:00:00Z"), ["ended"]),
        (won("A", "B", ended="2017-W40-7T16:24"), ["ended"]),
        (won("A", "B", "2-0", ended=AT), ["result"]),
        (won("A", "A", ended=AT), ["black"]),
        (won("A", "X", ended=AT), ["black"]),
        (won("A", "B", ended=AT, handicap=2, komi=0.5), ["handicap", "komi"]),
        (won("A", "B", ended=AT, max_points=8), ["max_points"]),
        ({"places": [["A"], ["B"]], "ended": AT}, ["places"]),
        ({"teams": TEAMS, "ended": AT}, ["result"]),
        ({"teams": [["A", "B"], ["C"]], "result": "1-0", "ended": AT}, ["teams"]),
        ({"teams": [["A"], ["B"], ["C"], ["D"]], "result": "1-0", "ended": AT}, ["teams"]),
        ({"teams": [["A", "B"], ["C", "A"]], "result": "1-0", "ended": AT}, ["teams[1][1]"]),
        ({"teams": "A", "result": "1-0", "ended": AT}, ["teams"]),
        ({"teams": TEAMS, "white": "A", "result": "1-0", "ended": AT}, ["white"]),
        ({"ended": AT}, ["result", "white", "black"]),
    ],
)
def test_finding_in_a_game_of_glicko_names_its_path(game: Json, paths: list[str]) -> None:
    players = glicko(*((1500, 200),) * 4)

    assert paths_of(job_of(game, players=players)) == [f"events[0].games[0].{one}" for one in paths]


@pytest.mark.parametrize(
    ("game", "paths"),
    [
        ({"places": [["A"]]}, ["places"]),
        ({"places": []}, ["places"]),
        ({"places": "A, B"}, ["places"]),
        ({"places": [["A"], "B"]}, ["places[1]"]),
        ({"places": [["A"], []]}, ["places[1]"]),
        ({"places": [["A"], ["B", "A"]]}, ["places[1][1]"]),
        ({"places": [["A"], ["X"]]}, ["places[1][0]"]),
        ({"places": [["A"], [7]]}, ["places[1][0]"]),
        ({"places": [["A"], ["B"]], "result": "1-0"}, ["result"]),
        ({"places": [["A"], ["B"]], "white": "A"}, ["white"]),
        ({"places": [["A"], ["B"]], "max_points": -8}, ["max_points"]),
        ({"places": [["A"], ["B"]], "max_points": "eight"}, ["max_points"]),
        ({"places": [["A"], ["B"]], "played": "yes"}, ["played"]),
        ({"places": [["A"], ["B"]], "round": 0}, ["round"]),
        ({"teams": TEAMS, "result": "1-0"}, ["teams"]),
    ],
)
def test_finding_in_a_game_of_the_ladder_names_its_path(game: Json, paths: list[str]) -> None:
    job = job_of(game, players=ladder(*((1500, 20),) * 4), system="ladder")

    assert paths_of(job) == [f"events[0].games[0].{one}" for one in paths]


@pytest.mark.parametrize(
    ("system", "game", "path"),
    [("fics-blitz", {"teams": TEAMS, "result": "1-0", "ended": AT}, "teams"),
     ("fics-bughouse", won("A", "B", ended=AT), "white")],
)  # fmt: skip
def test_category_knows_its_own_games_only(system: str, game: Json, path: str) -> None:
    found = paths_of(job_of(game, players=glicko(*((1500, 200),) * 4), system=system))

    assert found[0] == f"events[0].games[0].{path}"


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({"edition": "1995"}, ["edition"]),
        ({"parameters": {"c": 63.2}}, ["parameters.c"]),
        ({"parameters": {"growth": -1}}, ["parameters.growth"]),
        ({"parameters": {"deviation_cap": 0}}, ["parameters.deviation_cap"]),
        ({"parameters": {"divisor": 0}}, ["parameters.divisor"]),
        ({"colour": "red"}, ["colour"]),
        ({"events": None}, ["events"]),
        ({"events": [{"id": "T", "start": "1997-04-27", "games": []}]}, ["events[0].start"]),
        ({"events": [{"id": "T", "start": "2017-01-01", "class": "A", "ratings": {}, "games": []}]},
         ["events[0].class", "events[0].ratings"]),
    ],
)  # fmt: skip
def test_finding_names_its_path(changes: Json, paths: list[str]) -> None:
    assert paths_of(job_of(players=glicko((1500, 200)), **changes)) == paths


@pytest.mark.parametrize(
    ("parameters", "path"),
    [({"curve": "flat"}, "curve"), ({"curve": 1}, "curve"), ({"k": 0}, "k"),
     ({"scale_steps": 1}, "scale_steps"),
     ({"provisional_games": 0}, "provisional_games"), ({"provisional_step": -100}, "provisional_step")],
)  # fmt: skip
def test_constant_of_the_ladder_that_cannot_be_is_found(parameters: dict[str, Any], path: str) -> None:
    job = job_of(players=ladder((1500, 20)), system="ladder", parameters=parameters)

    assert paths_of(job) == [f"parameters.{path}"]


def test_player_twice_in_a_round_is_found() -> None:
    games = [won("A", "B", round=1), {"places": [["C"], ["B"]], "round": 1}]

    job = job_of(*games, players=ladder(*((1500, 20),) * 3), system="ladder")

    assert paths_of(job) == ["events[0].games[1]"]
