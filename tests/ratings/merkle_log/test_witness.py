"""A log looked at again: grown, the same, older, rewritten, cut short; and what is no evidence."""

import pytest

from ratings.merkle_log import reader
from ratings.merkle_log.notes import Checkpoint
from ratings.merkle_log.reader import Fetch, Missing, Unreadable, Verdict
from tests.ratings.merkle_log.another_log import AnotherLog, ends

SIZES = (1, 2, 3, 7, 8, 255, 256, 257, 513)


@pytest.mark.parametrize("old", SIZES)
@pytest.mark.parametrize("new", SIZES)
def test_every_growth_is_seen_and_every_change_of_the_past_is(old: int, new: int) -> None:
    log, other = AnotherLog().add(new), AnotherLog().add(1, mark=b"x").add(max(old, new) - 1)
    before = ends(AnotherLog().add(old), [old])[0]
    changed = ends(other, [old])[0]

    verdict = reader.compare_checkpoints(before, log.end, log.fetch)
    against = reader.compare_checkpoints(changed, log.end, log.fetch)
    if new > old:
        assert (verdict, against) == (Verdict.GROWN, Verdict.REWRITTEN)
    elif new == old:
        assert (verdict, against) == (Verdict.SAME, Verdict.REWRITTEN)
    else:
        assert (verdict, against) == (Verdict.SHRUNK, Verdict.SHRUNK)


@pytest.mark.parametrize("old", SIZES)
def test_old_checkpoint_given_again_is_no_evidence_while_the_tiles_are_there(old: int) -> None:
    log = AnotherLog().add(601)
    again = ends(log, [old])[0]

    assert reader.compare_checkpoints(log.end, again, log.fetch) == Verdict.OLDER
    other = ends(AnotherLog().add(1, mark=b"x").add(600), [old])[0]
    assert reader.compare_checkpoints(log.end, other, log.fetch) == Verdict.REWRITTEN


def test_log_seen_first_is_taken_where_its_tiles_lead_to_the_root() -> None:
    log = AnotherLog().add(300)

    assert reader.compare_checkpoints(None, log.end, log.fetch) == Verdict.GROWN
    assert reader.compare_checkpoints(None, AnotherLog().end, log.fetch) == Verdict.GROWN
    assert reader.compare_checkpoints(AnotherLog().end, log.end, log.fetch) == Verdict.GROWN


@pytest.mark.parametrize("size", [5, 256, 300, 513])
@pytest.mark.parametrize("old", [3, 4, 255, 256])
def test_wrong_tile_is_no_evidence_against_a_log(old: int, size: int) -> None:
    log = AnotherLog().add(size)
    before = ends(log, [min(old, size - 1)])[0]
    paths: list[str] = []

    def noted(path: str) -> bytes:
        paths.append(path)
        return log.fetch(path)

    assert reader.compare_checkpoints(before, log.end, noted) == Verdict.GROWN
    for wrong in set(paths):
        for turned in range(0, len(log.fetch(wrong)), 96):
            assert _verdict(before, log, _turning(log, wrong, turned)) in (Verdict.GROWN, "unproved")


def _turning(log: AnotherLog, wrong: str, place: int) -> Fetch:
    def fetch(path: str) -> bytes:
        data = bytearray(log.fetch(path))
        if path == wrong:
            data[place] ^= 1
        return bytes(data)

    return fetch


def _verdict(before: Checkpoint, log: AnotherLog, fetch: Fetch) -> str:
    try:
        return reader.compare_checkpoints(before, log.end, fetch)
    except reader.Unproved:
        return "unproved"


def test_missing_and_short_tiles_are_no_evidence() -> None:
    log = AnotherLog().add(300)
    before = ends(log, [200])[0]

    def gone(path: str) -> bytes:
        raise Missing(path)

    with pytest.raises(Unreadable):
        reader.compare_checkpoints(before, log.end, gone)
    with pytest.raises(reader.Unproved):
        reader.compare_checkpoints(before, log.end, lambda path: log.fetch(path)[:-1])
    with pytest.raises(Unreadable):  # shorter, and not even its own tiles are there
        reader.compare_checkpoints(log.end, before, gone)
