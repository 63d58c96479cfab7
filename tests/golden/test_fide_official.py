"""Official periods, tournaments and games of FIDE, figure by figure, through the rating job.

The data stands beside the repository, never in it; cases are named by number. FIDE prints an opponent moved
by the 400 rule where it put him, so his own rating is taken to be one point further away.

Example E14 of our specification, the US Championship of 2025, is no test: the specification tells only that
its 12 sums and 12 new ratings come out. It has neither the 12 ratings and K nor the results of the 66 games
nor the second events of two players, so there is nothing to compute from. What it would add is tested
otherwise: whole tournaments with both sides of every game by test_fide_year.py, a second event under an
earlier list by the periods here (F-P02 and F-P03: 31 October to 2 November).
"""

import csv
import json
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ratings.rating_job.answer import compute
from ratings.rating_job.reading import read_job

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "fide" / "official"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the official figures are not on this machine")

CASES = ["P01", "P02", "P03", "P04", "P05", *(f"M{number:02}" for number in range(1, 9))]
# FIDE had corrected the base between two lists: the rating printed with the last tournament (1.11).
CORRECTED_BASES = ("F-P04", "F-M01", "F-M04")
# One point more was published than any reading of the printed figures gives (1.11, rounding).
NOT_REPRODUCIBLE = ("F-P02",)

Row = dict[str, str]
Json = dict[str, Any]


@cache
def rows(name: str) -> tuple[Row, ...]:
    """The rows of one file of figures."""
    with (DATA / f"{name}.csv").open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def of_case(name: str, case: str) -> list[Row]:
    """The rows of one case."""
    return [row for row in rows(name) if row["case"] == case]


def true_rating(game: Row) -> int:
    """The opponent's own rating: beyond the one used where the 400 rule moved it."""
    used = int(game["opp_rating_used"])
    if game["capped_marker"] == "0":
        return used
    return used - 1 if int(game["D"]) > 0 else used + 1


def event_of(tournament: Row, games: list[Row]) -> Json:
    """One tournament as an event: P against an opponent a game."""
    names = [f"{tournament['event_id']}-{game['seq']}" for game in games]
    results = {"0": ("0-1", "1-0"), "0.5": ("1/2-1/2", "1/2-1/2"), "1": ("1-0", "0-1")}
    return {
        "id": tournament["event_id"],
        "start": tournament["start"],
        "end": tournament["end"],
        "period": tournament["period"],
        "ratings": {"P": int(tournament["Ro"])}
        | {name: true_rating(game) for name, game in zip(names, games, strict=True)},
        "games": [
            {
                "round": int(game["seq"]),
                "white": "P" if game["colour"] == "w" else name,
                "black": name if game["colour"] == "w" else "P",
                "result": results[game["score"]][game["colour"] != "w"],
            }
            for name, game in zip(names, games, strict=True)
        ],
    }


@cache
def answer_of(case: str) -> Json:
    """What our job says of one official period."""
    (period,) = of_case("periods", case)
    games = of_case("games", case)
    events = [
        event_of(tournament, [game for game in games if game["event_id"] == tournament["event_id"]])
        for tournament in of_case("tournaments", case)
    ]
    others = {name for event in events for name in event["ratings"]} - {"P"}
    base = int(period["last_Ro" if case in CORRECTED_BASES else "prev_list"])
    players = [{"id": "P", "rating": base, "k": int(period["k_list"])}]
    players += [{"id": name, "rating": 1500} for name in sorted(others)]
    job, findings = read_job(
        json.dumps({"system": "fide-standard", "players": players, "events": events}).encode()
    )
    assert findings == []
    assert job is not None
    return compute(job)


def number(value: float | str) -> Decimal:
    """A printed figure, or a double written shortest."""
    return Decimal(str(value))


def tournaments_of(answer: Json) -> dict[str, Json]:
    """P's row of every event."""
    return {
        event["id"]: player
        for event in answer["events"]
        for player in event["players"]
        if player["id"] == "P"
    }


@pytest.mark.parametrize("case", [f"F-{case}" for case in CASES])
def test_official_period_gives_the_published_rating(case: str) -> None:
    (period,) = of_case("periods", case)

    player = answer_of(case)["players"][0]

    missing = 1 if case in NOT_REPRODUCIBLE else 0
    assert player["after"] + missing == int(period["new_list"])
    assert (player["k"], player["rated_games"]) == (int(period["k_used"]), int(period["games"]))
    assert player["k"] * number(player["sum"]) == number(period["total_change"])


@pytest.mark.parametrize("case", [f"F-{case}" for case in CASES])
def test_official_tournaments_give_the_printed_sums(case: str) -> None:
    found = tournaments_of(answer_of(case))

    computed = [
        (key, row["rc"], row["start"], row["rated_games"], number(row["sum"]), row["k"] * number(row["sum"]))
        for key, row in found.items()
    ]
    assert computed == [
        (
            row["event_id"],
            int(row["Rc"]),
            int(row["Ro"]),
            int(row["n"]),
            number(row["chg"]),
            number(row["K_chg"]),
        )
        for row in sorted(of_case("tournaments", case), key=lambda row: row["start"])
    ]


@pytest.mark.parametrize("case", [f"F-{case}" for case in CASES])
def test_official_games_give_the_printed_figures(case: str) -> None:
    found = [row for row in answer_of(case)["games"] if row["player"] == "P"]
    names = ("opponent_rating", "capped", "score", "expected", "k", "change")

    computed = {
        (row["event"], row["round"]): (row["before"], *(number(float(row[name])) for name in names))
        for row in found
    }
    printed = ("opp_rating_used", "capped_marker", "score", "PD", "K", "K_delta")
    assert computed == {
        (row["event_id"], int(row["seq"])): (int(row["own"]), *(number(row[name]) for name in printed))
        for row in of_case("games", case)
    }


def test_every_official_figure_is_among_the_cases() -> None:
    cases = {f"F-{case}" for case in CASES}

    assert [{row["case"] for row in rows(name)} for name in ("periods", "tournaments", "games")] == [
        cases
    ] * 3
    assert [len(rows(name)) for name in ("tournaments", "games")] == [33, 206]


def newcomer(opponents: list[int], results: list[str], **changes: Any) -> Json:
    """What a newcomer N gets for one event against rated opponents."""
    players: list[Json] = [{"id": "N"}]
    players += [{"id": f"O{place}", "rating": rating} for place, rating in enumerate(opponents)]
    games = [
        {"white": "N", "black": f"O{place}", "result": result, "round": place + 1}
        for place, result in enumerate(results)
    ]
    event = {"id": "T", "start": "2025-11-07", "end": "2025-11-09", "games": games}
    job, findings = read_job(
        json.dumps({"system": "fide-standard", "players": players, "events": [event], **changes}).encode()
    )
    assert findings == []
    assert job is not None
    row: Json = compute(job)["players"][0]
    return row


def test_official_first_rating_is_the_published_one() -> None:
    (case,) = rows("first_rating")
    results = {"0": "0-1", ".5": "1/2-1/2", "1": "1-0"}

    row = newcomer(
        [int(one) for one in case["opponents"].split()], [results[one] for one in case["scores"].split()]
    )

    assert (row["after"], row["rated_games"], row["first_rating"]) == (
        int(case["published_first_rating"]), int(case["games"]), True,
    )  # fmt: skip


def test_official_first_rating_by_the_rule_of_2022_is_the_printed_performance() -> None:
    (case,) = rows("first_rating")
    results = {"0": "0-1", ".5": "1/2-1/2", "1": "1-0"}

    row = newcomer(
        [int(one) for one in case["opponents"].split()],
        [results[one] for one in case["scores"].split()],
        edition="2022",
    )

    assert row["after"] == int(case["printed_Rp"])


@pytest.mark.parametrize("place", range(24))
def test_online_calculator_is_the_edition_of_2024(place: int) -> None:
    case = rows("online_calculator_change")[place]
    results = {"0": "0-1", "0.5": "1/2-1/2", "1": "1-0"}
    players = [{"id": "A", "rating": int(case["own"]), "k": int(case["k"])}]
    players += [{"id": "B", "rating": int(case["opponent"])}]
    game = {"white": "A", "black": "B", "result": results[case["score"]]}
    event = {"id": "T", "start": "2024-05-01", "games": [game]}
    job, _ = read_job(json.dumps({"system": "fide-standard", "players": players, "events": [event]}).encode())
    assert job is not None

    row = compute(job)["games"][0]

    assert number(row["change"]) == number(case["calculator_result"])


@pytest.mark.parametrize("place", range(8))
def test_online_calculator_of_first_ratings_is_the_edition_of_2022(place: int) -> None:
    case = rows("online_calculator_initial")[place]
    n, half_points = int(case["n"]), round(2 * float(case["w"]))
    wins, draws = divmod(half_points, 2)
    results = ["1-0"] * wins + ["1/2-1/2"] * draws + ["0-1"] * (n - wins - draws)

    row = newcomer([int(case["rc"])] * n, results, edition="2022")

    assert row["after"] == int(case["calculator_result"])
