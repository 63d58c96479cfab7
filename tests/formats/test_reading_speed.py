"""Files of a large tournament are read in a time that grows with them; `manage.py bench` tells how fast."""

import pytest

from tests import processor
from tests.formats.samples import large_opengotha
from tournaments.formats.table import read, write
from tournaments.inspection.inspection import inspect

LIMIT = 4.0  # processor seconds for 300 players and ten rounds; one slow core takes 0.2


@pytest.mark.parametrize("kind", ["opengotha", "h9", "tou"])
def test_file_of_300_players_is_read_and_inspected_in_little_time(kind: str) -> None:
    data = large_opengotha().encode()
    if kind != "opengotha":
        data = write(read(data), kind)

    assert processor.is_within(LIMIT, lambda: inspect(read(data)))
