"""Two installations, each with its database, its programs and its keys, watch each other over HTTP."""

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.faults.stand import Stand, wait_until
from tests.faults.stand import environment_of as environment

pytestmark = pytest.mark.xdist_group("faults")


class Installation:
    """One of the two, with its web server on a port of this machine."""

    def __init__(self, name: str, folder: Path, tables: Path) -> None:
        (folder / "var").mkdir(parents=True)
        shutil.copy(tables, folder / "var")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.name, self.address = name, f"http://127.0.0.1:{self.port}/log"
        own = {
            "PUBLIC_LOG_ORIGIN": f"{name}.example.org/log",
            "WITNESS_NAME": f"{name}.example.org/witness",
            "WEBHOOK_PRIVATE": "True",
            "ALLOWED_HOSTS": "127.0.0.1",
        }
        self.stand = Stand(folder, environment(folder, own))

    def serve(self) -> None:
        """Start the web server and wait for it."""
        self.stand.run("manage", "runserver", "--noreload", f"127.0.0.1:{self.port}")
        wait_until(self._is_up)

    def _is_up(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def do(self, act: str, *arguments: str) -> dict[str, str]:
        """Have the clerk of the installation do something."""
        said: dict[str, str] = self.stand.do("logs", act, *arguments)
        return said

    def read(self, path: str) -> str:
        """Return a file below the log's address."""
        with urlopen(f"{self.address}/{path}", timeout=120) as answer:
            return str(answer.read().decode())


@pytest.fixture
def both(tables: Path, tmp_path: Path) -> Iterator[tuple[Installation, Installation]]:
    made = [Installation(name, tmp_path / name, tables) for name in ("north", "south")]
    try:
        for one in made:
            one.serve()
        yield made[0], made[1]
    finally:
        for one in made:
            one.stand.close()


def test_two_installations_cosign_each_other_and_shout_when_one_is_rewritten(
    both: tuple[Installation, Installation],
) -> None:
    north, south = both
    keys = {one.name: one.do("extend") for one in both}
    for one, other in ((north, south), (south, north)):
        one.do("watch", other.address, keys[other.name]["log"])
    witnesses = {one.name: one.do("look")["witness"] for one in both}
    for one, other in ((north, south), (south, north)):
        one.do("trust", other.address, witnesses[other.name])
        assert one.do("look")["problems"] == ""

    for one, other in ((north, south), (south, north)):
        note = one.read("cosigned-checkpoint")
        assert note == one.read("checkpoint")
        assert f"— {other.name}.example.org/witness " in note

    honest = south.read("checkpoint")
    south.do("rewrite")
    assert south.read("checkpoint") != honest
    told = north.do("look")
    assert told["alarms"] == "south.example.org/log rewritten"
    evidence = north.read("evidence/1.txt")
    assert honest.partition("\n\n")[0] in evidence
    assert south.read("checkpoint").partition("\n\n")[0] in evidence
    # South hears it from its witness too: what that had cosigned is no longer in its own tree.
    assert south.do("look")["alarms"] == "south.example.org/log rewritten"
