"""Published rules of federations as tables: Rio de Janeiro 2027 and Ireland to 2012."""

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import Bonus, EloEdition, Expectation, First, Floor, KRow, Scale
from ratings.engines.fide_tables import BAND_ENDS, DP_FROM_100

# FIDE 8.1.2: the largest difference of 50, 51, ... 99 percent.
FIDE_BANDS = tuple((float(end), (50 + row) / 100) for row, end in enumerate(BAND_ENDS))
FIDE_DISTANCES = tuple(map(float, reversed(DP_FROM_100)))

# FEXERJ, in force 1 March 2027: FIDE's rules with six constants of its own.
FEXERJ = EloEdition(
    k=(
        KRow(10.0, reached=2200.0),
        KRow(40.0, age_below=19.0, rating_below=2100.0),
        KRow(40.0, games_below=30.0),
        KRow(20.0),
    ),
    expected=Expectation(tables.TABLE, bands=FIDE_BANDS, cap=400.0),
    k_games_most=700.0,
    first=First(
        tables.PERFORMANCE,
        measure=tables.DISTANCES,
        distances=FIDE_DISTANCES,
        games_needed=5,
        points_needed=0.5,
        draws=2,
        draws_against=1600.0,
        most=2000.0,
        passes=50,
    ),
    floor=Floor(1200.0, lose_below=True),
    scale=Scale(when=tables.LIST, of_change=True),
    by_period=True,
)
# The Irish rule to 2012, but for what a bonus does to the opponents. Level 0: under 8 years of experience.
IRELAND = EloEdition(
    k=(
        KRow(40.0, age_below=21.0, rating_below=2100.0),
        KRow(32.0, rating_below=2100.0, level=0),
        KRow(24.0, rating_below=2100.0),
        KRow(16.0),
    ),
    bonus=Bonus(
        tables.BONUS_ABOVE_THRESHOLD,
        threshold=35.0,
        a_game=3.0,
        least_games=5,
        below=2100.0,
        to_performance=True,
        rows=((40.0, 1.25), (32.0, 1.0), (0.0, 0.0)),
    ),
    first=First(tables.ITERATED, rating=1500.0, passes=50, games_needed=20),
)
