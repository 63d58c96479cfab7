"""Jobs and constants made to break the engines: none kills the process, none gives a NaN or an infinity."""

import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ratings.engines import gor
from ratings.rating_job import answer_streams
from ratings.rating_job.answer import compute
from ratings.rating_job.document import NoRatingsError
from ratings.rating_job.go import GoEvent, GoGame, GoJob, GoPlayer
from ratings.rating_job.reading import read_job
from ratings.rating_job.streams import Seat, StreamEvent, StreamGame, StreamJob, StreamPlayer
from ratings.rulebook.editions import Edition, pack_all
from ratings.rulebook.systems import FIRST_DAY, SYSTEMS, computable
from tests import declared
from tests.engines.hostile_jobs import ANSWERED, REFUSED, ROOT, sweep

HOSTILE = Path(__file__).with_name("hostile") / "ffg_threshold_slope.json"
JOBS = 30 * len(computable())
FIRST = 2_100  # without bounds job 2340 kills the process
# Rows of parameters no bounds have looked at. Without a limit of its passes a tournament never ends.
KERNELS = """
import math, random, sys
from tests.bench.facts import synthetic_facts
from tests.bench.stream_facts import synthetic_stream
from ratings.engines.ffg_event import PASSES_MOST
from ratings.engines.table import engine_named, stream_engine_named
from federation.vocabulary.grades import Scale
from ratings.rulebook.editions import pack_all
from tests import declared
WILD = (math.nan, math.inf, -math.inf, 1e308, -1e308, 5e-324, 0.0, -1.0, 1e16)
SEEDS = int(sys.argv[1])
SCALES = {"ffg": Scale.FFG, "gor": Scale.GOR}
RULES = {"ffg": declared.FFG, "gor": declared.EGF, "glicko": declared.FICS, "ladder": declared.LADDER}
for name, rules in RULES.items():
    if name in SCALES:
        engine, (facts, standing) = engine_named(name), synthetic_facts(240, 8, 40, 7, scale=SCALES[name])
    else:
        engine, (facts, standing) = stream_engine_named(name), synthetic_stream(240, 30, 7)
    ended = 0
    for seed in range(SEEDS):
        chance = random.Random(seed)
        row = pack_all([chance.choice(rules)])
        for place in chance.sample(range(row.shape[1]), chance.randint(1, 6)):
            if (name, place) != ("ffg", PASSES_MOST):
                row[0, place] = chance.choice(WILD)
        standing.rating[chance.randrange(standing.rating.size)] = chance.choice(WILD)
        try:
            engine.replay(facts, standing, row)
            engine.explain(facts, standing, row, 0)
        except (ArithmeticError, ValueError):
            pass
        ended += 1
    print(name, ended, flush=True)
"""


def test_no_job_kills_the_process_or_gives_a_number_that_is_none() -> None:
    found = sweep(FIRST, JOBS)

    assert (found.deaths, found.faults) == ({}, [])
    assert found.outcomes.total() == JOBS
    assert found.outcomes[ANSWERED] > JOBS / 3
    assert found.outcomes[ANSWERED] + found.outcomes[REFUSED] == JOBS


def test_kernels_outlive_constants_that_are_no_numbers() -> None:
    done = subprocess.run(
        [sys.executable, "-c", KERNELS, "150"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    outlived = ["ffg 150", "gor 150", "glicko 150", "ladder 150"]
    assert (done.returncode, done.stdout.splitlines()) == (0, outlived), done.stderr


def test_command_refuses_the_job_that_killed_it() -> None:
    command = [sys.executable, "manage.py", "rate", str(HOSTILE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("parameters.threshold_slope: ")
    assert done.stderr.count("\n") == 1


def go_job(edition: Edition, *, rating: float) -> GoJob:
    """A game of two with numbers the reader would not let through."""
    players = (GoPlayer("A", rating, 1, None, None), GoPlayer("B", 2000.0, 1, None, None))
    event = GoEvent("events[0]", "T", FIRST_DAY, edition, "A", None, (GoGame(1, 0, 1, 2, 0, 19, True),))
    return GoJob(SYSTEMS["egf"], players, (event,))


def test_event_without_finite_ratings_is_named() -> None:
    edition = replace(declared.EGF[-1], con_power=1e300, floor=-math.inf)

    with pytest.raises(NoRatingsError) as caught:
        compute(go_job(edition, rating=1000.0))

    assert caught.value.finding.path == "events[0]"


@pytest.mark.parametrize(
    ("key", "edition"), [("ladder", declared.LADDER[-1]), ("fics-blitz", declared.FICS[-1])]
)
def test_game_without_finite_ratings_is_named(key: str, edition: Edition) -> None:
    players = (StreamPlayer("A", math.inf, 30, 50.0, -1), StreamPlayer("B", math.inf, 30, 50.0, -1))
    game = StreamGame(0, 1, (Seat(0, 1), Seat(1, 2)), None, 0, played=True)
    event = StreamEvent("events[0]", "T", FIRST_DAY, edition, (game,))

    with pytest.raises(NoRatingsError) as caught:
        answer_streams.compute(StreamJob(SYSTEMS[key], players, (event,)))

    assert caught.value.finding.path == "events[0]"


def test_findings_end_somewhere() -> None:
    job, findings = read_job(b'{"system": "ffg", "players": [%s], "events": []}' % b",".join([b"1"] * 5000))

    assert (job, len(findings)) == (None, 1001)
    assert (findings[-1].path, findings[-1].values) == ("$", {"most": 1000})


def test_table_of_con_reads_its_first_row_for_no_number() -> None:
    rule = pack_all([declared.EGF[1]])[0]

    assert gor._con.py_func(math.nan, rule) == rule[gor.CON]
