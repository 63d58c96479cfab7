"""FIDE's own player lists of 2001 to 2025, read to the last row; they stand beside the repository."""

import gzip
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest

from federation.player_lists.readers import fide
from federation.player_lists.readers.fide_row import FideRow
from federation.player_lists.readers.row import ListFinding
from tests import seeds
from tests.federation.player_lists.fide_list_samples import codes, read

HEAD = 6  # lines at least before a share is drawn: the names of the columns are among them
REAL = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "fide" / "lists"


@pytest.mark.skipif(not REAL.is_dir(), reason="the real lists are not here")
@pytest.mark.parametrize(
    ("name", "rate", "on"),
    [
        ("JAN01FRL.TXT.gz", "standard", date(2001, 1, 1)),
        ("APR02FRL.TXT.gz", "standard", date(2002, 4, 1)),
        ("OCT03FRL.TXT.gz", "standard", date(2003, 10, 1)),
        ("blitz_sep12frl.txt.gz", "blitz", date(2012, 9, 1)),
        ("rapid_apr13frl.txt.gz", "rapid", date(2013, 4, 1)),
        ("blitz_jun13frl.txt.gz", "blitz", date(2013, 6, 1)),
        ("players_list_foa_2025-01.txt.gz", "", date(2025, 1, 1)),
    ],
)
def test_real_list_is_read_to_the_last_row(name: str, rate: str, on: date) -> None:
    whole = gzip.decompress((REAL / name).read_bytes()).split(b"\n")
    raw = whole[:HEAD] + seeds.share(whole[: HEAD - 1 : -1])[::-1]  # the last row is among them
    written = [line for line in raw if line.strip() and b"NUMBER" not in line.upper()]
    listed = fide.read(BytesIO(gzip.compress(b"\n".join(raw), 1)), filename=name)
    rows = list(listed.rows)

    people = [row for row in rows if isinstance(row, FideRow)]
    again = len(written) - len({line.split()[0] for line in written})
    assert (listed.rate, listed.list_date) == (rate, on)
    assert [row.code for row in rows if isinstance(row, ListFinding)] == ["number-again"] * again
    assert len(people) == len(written) - again
    assert {len(row.federation) for row in people} == {3}
    assert max(row.standard or row.rapid or row.blitz or 0 for row in people) < 3000
    assert sum("i" in row.flag for row in people) == sum(
        b"i" in line[70:].split()[-1] for line in written if b"i" in line[-14:]
    )


@pytest.mark.skipif(not REAL.is_dir(), reason="the real lists are not here")
@pytest.mark.parametrize("name", ["fide_xml_2011_style_irl.xml", "players_list_xml_2012_sample.xml"])
def test_real_xml_list_is_read_to_the_last_player(name: str) -> None:
    data = (REAL / name).read_bytes()

    rows = read(data, filename=name)[1]

    assert codes(rows) == []
    assert len(rows) == data.count(b"</player>")
