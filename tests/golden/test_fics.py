"""FICS as it was played: real updates, gaps and one extract of games (rules 1.3).

In the extracts ratings are those before a game, RDs those after it, with one decimal; 0.0 is not recorded.
"""

import csv
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from ratings.engines.glicko import engine
from ratings.engines.stream_contract import StreamStanding
from tests.engines.stream_building import DAY, START, duel, fics_rules, stream

GLICKO = Path(__file__).resolve().parents[3] / "shared" / "data" / "glicko"
pytestmark = pytest.mark.skipif(not GLICKO.is_dir(), reason="the real games are not on this machine")
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
# The one change of the verified updates that the one decimal of the RDs leaves open: -8.49 against -9.
BESIDE = "434836193"
CLOSE = 3  # minutes


@dataclass(frozen=True)
class Side:
    """One side of a real game: what the engine gives and what FICS gave, as far as it is recorded."""

    number: str
    after: float
    exact_change: float
    deviation: float
    next_rating: float | None
    tag: float  # RD after the game, as FICS printed it


def rated(ratings: tuple[float, float], deviations: tuple[float, float], score: float, at: int,
          last: tuple[int, int]) -> tuple[list[float], list[float], list[float]]:  # fmt: skip
    """Ratings, RDs and exact changes of both after one game."""
    standing = StreamStanding(np.array(ratings), np.array(deviations), np.ones(2, np.int32), np.array(last))
    facts = stream(duel(0, 1, score, at=at))
    changes = engine.replay(facts, standing, fics_rules())[0]
    exact = [side.change for side in engine.explain(facts, standing, fics_rules(), 0)]
    return changes.after.tolist(), changes.deviation.tolist(), exact


def verified() -> Iterator[Side]:
    """The updates whose previous games are known, each from its own tags."""
    with (GLICKO / "fics_verified_updates.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            after, deviation, exact = rated(
                (float(row["rating_pre"]), float(row["opp_rating_pre"])),
                (float(row["rd_prev_tag"]), float(row["opp_rd_prev_tag"])),
                float(row["score"]),
                START,
                (START - 1000 * int(row["gap_s"]), START - 1000 * int(row["opp_gap_s"])),
            )
            following = float(row["rating_next"]) if row["rating_next"] else None
            yield Side(row["game_no"], after[0], exact[0], deviation[0], following, float(row["rd_post_tag"]))


def test_every_deviation_is_within_the_decimal_of_its_tag() -> None:
    gaps = [abs(side.deviation - side.tag) for side in verified()]

    assert (len(gaps), max(gaps) < 0.1) == (136, True)


def test_every_change_is_the_real_one_but_for_the_one_the_tags_leave_open() -> None:
    known = [side for side in verified() if side.next_rating is not None]
    beside = [side for side in known if side.after != side.next_rating]

    assert (len(known), [side.number for side in beside]) == (115, [BESIDE])
    assert beside[0].exact_change == pytest.approx(-8.49, abs=5e-3)
    assert beside[0].next_rating == 2278


def test_growth_lies_in_every_interval_of_the_long_gaps() -> None:
    a_day = fics_rules()[0, 3] * DAY / 60_000
    with (GLICKO / "fics_rd_growth_intervals.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    inside = [float(row["c_per_day_low"]) <= a_day <= float(row["c_per_day_high"]) for row in rows]

    assert (len(rows), all(inside)) == (8, True)


def test_long_gaps_age_to_what_the_next_game_showed() -> None:
    with (GLICKO / "fics_rd_growth_intervals.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        aged = engine.aged(
            np.array([float(row["rd_after_last_game"])]),
            np.array([START]),
            START + round(float(row["gap_days"]) * DAY),
            fics_rules(),
        )
        assert aged[0] == pytest.approx(float(row["rd_before_next_game_est"]), abs=0.15)


def extract(event: str) -> list[dict[str, str]]:
    """The tags of the games of one kind, in the order of their numbers."""
    with gzip.open(GLICKO / "fics_search_198080.pgn.gz", "rt", encoding="utf-8") as file:
        parts = file.read().split("[Event ")[1:]
    games = [dict(re.findall(r'\[(\w+) "([^"]*)"\]', "[Event " + part)) for part in parts]
    return sorted(
        (game for game in games if game["Event"] == event), key=lambda game: int(game["FICSGamesDBGameNo"])
    )


def moment(game: dict[str, str]) -> int:
    """When a game began, in milliseconds."""
    read = datetime.strptime(f"{game['Date']} {game['Time']}", "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC)
    return int(read.timestamp()) * 1000


@dataclass
class Follower:
    """What the extract says of a player so far, and what the engine expects him to come back with."""

    deviation: float
    at: int
    expected: float | None = None


@dataclass(frozen=True)
class Step:
    """A player from one game of the extract to his next one."""

    expected: float  # by the engine
    rating: float  # as he came
    gap: int  # minutes between the two beginnings


def followed(event: str) -> tuple[list[Step], list[float]]:
    """Follow every player from game to game; give the steps, and how far RDs are from their tags."""
    known: dict[str, Follower] = {}
    steps: list[Step] = []
    apart: list[float] = []
    for game in extract(event):
        names = game["White"], game["Black"]
        tags = float(game["WhiteRD"]), float(game["BlackRD"])
        ratings = float(game["WhiteElo"]), float(game["BlackElo"])
        at, before = moment(game), [known.pop(name, None) for name in names]
        after: list[float | None] = [None, None]
        for player, rating in zip(before, ratings, strict=True):
            if player and player.expected is not None:
                steps.append(Step(player.expected, rating, (at - player.at) // 60_000))
        if before[0] and before[1]:
            one, two = before[0], before[1]
            score = SCORES[game["Result"]]
            found = rated(ratings, (one.deviation, two.deviation), score, at, (one.at, two.at))
            after = [*found[0]]
            if max(at - one.at, at - two.at) <= CLOSE * 60_000:
                apart.extend(abs(rd - tag) for rd, tag in zip(found[1], tags, strict=True))
        known.update(
            {name: Follower(tag, at, expected)
             for name, tag, expected in zip(names, tags, after, strict=True) if tag > 0.0}
        )  # fmt: skip
    return steps, apart


def test_match_of_wild_games_goes_on_as_it_was_played() -> None:
    # The extract leaves games out. These last a minute a side: between two that begin within three minutes
    # none is missing, and there the engine is never wrong, though K at least 16 acts in all of them.
    steps, apart = followed("FICS rated wild/fr game")
    close = [step for step in steps if step.gap <= CLOSE]

    assert (len(steps), sum(step.expected == step.rating for step in steps)) == (206, 154)
    assert (len(close), sum(step.expected == step.rating for step in close)) == (148, 148)
    assert (len(apart), max(apart) <= 0.1) == (148, True)
