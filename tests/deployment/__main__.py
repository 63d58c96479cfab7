"""Walk docs/deploy.md in a fresh Debian tree that runs its own systemd, and visit the site it makes.

    python -m tests.deployment bookworm servers --folder /var/tmp/trees --network walked

Needs root, debootstrap, systemd-nspawn (package systemd-container) and 3 GB in the folder. The tree uses
ports 80, 443, 5432, 6379 and 8000 of its network: give it a namespace of its own that reaches the package
sources. `--copy` puts a file of this machine into the tree first (pip's configuration, certificates).
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.deployment import tree
from tests.deployment.visit import say
from tests.deployment.walk import Walk, reading, units_failed

ROOT = Path(__file__).resolve().parents[2]
DEPLOY, OPERATIONS = ROOT / "docs" / "deploy.md", ROOT / "docs" / "operations.md"
SITE = "ratings.example.org"
CERTIFICATE = f"etc/ssl/certs/{SITE}.pem"
WAYS = {
    "embedded": ("Installing", "One machine, embedded", "Behind nginx", "The first account"),
    "servers": ("Installing", "Servers", "Behind nginx", "The first account"),
}
# What an office on servers may change later; after each the site is ready and its worker works.
LATER = ("Redis with a password", "RabbitMQ", "A role of its own for the site")


def main() -> int:
    """Walk one way in one tree; returns 1 where a command, a unit or a visit failed."""
    given = arguments(__doc__ or "", ways=list(WAYS))
    made = given.folder / f"{given.suite}-walked" if given.again else _prepare(given)
    with tree.running(made, network=given.network) as machine, machine.shell() as shell:
        walk = Walk(machine, shell)
        for heading in WAYS[given.way] if not given.again else ():
            say(f"== {heading}")
            walk.section(DEPLOY, heading)
        walk.type("cd /opt/palmares")
        walk.is_ready("after the start")
        failed = visit(given.network, SITE, str(made / CERTIFICATE))
        if given.way == "servers":
            _keep(walk)
            _upgrade(walk)
            _change(walk)
        for one in units_failed(machine):
            walk.failures.append(one)
            say(f"FAILED  {one}")
    say(f"{len(walk.failures)} commands or units failed, {failed} visits")
    return int(bool(walk.failures or failed))


def copy_into(made: Path, pairs: list[str]) -> None:
    """Copy files of this machine into a tree; each as FILE:PLACE."""
    for pair in pairs:
        source, _, place = pair.partition(":")
        target = made / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(Path(source).read_bytes())


def _prepare(given: argparse.Namespace) -> Path:
    """Return a fresh tree with what is there before the document begins."""
    made = tree.make(given.folder, given.suite, given.mirror)
    copy_into(made, given.copy)
    git = ["git", "archive", "--prefix=palmares/", f"--output={made / 'root' / 'palmares.tar.gz'}", "HEAD"]
    subprocess.run(git, cwd=ROOT, check=True)
    return made


def arguments(description: str, ways: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("suite", help="bookworm, trixie ...")
    if ways:
        parser.add_argument("way", choices=ways)
        parser.add_argument(
            "--again", action="store_true", help="with the tree of the last walk, as after a restart"
        )
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--network", default="", help="a namespace `ip netns` knows")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--copy", action="append", default=[], metavar="FILE:PLACE")
    return parser.parse_args()


def visit(network: str, *site: str) -> int:
    """Visit a site inside the network of its tree; returns 0 where all is as it should be."""
    enter = ["nsenter", f"--net=/run/netns/{network}"] if network else []
    command = [*enter, sys.executable, "-m", "tests.deployment.visit", *site]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def _keep(walk: Walk) -> None:
    """Back up, restore into an empty database, and start again."""
    say("== Backup and restore")
    walk.section(OPERATIONS, "What to back up")
    made = walk.machine.run("ls /srv/backups").split()
    walk.section(OPERATIONS, "Restoring", said=("palmares-20261101T020000Z", made[-1] if made else "none"))
    walk.is_ready("after restoring")


def _upgrade(walk: Walk) -> None:
    """Take the code that lies there as new code, and load it while visitors read."""
    say("== An upgrade nobody notices")
    with reading(walk.machine.leader, SITE) as statuses:
        walk.section(OPERATIONS, "Without anybody noticing")
        walk.is_ready("after the upgrade")
    walk.expect(set(statuses) == {200}, f"visitors of the upgrade: {statuses}")


def _change(walk: Walk) -> None:
    """Do what an office on servers may do later."""
    for heading in LATER:
        say(f"== {heading}")
        walk.section(DEPLOY, heading)
        walk.is_ready(heading)


if __name__ == "__main__":
    sys.exit(main())
