"""Every reader, used as the rest of the program uses it: a result or a refusal, anything else is a fault."""

import json
import math
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from time import process_time

from federation.player_lists.readers import any_list
from federation.player_lists.readers.row import TEXTS as LIST_TEXTS
from federation.player_lists.readers.row import ListFinding, NoList
from ratings.rating_job.reading import excess, read_job
from tests.engines.hostile_jobs import ANSWERED, REFUSED, numbers_in, spoiled
from tests.fuzz import seeds
from tests.fuzz.mutations import mutant
from tournaments.formats.table import FORMATS, read, write
from tournaments.inspection.causes import causes
from tournaments.inspection.inspection import inspect
from tournaments.online_games import files, json_games
from tournaments.reports.findings import MOST, TEXTS, Unreadable

SLOW = 2.0  # seconds one small file may take


def read_report(data: bytes) -> str:
    """Read, inspect and write a report in every format; return what it was read as."""
    try:
        report = read(data, filename="fuzz.h9")
    except Unreadable as refusal:
        return _said(refusal)
    assert len(report.findings) <= MOST + 1
    assert [one.number for one in report.entrants] == list(range(1, len(report.entrants) + 1))
    for pairing in report.pairings:
        assert pairing.white != pairing.black
        assert (
            1
            <= min(pairing.white, pairing.black)
            <= max(pairing.white, pairing.black)
            <= len(report.entrants)
        )
        assert 1 <= pairing.round <= report.rounds
    for bye in report.byes:
        assert 1 <= bye.entrant <= len(report.entrants)
        assert 1 <= bye.round <= report.rounds
    found = inspect(report)
    assert all(finding.message and str(finding.place) for finding in found)
    assert all(root is None or causes(found)[root] is None for root in set(causes(found)))
    for key, entry in FORMATS.items():
        if entry.writer:
            write(report, key)
    return report.format


def _said(refusal: Unreadable | NoList) -> str:
    """Return the code of a refusal, whose sentence must be complete."""
    assert refusal.finding.code in (TEXTS if isinstance(refusal, Unreadable) else LIST_TEXTS)
    assert refusal.finding.message
    return refusal.finding.code


def read_list(data: bytes) -> str:
    """Read a player list to its end; return its layout."""
    try:
        listed = any_list.read(BytesIO(data), filename="standard_oct26frl.txt")
        for row in listed.rows:
            assert not isinstance(row, ListFinding) or (row.code in LIST_TEXTS and row.message)
    except NoList as refusal:
        return _said(refusal)
    return listed.format


def read_games(data: bytes) -> str:
    """Read games from memory and from a folder, for two systems; return what became of them."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        path.write_bytes(data)
        for system in ("ladder", "fics-blitz"):
            try:
                _use(files.read(files.of_bytes(data, limit=1_000_000), system=system))
                answers.append("read")
            except Unreadable as refusal:
                answers.append(_said(refusal))
            try:
                with files.of_path(path) as lines:
                    _use(files.read(lines, system=system))
                answers.append("read")
            except Unreadable as refusal:
                answers.append(_said(refusal))
    return answers[1]


def _use(parts: object) -> None:
    for part in parts:  # type: ignore[attr-defined]  # slices, as they come
        assert all(finding.message for refusal in part.refused for finding in refusal.findings)
        assert all(finding.message for finding in part.notices)


def read_json(data: bytes) -> str:
    """Read games as programs send them; what is no JSON is refused before any reader sees it."""
    try:
        items = json.loads(data)
    except (ValueError, RecursionError):
        return "no json"
    part = json_games.of_json(items if isinstance(items, list) else [items])
    assert all(finding.message for refusal in part.refused for finding in refusal.findings)
    return "read"


def read_rating_job(data: bytes) -> str:
    """Compute a rating job as the interface for programs does; return what came of it."""
    from ratings.rating_job.answer import written  # here: only these mutants load the engines

    job, found = read_job(data)
    if job is not None:
        found = list(excess(job))
    if job is None or found:
        assert found
        assert all(one.path and one.text.format(**one.values) for one in found)
        return REFUSED
    answer = json.loads(written(job))
    assert all(map(math.isfinite, numbers_in(answer)))
    return ANSWERED


KINDS: Mapping[str, tuple[Callable[[bytes], str], Mapping[str, bytes]]] = {
    "report": (read_report, seeds.REPORTS),
    "list": (read_list, seeds.LISTS),
    "games": (read_games, seeds.GAMES),
    "json": (read_json, seeds.JSON),
    "job": (read_rating_job, seeds.JOBS),
}


@cache
def _warmed(kind: str) -> list[str]:
    """Read every whole seed of a kind once: what is loaded and compiled for them is no mutant's time."""
    reader, files_of_kind = KINDS[kind]
    return [reader(data) for data in files_of_kind.values()]


def _damaged(kind: str, name: str, number: int) -> bytes:
    """Return a mutant of a seed; every second rating job stays JSON, with hostile values in it."""
    files_of_kind, random = KINDS[kind][1], Random(f"{kind}/{name}/{number}")
    if kind == "job" and number % 2:
        return spoiled(files_of_kind[name], random)
    return mutant(files_of_kind[name], list(files_of_kind.values()), random)


@dataclass(slots=True)
class Count:
    """What became of the mutants: answers by kind and seed, faults with their bytes, the longest time."""

    mutants: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, str, bytes]] = field(default_factory=list)
    slowest: float = 0.0


def run(count: Count, kind: str, name: str, *, number: int) -> None:
    """Read one mutant of a seed; the same number is the same mutant."""
    _warmed(kind)
    reader, data = KINDS[kind][0], _damaged(kind, name, number)
    began = process_time()
    count.mutants += 1
    try:
        count.answers[f"{kind}: {reader(data)}"] += 1
    except Exception as fault:
        count.faults.append((f"{kind}/{name}/{number}", repr(fault)[:300], data))
    taken = process_time() - began
    count.slowest = max(count.slowest, taken)
    if taken > SLOW:
        count.faults.append((f"{kind}/{name}/{number}", f"{taken:.1f} seconds", data))
