"""The generic Elo against published figures: Rio de Janeiro 2027, Ireland to 2012."""

import csv
import gzip
from pathlib import Path

import pytest

from ratings.engines import decision_tables as tables
from ratings.engines.decision_kernels import limits_of, settled
from ratings.engines.decision_tables import EloEdition, packed
from ratings.engines.elo import engine
from ratings.engines.elo_contract import EloChanges
from tests.engines.elo_jobs import facts_of, standing_of
from tests.engines.elo_oracle import Entry, Player, Tournament
from tests.engines.national_rules import FEXERJ, IRELAND

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "national" / "ireland"
SCORES = {"+": 2, "=": 1, "-": 0}


def against(edition: EloEdition, person: Player, results: str, *, age: float | None = 40.0) -> float:
    """The rating of a player after results such as +1500 -1800 against rated players."""
    games = results.split()
    people = [person, *(Player(float(game[1:]), 100) for game in games)]
    entries = [Entry(0, age), *(Entry(number) for number in range(1, len(people)))]
    pairs = [(0, number, SCORES[game[0]], 8) for number, game in enumerate(games, 1)]
    facts = facts_of([(0, [Tournament(entries, pairs)])])
    return float(engine.replay(facts, standing_of(people), packed([edition]))[1].rating[0])


@pytest.mark.parametrize(
    ("person", "results", "age", "rating"),
    [
        # two draws against 1600 are added: 7 games, 57 %, dp 50 above a mean of 1492.86
        (Player(), "+1500 +1400 -1300 +1250 -1800", 40.0, 1543),
        # a first rating is at most 2000, and of five games
        (Player(), "+2300 +2300 +2300 +2300 +2300", 40.0, 2000),
        (Player(), "+1500 +1400 -1300 +1250", 40.0, None),
        (Player(), "-1210 -1210 -1210 -1210 =1210", 40.0, None),
        # K 10 from 2200: a difference above 400 counts as 400, so that 0.92 is expected
        (Player(2373.0, 300, 2373.0), "-1800", 40.0, 2364),
        (Player(2373.0, 300, 2373.0), "+1800", 40.0, 2374),
        (Player(2199.0, 300, 2199.0), "+2199", 40.0, 2209),
        (Player(2150.0, 300, 2200.0), "+2150", 40.0, 2155),
        # no exemption: the difference of the highest is cut, too
        (Player(2700.0, 300, 2700.0), "-2000", 40.0, 2691),
        # K 40 of a junior below 2100 and of a newcomer's first thirty games
        (Player(2000.0, 300, 2099.0), "+2000", 16.0, 2020),
        (Player(2100.0, 300, 2100.0), "+2100", 16.0, 2110),
        (Player(1800.0, 29, 1800.0), "+1800", 40.0, 1820),
        # K x n is at most 700: K 17 for 40 games, 20 x 0.5 x 17
        (Player(1800.0, 300, 1800.0), " ".join(["+1800"] * 40), 40.0, 2140),
        # below the floor of 1200 a rating is lost
        (Player(1205.0, 300, 1300.0), "-1205", 40.0, None),
        (Player(1210.0, 300, 1300.0), "-1210", 40.0, 1200),
    ],
)
def test_rio_de_janeiro_in_worked_figures(
    person: Player, results: str, age: float, rating: float | None
) -> None:
    found = against(FEXERJ, person, results, age=age)

    assert found == rating if rating is not None else found != found


VETERANS = (
    # Irish Veterans 2008: rating, level, expected, new rating
    (1852.0, None, 4.089, 1850),
    (1845.0, None, 4.055, 1844),
    (1632.0, 0, 2.855, 1653),
    (1337.0, None, 1.101, 1347),
    (1493.0, None, 2.005, 1469),
    (1297.0, None, 0.894, 1300),
)
VETERANS_GAMES = "01= 02+ 03+ 04= 05+ 12= 13+ 14+ 15+ 23+ 24+ 25+ 34= 35+ 45-"
DROGHEDA = (
    # Drogheda Club Championship 2009, section G: rating, age, level
    (1046.0, 40.0, None),
    (953.0, 40.0, None),
    (922.0, 40.0, 0),
    (760.0, 15.0, None),
    (825.0, 40.0, 0),
    (1002.0, 40.0, 0),
)
DROGHEDA_GAMES = "05+ 14+ 23- 53= 42- 01+ 15+ 20- 34- 54= 03- 12- 25= 31- 40-"


def tournament(entries: list[Entry], games: str, *ratings: float) -> EloChanges:
    """The changes of a tournament by the Irish rule; a game is two places and the first one's result."""
    pairs = [(int(game[0]), int(game[1]), SCORES[game[2]], 8) for game in games.split()]
    people = standing_of([Player(rating, 100) for rating in ratings])
    return engine.replay(facts_of([(0, [Tournament(entries, pairs)])]), people, packed([IRELAND]))[0]


def test_irish_veterans_have_the_figures_of_the_irish_office() -> None:
    entries = [Entry(place, 70.0, row[1]) for place, row in enumerate(VETERANS)]

    changes = tournament(entries, VETERANS_GAMES, *(row[0] for row in VETERANS))

    assert changes.expected.tolist() == pytest.approx([row[2] for row in VETERANS], abs=0.001)
    assert changes.after.tolist() == [row[3] for row in VETERANS]


def test_bonus_of_a_junior_is_that_of_the_irish_office() -> None:
    entries = [Entry(place, row[1], row[2]) for place, row in enumerate(DROGHEDA)]

    changes = tournament(entries, DROGHEDA_GAMES, *(row[0] for row in DROGHEDA))

    assert (changes.expected[3], changes.after[3], changes.bonus[3]) == (
        pytest.approx(1.30, abs=0.01),
        824,
        16,
    )
    assert changes.k.tolist() == [24, 24, 32, 40, 32, 32]


def test_match_of_three_games_is_that_of_the_irish_office() -> None:
    entries = [Entry(0, 40.0), Entry(1, 40.0, 0)]

    changes = tournament(entries, "01+ 01+ 01+", 1347.0, 1303.0)

    assert changes.expected.tolist() == pytest.approx([1.689, 1.311], abs=0.001)
    assert changes.after.tolist() == [1378, 1261]


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data are not beside this checkout")
def test_irish_ratings_follow_from_k_score_expectation_and_bonus() -> None:
    with gzip.open(DATA / "old_rating_histories.csv.gz", "rt", encoding="utf-8") as file:
        rows = [tuple(map(float, row[3:])) for row in csv.reader(file)]
    limits = limits_of(packed([IRELAND]).constants[0], tables.EVENT)

    same = sum(
        settled(old, k * (score - expected) + bonus, float("nan"), limits) == new
        for old, new, _, _, bonus, _, k, score, expected in rows
    )

    assert (len(rows), same) == (28_361, 24_034)
