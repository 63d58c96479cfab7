"""Objects a web process holds for good, which the garbage collector need not read again."""

import json
import subprocess
import sys
from itertools import pairwise

SCRIPT = """
import gc, json
from federation.web.warming import freeze_what_stays

held = [[] for _ in range(50_000)]
freeze_what_stays()
counts = []
for _ in range(6):
    held += [[] for _ in range(1000)]
    gc.collect()
    counts.append(gc.get_freeze_count())
    gc.collect(1)
    assert gc.get_freeze_count() == counts[-1], "only full collections count"
print(json.dumps(counts))
"""


def test_what_is_held_is_frozen_at_first_and_by_four_full_collections_then_no_more() -> None:
    said = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)

    counts = json.loads(said.stdout)
    steps = [after - before for before, after in pairwise(counts)]
    assert counts[0] > 51_000
    assert [step >= 1000 for step in steps] == [True, True, True, False, False]


def test_objects_that_come_later_are_still_collected() -> None:
    later = "import gc, weakref\nfrom federation.web.warming import freeze_what_stays\n"
    later += "class Ring: pass\n"
    later += "freeze_what_stays()\n[gc.collect() for _ in range(5)]\nring = Ring()\nring.own = ring\n"
    later += "seen = weakref.ref(ring)\ndel ring\ngc.collect()\nassert seen() is None"

    assert subprocess.run([sys.executable, "-c", later], capture_output=True, check=False).returncode == 0


def test_nothing_is_collected_while_the_site_is_loaded() -> None:
    told = "import gc\nfrom federation.web import warming as kept\nkept.pause_while_loading()\n"
    told += "assert not gc.isenabled()\nkept.freeze_what_stays()\nassert gc.isenabled()"

    assert subprocess.run([sys.executable, "-c", told], capture_output=True, check=False).returncode == 0
