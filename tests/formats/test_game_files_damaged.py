"""Files of games that are damaged in the middle, or whose letters are wider than a byte."""

import gzip
from pathlib import Path
from random import Random

import pytest

from tournaments.online_games import files
from tournaments.online_games.arrivals import records
from tournaments.reports.findings import Unreadable

HEAD = "game,ended,white,black,result\n"
ROW = "A-{0},2026-03-14T20:15:00Z,anna{0},ben{1},1-0\n"


def _table(rows: int) -> str:
    random = Random(1)
    return HEAD + "".join(ROW.format(row, random.randrange(10**9)) for row in range(rows))


def _read(path: Path) -> int:
    with files.of_path(path) as lines:
        return sum(len(part.games) for part in files.read(lines, system="ladder"))


@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
def test_packed_file_damaged_anywhere_is_unreadable(tmp_path: Path, part: float) -> None:
    packed = bytearray(gzip.compress(_table(20_000).encode()))
    at = int(len(packed) * part)
    packed[at : at + 40] = b"\xff" * 40
    path = tmp_path / "games.csv.gz"
    path.write_bytes(packed)

    with pytest.raises(Unreadable) as refusal:
        _read(path)

    assert refusal.value.finding.code == "damaged-file"


def test_packed_file_that_is_cut_off_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "games.csv.gz"
    path.write_bytes(gzip.compress(_table(20_000).encode())[:-5000])

    with pytest.raises(Unreadable) as refusal:
        _read(path)

    assert refusal.value.finding.code == "damaged-file"


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize("rows", [1, 5000])
def test_letters_wider_than_a_byte_are_read(tmp_path: Path, codec: str, rows: int) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(_table(rows).encode(codec))

    with files.of_path(path) as lines:
        (part,) = files.read(lines, system="ladder")

    assert [game.players[0] for game in records(part.games)][-1] == f"anna{rows - 1}"


def test_half_a_letter_at_the_end_spoils_its_own_game_only(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(_table(3).encode("utf-16")[:-3])

    assert _read(path) >= 2


def test_half_a_letter_of_a_guessed_encoding_is_a_finding(tmp_path: Path) -> None:
    row = "C-1001,2026-03-14T21:05:00Z,,,,anna > ben = cem > dora,24\r\n".encode("utf-16-be")[:-1]
    head = b"\xc2@\x10E\xfb@\xee\xb0\x9d\n"
    path = tmp_path / "games.csv"
    path.write_bytes(head + head + row)

    with pytest.raises(Unreadable) as refusal:
        _read(path)

    assert refusal.value.finding.code == "missing-columns"
