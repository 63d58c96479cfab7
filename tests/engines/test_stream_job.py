"""`manage.py rate` for Glicko and the ladder: duels, teams, tables, and the order they are played in."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from ratings.rating_job.answer import compute
from ratings.rating_job.reading import read_job

Json = dict[str, Any]
AT = "2017-10-08T16:24:00Z"


def job_of(*games: Json, players: list[Json], system: str = "fics-glicko", **changes: Any) -> Json:
    """A job of one event of October 2017."""
    event = {"id": "T1", "start": "2017-10-08", "games": list(games)}
    return {"system": system, "players": players, "events": [event], **changes}


def won(one: str, two: str, result: str = "1-0", **game: Any) -> Json:
    """A game of two; of Glicko it ended at the usual time."""
    return {"white": one, "black": two, "result": result, **game}


def answer_of(job: Json) -> Json:
    """The answer to a job that must be without findings."""
    read, findings = read_job(json.dumps(job).encode())
    assert findings == []
    assert read is not None
    return compute(read)


def afters(job: Json) -> list[float | None]:
    """The ratings at the end."""
    return [player["after"] for player in answer_of(job)["players"]]


def glicko(*people: tuple[float, float], last: str | None = None) -> list[Json]:
    """Players A, B, ... with rating and RD."""
    return [
        {"id": name, "rating": rating, "deviation": rd} | ({"last_game": last} if last else {})
        for name, (rating, rd) in zip("ABCD", people, strict=False)
    ]


def ladder(*people: tuple[float | None, int]) -> list[Json]:
    """Players A, B, ... with rating and games."""
    return [{"id": name, "rating": rating, "games": games}
            for name, (rating, games) in zip("ABCDE", people, strict=False)]  # fmt: skip


def test_answer_of_glicko_has_the_documented_shape() -> None:
    players = [*glicko((2468, 179.5), last="2017-10-08T16:07:00Z"), {"id": "N"}]

    answer = answer_of(job_of(won("A", "N", ended=AT), players=players))

    near = pytest.approx
    assert answer == {
        "system": "fics-glicko",
        "players": [
            {"id": "A", "before": 2468.0, "after": 2474.0, "change": 6.0, "rated_games": 1,
             "deviation": near(177.3826669)},
            {"id": "N", "before": None, "after": 1707.0, "change": None, "rated_games": 1,
             "deviation": near(338.4571215)},
        ],
        "events": [
            {"id": "T1", "edition": "1997", "passes": 1, "players": [
                {"id": "A", "before": 2468.0, "start": 2468.0, "after": 2474.0,
                 "deviation": near(177.3826669)},
                {"id": "N", "before": None, "start": 1720.0, "after": 1707.0,
                 "deviation": near(338.4571215)},
            ]},
        ],
        "games": [
            {"event": "T1", "round": 1, "player": "A", "opponent": "N", "before": 2468.0,
             "expected": near(0.9468942315), "score": 1.0, "k": near(121.1850994), "weight": 1.0,
             "change": near(6.4356278), "after": 2474.0, "rule": "glicko",
             "computed_k": near(121.1850994), "f": near(0.6690693972),
             "aged_deviation": near(179.5016559), "opponent_deviation": 350.0,
             "deviation": near(177.3826669)},
            {"event": "T1", "round": 1, "player": "N", "opponent": "A", "before": 1720.0,
             "expected": near(0.0231730971), "score": 0.0, "k": near(572.9678798), "weight": 1.0,
             "change": near(-13.2774403), "after": 1707.0, "rule": "glicko",
             "computed_k": near(572.9678798), "f": near(0.8688949358), "aged_deviation": 350.0,
             "opponent_deviation": near(179.5016559), "deviation": near(338.4571215)},
        ],
    }  # fmt: skip


def test_real_game_is_reproduced() -> None:
    players = glicko((2468, 179.5), (2402, 134.4), last="2017-10-08T16:07:00Z")

    answer = answer_of(job_of(won("A", "B", ended=AT), players=players))

    assert [player["after"] for player in answer["players"]] == [2526, 2368]
    assert [row["k"] for row in answer["games"]] == pytest.approx([139.947, 81.401], abs=5.1e-4)
    assert [row["change"] for row in answer["games"]] == pytest.approx([57.870, -34.043], abs=5.1e-4)
    assert [row["deviation"] for row in answer["games"]] == pytest.approx([162.575, 127.571], abs=5.1e-4)


def test_bughouse_names_partner_and_opponents() -> None:
    players = glicko((1700, 60), (1600, 90), (1650, 70), (1750, 120))
    game = {"teams": [["A", "B"], ["C", "D"]], "result": "1-0", "ended": AT}

    answer = answer_of(job_of(game, players=players))

    assert [player["after"] for player in answer["players"]] == [1709, 1613, 1641, 1727]
    assert [
        (row["player"], row["opponent"], row["partner"], row["opponents"]) for row in answer["games"]
    ] == [
        ("A", "C", "B", ["C", "D"]),
        ("B", "C", "A", ["C", "D"]),
        ("C", "A", "D", ["A", "B"]),
        ("D", "A", "C", ["A", "B"]),
    ]
    assert [row["change"] for row in answer["games"]] == pytest.approx(
        [9.10638, 12.71270, -9.10806, -22.51522], abs=5.1e-6
    )
    assert {row["rule"] for row in answer["games"]} == {"bughouse"}


@pytest.mark.parametrize("system", ["fics-standard", "fics-blitz", "fics-lightning", "fics-wild"])
def test_every_category_is_a_system(system: str) -> None:
    players = glicko((1500, 200), (1500, 200))

    assert afters(job_of(won("A", "B", ended=AT), players=players, system=system)) == [1579, 1421]


def test_bughouse_is_a_system() -> None:
    game = {"teams": [["A", "B"], ["C", "D"]], "result": "1/2-1/2", "ended": AT}
    players = glicko(*((1500, 100),) * 4)

    assert afters(job_of(game, players=players, system="fics-bughouse")) == [1500] * 4


def test_games_are_played_as_they_ended() -> None:
    players = glicko((1500, 200), (1500, 200))
    early, late = "2017-10-08T18:24:00+02:00", "2017-10-08T16:25:00"
    first, second = won("A", "B", ended=early), won("A", "B", "0-1", ended=late)

    listed, turned = (
        answer_of(job_of(*games, players=players)) for games in ((first, second), (second, first))
    )

    assert listed["players"] == turned["players"]
    assert [row["score"] for row in turned["games"]] == [1, 0, 0, 1]


def test_games_of_one_moment_go_by_rounds_and_then_as_listed() -> None:
    players = glicko((1500, 200), (1500, 200))
    games = [won("A", "B", ended=AT, round=2), won("A", "B", "0-1", ended=AT, round=1)]

    answer = answer_of(job_of(*games, players=players))

    assert [(row["round"], row["score"]) for row in answer["games"][::2]] == [(1, 0), (2, 1)]


def test_deviation_grows_between_events() -> None:
    job = job_of(won("A", "B", ended=AT), players=glicko((1500, 50), (1500, 50)))
    later = {"id": "T2", "start": "2017-11-07", "games": [won("A", "B", ended="2017-11-07T16:24:00Z")]}
    job["events"] = [later, *job["events"]]

    answer = answer_of(job)

    assert [event["id"] for event in answer["events"]] == ["T1", "T2"]
    assert answer["games"][2]["aged_deviation"] == pytest.approx(
        (answer["games"][0]["deviation"] ** 2 + 0.034969 * 30 * 24 * 60) ** 0.5
    )


def test_rating_without_deviation_or_last_game_has_the_initial_one_and_no_age() -> None:
    players = [{"id": "A", "rating": 1720}, {"id": "B", "rating": 1500, "deviation": 50}]

    answer = answer_of(job_of(won("A", "B", "0-1", ended=AT), players=players))

    assert [row["aged_deviation"] for row in answer["games"]] == [350, 50]
    assert [player["after"] for player in answer["players"]] == [1399, 1511]


def test_constants_of_glicko_can_be_replaced() -> None:
    players = glicko((1800, 30), (1800, 30))

    assert afters(job_of(won("A", "B", ended=AT), players=players, parameters={"k_minimum": 0})) == [
        1803,
        1797,
    ]


def test_answer_of_the_ladder_has_the_documented_shape() -> None:
    answer = answer_of(job_of(won("A", "B"), players=ladder((None, 0), (1500, 40)), system="ladder"))

    assert answer == {
        "system": "ladder",
        "players": [
            {"id": "A", "before": None, "after": 1700.0, "change": None, "rated_games": 1},
            {"id": "B", "before": 1500.0, "after": 1500.0, "change": 0.0, "rated_games": 1},
        ],
        "events": [
            {"id": "T1", "edition": "2003", "passes": 1, "players": [
                {"id": "A", "before": None, "start": 1500.0, "after": 1700.0},
                {"id": "B", "before": 1500.0, "start": 1500.0, "after": 1500.0},
            ]},
        ],
        "games": [
            {"event": "T1", "round": 1, "player": "A", "opponent": "B", "before": 1500.0, "expected": None,
             "score": 1.0, "k": None, "weight": 1.0, "change": 200.0, "after": 1700.0, "rule": "provisional"},
            {"event": "T1", "round": 1, "player": "B", "opponent": "A", "before": 1500.0, "expected": 0.5,
             "score": 0.0, "k": 0.0, "weight": 1.0, "change": 0.0, "after": 1500.0,
             "rule": "against-provisional"},
        ],
    }  # fmt: skip


def test_table_has_a_row_for_every_duel() -> None:
    players = ladder((1500, 0), (1700, 200), (1600, 10), (1400, 60))
    game = {"places": [["A"], ["B"], ["C"], ["D"]]}

    answer = answer_of(job_of(game, players=players, system="ladder"))

    assert [player["after"] for player in answer["players"]] == pytest.approx(
        [1716.6667, 1703.5301, 1592.4242, 1397.1082], abs=5.1e-5
    )
    assert [(row["player"], row["opponent"]) for row in answer["games"]] == [
        (one, two) for one in "ABCD" for two in "ABCD" if one != two
    ]
    own = [row["change"] for row in answer["games"] if row["player"] == "A"]
    assert sum(own) / 3 == pytest.approx(216.6667, abs=5.1e-5)


def test_ties_and_points_at_stake_are_taken_from_the_game() -> None:
    game = {"places": [["A"], ["B", "C"], ["D"]], "max_points": 24}

    answer = answer_of(job_of(game, players=ladder(*((1500, 20),) * 4), system="ladder"))

    assert [player["after"] for player in answer["players"]] == pytest.approx([1512, 1500, 1500, 1488])
    assert {row["k"] for row in answer["games"]} == {24}


def test_games_without_time_go_by_rounds() -> None:
    games = [won("A", "B", round=3), won("A", "B", "0-1", round=1), won("A", "B", round=2)]

    answer = answer_of(job_of(*games, players=ladder((1500, 20), (1500, 20)), system="ladder"))

    assert [(row["round"], row["score"]) for row in answer["games"][::2]] == [(1, 0), (2, 1), (3, 1)]


def test_rated_player_of_the_ladder_is_established_unless_the_file_says_otherwise() -> None:
    players: list[Json] = [{"id": "A", "rating": 1500}, {"id": "B", "rating": 1500, "games": 5}]

    answer = answer_of(job_of(won("A", "B"), players=players, system="ladder"))

    assert [row["rule"] for row in answer["games"]] == ["against-provisional", "provisional"]


def test_curve_and_steps_are_named_constants() -> None:
    players = ladder((1400, 50), (1800, 50))
    job = job_of(won("A", "B"), players=players, system="ladder", parameters={"curve": "normal"})

    assert afters(job) == pytest.approx([1429.48, 1770.52], abs=5.1e-3)


def test_forfeit_is_not_rated_and_needs_no_time() -> None:
    answer = answer_of(job_of(won("A", "B", played=False), players=glicko((1500, 200), (1500, 200))))

    assert ([player["after"] for player in answer["players"]], answer["games"]) == ([1500, 1500], [])
    assert [player["start"] for player in answer["events"][0]["players"]] == [1500, 1500]


def test_forfeit_of_newcomers_gives_them_no_rating() -> None:
    answer = answer_of(job_of(won("A", "B", played=False), players=[{"id": "A"}, {"id": "B"}]))

    assert [player["start"] for player in answer["events"][0]["players"]] == [None, None]
    assert [player["deviation"] for player in answer["players"]] == [None, None]


def test_job_without_events_leaves_everything() -> None:
    answer = answer_of(job_of(players=glicko((1500, 200)), events=[]))

    assert answer["players"] == [
        {"id": "A", "before": 1500, "after": 1500, "change": 0, "rated_games": 0, "deviation": 200}
    ]


def test_deviation_without_rating_is_that_of_the_newcomer() -> None:
    players = [{"id": "A", "deviation": 50}, {"id": "B", "rating": 1720, "deviation": 350}]

    answer = answer_of(job_of(won("A", "B", ended=AT), players=players))

    assert [row["aged_deviation"] for row in answer["games"]] == [50, 350]
    assert answer["players"][0]["before"] is None


def test_command_prints_the_answer(tmp_path: Path) -> None:
    path, out = tmp_path / "job.json", io.StringIO()
    job = job_of(won("A", "B"), players=ladder((1500, 30), (1600, 9)), system="ladder")
    path.write_text(json.dumps(job), encoding="utf-8")

    call_command("rate", str(path), stdout=out)

    assert json.loads(out.getvalue()) == answer_of(job)


def test_command_refuses_constants_that_give_no_rating(tmp_path: Path) -> None:
    players = glicko((1.7e308, 200), (1.7e308, 200))
    job = job_of(won("A", "B", ended=AT), players=players, parameters={"k_minimum": 1.7e308})
    path, err = tmp_path / "job.json", io.StringIO()
    path.write_text(json.dumps(job), encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("rate", str(path), stderr=err)

    assert "parameters" in err.getvalue()
