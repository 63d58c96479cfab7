"""The club tournament of 26 October 2019 by its files: ladder in, result file in, levels out (FFG 2.6).

The result file gives no number for row 18, so the printed table takes him for unknown (-950). The register
finds him by name and club in the ladder at -935, and the ladder after the event has him at -914: as computed.
"""

from datetime import date
from io import StringIO
from pathlib import Path
from statistics import mean

import numpy as np
import pytest
from django.core.management import call_command

from ratings.models import RatingChange, RatingSystem
from ratings.rulebook.editions import rounded
from tests import declared
from tests.golden.test_ffg_2019 import ROWS
from tests.ratings.histories import recalculate
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FOUND = 18  # row the printed table takes for unknown
PUBLISHED = {int(row[0]): int(row[4]) for row in ROWS if row[4]} | {FOUND: -914}
BEFORE = {int(row[0]): float(row[1]) for row in ROWS} | {FOUND: -935.0}
FILES = (
    "Tournoi_de_Juvisy_99aabb.tou",
    # the same event, as it was sent once more
    pytest.param("Tournoi_de_Juvisy_966050.tou", marks=pytest.mark.release),
)


@pytest.mark.parametrize("file", FILES)
def test_ladder_and_result_file_meet_the_ladder_after_the_event(
    real_data: Path, tmp_path: Path, file: str
) -> None:
    (tmp_path / file).symlink_to(real_data / "tou" / file)
    ladder = real_data / "ffg" / "ech_ffg_V3_2019-11-05.txt.gz"
    begun = date(2019, 10, 26)
    call_command("import_players", ladder, base="ffg", base_day=begun, yes=True, stdout=StringIO())
    call_command("import_archive", str(tmp_path), "--enrol", "--approve", "--confirm", "*", stdout=StringIO())

    recalculate(RatingSystem.objects.get(key="ffg"))

    tournament = Tournament.objects.get()
    place_of = dict(tournament.entries.values_list("player_id", "number"))
    changes = {place_of[row.player_id]: row for row in RatingChange.objects.filter(tournament=tournament)}
    after = {place: row.after or 0.0 for place, row in changes.items()}
    errors = [abs(after[place] - level) for place, level in PUBLISHED.items()]
    assert tournament.start == date(2019, 10, 26)
    assert {place: row.before for place, row in changes.items()} == BEFORE
    assert (len(errors), round(mean(errors), 2), round(max(errors), 2)) == (18, 0.35, 0.83)
    assert rounded(np.array([after[FOUND]]), declared.FFG[-1].rounding).tolist() == [-914]
