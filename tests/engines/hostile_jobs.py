"""Random rating jobs with hostile numbers over every system, computed in a process that may die.

A long run by hand: `python -m tests.engines.hostile_jobs --jobs 180000`.
"""

import json
import math
import random
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ratings.rating_job.document import NoRatingsError
from ratings.rating_job.reading import read_job
from ratings.rulebook.editions import parameters_of
from ratings.rulebook.systems import COMPUTABLE, computable

Json = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
ANSWERED, REFUSED, NO_RATINGS = "answered", "refused", "no finite ratings"

TOO_LARGE = "@1e999@"  # written as a number no float holds
HOSTILE: tuple[Any, ...] = (
    0, -0.0, 1, -1, 1e308, -1e308, 5e-324, -5e-324, 1e-9, 1e9, -1e9, 1e16, 2**31, -(2**31), 2**63, -(2**63),
    10**400, math.nan, math.inf, -math.inf, TOO_LARGE, "1e308", "NaN", "", None, True, False, [], {},
)  # fmt: skip
# What a reader without bounds would hand to the engines.
FINITE = (0, -1, 0.001, 1e308, -1e308, 1e200, 1e16, -1e16, 1e9, -1e9, 5e-324, 1e-9)
NUMBERS = (0, -0.0, 1e-9, -1e-9, 0.5, 1, -1, 99.999, -2950, 850, 3299.9, 3300, 10_000, -10_000)


@dataclass(slots=True)
class Sweep:
    """What came of the jobs of a sweep; a job is named by its seed."""

    outcomes: Counter[str] = field(default_factory=Counter)
    deaths: dict[int, int] = field(default_factory=dict)  # seed -> exit status of the process
    faults: list[str] = field(default_factory=list)


class Maker:
    """Makes one job from a seed: with every number in its bounds, with numbers outside, with anything."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.system = COMPUTABLE[computable()[seed % len(computable())]]
        kind = self.random.random()
        self.outside, self.wild = kind < 0.3, kind > 0.85

    def job(self) -> bytes:
        """Return the job as a file."""
        names = [f"P{number}" for number in range(self.random.randint(4, 8))]
        job: Json = {
            "system": self.system.key,
            "players": [self.player(name) for name in names],
            "events": [self.event(number, names) for number in range(self.random.randint(1, 3))],
        }
        if self.random.random() < 0.9:
            job["parameters"] = self.parameters()
        if self.random.random() < 0.3:
            job["edition"] = self.random.choice(self.system.editions).name
        if self.wild:
            self.spoil(job)
        return json.dumps(job).replace(f'"{TOO_LARGE}"', "1e999").encode()

    def parameters(self) -> Json:
        """Return replaced constants, a few or all."""
        edition = self.random.choice(self.system.editions)
        known = parameters_of(edition)
        share = self.random.choice((0.1, 0.5, 1.0))
        chosen = [name for name in known if self.random.random() < share]
        found = {name: self.constant(name, known[name]) for name in chosen}
        for low, high in edition.rising if not self.wild and not self.outside else ():
            pair = [found.get(name, known[name]) for name in (low, high)]
            if not pair[0] < pair[1]:
                found[low], found[high] = sorted(pair)
        return found

    def constant(self, name: str, present: object) -> Any:
        """Return a value of a constant: on its bounds, between them, or anything."""
        edition = self.system.editions[-1]
        if self.wild and self.random.random() < 0.2:
            return self.random.choice(HOSTILE)
        if self.outside and not isinstance(present, bool | str) and self.random.random() < 0.3:
            return self.random.choice(FINITE)
        if isinstance(present, bool):
            return self.random.random() < 0.5
        if isinstance(present, str):
            return self.random.choice(sorted(edition.words[name]))
        bounds = edition.bounds[name]
        between = self.random.uniform(bounds.least, bounds.most)
        near = present * self.random.choice((0.01, 0.5, 0.99, 1, 1.01, 2, 100))  # type: ignore[operator]  # numbers alone are drawn near
        value = self.random.choice((bounds.least, bounds.most, between, near, near))
        value = min(max(value, bounds.least), bounds.most)
        return value if bounds.decimals is None else round(value, bounds.decimals)

    def rating(self) -> Any:
        """Return a rating of the system, perhaps none."""
        if self.random.random() < (0.1 if self.wild or self.outside else 0):
            return self.random.choice(HOSTILE if self.wild else FINITE)
        if self.system.entry.moves_by_period:
            return self.random.choice((None, 1, 4000, self.random.randint(1000, 3000)))
        return self.random.choice((None, *NUMBERS, self.random.uniform(-3000, 3500)))

    def player(self, name: str) -> Json:
        """Return a player with the keys of the system."""
        found: Json = {"id": name, "rating": self.rating()}
        own: Json = {"games": self.random.choice((0, 1, 19, 20, 10**6))}
        if self.system.entry.moves_by_event:
            grades = ("30k", "5k", "1d", "9d", "9p")
            own |= {"grade": self.random.choice(grades), "highest_grade": self.random.choice(grades)}
        elif self.system.entry.moves_by_period:
            born = self.random.choice((1850, 1990, 2015, 2150))
            own |= {"k": self.random.choice((1, 20, 1000)), "peak": 2400, "birth_year": born}
        elif self.system.engine == "glicko":
            moments = ("1970-01-01T00:00:00Z", "2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z")
            own["deviation"] = self.random.choice((0, 1e-9, 80, 350, 10_000))
            own["last_game"] = self.random.choice(moments)
        return found | {key: value for key, value in own.items() if self.random.random() < 0.5}

    def event(self, number: int, names: list[str]) -> Json:
        """Return an event; its games have no rounds, so nobody plays twice in one."""
        year = self.random.choice((2015, 2022, 2023, 2025, 2030))
        games = [self.game(names) for _ in range(self.random.randint(1, 8))]
        event: Json = {"id": f"E{number}", "start": f"{year}-{number + 1:02}-10", "games": games}
        if self.system.entry.moves_by_event and self.random.random() < 0.3:
            event |= {"class": self.random.choice("ABCD"), "time": self.random.choice((0, 20, 60, 10**6))}
        return event

    def game(self, names: list[str]) -> Json:
        """Return a game of two, of two teams or of several, as the system knows them."""
        if self.system.key == "ladder" and self.random.random() < 0.4:
            seats = self.random.sample(names, self.random.randint(2, len(names)))
            return {
                "places": [[one] for one in seats],
                "max_points": self.random.choice((0, 1e-9, 32, 10_000)),
            }
        result = self.random.choice(("1-0", "0-1", "1/2-1/2"))
        ended = {"ended": f"{self.random.randint(1970, 9999)}-05-05T10:00:00Z"}
        teams = self.system.key == "fics-bughouse" or (
            self.system.key == "fics-glicko" and self.random.random() < 0.3
        )
        if teams:
            four = self.random.sample(names, 4)
            return {"teams": [four[:2], four[2:]], "result": result, **ended}
        white, black = self.random.sample(names, 2)
        game: Json = {"white": white, "black": black, "result": result}
        if self.system.entry.moves_by_event and self.random.random() < 0.5:
            game |= {
                "handicap": self.random.randint(0, 99),
                "board_size": self.random.choice((9, 13, 19, 52)),
            }
        return game | (ended if self.system.engine == "glicko" else {})

    def spoil(self, job: Json) -> None:
        """Put a hostile value somewhere into a job."""
        place: Any = job
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            if not keys:
                return
            key = self.random.choice(list(keys))
            if not isinstance(place[key], dict | list) or self.random.random() < 0.1:
                place[key] = self.random.choice(HOSTILE)
                return
            place = place[key]


def spoiled(job: bytes, chance: random.Random) -> bytes:
    """Return a job with hostile values at one to three places."""
    document = json.loads(job)
    maker = Maker(0)
    maker.random = chance
    for _ in range(chance.randint(1, 3)):
        maker.spoil(document)
    return json.dumps(document).replace(f'"{TOO_LARGE}"', "1e999").encode()


def numbers_in(value: Any) -> Iterator[float]:
    """Yield every float of an answer."""
    if isinstance(value, float):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from numbers_in(one)


def judge(content: bytes) -> str:
    """Compute a job and return what came of it.

    Raises AssertionError for a NaN, an infinity or a finding without path or sentence; whatever else a job
    raises is a fault, too.
    """
    from ratings.rating_job.answer import written  # here: numba is loaded by the process that may die

    job, findings = read_job(content)
    if job is None:
        assert findings
        assert all(one.path and "{" not in one.text.format(**one.values) for one in findings)
        return REFUSED
    try:
        answer = json.loads(written(job))
    except NoRatingsError:
        return NO_RATINGS
    assert all(map(math.isfinite, numbers_in(answer)))
    return ANSWERED


def sweep(first: int, jobs: int) -> Sweep:
    """Compute jobs in a process of their own, begun again behind a job it died of."""
    found, seed, end = Sweep(), first, first + jobs
    while seed < end:
        command = [sys.executable, "-m", "tests.engines.hostile_jobs", "--child", str(seed), str(end)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            for line in child.stdout or ():
                outcome, _, fault = line.strip().partition("\t")
                found.outcomes[outcome] += 1
                found.faults += [fault] if fault else []
                seed += 1
        if child.returncode:
            found.deaths[seed] = child.returncode
            seed += 1
    return found


def _child(first: int, end: int) -> None:
    for seed in range(first, end):
        content = Maker(seed).job()
        try:
            said = judge(content)
        except Exception as error:
            said = f"fault\tseed {seed}: {type(error).__name__} {error} in {content.decode()}"
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()


def main() -> None:
    """Sweep by hand."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--child", type=int, nargs=2)
    options = parser.parse_args()
    if options.child:
        _child(*options.child)
        return
    found = sweep(options.first, options.jobs)
    sys.stdout.write(f"{dict(found.outcomes)}, deaths {found.deaths}, faults {len(found.faults)}\n")
    sys.stdout.writelines(f"{fault}\n" for fault in found.faults[:20])


if __name__ == "__main__":
    main()
