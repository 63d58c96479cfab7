# ruff: noqa: S608 - names are this file's own, values are bound or whole numbers of ours
"""Writes: the entries of a year's lists detached, attached again, or taken out of the old table.

PostgreSQL alone. A year is up to two partitions: of lists whose keys begin with it, and of those made before
keys did (migration 0033). The owner of the tables does all this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from federation.journal import journal
from federation.models import HiddenValues, JournalEntry, Player
from federation.models.display_name import PUBLIC
from ratings.lists import anonymise
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.models.list_years import A_YEAR, FIRST, TABLE, YearError, table_of

BEFORE, OLD, OTHER = f"{TABLE}_before", f"{TABLE}_old", f"{TABLE}_other"
_LIKE = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE"
_WAIT = "3s"  # for whoever reads or writes entries
_NEWEST = 2  # lists of a system that what comes next is made from


@dataclass(frozen=True, slots=True)
class Partition:
    """A table of entries: its bytes with indexes, about how many rows, and whether it is attached."""

    name: str
    size: int
    rows: int
    attached: bool


def partitions() -> list[Partition]:
    """Return the tables of entries by name, detached ones among them; raises YearError on SQLite."""
    _refuse_sqlite()
    found = _ask(
        "SELECT relname, pg_total_relation_size(oid), greatest(reltuples, 0)::bigint, relispartition"
        " FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
        " AND relname LIKE %s ORDER BY relname",
        [TABLE.replace("_", r"\_") + r"\_%"],
    )
    return [Partition(*row) for row in found]


@transaction.atomic
def detach(year: int) -> list[str]:
    """Detach the entries of a year; return the tables they lie in. What waits behind it waits milliseconds.

    Raises YearError where there is none, or something of it is needed for what comes next.
    """
    _refuse_sqlite()
    tables = [name for name in _names(year) if _is_attached(name)]
    if not tables:
        raise YearError(_("No entries of %(year)s lie in a partition of their own.") % {"year": year})
    lists = PublishedList.objects.filter(pk__in=_lists_in(tables, year))
    _refuse_needed(lists)
    _wait_briefly()
    for name in tables:
        _run(f'ALTER TABLE {_parent(name)} DETACH PARTITION "{name}"')
    lists.update(set_aside=True)
    journal.write("lists.detached", "publishedlist", account=None, year=year, lists=lists.count())
    return tables


@transaction.atomic
def attach(year: int) -> list[str]:
    """Attach the entries of a year again, as players have chosen to be shown since; return the tables.

    Raises YearError where there is nothing to attach.
    """
    _refuse_sqlite()
    tables = [name for name in _names(year) if _is_table(name) and not _is_attached(name)]
    if not tables:
        raise YearError(_("No entries of %(year)s are detached.") % {"year": year})
    _wait_briefly()
    for name in tables:
        _run(f'ALTER TABLE {_parent(name)} ATTACH PARTITION "{name}" {_bounds(name, year)}')
    lists = PublishedList.objects.filter(pk__in=_lists_in(tables, year), set_aside=True)
    keys = list(lists.values_list("pk", flat=True))
    _catch_up(keys)
    lists.update(set_aside=False)
    journal.write("lists.attached", "publishedlist", account=None, year=year, lists=len(keys))
    return tables


@transaction.atomic
def split(year: int) -> int:
    """Move the entries of a year's lists out of the old table into a partition; return how many.

    Nobody writes old lists meanwhile; readers wait at the end, while the old table is looked through once.
    """
    _refuse_sqlite()
    name = f"{BEFORE}_{year:04}"
    if _is_table(name):
        raise YearError(_("The old lists of %(year)s have a partition already.") % {"year": year})
    keys = _old_lists(year)
    if not keys:
        raise YearError(_("There are no old lists of %(year)s.") % {"year": year})
    values = ", ".join(map(str, keys))
    columns = ", ".join(f'"{field.column}"' for field in ListEntry._meta.concrete_fields)
    _wait_briefly()
    _run(f"LOCK TABLE {OLD} IN SHARE ROW EXCLUSIVE MODE")
    _run(f'CREATE TABLE "{name}" (LIKE {OLD} {_LIKE})')
    _run(f'INSERT INTO "{name}" ({columns}) SELECT {columns} FROM {OLD} WHERE list_id IN ({values})')
    moved = _run(f"DELETE FROM {OLD} WHERE list_id IN ({values})")
    _run(f'ALTER TABLE {BEFORE} ATTACH PARTITION "{name}" FOR VALUES IN ({values})')
    return moved


def years_to_split() -> list[int]:
    """Return the years of lists whose entries lie in the old table and have no partition yet."""
    _refuse_sqlite()
    old = PublishedList.objects.filter(pk__lt=FIRST, set_aside=False)
    years = sorted({day.year for day in old.values_list("date", flat=True)})
    return [year for year in years if not _is_table(f"{BEFORE}_{year:04}") and _old_lists(year)]


def _old_lists(year: int) -> list[int]:
    """Return the lists of a year made before keys began with it."""
    found = PublishedList.objects.filter(date__year=year, pk__lt=FIRST).order_by("pk")
    return list(found.values_list("pk", flat=True))


def _names(year: int) -> tuple[str, str]:
    return table_of(year), f"{BEFORE}_{year:04}"


def _parent(name: str) -> str:
    return BEFORE if name.startswith(f"{BEFORE}_") else TABLE


def _bounds(name: str, year: int) -> str:
    """Return what a partition holds, as it was when it was made: of old lists those it has entries of."""
    if _parent(name) == TABLE:
        return f"FOR VALUES FROM ({year * A_YEAR}) TO ({(year + 1) * A_YEAR})"
    return f"FOR VALUES IN ({', '.join(str(key) for (key,) in _held(name))})"


def _held(name: str) -> Sequence[tuple[int]]:
    return _ask(f'SELECT DISTINCT list_id FROM "{name}" ORDER BY list_id', [])


def _lists_in(tables: Sequence[str], year: int) -> list[int]:
    """Return the lists whose entries lie in some tables of a year."""
    keys = [key for name in tables if _parent(name) == BEFORE for (key,) in _held(name)]
    if table_of(year) in tables:
        new = PublishedList.objects.filter(pk__gte=year * A_YEAR, pk__lt=(year + 1) * A_YEAR)
        keys += new.values_list("pk", flat=True)
    return keys


def _refuse_needed(lists: Any) -> None:
    """Refuse to set lists aside that are not shown yet, or that a system's next list is made from."""
    if lists.filter(ready=False).exists():
        raise YearError(_("A list of this year is being prepared."))
    keys = set(lists.values_list("pk", flat=True))
    for system in RatingSystem.objects.order_by("key"):
        shown = PublishedList.objects.filter(system=system, ready=True)
        days = shown.values("date").annotate(last=Max("pk")).order_by("-date")[:_NEWEST]
        dates = [row["date"] for row in days]
        if keys & set(shown.filter(date__in=dates).values_list("pk", flat=True)):
            said = _("The newest lists of %(system)s are of this year.") % {"system": system.key}
            raise YearError(said)


def _catch_up(lists: Sequence[int]) -> None:
    """Bring lists to how their players want to be shown now; whoever was erased is erased here, too."""
    kept = HiddenValues.objects.filter(subject=anonymise.SUBJECT).values("player")
    here = Player.objects.filter(pk__in=ListEntry.objects.filter(list__in=lists).values("player"))
    for player in (here.exclude(privacy=PUBLIC) | here.filter(pk__in=kept)).order_by("pk"):
        anonymise.take_files_off(anonymise.apply_choice(player))
    lines = JournalEntry.objects.filter(act="player.erased").values_list("detail", flat=True)
    erased = list(here.filter(pk__in={number for line in lines for number in line.get("numbers", [])}))
    if erased:
        anonymise.erase_lines(erased)
        HiddenValues.objects.filter(player__in=erased).delete()


def _refuse_sqlite() -> None:
    if connection.vendor != "postgresql":
        raise YearError(_("SQLite keeps the entries of all lists in one table."))


def _is_table(name: str) -> bool:
    return bool(_ask("SELECT to_regclass(%s) IS NOT NULL", [name])[0][0])


def _is_attached(name: str) -> bool:
    found = _ask("SELECT relispartition FROM pg_class WHERE oid = to_regclass(%s)", [name])
    return bool(found and found[0][0])


def _wait_briefly() -> None:
    """Give way after some seconds to whoever uses the entries; all behind a waiting change would wait too."""
    _run(f"SET LOCAL lock_timeout = '{_WAIT}'")


def _ask(statement: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _run(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.rowcount)
