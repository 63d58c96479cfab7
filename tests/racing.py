"""Programs that act on the test database at once, each a process of its own.

They are forked by a process that has loaded the site, which takes longer than most of them act. A program
says "ready", waits for a line, acts, and says how it went.
"""

import atexit
import os
import socket
import sys
import textwrap
from functools import cache
from urllib.parse import urlsplit

from django.db import connection

from tests import forking

STDERR = 2
READY = """
print("ready", flush=True)
sys.stdin.readline()
"""
# What most programs prepare: the account their first argument names.
ACCOUNT = """
from federation.models import Account
from tournaments.intake import intake
from tournaments.submission import steps
from tournaments.models import Tournament, Upload
account = Account.objects.get(email=sys.argv[1])
"""


class Racer:
    """A program that waits for the word to act."""

    def __init__(self, script: str, words: tuple[str, ...]) -> None:
        given, asking = os.pipe()
        answers, said = os.pipe()
        self._process = forking.ask(_line(), "tests.racing", [script, *words], (given, said, STDERR))
        for number in (given, said):
            os.close(number)
        self._asking = os.fdopen(asking, "w")
        self._answers = os.fdopen(answers)

    def line(self) -> str:
        """Return the next line it says, without its end."""
        return self._answers.readline().rstrip("\n")

    def go(self) -> None:
        """Let it go on."""
        self._asking.write("go\n")
        self._asking.flush()

    def finish(self) -> str:
        """Return what it says up to its end, which has to be a good one."""
        self._asking.close()
        with self._answers:
            said = self._answers.read().strip()
        assert forking.wait(_line(), self._process) == 0, said
        return said

    def kill(self) -> None:
        """Kill it as the kernel would."""
        self._process.kill()
        self._asking.close()
        self._answers.close()


def start(script: str, *words: str, prepare: str = ACCOUNT) -> Racer:
    """Start a program with its arguments; return it once it has prepared what it needs and is ready."""
    racer = Racer("".join(map(textwrap.dedent, ("import sys\n", prepare, READY, script))), words)
    said = racer.line()
    assert said == "ready", said
    return racer


def race(script: str, *arguments: tuple[str, ...], prepare: str = ACCOUNT) -> list[str]:
    """Start a program for each tuple of arguments, let them go at once, and return what each says."""
    racers = [start(script, *words, prepare=prepare) for words in arguments]
    for racer in racers:
        racer.go()
    return [racer.finish() for racer in racers]


@cache
def _line() -> socket.socket:
    """Return the line to a process that has loaded the site on the test database; it ends with this one."""
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    environment = {"DJANGO_SETTINGS_MODULE": "federation.settings", "LOG_LEVEL": "CRITICAL"}
    line, process = forking.load({**os.environ, **environment, "DATABASE_URL": address.geturl()})

    def end() -> None:
        line.close()
        process.wait(60)

    atexit.register(end)
    return line


if __name__ == "__main__":
    _, program, *rest = sys.argv
    sys.argv = ["-c", *rest]
    exec(compile(program, "<racer>", "exec"), {"__name__": "__main__"})
