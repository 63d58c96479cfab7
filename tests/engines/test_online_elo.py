"""The generic Elo of games one by one: against plain Python to the bit, printed lists, what is refused."""

import csv
import hashlib
import math
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import (
    Bonus,
    EloEdition,
    Expectation,
    First,
    KRow,
    OutOfBoundsError,
    Scale,
    packed,
)
from ratings.engines.online_elo import engine
from ratings.engines.online_elo_contract import no_more, unrated
from ratings.engines.stream_contract import TEAMS
from tests import seeds
from tests.engines.elo_oracle import Entry, Player
from tests.engines.online_elo_jobs import StreamMaker, online_standing, stream_of
from tests.engines.online_elo_oracle import Match, play
from tests.engines.test_elo_oracle import bits
from tests.engines.test_portability import fresh

BACKGAMMON = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "national" / "backgammon"
UNROUNDED = Scale(when=tables.LIST)
FIBS = EloEdition(
    k=(KRow(4.0),),
    expected=Expectation(tables.FIBS, divisor=2000.0),
    first=First(rating=1800.0),
    scale=UNROUNDED,
)
SPREAD = replace(FIBS, expected=Expectation(tables.SPREAD, divisor=1000.0, spread=200.0))
COLUMNS, DETAILS = ("before", "after", "games"), ("k", "expected")
DIGEST = "from tests.engines.test_online_elo import digest\nprint(digest())"
# of the streams of `digest`, on every machine
BITS = "cb077e4e81983cb8f9e9cb59ddc26f4ddfc7129391f8f31f8770b75f9d4698a5"


def differ(seed: int) -> bool:
    """Return whether engine and plain Python differ on a stream."""
    editions, matches, people = StreamMaker(seed).stream()
    changes, standing = engine.replay(stream_of(matches), online_standing(people), packed(editions))
    details = engine.explain(stream_of(matches), online_standing(people), packed(editions))
    persons = deepcopy(list(people))
    rows = play(editions, persons, matches)
    found = [list(map(float.hex, getattr(changes, name).tolist())) for name in COLUMNS]
    found += [list(map(float.hex, getattr(details, name).tolist())) for name in DETAILS]
    found += [list(map(float.hex, getattr(standing, name).tolist())) for name in ("rating", "games", "peak")]
    expected = [[bits(getattr(row, name)) for row in rows] for name in (*COLUMNS, *DETAILS)]
    expected += [[bits(getattr(person, name)) for person in persons] for name in ("rating", "games", "peak")]
    return found != expected


def digest() -> str:
    """The hash of what the engine makes of some streams."""
    made = hashlib.sha256()
    for seed in range(60):
        editions, matches, people = StreamMaker(seed).stream()
        changes, standing = engine.replay(stream_of(matches), online_standing(people), packed(editions))
        for column in (changes.before, changes.after, changes.games, standing.rating, standing.games):
            made.update(column.tobytes())
    return made.hexdigest()


def test_same_bits_on_every_machine_and_in_plain_python() -> None:
    assert digest() == BITS
    assert fresh(DIGEST, NUMBA_DISABLE_JIT="1") == BITS


def test_plain_python_gives_the_bits_of_the_engine() -> None:
    assert [seed for seed in range(800) if differ(seeds.of_run(seed))] == []


@pytest.mark.release
def test_plain_python_gives_the_bits_of_the_engine_on_ten_thousand_streams() -> None:
    assert [seed for seed in range(10_000) if differ(seeds.of_run(seed))] == []


def rated(
    edition: EloEdition, *matches: Match, people: tuple[Player, ...] = (Player(), Player())
) -> list[float]:
    """Ratings after some matches."""
    standing = engine.replay(stream_of(matches), online_standing(people), packed([edition]))[1]
    return list(map(float, standing.rating))


def match(score: float = 1.0, *, points: tuple[float, float] = (0.0, 0.0), length: int = 1) -> Match:
    """A match of players 0 and 1."""
    return Match((Entry(0), Entry(1)), score, points, length)


@pytest.mark.parametrize(
    ("people", "length", "gain"),
    [
        ((1800.0, 1800.0), 1, 2.0),
        ((1800.0, 1800.0), 9, 6.0),
        ((2000.0, 1800.0), 4, 8 / (1 + 10 ** (200 * 2 / 2000))),
        ((1600.0, 1900.0), 7, 4 * math.sqrt(7) / (1 + 10 ** (-300 * math.sqrt(7) / 2000))),
    ],
)
def test_match_is_worth_the_root_of_its_length(people: tuple[float, float], length: int, gain: float) -> None:
    own, other = people

    ratings = rated(FIBS, match(length=length), people=(Player(own), Player(other)))

    assert ratings == pytest.approx([own + gain, other - gain], abs=1e-9)


@pytest.mark.parametrize(
    ("points", "score"),
    [((300.0, 300.0), 0.5), ((400.0, 300.0), 0.75), ((300.0, 400.0), 0.25), ((900.0, 100.0), 1.0)],
)
def test_margin_decides_the_score(points: tuple[float, float], score: float) -> None:
    people = Player(1500.0), Player(1300.0)

    rating = rated(SPREAD, match(0.0, points=points), people=people)[0]

    assert rating == pytest.approx(1500 + 4 * (score - 0.6), abs=1e-9)


def test_experience_counts_lengths_of_matches_and_games_of_others() -> None:
    facts = stream_of([match(length=7), match(length=5)])

    of_matches = engine.replay(facts, unrated(2), packed([FIBS]))[1]
    of_games = engine.replay(facts, unrated(2), packed([SPREAD]))[1]

    assert (of_matches.games.tolist(), of_games.games.tolist()) == ([12, 12], [2, 2])


def test_level_of_the_office_holds_from_its_moment() -> None:
    level = Match((Entry(0),), level=1700.0, games=30)

    changes, standing = engine.replay(stream_of([match(), level, match()]), unrated(2), packed([FIBS]))

    assert changes.before.tolist()[2:4] == [1802, 1700]
    assert (standing.games.tolist(), standing.peak[0]) == ([31, 2], 1802)


@pytest.mark.skipif(not BACKGAMMON.is_dir(), reason="the shared data are not beside this checkout")
def test_printed_list_of_backgammon_follows_from_its_matches() -> None:
    with (BACKGAMMON / "matches.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["winner"] != row["loser"]]
    with (BACKGAMMON / "list.csv").open(encoding="utf-8") as file:
        listed = {row[1]: (float(row[2]), float(row[4])) for row in csv.reader(file)}
    names = {
        name: place
        for place, name in enumerate({row[side]: 0 for row in rows for side in ("winner", "loser")})
    }
    matches = [
        Match((Entry(names[row["winner"]]), Entry(names[row["loser"]])), 1.0, length=int(row["length"]))
        for row in rows
    ]

    standing = engine.replay(stream_of(matches), unrated(len(names)), packed([FIBS]))[1]

    ratings = {name: (float(standing.rating[at]), float(standing.games[at])) for name, at in names.items()}
    assert (len(rows), len(names), len(listed)) == (2_801, 71, 50)
    assert [name for name, (rating, _) in listed.items() if abs(ratings[name][0] - rating) > 0.5] == []
    assert {name: games for name, (_, games) in listed.items()} == {name: ratings[name][1] for name in listed}


@pytest.mark.parametrize(
    ("edition", "problem"),
    [
        (replace(FIBS, bonus=Bonus(1, rows=((0.0, 1.0),))), "a bonus"),
        (replace(FIBS, first=First(tables.PERFORMANCE)), "a first rating"),
        (replace(FIBS, expected=Expectation(cap=400.0, cap_once=True)), "a cap once"),
        (replace(FIBS, k_games_most=700.0), "K times the games"),
        (replace(FIBS, scale=Scale(when=tables.EVENT)), "a rounding"),
    ],
)
def test_tables_of_events_are_refused(edition: EloEdition, problem: str) -> None:
    with pytest.raises(OutOfBoundsError, match=problem):
        rated(edition, match())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("length", 0.0),
        ("length", math.nan),
        ("seat_points", math.inf),
        ("size", -1),
        ("online", 3),
        ("seat_age", -1.0),
        ("seat_level", 101),
    ],
)
def test_fact_out_of_bounds_reaches_no_kernel(
    name: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = stream_of([match()])
    column = getattr(facts, name).copy()
    column[0] = value
    monkeypatch.setattr("ratings.engines.online_elo._replay", None)

    with pytest.raises(OutOfBoundsError, match=name):
        engine.replay(replace(facts, **{name: column}), unrated(2), packed([FIBS]))


@pytest.mark.parametrize(
    ("name", "value"), [("edition", 1), ("seat_player", 9), ("seat_player", 1), ("kind", TEAMS)]
)
def test_stream_out_of_bounds_reaches_no_kernel(name: str, value: int) -> None:
    facts = stream_of([match()])
    column = getattr(facts.games, name).copy()
    column[0] = value

    with pytest.raises(OutOfBoundsError):
        engine.replay(
            replace(facts, games=replace(facts.games, **{name: column})), unrated(2), packed([FIBS])
        )


def test_seats_whose_starts_do_not_rise_reach_no_kernel() -> None:
    facts = stream_of([match(), match(), match()])
    games = replace(facts.games, seat_start=np.array([0, 4, 2, 6], np.int32))

    with pytest.raises(OutOfBoundsError, match="seat_start does not lead from 0 to 6"):
        engine.replay(replace(facts, games=games), unrated(2), packed([SPREAD]))


def test_points_are_needed_where_the_margin_decides() -> None:
    facts = no_more(stream_of([match()]).games)

    with pytest.raises(OutOfBoundsError, match="seat_points are needed"):
        engine.replay(facts, unrated(2), packed([SPREAD]))
    logistic = packed([replace(FIBS, expected=Expectation())])
    assert engine.replay(facts, unrated(2), logistic)[1].rating.tolist() == [1802, 1798]
    with pytest.raises(OutOfBoundsError, match="rating"):
        engine.replay(facts, replace(unrated(2), rating=np.array([math.inf, 0.0])), logistic)
