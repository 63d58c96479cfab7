"""A log looked at again: its newest signed checkpoint against the last one that was checked.

Tiles are not signed. Only those that lead to the root the log itself has signed are evidence about it; others
are a fault on the way.
"""

from enum import StrEnum

from ratings.merkle_log import merkle
from ratings.merkle_log.notes import Checkpoint
from ratings.merkle_log.reader import Fetch, Log, Missing, Unreadable


class Verdict(StrEnum):
    """The outcome of a look at a log since the last one."""

    SAME = "same"
    GROWN = "grown"
    OLDER = "older"  # an old checkpoint given again, while the log still has what came after it
    REWRITTEN = "rewritten"
    SHRUNK = "shrunk"


EVIDENCE = frozenset((Verdict.REWRITTEN, Verdict.SHRUNK))


def compare(old: Checkpoint | None, new: Checkpoint, fetch: Fetch) -> Verdict:
    """Compare a log's newest checkpoint, its signature and name being checked, with the last one.

    Raises Unreadable where tiles are missing, or do not lead to the root that was signed.
    """
    if old is None or old.size == 0:
        _check_root(new, fetch)
        return Verdict.GROWN
    if new.size == old.size:
        return Verdict.SAME if new.root == old.root else Verdict.REWRITTEN
    if new.size > old.size:
        return Verdict.GROWN if _root_within(old.size, new, fetch) == old.root else Verdict.REWRITTEN
    try:
        begins = _root_within(new.size, old, fetch)
    except (Missing, Unproved):
        _check_root(new, fetch)
        return Verdict.SHRUNK
    return Verdict.OLDER if begins == new.root else Verdict.REWRITTEN


class Unproved(Unreadable):
    """Tiles that do not lead to the root that was signed."""

    def __init__(self) -> None:
        super().__init__("The tiles do not lead to the root that was signed.")


def _root_within(size: int, end: Checkpoint, fetch: Fetch) -> bytes:
    """Return the root over the first leaves of a log, proved by the root it signed; raises Unproved."""
    subtree = Log(fetch, end).subtree
    try:
        begins = merkle.root(size, subtree)
        proof = merkle.consistency_proof(size, end.size, subtree) if size else []
    except ValueError as problem:
        raise Unproved from problem
    if not merkle.extends(size, end.size, begins, end.root, proof):
        raise Unproved
    return begins


def _check_root(end: Checkpoint, fetch: Fetch) -> None:
    """Raise Unproved unless the tiles lead to the root of a checkpoint."""
    _root_within(end.size, end, fetch)
