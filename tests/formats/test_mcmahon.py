"""Start scores of McMahon tournaments, as OpenGotha files and H9 tables have them."""

import pytest

from tests.formats.samples import GENERAL, H9, opengotha
from tournaments.formats.table import read, write
from tournaments.reports.mcmahon import McMahon, loaded, stored
from tournaments.reports.outcomes import ByeKind

STARTS = ' genMMBar="1K" genMMFloor="6K" genMMZero="30K" genMMS2ValueAbsent="1" genRoundDownNBWMMS="true"'


def _criteria(*names: str) -> str:
    found = (f'<PlacementCriterion name="{name}" number="{at}"/>' for at, name in enumerate(names, 1))
    return f"<PlacementCriteria>{''.join(found)}</PlacementCriteria>"


def _read(*names: str, general: str = GENERAL + STARTS, player: str = "") -> McMahon | None:
    text = opengotha(general=general, extra=_criteria(*names))
    return read(text.replace('name="Alpha"', f'name="Alpha" {player}').encode()).mcmahon


def test_start_scores_of_opengotha_are_grades_between_floor_and_bar() -> None:
    found = _read("MMS", "SOSM")

    # 1d and 2k: bar and grade; 5k; 9k is lifted to the floor. Half points from 30k.
    assert found == McMahon(starts=(58, 56, 50, 48), absent=1, bye=2, whole=True)


@pytest.mark.parametrize(
    ("attributes", "start"),
    [
        ('smmsCorrection="-1"', 56),
        ('smmsCorrection="2" smmsByHand="40"', 80),
        ('smmsByHand="-1"', 58),
        ('smmsCorrection="9999999999"', 58),
        ('smmsCorrection="²"', 58),
    ],
)
def test_start_score_is_corrected_or_set_by_hand(attributes: str, start: int) -> None:
    found = _read("MMS", player=attributes)

    assert found is not None
    assert found.start(1) == start


def test_criteria_count_by_their_numbers_and_those_of_teams_place_nobody() -> None:
    extra = (
        '<PlacementCriterion name="NBW" number="2"/><PlacementCriterion name="MMS" number="1"/>'
        '<PlacementCriterion name="TEAMP" number="1"/>'
    )
    report = read(opengotha(general=GENERAL + STARTS, extra=extra).encode())

    assert report.mcmahon is not None
    assert report.mcmahon.starts != ()


def test_tournament_placed_by_wins_has_no_start_scores_and_says_so() -> None:
    assert _read("NBW", "MMS") == McMahon(())


@pytest.mark.parametrize("names", [("CAT", "NBW"), (), ("NULL",)])
def test_tournament_placed_otherwise_says_nothing_of_start_scores(names: tuple[str, ...]) -> None:
    assert _read(*names) is None


@pytest.mark.parametrize("general", [GENERAL, GENERAL + STARTS.replace("1K", "?")])
def test_start_scores_need_bar_floor_and_zero(general: str) -> None:
    assert _read("MMS", general=general) is None


def test_start_scores_of_h9_are_what_its_column_holds_beyond_the_points() -> None:
    found = read(H9.encode()).mcmahon

    assert found is not None
    # 35 less three wins; 31= less half a point; ... 24 less a win and a full bye; 16 less a win
    assert found.starts == (64, 62, 60, 54, 44, 30)


@pytest.mark.parametrize("heading", ["Rk Co Club  NBW  MMS", "Rk Co Club  SOS"])
def test_other_columns_of_h9_are_no_mcmahon_scores(heading: str) -> None:
    assert read(H9.replace("Rk Co Club  MMS  NBW", heading).encode()).mcmahon is None


def test_byes_count_as_the_file_says() -> None:
    absent, free = ByeKind.ZERO_POINT, ByeKind.PAIRING_ALLOCATED

    assert McMahon((), absent=1, whole=True).free([absent, absent, absent]) == 2
    assert McMahon((), absent=1, bye=0).free([absent, free, ByeKind.HALF_POINT]) == 2
    assert McMahon(()).free([absent, free]) == 2


def test_record_comes_back_as_it_was_stored() -> None:
    found = McMahon((58, None), absent=1, bye=0, whole=True)

    assert loaded(stored(found)) == found
    assert (stored(None), loaded(None)) == (None, None)


def test_json_has_the_start_scores() -> None:
    text = write(read(H9.encode()), "json").decode()

    assert '"starts": [\n   64,' in text
