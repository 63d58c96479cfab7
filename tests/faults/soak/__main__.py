"""Two web machines, two workers and a beat on one PostgreSQL and one Redis for half an hour: what grows?

    DATABASE_URL=postgres://... REDIS_URL=redis://... python -m tests.faults.soak --minutes 30

Prints each process and server at the start, after three minutes and at the end, how long answers took, what
was done, and every error. Ends with 1 where there was one, or a game was lost or doubled.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import django

django.setup()

from tests.faults.conftest import database  # noqa: E402 - settings come first
from tests.faults.soak import figures, load  # noqa: E402 - as above
from tests.faults.stand import Stand, environment_of, wait_until  # noqa: E402 - as above
from tests.faults.test_streams import all_rated  # noqa: E402 - as above
from tests.faults.test_two_machines import serving  # noqa: E402 - as above

READERS = 5
WARM = 180.0  # seconds until every process has loaded what it uses
OPENED = 50  # games there are before


def main() -> int:
    """Open an office, load it, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=10, help="pages a second")
    given = parser.parse_args()
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        address = ending.enter_context(database("soak", like="template0"))
        addresses = {"DATABASE_URL": address, "REDIS_URL": os.environ["REDIS_URL"]}
        limits = {"API_RATE": "1000000", "API_TOKEN_RATE": "1000000"}
        stand = Stand(folder, environment_of(folder, addresses) | limits)
        ending.callback(stand.close)
        stand.python("manage.py", "migrate", "--verbosity", "0")
        machines = ending.enter_context(serving(stand))
        stand.do("play", "open", str(OPENED))
        token = stand.do("play", "let_in")["secret"]
        for one in machines:
            wait_until(lambda one=one: one.get("/readyz").status_code == 200, seconds=120)  # type: ignore[misc]  # called at once
        pressure = load.Load(stand, machines, until=time.monotonic() + given.minutes * 60)
        every = READERS / given.rate
        work = [threading.Thread(target=pressure.read, args=(number, every)) for number in range(READERS)]
        work += [
            threading.Thread(target=pressure.publish),
            threading.Thread(target=pressure.play, args=(token,)),
        ]
        for thread in work:
            thread.start()
        seen = list(_watch(folder, addresses, pressure))
        for thread in work:
            thread.join()
        found = all_rated(stand, OPENED + pressure.done["games"])
        is_right = stand.do("play", "scratch")["digest"] == found["digest"]
        _tell(seen, pressure)
        _say(f"games to the bit as from scratch: {is_right}")
    return int(bool(pressure.errors) or not is_right)


def _watch(folder: Path, addresses: dict[str, str], pressure: load.Load) -> Any:
    """Yield at the start, once it is warm and at the end what every process and server holds."""
    begun = time.monotonic()
    yield begun, figures.processes(folder), figures.servers(*addresses.values())
    for moment in sorted({min(begun + WARM, pressure.until), pressure.until}):
        time.sleep(max(0.0, moment - time.monotonic()))
        yield time.monotonic(), figures.processes(folder), figures.servers(*addresses.values())
        _say(
            f"{time.monotonic() - begun:.0f} s: {len(pressure.answers)} answers,"
            f" {len(pressure.errors)} errors"
        )


def _tell(seen: list[tuple[float, dict[int, dict[str, Any]], dict[str, Any]]], pressure: load.Load) -> None:
    """Print each process and server over time, then the answers."""
    last = seen[-1][1]
    for number in sorted(last, key=lambda one: (last[one]["machine"], one)):
        over = [then[number] for _, then, _ in seen if number in then]
        megabytes = " ".join(f"{one['own']:>5}" for one in over)
        rest = f"files {over[0]['files']}-{over[-1]['files']}, {over[-1]['seconds']:.0f} s of the processor"
        _say(f"{last[number]['machine']:<10}{last[number]['program']:<10}{megabytes} MB, {rest}")
    for name in seen[0][2]:
        _say(f"{name:<20}" + " ".join(f"{then[name]:>6}" for _, _, then in seen))
    for kind in ("read", "games"):
        waits = sorted(seconds for one, seconds, _ in pressure.answers if one == kind)
        statuses = dict(Counter(str(status) for one, _, status in pressure.answers if one == kind))
        middle, last_of_100 = waits[len(waits) // 2], waits[int(0.99 * (len(waits) - 1))]
        _say(f"{kind}: {len(waits)}, median {middle:.3f} s, p99 {last_of_100:.3f} s, {statuses}")
    _say(f"done: {dict(pressure.done)}")
    for error in pressure.errors:
        _say(error)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
