"""A French club tournament of 26 October 2019, edition 2013, level by level (FFG ladder rules 2.6).

Row numbers stand for people. `before` and `published` are integers of two ladders; 0.8 is rounding noise.
"""

import re
from statistics import mean

import numpy as np

from ratings.engines.ffg import engine
from ratings.rulebook.editions import pack_all
from tests import declared
from tests.engines.building import NAN, Event, facts_of, standing_of

# row | before | opponent, + won / - lost, colour, stones | computed | published | variations
EVENT_OF_2019 = """
 1 |   272 | 2+w0 3+b0 4+w0 15+w4    |  283.87 |  284 | +6.58 +2.59 +2.42 +0.28
 2 |   224 | 1-b0 0= 0= 0=           |  217.17 |  218 | -6.83
 3 |    92 | 4+b0 1-w0 9+w1 5+b0     |  105.02 |  105 | +12.54 -3.02 +1.37 +2.14
 4 |   109 | 3-w0 15+w4 1-b0 9+w1    |   97.35 |   97 | -11.90 +1.65 -2.83 +1.43
 5 |  -197 | 6+w0 9+b0 15+w4 3-w0    | -158.46 | -158 | +18.02 +11.70 +11.30 -2.48
 6 |  -179 | 5-b0 7-w0 10+b0 16+w4   | -193.07 | -193 | -17.11 -18.47 +16.27 +5.24
 7 |  -210 | 10-w0 6+b0 8+b0 11+w0   | -194.64 | -194 | -18.32 +19.74 +7.41 +6.53
 8 |  -397 | 16+w2 11+b0 7-w0 10+w0  | -343.42 | -344 | +9.05 +22.47 -8.17 +30.23
 9 |  -254 | 15+w1 5-w0 3-b1 4-b1    | -262.64 | -263 | +6.88 -12.14 -1.66 -1.73
10 |  -236 | 7+b0 16-w4 6-w0 8-b0    | -266.94 | -267 | +19.45 -8.78 -15.93 -25.67
11 |  -379 | 13+b0 8-w0 16+w2 7-b0   | -384.74 | -385 | +13.86 -21.33 +9.02 -7.28
12 |  -534 | 17+w2 13-w0 18+w3 14+b0 | -505.12 | -505 | +7.34 -18.40 +8.24 +31.69
13 |  -464 | 11-w0 12+b0 17-w3 19+w9 | -476.48 | -476 | -14.34 +18.33 -16.71 +0.24
14 |  -447 | 0= 18+w3 19-w9 12-w0    | -471.38 | -471 | +4.47 -0.41 -28.44
15 |  -468 | 9-b1 4-b4 5-b4 1-b4     | -494.36 | -495 | -7.92 -2.80 -15.31 -0.32
16 |  -676 | 8-b2 10+b4 11-b2 6-b4   | -682.13 | -682 | -10.85 +23.32 -10.83 -7.76
17 |  -886 | 12-b2 19+w8 13+b3 18-w1 | -884.99 |      | -9.00 +3.73 +34.83 -28.55
18 |  -950 | 19+w7 14-b3 12-b3 17+b1 | -926.28 |      | +5.04 -6.03 -10.72 +35.43
19 | -1774 | 18-b7 17-b8 14+b9 13-b9 | -1777.78 | -1777 | -7.72 -6.05 +10.40 -0.41
"""
UNKNOWN = 17  # place of row 18: entered as 10k
ROWS = [[cell.strip() for cell in line.split("|")] for line in EVENT_OF_2019.strip().splitlines()]


def games_of_white() -> list[tuple[int, ...]]:
    """Every game once, from White's row."""
    games: list[tuple[int, ...]] = []
    for white, row in enumerate(ROWS):
        for number, cell in enumerate(row[2].split(), start=1):
            found = re.fullmatch(r"(\d+)([+-])w(\d)", cell)
            if found:
                games.append((number, white, int(found[1]) - 1, 2 if found[2] == "+" else 0, int(found[3])))
    return games


BEFORE = [float(row[1]) for row in ROWS]
FACTS = facts_of(
    Event(
        range(len(ROWS)),
        games_of_white(),
        values=[-950.0 if place == UNKNOWN else NAN for place in range(len(ROWS))],
    )
)
STANDING = standing_of([NAN if place == UNKNOWN else level for place, level in enumerate(BEFORE)])
RULES = pack_all(declared.FFG[:1])


def test_event_of_2019_gives_the_printed_levels() -> None:
    after = engine.replay(FACTS, STANDING, RULES)[1].rating

    assert after.round(2).tolist() == [float(row[3]) for row in ROWS]


def test_event_of_2019_gives_the_printed_variations() -> None:
    details = engine.explain(FACTS, STANDING, RULES, 0)

    found = [[round(side.change, 2) for side in details if side.entry == place] for place in range(len(ROWS))]
    assert found == [[float(change) for change in row[5].split()] for row in ROWS]


def test_event_of_2019_meets_the_published_ladder_within_rounding() -> None:
    after = engine.replay(FACTS, STANDING, RULES)[1].rating

    errors = [abs(after[place] - float(row[4])) for place, row in enumerate(ROWS) if row[4]]

    assert (len(errors), round(mean(errors), 2), round(float(np.max(errors)), 2)) == (17, 0.37, 0.83)
