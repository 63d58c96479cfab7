"""Walking a document: its commands typed into a tree in their order, its other blocks put where it says."""

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.deployment.document import Block, blocks, commands
from tests.deployment.tree import Running, Shell
from tests.deployment.visit import EMAIL, PASSWORD, say, wait_for

ENVIRONMENT = "etc/palmares/environment"
# operations.md says: commands of the project run as the service's user with the service's environment.
PROGRAM = ".venv/bin/python manage.py "
AS_SERVICE = (
    f"systemd-run --pty --uid=palmares --working-directory=/opt/palmares -p EnvironmentFile=/{ENVIRONMENT} "
)
PAGE = "http://127.0.0.1:8000/lists/"
READY = "http://127.0.0.1:8000/readyz"
# What commands ask at the terminal, and what somebody types who reads the document.
ANSWERS = {r"\[Y/n\] ?$": "Y", r"(?i)password[^:\n]*: ?$": "password", r"(?i)enter it again: ?$": "password"}
OF_AN_ACCOUNT = {
    r"(?i)(e-?mail|adresse)[^:\n]*: ?$": EMAIL,
    r"(?i)password[^:\n]*: ?$": PASSWORD,
    r"(?i)name[^:\n]*: ?$": "Odile",
}


@dataclass
class Walk:
    """One walk; `failures`: the commands that did not end with 0, with the last of what they said."""

    machine: Running
    shell: Shell
    failures: list[str] = field(default_factory=list)

    def section(self, document: Path, heading: str, *, said: tuple[str, str] = ("", "")) -> None:
        """Walk every block of a section; `said`: a name the document invents, and the real one."""
        found = [one for one in blocks(document) if one.heading == heading]
        assert found, f"{document.name} has no commands under {heading}"
        for block in found:
            self.block(replace(block, text=block.text.replace(*said) if said[0] else block.text))

    def block(self, block: Block) -> None:
        """Type the commands of a block, or add its lines to the file they belong in."""
        if target := _file_of(block):
            with (self.machine.tree / target).open("a") as file:
                file.write(block.text)
            say(f"added   {len(block.text.splitlines())} lines to /{target}")
            return
        for command in commands(block.text):
            self.type(command)

    def type(self, command: str) -> str:
        """Type one command; returns what was printed."""
        if command.startswith(PROGRAM):
            command = AS_SERVICE + command
        done = self.shell.do(command, OF_AN_ACCOUNT if "createsuperuser" in command else ANSWERS)
        first = command.strip().splitlines()[0]
        if done.status:
            self.failures.append(f"{first}\n{done.words[-1500:]}")
        say(f"{'FAILED ' if done.status else 'ok     '} {first} ({done.seconds:.1f} s)")
        if done.status:
            say(done.words[-1500:])
        return done.words

    def is_ready(self, when: str) -> None:
        """See that the site says it is ready, and that its worker has done something since now."""
        journal = f"journalctl --since=@{int(time.time())} --no-pager -u 'palmares*'"
        try:
            wait_for(
                lambda: self._does(
                    f".venv/bin/python -c \"import urllib.request as u; u.urlopen('{READY}')\""
                )
            )
            wait_for(
                lambda: (
                    "succeeded" in self.machine.run(journal)
                    or self._does("test -f /etc/systemd/system/palmares.service")
                )
            )
        except AssertionError:
            self.failures.append(f"ready {when}\n{self.machine.run(journal)[-3000:]}")
            say(f"FAILED  ready {when}\n{self.failures[-1]}")
        else:
            say(f"ok      ready {when}")

    def expect(self, holds: bool, what: str) -> None:
        """Note whether something is as it should be."""
        say(f"{'ok     ' if holds else 'FAILED '} {what}")
        if not holds:
            self.failures.append(what)

    def _does(self, command: str) -> bool:
        try:
            self.machine.run(f"cd /opt/palmares && {command}")
        except subprocess.CalledProcessError:
            return False
        return True


def _file_of(block: Block) -> str:
    """Return the file that the lines of a block belong in; none where they are commands."""
    lines = [line for line in block.text.splitlines() if line]
    if block.language == "sh" and all(re.match(r"[A-Z_]+=[^ $(]", line) for line in lines):
        return ENVIRONMENT
    if not block.language and block.heading == "Redis with a password":
        return "etc/redis/redis.conf"
    return ""


@contextmanager
def reading(leader: int, site: str) -> Iterator[Counter[int]]:
    """Read a page of a tree's site ten times a second until the block ends; count what was answered."""
    statuses: Counter[int] = Counter()
    ask = [
        "nsenter",
        f"--target={leader}",
        "--net",
        sys.executable,
        "-m",
        "tests.deployment.reader",
        PAGE,
        site,
    ]
    with subprocess.Popen(ask, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        try:
            yield statuses
        finally:
            statuses.update(map(int, reader.communicate("over\n")[0].split()))


def units_failed(machine: Running) -> Iterator[str]:
    """Yield the last words of every unit that has failed."""
    for line in machine.run("systemctl --failed --no-legend --plain").splitlines():
        unit = line.split()[0]
        yield f"{unit}\n" + machine.run(f"journalctl -u {unit} -n 40 --no-pager")
