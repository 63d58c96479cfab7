"""What is wrong with a FIDE job is found where it stands."""

import json

import pytest

from ratings.rating_job.reading import read_job
from tests.engines.test_fide_job import Json, pair


def paths_of(job: Json) -> list[str]:
    """Where the findings of a job are."""
    read, findings = read_job(json.dumps(job).encode())
    assert read is None
    return [finding.path for finding in findings]


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({"edition": "2003"}, ["edition"]),
        ({"parameters": {"expectation": "normal"}}, ["parameters.expectation"]),
        ({"parameters": {"k": 12.5}}, ["parameters.k"]),
        ({"parameters": {"later": 1}}, ["parameters.later"]),
        ({"colour": "red"}, ["colour"]),
        ({"players": [{"id": "A", "rating": 2000.5, "grade": "5k", "k": 0, "birth_year": 95}, {"id": "B"}]},
         ["players[0].grade", "players[0].rating", "players[0].k", "players[0].birth_year"]),
        ({"players": [{"id": "A", "rating": 0, "peak": 5000}, {"id": "B"}]},
         ["players[0].rating", "players[0].peak"]),
        ({"events": None}, ["events"]),
    ],
)  # fmt: skip
def test_finding_names_its_path(changes: Json, paths: list[str]) -> None:
    assert paths_of(pair(2000, 2000) | changes) == paths


@pytest.mark.parametrize(
    ("event", "paths"),
    [
        ({"start": "2014-06-30", "end": "2014-06-30"}, ["start"]),
        ({"class": "A", "time": 60}, ["class", "time"]),
        ({"period": "2025-11"}, ["period"]),
        ({"period": "December"}, ["period"]),
        ({"period": "2025-13"}, ["period"]),
        ({"period": 12}, ["period"]),
        ({"start": "2025-10-10"}, ["period"]),
        ({"start": "9999-12-30", "end": "9999-12-31"}, ["start"]),
        ({"ratings": []}, ["ratings"]),
        ({"ratings": {"Z": 2000}}, ["ratings"]),
        ({"ratings": {"A": "high"}}, ["ratings.A"]),
        ({"games": [{"white": "A", "black": "B", "result": "1-0", "handicap": 2}]}, ["games[0].handicap"]),
        ({"games": [{"white": "A", "black": "A", "result": "1-0"}]}, ["games[0].black"]),
    ],
)
def test_finding_in_an_event_names_its_path(event: Json, paths: list[str]) -> None:
    assert paths_of(pair(2000, 2000, event)) == [f"events[0].{path}" for path in paths]
