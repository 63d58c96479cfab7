"""A worker killed again and again while it tells a program: nothing is lost, what comes twice says so."""

from collections import Counter
from functools import partial

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from tests.faults.conftest import stands
from tests.faults.stand import Stand, kill, wait_until
from tests.federation.webhooks.receiver import Receiver, listening

pytestmark = pytest.mark.xdist_group("faults")
EVENTS = 60
KILLS = {
    "embedded": 2,
    "servers": 4,
}  # four: one more than a job is begun, so that another has what it leaves


def _has_more(server: Receiver, count: int) -> bool:
    return len(server.heard) > count


@stands("embedded", release=["servers"])
def test_worker_killed_while_it_tells_a_program_loses_nothing(
    stand: Stand, request: pytest.FixtureRequest
) -> None:
    kills = KILLS[request.node.callspec.params["stand"]]
    stand.environment["WEBHOOK_PRIVATE"] = "True"
    with listening() as server:
        office = stand.do("hooks", "listen", server.url)
        stand.do("hooks", "happen", str(EVENTS), *map(str, office["players"]))
        for part in range(1, kills + 1):
            server.silent_after = part * EVENTS // (kills + 2)  # so that every kill comes in the middle
            worker = stand.start_worker()
            wait_until(partial(_has_more, server, server.silent_after))
            kill(worker)
            stand.let_time_pass()
        at_kill = len(set(server.names()))

        server.silent_after = None
        stand.start_worker()
        wait_until(lambda: stand.do("hooks", "tell")["states"] == {"delivered": EVENTS})

    found, verifier = stand.do("hooks", "tell"), Verifier(office["secret"])
    for _path, headers, body in server.heard:
        assert verifier.verify(body, headers)["type"] == "player.merged"
    heard = Counter(server.names())
    assert at_kill < EVENTS
    assert set(heard) == set(found["names"])
    assert len(heard) == found["lines"] == EVENTS
    assert sum(heard.values()) - EVENTS <= 4 * (found["begun"] - 1)  # of each kill no more than was under way
