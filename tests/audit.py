"""Ask pip-audit about the packages of locks: `python -m tests.audit PIP-AUDIT LOCK...`.

Ends with 1 where a fault is known, with 3 where the advisories could not be asked of every package: pip-audit
takes a package its index does not answer for as one that is passed over, and ends well.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

GOOD, FAULTY, NOT_ASKED = 0, 1, 3
# The requests of a lock have to end some time where the network answers nothing at all.
SECONDS = 600


def audit(program: str, lock: str) -> list[Mapping[str, Any]] | None:
    """Return what pip-audit says of each package of a lock, or None where it could not ask."""
    command = [program, "--requirement", lock, "--require-hashes", "--disable-pip", "--format=json"]
    try:
        done = subprocess.run(
            [*command, "--progress-spinner=off"], capture_output=True, text=True, check=False, timeout=SECONDS
        )
        packages: list[Mapping[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return packages


def faults(packages: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a line a known fault."""
    return [
        f"{package['name']} {package['version']}: {fault['id']}"
        f" (mended in {', '.join(fault.get('fix_versions', [])) or 'no version'})"
        for package in packages
        for fault in package.get("vulns", [])
    ]


def main(words: Sequence[str]) -> int:
    """Print known faults, or the packages nothing could be asked about."""
    program, *locks = words
    answers = [audit(program, lock) for lock in locks]
    packages = {package["name"]: package for answer in answers if answer for package in answer}
    lines = faults(packages.values())
    silent = sorted(name for name, package in packages.items() if "skip_reason" in package)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    if lines:
        return FAULTY
    if None in answers or silent:
        sys.stdout.write(f"not asked about: {', '.join(silent) or 'anything'}\n")
        return NOT_ASKED
    return GOOD


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
