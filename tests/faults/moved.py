"""What an installation says of itself, to be asked before and after a move: acts of the clerk."""

import hashlib
import json
from datetime import UTC, datetime
from io import StringIO
from typing import Any

from django.db.models import Model


def facts() -> dict[str, Any]:
    """Return what the checks of the office find, and digests of what is kept to the last bit."""
    from federation.journal import journal
    from federation.models import JournalEntry, Player
    from ratings.lists.publication import verify
    from ratings.models import GameHistory, ListEntry, PublishedList, RatingChange, RatingSystem
    from tournaments.careers import stored_games
    from tournaments.models import Career, Game, Upload

    lists = {}
    for system in RatingSystem.objects.order_by("key"):
        published = PublishedList.objects.filter(system=system, ready=True).order_by("date").last()
        if published is not None:
            lists[system.key] = [repr(one) for one in verify(published).differences]
    damage = [one.damage.value for one in journal.verify()]  # seals what waits
    end = journal.head()
    return {
        "journal": damage,
        "end": f"{end.place}:{end.digest}",
        "finer": sum(at.microsecond % 1000 > 0 for at in JournalEntry.objects.values_list("at", flat=True)),
        "careers": stored_games.differences(),
        "lists": lists,
        "rows": {
            model.__name__: _digest(model)
            for model in (RatingChange, ListEntry, GameHistory, Career, Game, Upload, Player, JournalEntry)
        },
    }


def _digest(model: type[Model]) -> list[Any]:
    """Return the number of rows and a digest of all they say."""
    digest, count = hashlib.sha256(), 0
    for count, row in enumerate(model._base_manager.order_by("pk").values_list().iterator(), 1):  # noqa: B007 - the count is read after the loop
        digest.update(repr([_told(value) for value in row]).encode())
    return [count, digest.hexdigest()]


def _told(value: Any) -> Any:
    """Return a value as both databases say it: keys of objects, bytes and time zones are each one's own."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True)
    return bytes(value) if isinstance(value, memoryview) else value


def enrol() -> int:
    """Enrol a new player and return the number."""
    from federation.register import register
    from federation.register.register import Newcomer

    return int(register.insert([Newcomer("Newcomer", "Nora", "FR", "", "5k", {})])[0])


def change_journal() -> str:
    """Try to change and to delete lines of the journal; return what the database says."""
    from django.db import DatabaseError, connection

    said = []
    for statement in ("UPDATE federation_journalentry SET act = 'x'", "DELETE FROM federation_journalentry"):
        try:
            with connection.cursor() as cursor:
                cursor.execute(statement)
        except DatabaseError as problem:
            said.append(str(problem).splitlines()[0])
    return "; ".join(said)


def verify_noted(end: str) -> int:
    """Return the exit status of the command that verifies the journal against an end noted elsewhere."""
    from django.core.management import call_command

    try:
        call_command("verify_journal", noted=end, stdout=StringIO())
    except SystemExit as ending:
        return int(ending.code or 0)
    return 0


ACTS = {"verify_noted": verify_noted, "facts": facts, "enrol": enrol, "change_journal": change_journal}
