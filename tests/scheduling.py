"""Which tests a worker does one after the other: those of a file, or of files that share a group.

pytest-xdist writes groups behind the names of tests (`--dist loadgroup`), where pytest 9.2 lets nobody write
any more: every test was a group of its own, and what a module builds once was built by each worker.
"""

import re
from functools import cache
from pathlib import Path

from xdist.scheduler.loadscope import LoadScopeScheduling

ROOT = Path(__file__).resolve().parents[1]
_GROUP = re.compile(r'xdist_group\("([^"]+)"\)')


@cache
def group_of(path: str) -> str | None:
    """Return the group a file of tests names, which all its tests are of."""
    match = _GROUP.search((ROOT / path).read_text(encoding="utf-8"))
    return match.group(1) if match else None


class Groups(LoadScopeScheduling):
    """Give tests to workers one by one, those of a group to one of them."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid.partition("::")[0]) or nodeid
