"""Measurements of `manage.py bench list-years`.

25 years of lists in one database, a fiftieth of FIDE's.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from django.db import connection, transaction

from federation.models import Player
from ratings.backups.create import run_postgresql
from ratings.lists import anonymise, years
from ratings.lists.queries import courses, entries_at
from ratings.models import ListEntry, PublishedList
from ratings.models.list_years import table_of
from tests.bench.figures import Figure, Size
from tests.bench.filling_lists import fill_lists

LISTS, ENTRIES, FIRST = 300, 50_000, 2002
_PAGE = 100  # rows of a page
_BESIDE = 4  # lists before and behind one whose costs are looked at together with its own


def list_years(size: Size) -> list[Figure]:
    """Publish the lists one after the other, then do to a year of them what is done to years."""
    entries, took = max(_PAGE, round(ENTRIES * size.share)), list[float]()
    newest = fill_lists(lists=LISTS, entries=entries, first_year=FIRST, took=took.append)
    figures = [
        Figure(f"list {place + 1} of {LISTS}, each entry", 1e6 * _about(took, place) / entries, "us")
        for place in (0, 99, LISTS - 1)
    ]
    figures += [
        *_readings(newest),
        Figure("privacy of a player of every list", _least(_privacy(newest), times=1), "ms"),
    ]
    return figures + (_of_year(FIRST + 8) if connection.vendor == "postgresql" else [])


def _about(took: list[float], place: int) -> float:
    """Return the median cost of a list and of those beside it."""
    return median(took[max(0, place - _BESIDE) : place + _BESIDE + 1])


def _readings(newest: PublishedList) -> list[Figure]:
    oldest = PublishedList.objects.earliest("date")
    player = ListEntry.objects.filter(list=newest, position=1).values_list("player", flat=True)[0]
    lists = list(PublishedList.objects.order_by("-date").values_list("pk", flat=True)[:12])
    people = list(ListEntry.objects.filter(list=newest, position__lte=_PAGE).values_list("player", flat=True))
    names = ("id", "player_id", "surname", "rating")
    queries: dict[str, Callable[[], object]] = {
        "rows of a page, newest list": lambda: entries_at(newest.pk, names, "position", (1, _PAGE)),
        "rows of a page, oldest list": lambda: entries_at(oldest.pk, names, "position", (1, _PAGE)),
        "ratings beside a page, 12 lists": lambda: courses(lists, people),
        "every list of a player": lambda: list(ListEntry.objects.filter(player=player).values_list("rating")),
    }
    return [Figure(name, _least(ask), "ms") for name, ask in queries.items()]


def _privacy(newest: PublishedList) -> Callable[[], object]:
    player = Player.objects.get(list_entries__list=newest, list_entries__position=2)

    def choose() -> None:
        with transaction.atomic():
            player.privacy = Player.Privacy.ANONYMOUS
            player.save(update_fields=["privacy"])
            anonymise.apply_choice(player)

    return choose


def _of_year(year: int) -> list[Figure]:
    """Measure what is done to one year: cleaned, dumped, and taken out of the lists and put back."""
    table = table_of(year)
    with connection.cursor() as cursor, tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "year.dump"
        dumped = ["--format=custom", f"--table={table}", f"--file={dump}"]
        return [
            Figure("vacuum of a year", _least(lambda: cursor.execute(f"VACUUM {table}"), times=1), "ms"),
            Figure("pg_dump of a year", _least(lambda: run_postgresql("pg_dump", *dumped), times=1), "ms"),
            Figure("  its file", dump.stat().st_size / 1e6, "MB"),
            Figure("a year detached", _least(lambda: _detach(table), times=1), "ms", most=1000),
            Figure("all entries", sum(partition.size for partition in years.partitions()) / 1e6, "MB"),
        ]


def _detach(table: str) -> None:
    """Detach the table of a year and take that back: an office reads every year (decision record 19)."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {ListEntry._meta.db_table} DETACH PARTITION {table}")
        transaction.set_rollback(True)


def _least(act: Callable[[], object], *, times: int = 5) -> float:
    """Return the milliseconds of the quickest of some tries."""
    milliseconds = []
    for _ in range(times):
        begun = perf_counter()
        act()
        milliseconds.append(1000 * (perf_counter() - begun))
    return min(milliseconds)
