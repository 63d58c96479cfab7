"""Some mutants of bundles, proofs and checkpoints: none accepted, none an error (by hand: a million)."""

from tests.fuzz import proofs


def test_no_mutant_is_accepted_or_ends_in_an_error() -> None:
    told, faults = proofs.run(first=7_000_000, count=200)

    assert faults == []
    assert sum(times for what, times in told.items() if what.endswith("refused")) > 190
