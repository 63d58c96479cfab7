"""Mutants of what a stranger checks: `python -m tests.fuzz.proofs --count 1000000 [--first N] [--minutes M]`.

Bundles, proofs of rows, checkpoints and cosignatures, damaged at random or by lines. None
may be accepted, none may end in a traceback. In one process, without a database.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from time import monotonic

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ratings.list_proof import archive, delta
from ratings.list_proof.checking import Tampered, Unproved, check, opened
from ratings.list_proof.delta import BadDelta
from ratings.merkle_log import cosignatures, ed25519, merkle, row_proof
from ratings.merkle_log.cosignatures import CosignerKey
from ratings.merkle_log.merkle import leaf_hash
from ratings.merkle_log.notes import BadNote
from ratings.merkle_log.reader import Differs, Unreadable, checkpoint
from ratings.merkle_log.row_proof import RowProof
from tests.fuzz.mutations import mutant
from tests.ratings.list_proof.test_vectors import bundle, files
from tests.ratings.merkle_log.another_log import AnotherLog

Accepts = Callable[[bytes], bool]
LOG = AnotherLog("ratings.example.org/log")
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(3, 35)))
WITNESS = CosignerKey("other.example.org/witness", PRIVATE.public_key().public_bytes_raw())
OLD = bundle(files())
ROWS = [line.decode() for line in files()["list.csv"].split(b"\n")[1:-1]]


def _proof() -> str:
    """Return the proof of the second row of the smallest list, in a log of 300 entries."""
    leaves = [leaf_hash(row.encode()) for row in ROWS]

    def subtree(level: int, number: int) -> bytes:
        return merkle.whole(leaves[number << level : (number + 1) << level])

    top = merkle.root(len(leaves), subtree).hex()
    entry = f'{{"act":"list.published","date":"2023-03-31","rows":{len(ROWS)},"tree":"{top}"}}'
    LOG.add(210)
    LOG.leaves.append(leaf_hash(entry.encode()))
    LOG.add(89)
    path = merkle.inclusion_proof(1, len(leaves), subtree)
    above = merkle.inclusion_proof(210, len(LOG.leaves), LOG._subtree)
    return row_proof.write(RowProof(ROWS[1], 1, len(ROWS), path, entry, 210, above, LOG.note))


def _accepts_bundle(data: bytes) -> bool:
    try:
        found = opened(data)
        return archive.is_packed_here(data, found.files) and not check(found).differences
    except (Tampered, Unproved):
        return False


def _newer() -> bytes:
    """Return a bundle of the same list with a game more: its rows do not follow, its form is right."""
    made = files()
    return bundle({**made, "games.csv": made["games.csv"] + b"7,3,11,13,1,0\n"})


def _accepts_delta(data: bytes) -> bool:
    try:
        return delta.apply(data, OLD).as_told
    except BadDelta:
        return False


def _accepts_row(data: bytes) -> bool:
    try:
        row_proof.check(row_proof.parse(data.decode()), [LOG.key])
    except (Differs, Unreadable, UnicodeDecodeError):
        return False
    return True


def _accepts_checkpoint(data: bytes) -> bool:
    try:
        checkpoint(data, [LOG.key])
    except (Differs, Unreadable):
        return False
    return True


def _accepts_cosigned(data: bytes) -> bool:
    try:
        checkpoint(data, [LOG.key])
        return bool(cosignatures.of_note(data.decode(), [WITNESS]))
    except (Differs, Unreadable, BadNote):
        return False


def _same_signed(seed: bytes, data: bytes) -> bool:
    """Return whether a note has the same text and signatures, in whatever order, others beside them."""
    text, signed = seed.rpartition(b"\n\n")[::2]
    its, found = data.rpartition(b"\n\n")[::2]
    return its == text and set(signed.split(b"\n")) <= set(found.split(b"\n"))


def _seeds() -> Mapping[str, tuple[bytes, Accepts]]:
    proof, note = _proof(), LOG.note
    text = note.rpartition("\n\n")[0] + "\n"
    cosigned = note + cosignatures.cosign(text, WITNESS, PRIVATE.sign, 1700000000)
    return {
        "bundle": (OLD, _accepts_bundle),
        "delta": (delta.make(OLD, _newer()), _accepts_delta),
        "row": (proof.encode(), _accepts_row),
        "checkpoint": (note.encode(), _accepts_checkpoint),
        "cosigned": (cosigned.encode(), _accepts_cosigned),
    }


def _damaged(seed: bytes, others: list[bytes], dice: Random) -> bytes:
    """Turn one bit, or damage it in one to six ways."""
    if dice.random() < 0.5:
        bit = dice.randrange(8 * len(seed))
        turned = bytearray(seed)
        turned[bit // 8] ^= 1 << bit % 8
        return bytes(turned)
    return mutant(seed, others, dice)


def is_harmless(name: str, seed: bytes, data: bytes) -> bool:
    """Return whether a mutant says what the seed says, in a form the specification lets be."""
    if name == "row":
        head, note = data.replace(b"\r\n", b"\n").partition(b"\n\n")[::2]
        its, own = seed.partition(b"\n\n")[::2]
        return head == its and _same_signed(own, note)
    return data == seed if name in ("bundle", "delta") else _same_signed(seed, data)


def run(*, first: int, count: int, minutes: float = 1e9) -> tuple[Counter[str], list[str]]:
    """Try so many mutants; return what became of them, and what must never happen."""
    seeds, told, faults = _seeds(), Counter[str](), list[str]()
    others, end = [seed for seed, _ in seeds.values()], monotonic() + 60 * minutes
    assert all(accepts(seed) for seed, accepts in seeds.values())
    names = list(seeds)
    for number in range(first, first + count):
        name = names[number % len(names)]
        (seed, accepts), dice = seeds[name], Random(number)
        data = _damaged(seed, others, dice)
        try:
            accepted = accepts(data)
        except Exception as problem:
            faults.append(f"{name} {number}: {type(problem).__name__}: {problem}")
            continue
        same = accepted and is_harmless(name, seed, data)
        told[f"{name}: {'the same' if same else 'ACCEPTED' if accepted else 'refused'}"] += 1
        if accepted and not same:
            faults.append(f"{name} {number}: accepted")
        if monotonic() > end:
            break
    return told, faults


def _verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    """Check a signature as our own code does, some fifty times faster."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def main() -> int:
    """Print what became of the mutants; status 1 where one was accepted or ended in an error."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.proofs")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--fast", action="store_true", help="signatures checked by OpenSSL")
    given = parser.parse_args()
    if given.fast:
        ed25519.verifies = _verifies
    begun = monotonic()
    told, faults = run(first=given.first, count=given.count, minutes=given.minutes)
    lines = [f"{sum(told.values()) + len(faults)} mutants, {len(faults)} faults, {monotonic() - begun:.0f} s"]
    lines += [f"{times:9d}  {what}" for what, times in sorted(told.items())]
    sys.stdout.write("\n".join([*lines, *faults[:50]]) + "\n")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
