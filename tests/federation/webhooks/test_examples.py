"""The receivers of docs/webhooks.md as they stand there, each in a process of its own."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from federation.webhooks import endpoints, sending
from tests import ports, waiting

PROGRAMS = {"python": [sys.executable, "-u"], "javascript": ["node"]}
BODY = '{"type":"player.merged","timestamp":"2026-11-23T15:00:00Z","data":{"kept":"é"}}'.encode()


def example(language: str) -> str:
    text = (settings.BASE_DIR / "docs" / "webhooks.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return str(found)


@pytest.mark.parametrize("language", PROGRAMS)
def test_receiver_takes_what_is_signed_once_and_nothing_else(language: str, tmp_path: Path) -> None:
    command = PROGRAMS[language]
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here")
    (tmp_path / "receiver.cjs").write_text(example(language), encoding="utf-8")
    port = ports.free_port()
    seed, other = endpoints.new_seed(), endpoints.new_seed()
    told = {**os.environ, "PORT": str(port), "WEBHOOK_SECRET": endpoints.secret_of(seed), "PYTHONUTF8": "1"}
    url, keys = f"http://127.0.0.1:{port}/", [endpoints.key_of(seed)]

    def send(moment: int, name: str = "evt_1", keys: list[bytes] = keys, body: bytes = BODY) -> int | None:
        headers = endpoints.signed_headers(name, moment, BODY, keys)
        return sending.post(url, body, headers, private=True).status

    now = int(time.time())
    with subprocess.Popen(
        [*command, str(tmp_path / "receiver.cjs")],
        env=told,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as program:
        waiting.until(lambda: send(now) is not None or program.poll() is not None, "a receiver that listens")
        answers = [
            send(now),
            send(now, "evt_2", [endpoints.key_of(other), *keys]),
            send(now, "evt_3", [endpoints.key_of(other)]),
            send(now, "evt_4", body=BODY + b" "),
            send(now - 600, "evt_5"),
            sending.post(url, BODY, {}, private=True).status,
        ]
        program.terminate()
        said = program.stdout.read().splitlines() if program.stdout else []

    assert answers == [204, 204, 401, 401, 401, 401]
    assert len(said) == 2
    assert all(line.startswith("player.merged") and "é" in line for line in said)
