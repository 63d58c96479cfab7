"""What a test has done to a database of its own, and how a file is made for a version that is released.

python -m tests.faults.upgrades make FILE      invent a small office in the empty database and write it
python -m tests.faults.upgrades tables FILE    write the tables of that office, made in the empty database
python -m tests.faults.upgrades upgrade FILE   fill the empty database as it was then, migrate, verify
"""

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402 - models come after the set-up
from django.core.management import call_command  # noqa: E402 - as above

from federation.journal import journal  # noqa: E402 - as above
from federation.models import Player  # noqa: E402 - as above
from ratings.backups import proving  # noqa: E402 - as above
from ratings.lists import publication  # noqa: E402 - as above
from ratings.management.commands import demo_federation  # noqa: E402 - as above
from ratings.management.demo import streams  # noqa: E402 - as above
from ratings.models import ListBundle  # noqa: E402 - as above
from tests.faults.upgrades import rows, schema  # noqa: E402 - as above
from tournaments.careers import stored_games  # noqa: E402 - as above
from tournaments.management.demo import chess_world  # noqa: E402 - as above

GO, MONTHS, WEEKS = 25, 3, 1


def make(file: Path) -> None:
    """Invent an office with something of everything, and little of it."""
    invent = demo_federation._invent

    def fewer(plan: Any) -> Any:
        invented, played = invent(plan)
        return invented, played[-GO:]

    demo_federation._invent = fewer
    chess_world.LISTS, streams.WEEKS, streams.DAYS = MONTHS, WEEKS, 1
    call_command("migrate", verbosity=0)
    call_command("demo_federation", "--players=100", "--seasons=1", "--today=2024-11-20", stdout=StringIO())
    journal.seal()
    small = ListBundle.objects.order_by("-list_id").values("list_id")[
        :1
    ]  # one with parts is enough: they are large
    ListBundle.objects.exclude(list_id__in=small).delete()
    rows.write(file, settings.VERSION, differences())


def differences() -> dict[str, int]:
    """Return how many entries of the newest list of each system are not what the facts give."""
    return {str(one): len(publication.verify(one).differences) for one in proving.newest_lists()}


def upgrade(file: Path) -> dict[str, Any]:
    """Bring an office of an earlier version up to this one; return what it is then."""
    office = rows.read(file)
    schema.make(file)
    rows.load(office)
    call_command("migrate", verbosity=0)
    return {
        "journal": [str(one) for one in journal.verify()],
        "end": journal.head().place,
        "careers": len(stored_games.differences()),
        "lists": differences(),
        "lists then": office["lists"],
        "players": Player.objects.count(),
    }


if __name__ == "__main__":
    act, name = sys.argv[1:]
    if act == "make":
        make(Path(name))
    elif act == "tables":
        rows.make_tables(rows.read(Path(name)))
        schema.write(Path(name))
    else:
        sys.stdout.write(json.dumps(upgrade(Path(name))))
