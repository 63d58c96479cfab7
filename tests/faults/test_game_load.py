"""Game servers over HTTP while a worker and a web process are killed: every game once, to the same bits."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from federation.management.commands import serve
from tests.bench import game_sender
from tests.bench.processor_time import children
from tests.faults.conftest import stands
from tests.faults.stand import PATIENCE, Stand, kill, wait_until
from tests.faults.test_streams import do, stands_right

pytestmark = pytest.mark.xdist_group("faults")
SENDERS, BATCHES, SIZE = 2, 8, 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((serve.ADDRESS, 0))
        return int(probe.getsockname()[1])


def bodies(folder: Path, sender: int) -> str:
    """Write the batches of a connection, one a line."""
    path = folder / f"bodies-{sender}"
    with path.open("w") as file:
        for batch in range(BATCHES):
            games = [
                {
                    "code": f"http-{sender}-{number}",
                    # Two seconds apart: the same two within one would be the same game.
                    "ended": 1_700_060_000_000 + (number * SENDERS + sender) * 2000,
                    "white": f"p{number % 40}",
                    "black": f"p{(number + 1 + number % 7) % 40}",
                    "result": ("1-0", "0-1", "1/2-1/2")[number % 3],
                }
                for number in range(batch * SIZE, (batch + 1) * SIZE)
            ]
            file.write(json.dumps({"system": "fics-blitz", "server": "table", "games": games}) + "\n")
    return str(path)


@pytest.mark.long
@pytest.mark.usefixtures("collected")
@stands("servers", release=["embedded", "rabbitmq"])
def test_games_over_http_are_each_rated_once_though_programs_are_killed_and_answers_lost(
    stand: Stand,
) -> None:
    do(stand, "open", "20")
    secret, port = do(stand, "let_in")["secret"], free_port()
    web = stand.start(serve.web_command(port))
    worker = stand.start_worker()
    wait_until(lambda: serve.taken(port))
    plan = {
        "host": serve.ADDRESS,
        "port": port,
        "token": secret,
        "start": time.time(),
        "every": 0.3,
        "lose_every": 4,
        "files": [bodies(stand.folder, sender) for sender in range(SENDERS)],
    }
    (stand.folder / "plan.json").write_text(json.dumps(plan))
    command = [sys.executable, str(game_sender.__file__), str(stand.folder / "plan.json")]
    sender = subprocess.Popen(command, stdout=subprocess.PIPE)
    wait_until(lambda: do(stand, "progress")["games"] > 20 + SENDERS * BATCHES * SIZE // 3)
    kill(worker)
    os.kill(children(web.pid)[0], signal.SIGKILL)
    stand.let_time_pass()
    stand.start_worker()

    told = [json.loads(line) for line in sender.communicate(timeout=PATIENCE)[0].splitlines()]
    lost = SENDERS * (BATCHES // 4)
    assert len(told) == SENDERS * BATCHES
    assert {one["status"] for one in told} <= {200, 202}
    assert {one["accepted"] + one["known"] for one in told} == {SIZE}
    assert sum(one["tries"] - 1 - one["refusals"] for one in told) >= lost
    stands_right(stand, 20 + SENDERS * BATCHES * SIZE)
