"""A Debian tree that runs its own systemd, and a root shell in it."""

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_PACKAGES = "systemd,systemd-sysv,dbus"
_START_SECONDS = 120.0
_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_DONE = re.compile(r"@@done (\d+)@@\r?\n")


def make(folder: Path, suite: str, mirror: str, *, name: str = "walked") -> Path:
    """Return a fresh tree of a Debian suite; made once by debootstrap, then copied."""
    kept = folder / suite
    if not kept.exists():
        made = folder / f"{suite}.making"
        bootstrap = ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", suite, str(made), mirror]
        subprocess.run(bootstrap, check=True, stdout=subprocess.DEVNULL)
        made.rename(kept)
    tree = folder / f"{suite}-{name}"
    if tree.exists():
        shutil.rmtree(tree)
    subprocess.run(["cp", "-a", str(kept), str(tree)], check=True)
    shutil.copyfile("/etc/resolv.conf", tree / "etc" / "resolv.conf")
    return tree


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended, what it printed, and how many seconds it took."""

    status: int
    words: str
    seconds: float


@dataclass
class Running:
    """A tree whose systemd runs."""

    tree: Path
    leader: int

    def namespaces(self) -> list[str]:
        """Return the command that enters the tree."""
        return ["nsenter", f"--target={self.leader}", "--all", "--root", "--wdns=/root"]

    def run(self, command: str) -> str:
        """Run a command to its end and return what it printed; raises CalledProcessError."""
        enter = [*self.namespaces(), "env", "-i", _PATH, "HOME=/root", "LANG=C.UTF-8", "sh", "-c", command]
        done = subprocess.run(enter, check=True, capture_output=True, text=True, timeout=900)
        return done.stdout

    @contextlib.contextmanager
    def shell(self) -> Iterator["Shell"]:
        """Open the shell of somebody who sits before the machine."""
        theirs, ours = os.openpty()
        words = [
            "env",
            "-i",
            _PATH,
            "HOME=/root",
            "LANG=C.UTF-8",
            "TERM=dumb",
            "DEBIAN_FRONTEND=noninteractive",
        ]
        shell = [*self.namespaces(), *words, "bash", "--norc", "--noprofile", "--noediting"]
        child = subprocess.Popen(["setsid", "--ctty", "--wait", *shell], stdin=ours, stdout=ours, stderr=ours)
        os.close(ours)
        try:
            yield Shell(theirs, self.tree)
        finally:
            child.kill()
            child.wait()
            os.close(theirs)


class Shell:
    """A shell at a terminal: commands as they are typed, and answers to what they ask."""

    def __init__(self, terminal: int, tree: Path) -> None:
        self._terminal, self._tree = terminal, tree
        self._type("PS1= PS2=; stty -echo; bind 'set enable-bracketed-paste off' 2>/dev/null")
        self.do(":", {})

    def do(self, command: str, answers: Mapping[str, str], *, seconds: float = 1800) -> Outcome:
        """Run a command in the shell; `answers`: what is typed where a pattern is asked.

        The command is read from a file: what stands behind it in the line is not read by the command itself.
        """
        (self._tree / "root" / "command").write_text(command + "\n")
        begun = time.monotonic()
        self._type(". /root/command; printf '\\n@@done %s@@\\n' $?")
        words, asked = "", 0
        while not (done := _DONE.search(words)):
            assert time.monotonic() - begun < seconds, f"{command}: no end\n{words[-2000:]}"
            if not select.select([self._terminal], [], [], 1.0)[0]:
                continue
            words += os.read(self._terminal, 65536).decode(errors="replace")
            for pattern, answer in answers.items():
                if found := re.search(pattern, words[asked:]):
                    asked += found.end()
                    time.sleep(0.2)  # until whoever asks listens
                    self._type(answer)
        return Outcome(int(done[1]), words[: done.start()].replace("\r", ""), time.monotonic() - begun)

    def _type(self, line: str) -> None:
        os.write(self._terminal, line.encode() + b"\n")


@contextlib.contextmanager
def running(tree: Path, *, network: str = "") -> Iterator[Running]:
    """Start the systemd of a tree; `network`: a network namespace that has been made for it."""
    boot = ["systemd-nspawn", "--register=no", "--keep-unit", f"--directory={tree}", "--resolv-conf=off"]
    if network:
        boot.append(f"--network-namespace-path=/run/netns/{network}")
    log = (tree.parent / f"{tree.name}.log").open("wb")
    with (
        log,
        subprocess.Popen(
            [*boot, "--boot", "--console=pipe"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
        ) as nspawn,
    ):
        try:
            yield Running(tree, _leader(nspawn.pid))
        finally:
            nspawn.send_signal(signal.SIGTERM)  # it tells the systemd inside to power off
            with contextlib.suppress(subprocess.TimeoutExpired):
                nspawn.wait(90)
            nspawn.kill()


def _leader(parent: int) -> int:
    """Return the process number of the systemd inside, once it has started what it starts."""
    limit = time.monotonic() + _START_SECONDS
    while time.monotonic() < limit:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for child in map(int, children):
            asked = ["nsenter", f"--target={child}", "--all", "--root", "systemctl", "is-system-running"]
            said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
            if said in ("running", "degraded"):
                return child
        time.sleep(0.5)
    raise TimeoutError("the tree's systemd did not start; its words are beside the tree")
