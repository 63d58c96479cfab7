"""A worker killed again and again while it tells a program: nothing is lost, what comes twice says so."""

import time
from collections import Counter
from functools import partial

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from tests.faults.conftest import Stand, kill, wait_until
from tests.federation.webhooks.receiver import Receiver, listening

pytestmark = pytest.mark.xdist_group("faults")
EVENTS, KILLS = 300, 4


def _has_heard(server: Receiver, count: int) -> bool:
    return len(server.heard) > count


def test_worker_killed_while_it_tells_a_program_loses_nothing(stand: Stand) -> None:
    stand.environment["WEBHOOK_PRIVATE"] = "True"
    with listening() as server:
        server.seconds = 0.05  # so that every kill comes in the middle
        office = stand.do("hooks", "listen", server.url)
        stand.do("hooks", "happen", str(EVENTS), *map(str, office["players"]))
        for part in range(1, KILLS + 1):
            worker, enough = stand.start_worker(), part * EVENTS // (KILLS + 2)
            wait_until(partial(_has_heard, server, enough), seconds=60)
            kill(worker)
        at_kill = len(set(server.names()))

        server.seconds = 0.0
        stand.start_worker()
        wait_until(lambda: stand.do("hooks", "tell")["states"] == {"delivered": EVENTS}, seconds=90)
        time.sleep(0.5)

    found, verifier = stand.do("hooks", "tell"), Verifier(office["secret"])
    for _path, headers, body in server.heard:
        assert verifier.verify(body, headers)["type"] == "player.merged"
    heard = Counter(server.names())
    assert at_kill < EVENTS
    assert set(heard) == set(found["names"])
    assert len(heard) == found["lines"] == EVENTS
    assert sum(heard.values()) - EVENTS <= KILLS * 4  # of each kill no more than was under way
