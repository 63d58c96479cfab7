"""The generic Elo against plain Python, to the bit."""

from copy import deepcopy

import pytest

from ratings.engines.decision_tables import packed
from ratings.engines.elo import engine
from tests import seeds
from tests.engines.elo_jobs import Job, Maker, facts_of, standing_of
from tests.engines.elo_oracle import Player, Row, play

FIELDS = ("before", "start", "after", "k", "games", "score", "expected", "bonus")


def by_engine(job: Job) -> list[list[str]]:
    """What the engine makes of a job: changes, then the standing."""
    changes, after = engine.replay(facts_of(job.spans), standing_of(job.people), packed(job.editions))
    columns = [getattr(changes, name).tolist() for name in FIELDS]
    people = (after.rating, after.games, after.peak, after.pool_games, after.pool_half_points)
    return [
        *(list(map(float.hex, row)) for row in zip(*columns, strict=True)),
        *(list(map(float.hex, row)) for row in zip(*(c.tolist() for c in people), strict=True)),
        list(map(float.hex, after.pool_opponents.tolist())),
    ]


def by_hand(job: Job) -> list[list[str]]:
    """What plain Python makes of it."""
    people: list[Player] = deepcopy(list(job.people))
    rows: list[Row] = []
    for edition, events in job.spans:
        rows += play(job.editions[edition], people, events)
    return [
        *([bits(getattr(row, name)) for name in FIELDS] for row in rows),
        *(
            [bits(person.rating), bits(person.games), bits(person.peak), *map(bits, person.pool[:2])]
            for person in people
        ),
        [bits(person.pool[2]) for person in people],
    ]


def bits(value: float | None) -> str:
    """A number to its last bit."""
    return float("nan").hex() if value is None else float(value).hex()


def disagreements(jobs: int) -> list[int]:
    """Return the seeds of jobs on which the two differ."""
    made = ((seed, Maker(seeds.of_run(seed)).job()) for seed in range(jobs))
    return [seed for seed, job in made if by_engine(job) != by_hand(job)]


def test_plain_python_gives_the_bits_of_the_engine() -> None:
    assert disagreements(800) == []


@pytest.mark.release
def test_plain_python_gives_the_bits_of_the_engine_on_ten_thousand_jobs() -> None:
    assert disagreements(10_000) == []
