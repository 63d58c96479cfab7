"""Files that differ from the main branch, as git knows them."""

import subprocess
from pathlib import Path

MAIN = "main"


def touched(root: Path) -> list[str]:
    """Return paths below the root: changed since the branch left main, in the work tree too, or untracked.

    On main itself: changed since the last commit. Raises CalledProcessError where git knows no such tree.
    """
    changed = git(root, "diff", "--name-only", "--no-renames", "--relative", starting_point(root))
    new = git(root, "ls-files", "--others", "--exclude-standard")
    return sorted({*changed, *new})


def starting_point(root: Path) -> str:
    """Return the commit that files are compared with."""
    if git(root, "rev-parse", "--abbrev-ref", "HEAD") == [MAIN]:
        return "HEAD"
    for main in (MAIN, f"origin/{MAIN}"):
        try:
            return git(root, "merge-base", "HEAD", main)[0]
        except subprocess.CalledProcessError:
            continue  # a clone of one branch alone
    return "HEAD"


def git(root: Path, *words: str) -> list[str]:
    """Return the lines that git prints; raises CalledProcessError where it refuses."""
    command = ["git", "-c", "core.quotepath=off", "-C", str(root), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
