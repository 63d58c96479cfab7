"""The tree against an independent implementation (pymerkle), and proofs against every size and place."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from ratings.merkle_log import merkle, tiles
from ratings.merkle_log.merkle import leaf_hash
from ratings.merkle_log.tiles import Tile
from tests import seeds

LEAVES = [leaf_hash(b"%d" % number) for number in range(700)]


def roots(count: int) -> list[bytes]:
    """The roots of the first 0, 1, ... leaves, as somebody else computes them."""
    tree = InmemoryTree(algorithm="sha256")
    for number in range(count):
        tree.append_entry(b"%d" % number)
    return [merkle.EMPTY, *(tree.get_root(size) for size in range(1, count + 1))]


ROOTS = roots(len(LEAVES))


def level(number: int) -> list[bytes]:
    row = LEAVES
    for _ in range(number):
        width = tiles.WIDTH
        row = [merkle.whole(row[at : at + width]) for at in range(0, len(row) - width + 1, width)]
    return row


LEVELS = [level(0), level(1), level(2)]


def subtree(size: int) -> merkle.Subtree:
    def read(tile: Tile) -> bytes:
        first = tile.number * tiles.WIDTH
        return b"".join(LEVELS[tile.level or 0][first : first + tile.width])

    return tiles.subtree_of(read, size)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 700])
def test_root_is_that_of_an_independent_implementation(size: int) -> None:
    assert merkle.root(size, subtree(size)) == ROOTS[size]


@settings(max_examples=seeds.examples(300))
@given(st.data())
def test_every_leaf_is_proved_and_no_other_in_its_place(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, len(LEAVES)))
    place = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, len(LEAVES) - 1).filter(lambda one: one != place))
    path = merkle.inclusion_proof(place, size, subtree(size))

    assert merkle.includes(LEAVES[place], place, size, path, ROOTS[size])
    assert not merkle.includes(LEAVES[other], place, size, path, ROOTS[size])
    assert not merkle.includes(LEAVES[place], place, size, path, ROOTS[size - 1])
    assert not merkle.includes(LEAVES[place], place, size, [*path, path[0] if path else b""], ROOTS[size])
    assert other >= size or not merkle.includes(LEAVES[place], other, size, path, ROOTS[size])


@settings(max_examples=seeds.examples(300))
@given(st.data())
def test_larger_tree_is_shown_to_begin_with_the_smaller_and_with_no_other(data: st.DataObject) -> None:
    new = data.draw(st.integers(2, len(LEAVES)))
    old = data.draw(st.integers(1, new - 1))
    path = merkle.consistency_proof(old, new, subtree(new))
    forged = merkle.node_hash(ROOTS[old], ROOTS[new])

    assert merkle.extends(old, new, ROOTS[old], ROOTS[new], path)
    assert not merkle.extends(old, new, forged, ROOTS[new], path)
    assert not merkle.extends(old, new, ROOTS[old], forged, path)
    assert not merkle.extends(old, new, ROOTS[old], ROOTS[new], path[:-1])
    assert not merkle.extends(old, new, ROOTS[old], ROOTS[new], [*path, forged])
    assert not merkle.extends(new, old, ROOTS[new], ROOTS[old], path)


def test_empty_tree_begins_every_other_and_a_tree_only_itself() -> None:
    assert merkle.extends(0, 5, merkle.EMPTY, ROOTS[5], [])
    assert not merkle.extends(0, 5, ROOTS[1], ROOTS[5], [])
    assert merkle.extends(5, 5, ROOTS[5], ROOTS[5], [])
    assert not merkle.extends(5, 5, ROOTS[5], ROOTS[4], [])
    assert not merkle.extends(3, 5, ROOTS[3], ROOTS[5], [])


@pytest.mark.parametrize(("place", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_proof_of_a_leaf_outside_is_refused(place: int, size: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        merkle.inclusion_proof(place, size, subtree(size))
    assert not merkle.includes(LEAVES[0], place, size, [], ROOTS[1])


@pytest.mark.parametrize(("old", "new"), [(0, 3), (4, 3), (-1, 3)])
def test_proof_from_no_tree_or_a_larger_one_is_refused(old: int, new: int) -> None:
    with pytest.raises(ValueError, match="no proof"):
        merkle.consistency_proof(old, new, subtree(new))


def test_root_of_three_entries_is_the_one_the_documents_tell() -> None:
    told = (Path(__file__).parents[3] / "docs/proof.md").read_text("utf-8")

    assert merkle.root(3, subtree(3)).hex() in told
