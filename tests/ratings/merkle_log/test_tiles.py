"""Tiles and bundles as c2sp.org/tlog-tiles lays them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.merkle_log import tiles
from ratings.merkle_log.tiles import Tile


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 1234067), "tile/0/x001/x234/067"),
        (Tile(0, 0), "tile/0/000"),
        (Tile(2, 999, 1), "tile/2/999.p/1"),
        (Tile(63, 1000, 255), "tile/63/x001/000.p/255"),
        (Tile(None, 5, 112), "tile/entries/005.p/112"),
    ],
)
def test_address_of_a_tile_is_read_as_it_is_written(tile: Tile, path: str) -> None:
    _, level, rest = path.split("/", 2)

    assert tile.path == path
    assert tiles.parse(level, rest) == tile


@pytest.mark.parametrize(
    ("level", "rest"),
    [
        ("0", "0"), ("0", "1234"), ("0", "001/234"), ("0", "x000/001"), ("0", "000.p/256"), ("0", "000.p/0"),
        ("0", "000.p/01"), ("0", "000.p/"), ("64", "000"), ("00", "000"), ("-1", "000"), ("entry", "000"),
        ("0", "../000"), ("0", "٠٠٠"), ("0", "000\n"), ("", "000"),
    ],
)  # fmt: skip
def test_any_other_way_to_write_an_address_is_refused(level: str, rest: str) -> None:
    with pytest.raises(ValueError):
        tiles.parse(level, rest)


def test_tree_of_70000_has_the_tiles_of_the_example() -> None:
    of_level = [list(tiles.tiles_of(70_000, level)) for level in range(4)]

    assert (len(of_level[0]), of_level[0][-1]) == (274, Tile(0, 273, 112))
    assert of_level[1] == [Tile(1, 0), Tile(1, 1, 17)]
    assert of_level[2] == [Tile(2, 0, 1)]
    assert of_level[3] == []


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_bundle_gives_back_what_was_put_in(entries: list[bytes]) -> None:
    assert tiles.unbundle(tiles.bundle(entries), len(entries)) == entries


@pytest.mark.parametrize("count", [0, 1, 3])
def test_bundle_of_another_count_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="does not hold"):
        tiles.unbundle(tiles.bundle([b"a", b"bc"]), count)


def test_bundle_that_ends_too_early_is_refused() -> None:
    with pytest.raises(ValueError, match="does not hold"):
        tiles.unbundle(tiles.bundle([b"abc"])[:-1], 1)


def test_entry_too_long_for_its_length_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        tiles.bundle([b"x" * 65_536])
