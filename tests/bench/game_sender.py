"""Stand-alone game server client: sends batches over HTTP by the clock, answered or not.

`python game_sender.py PLAN` reads a plan as JSON: `host`, `port`, `token`, `start` (seconds since 1970),
`every` (seconds between two batches of a connection), `lose_every` (of so many batches one answer is not
waited for) and `files`, one a connection, a batch a line. It prints a line of JSON a batch. Standard library
alone: what it computes is not the site's.
"""

import contextlib
import http.client
import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

PATH = "/api/v1/games"
TIMEOUT = 60.0
PAUSE = 0.2  # seconds before a batch without an answer is sent again
LONGEST_WAIT = 5.0  # seconds, independent of Retry-After: a bench has no half hour
_print = threading.Lock()


class Sender:
    """One connection that sends its batches in order, each until it is answered."""

    def __init__(self, plan: dict[str, Any], number: int) -> None:
        self._plan, self._number = plan, number
        self._connection = http.client.HTTPConnection(plan["host"], plan["port"], timeout=TIMEOUT)
        self._head = {
            "Authorization": f"Bearer {plan['token']}",
            "Content-Type": "application/json",
            "Host": "localhost",
        }

    def run(self) -> None:
        """Send every batch at its time, or as soon after it as the one before is answered."""
        plan, count = self._plan, len(self._plan["files"])
        with Path(plan["files"][self._number]).open("rb") as file:
            for place, line in enumerate(file):
                due = plan["start"] + plan["every"] * (place + self._number / count)
                time.sleep(max(0.0, due - time.time()))
                is_lost = place % plan["lose_every"] == plan["lose_every"] - 1
                outcome = self._send_until_answered(line.rstrip(b"\n"), is_lost=is_lost)
                _write({"sender": self._number, "batch": place, "due": due, **outcome})
        self._connection.close()

    def _send_until_answered(self, body: bytes, *, is_lost: bool) -> dict[str, Any]:
        """Send one batch, again where no answer came or it shall come again; return its outcome."""
        tries, refusals, begun = 0, 0, time.time()
        if is_lost:
            self._send_and_leave(body)
            tries += 1
        while True:
            tries += 1
            try:
                status, wait, document = self._send(body)
            except (OSError, http.client.HTTPException):
                self._connection.close()
                time.sleep(PAUSE)
                continue
            if status in (429, 503):
                refusals += 1
                time.sleep(min(wait, LONGEST_WAIT))
                continue
            delivery = {"status": status, "tries": tries, "refusals": refusals, "sent": begun}
            taken = {name: document.get(name, 0) for name in ("accepted", "known", "code")}
            return {**delivery, **taken, "refused": len(document.get("refused", ())), "answered": time.time()}

    def _send(self, body: bytes) -> tuple[int, float, dict[str, Any]]:
        self._connection.request("POST", PATH, body, self._head)
        answer = self._connection.getresponse()
        reply = answer.read()
        try:
            document = json.loads(reply)
        except ValueError:
            document = {"code": reply[:80].decode(errors="replace")}
        return answer.status, float(answer.headers.get("Retry-After") or PAUSE), document

    def _send_and_leave(self, body: bytes) -> None:
        """Send a batch and close the line before the answer is there."""
        with contextlib.suppress(OSError):
            self._connection.request("POST", PATH, body, self._head)
        self._connection.close()


def _write(record: dict[str, Any]) -> None:
    with _print:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()


def main(path: str) -> None:
    """Send the batches of a plan, a thread a connection."""
    plan = json.loads(Path(path).read_text())
    senders = [threading.Thread(target=Sender(plan, number).run) for number in range(len(plan["files"]))]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()


if __name__ == "__main__":
    main(sys.argv[1])
