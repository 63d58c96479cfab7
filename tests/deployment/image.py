"""deploy/Dockerfile step by step in a tree, where no container engine is at hand.

A tree of Debian with a Python of its own in /usr/local stands for the image it begins with. PostgreSQL and
Redis run in the same tree, under the names compose gives them.
"""

import fnmatch
import json
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.deployment.tree import Running
from tests.deployment.visit import say

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
_BASE = (
    "apt-get update",
    "apt-get install -y --no-install-recommends ca-certificates python3-venv",
    "python3 -m venv /usr/local",
)
_SERVERS = (
    "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql redis-server",
    "systemctl disable --now redis-server",  # compose says how it starts
    "echo 127.0.0.1 postgresql redis >>/etc/hosts",
)


@dataclass
class Image:
    """What the steps of a Dockerfile have made of a tree so far."""

    machine: Running
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)

    def build(self) -> None:
        """Do every step in its order; raises CalledProcessError or NotImplementedError."""
        for step in _BASE:
            self.machine.run(step)
        for word, rest in steps((DEPLOY / "Dockerfile").read_text()):
            begun = time.monotonic()
            do = getattr(self, f"_{word.lower()}", None)
            if do is None:
                raise NotImplementedError(f"the walk knows no step {word}: {rest}")
            do(rest)
            say(f"ok      {word} {rest[:90]} ({time.monotonic() - begun:.1f} s)")

    def start(self, command: list[str], environment: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
        """Start a program as a container of the image does."""
        with log.open("wb") as words:
            return subprocess.Popen(self._entered(command, environment), stdout=words, stderr=words)

    def run(self, command: list[str], environment: dict[str, str]) -> str:
        """Run a program to its end; raises CalledProcessError."""
        done = subprocess.run(
            self._entered(command, environment), check=True, capture_output=True, text=True, timeout=1800
        )
        return done.stdout

    def _entered(self, command: list[str], environment: dict[str, str]) -> list[str]:
        path = {"PATH": "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/"}
        said = [f"{name}={value}" for name, value in {**path, **self.environment, **environment}.items()]
        who = (
            []
            if self.user == "root"
            else ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--init-groups"]
        )
        return [*self.machine.namespaces(), "env", "-i", f"--chdir={self.folder}", *said, *who, *command]

    def _from(self, rest: str) -> None:
        assert re.fullmatch(r"python:3\.\d+-slim-\w+", rest), rest

    def _env(self, rest: str) -> None:
        self.environment |= dict(one.partition("=")[::2] for one in shlex.split(rest))

    def _workdir(self, rest: str) -> None:
        self.folder = rest
        self.machine.run(f"mkdir -p {shlex.quote(rest)}")

    def _copy(self, rest: str) -> None:
        *sources, target = shlex.split(rest)
        there = self.machine.tree / self.folder.lstrip("/") / target
        for source in sources:
            for path in _files(ROOT / source):
                place = there / (path.relative_to(ROOT) if source == "." else path.name)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place)

    def _run(self, rest: str) -> None:
        self.run(["sh", "-c", rest], {})

    def _user(self, rest: str) -> None:
        self.user = rest

    def _volume(self, rest: str) -> None:
        assert (self.machine.tree / rest.lstrip("/")).is_dir()

    def _expose(self, rest: str) -> None:
        assert rest == "8000"

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the steps of a Dockerfile: the word, and the rest with its lines joined."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        word, _, rest = line.partition(" ")
        yield word, re.sub(r"\s{2,}", " ", rest)


def _files(place: Path) -> Iterator[Path]:
    """Yield a file, or those of a folder git knows and Dockerfile.dockerignore lets through."""
    if place.is_file():
        yield place
        return
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.split("\0"):
        if name and not any(fnmatch.fnmatch(name, f"{one}*") for one in ignored):
            yield ROOT / name


def settle_servers(machine: Running, password: str) -> None:
    """Install PostgreSQL and Redis under the names compose gives them."""
    for step in _SERVERS:
        machine.run(step)
    role = f"CREATE ROLE palmares LOGIN CREATEDB PASSWORD '{password}'"
    machine.run(f'runuser -u postgres -- psql -qc "{role}"')
    machine.run("runuser -u postgres -- createdb --owner palmares --template template0 palmares")
