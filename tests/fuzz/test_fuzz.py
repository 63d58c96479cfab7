"""Thousands of damaged files of every format: each is read or refused with a finding."""

import pytest

from tests import seeds
from tests.engines.hostile_jobs import REFUSED
from tests.fuzz.readers import KINDS, Count, run

EACH = {"report": 450, "list": 1000, "games": 150, "json": 800, "job": 300}  # mutants of one seed


@pytest.mark.parametrize("kind", list(KINDS))
def test_damaged_file_is_read_or_refused_with_a_finding(kind: str) -> None:
    count = Count()
    for name in KINDS[kind][1]:
        for number in range(seeds.examples(EACH[kind])):
            run(count, kind, name, number=seeds.of_run(number))

    assert [(name, fault) for name, fault, _ in count.faults] == []
    assert len(count.answers) > 1


@pytest.mark.parametrize("kind", list(KINDS))
def test_whole_seeds_are_read(kind: str) -> None:
    reader, files = KINDS[kind]
    refusals = {"unknown-format", "unknown-list", "missing-columns", "no json", "compressed", "list-damaged"}
    refusals.add(REFUSED)

    assert not {reader(data) for data in files.values()} & refusals
