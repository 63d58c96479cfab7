"""Some mutants of bundles, proofs and checkpoints: none accepted, none an error (by hand: a million)."""

import pytest

from ratings.list_proof import computed, table_files
from tests import seeds
from tests.fuzz import proofs


def test_no_mutant_is_accepted_or_ends_in_an_error() -> None:
    told, faults = proofs.run(first=seeds.of_run(7_000_000), count=200)

    assert faults == []
    assert sum(times for what, times in told.items() if what.endswith("refused")) > 190


def test_no_mutant_is_accepted_where_tables_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "LEAST_BYTES", 0)
    monkeypatch.setattr(computed, "LEAST_ROWS", 1)

    told, faults = proofs.run(first=seeds.of_run(8_000_000), count=200)

    assert faults == []
    assert sum(times for what, times in told.items() if what.endswith("refused")) > 190
