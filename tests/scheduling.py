"""Which tests a worker does one after the other: those of a file, or of files that share a group.

pytest-xdist writes groups behind the names of tests (`--dist loadgroup`), where pytest 9.2 lets nobody write
any more: every test was a group of its own, and what a module builds once was built by each worker.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from xdist.scheduler.loadscope import LoadScopeScheduling

ROOT = Path(__file__).resolve().parents[1]
_GROUP = re.compile(r'xdist_group\("([^"]+)"\)')


@cache
def group_of(path: str) -> str | None:
    """Return the group a file of tests names, which all its tests are of."""
    match = _GROUP.search((ROOT / path).read_text(encoding="utf-8"))
    return match.group(1) if match else None


class Groups(LoadScopeScheduling):
    """Give tests to workers one by one, those of a group to one of them.

    What is done is forgotten, and the place of a test is looked up: else each test walks through all
    that the worker has done, and through the names of all, which takes twenty seconds of a whole run.
    """

    def __init__(self, config: Any, log: Any) -> None:
        super().__init__(config, log)
        self._places: dict[Any, dict[str, int]] = {}

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid.partition("::")[0]) or nodeid

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Note that a worker has done a test, and give it another one."""
        name = self.registered_collections[node][item_index]
        scope, work = self._split_scope(name), self.assigned_work[node]
        work[scope][name] = True
        if all(work[scope].values()):
            del work[scope]
        self._reschedule(node)

    def _assign_work_unit(self, node: Any) -> None:
        scope, unit = self.workqueue.popitem(last=False)
        self.assigned_work.setdefault(node, {})[scope] = unit
        if node not in self._places:
            names = self.registered_collections[node]
            self._places[node] = {name: place for place, name in enumerate(names)}
        node.send_runtest_some([self._places[node][name] for name, is_done in unit.items() if not is_done])
