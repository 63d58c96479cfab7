"""Measurements of `manage.py bench` for FIDE.

The engine, an import, the lists of two years, closing a month.
"""

import tempfile
from io import StringIO
from pathlib import Path
from time import perf_counter

from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Count
from django.test import Client, override_settings
from django.urls import reverse

from ratings.cadence.by_period.policy import period_policy_of
from ratings.engines.table import period_engine_named
from ratings.exports import fide_files
from ratings.exports.fide_files import FideHead
from ratings.lists import list_files, publication
from ratings.lists.selection import PAGE
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.rulebook.fide_periods import list_date
from ratings.runs import recalculation
from tests.bench import filling_chess
from tests.bench.fide_facts import MONTH, MonthSize, synthetic_month
from tests.bench.fide_people import invented
from tests.bench.figures import Figure, Sent, Size, peak_megabytes, reader, statements
from tests.bench.filling_lists import fill_lists

LISTED = 341_494  # players of the imported list
LISTS, ENTRIES = 24, 250_000
_SMALL = MonthSize(200, 100, 300, 6)
_FAR = 0.8  # of the pages of a list: page 2,000 of one of 250,000 entries


def _month_size(size: Size) -> MonthSize:
    whole = MonthSize()
    parts = (whole.rated, whole.active, whole.games, whole.tournaments)
    return MonthSize(*(max(1, round(part * size.share)) for part in parts))


def fide(size: Size) -> list[Figure]:
    """Rate one month from arrays to arrays, after a small one to warm up."""
    policy = period_policy_of("fide-standard", edition="", parameters={})
    reading = policy.reading_on(list_date(MONTH))
    engine = period_engine_named("fide")
    engine.rate(*synthetic_month(_SMALL, edition=reading), policy.rules)
    facts, standing = synthetic_month(_month_size(size), edition=reading)
    begun = perf_counter()
    engine.rate(facts, standing, policy.rules)
    seconds = perf_counter() - begun
    return [Figure(f"FIDE month of {facts.game_white.size} games, arrays to arrays", seconds, "s", most=1)]


def import_list(size: Size) -> list[Figure]:
    """Import an invented list of all rates of play, then the same again."""
    count = max(1, round(LISTED * size.share))
    first_most = 25 if connection.vendor == "postgresql" else 40
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "players_list_foa.txt"
        with path.open("wb") as file:
            file.writelines(fide_files.render_text(FideHead(filling_chess.BASE_DAY), invented(count)))
        first, written = _import_file(path)
        peak = peak_megabytes()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # by the time of another list the database has done that by itself
        again, rewritten = _import_file(path)
    return [
        Figure(f"importing a FIDE list of {count}", first, "s", most=first_most),
        Figure("  rows written", written, ""),
        Figure("  peak memory", peak, "MB", most=400),
        Figure("the same list again", again, "s", most=10),
        Figure("  rows written", rewritten, "", most=1),
        Figure("  peak memory", peak_megabytes(), "MB", most=400),
    ]


def _import_file(path: Path) -> tuple[float, int]:
    """Import a file as the command does; give seconds and rows written."""
    begun = perf_counter()
    with transaction.atomic():
        before = _rows_written()
        call_command("import_players", path, yes=True, stdout=StringIO())
        written = _rows_written() - before
    return perf_counter() - begun, written


def _rows_written() -> int:
    """Ask the database how many rows it wrote: in this transaction, on SQLite on this connection."""
    ask = "SELECT total_changes()"
    if connection.vendor == "postgresql":
        ask = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables"
    with connection.cursor() as cursor:
        cursor.execute(ask)
        return int(cursor.fetchone()[0])


def chess_lists(size: Size) -> list[Figure]:
    """Read the newest of two years of lists: its first page, one far behind, a federation, a name."""
    entries = max(PAGE, round(ENTRIES * size.share))
    begun = perf_counter()
    newest = fill_lists(lists=LISTS, entries=entries)
    figures = [Figure(f"filling {LISTS} lists of {entries}", perf_counter() - begun, "s")]
    address = reverse("list", args=["fide-standard", newest.date.isoformat()])
    far = max(1, round(_FAR * entries / PAGE))
    federation, surname = _largest(newest), _name_in_the_middle(newest)
    queries = {
        "first page": "?all=1",
        f"page {far}": f"?all=1&page={far}",
        "filtered by federation": f"?all=1&federation={federation}",
        "searched by name": f"?all=1&q={surname}",
    }
    with reader() as client:
        client.get(reverse("home"))
        for name, query in queries.items():
            figures += _page(client, name, f"{address}{query}")
    return figures


def _largest(published: PublishedList) -> str:
    """Name the federation most players are of."""
    rows = ListEntry.objects.filter(list=published).values("federation").annotate(found=Count("pk"))
    return str(rows.order_by("-found")[0]["federation"])


def _name_in_the_middle(published: PublishedList) -> str:
    """Return the name of a player in the middle of a list."""
    return ListEntry.objects.get(list=published, position=(published.players + 1) // 2).surname


def _page(client: Client, name: str, address: str) -> list[Figure]:
    begun = perf_counter()
    with statements() as sent:
        status = client.get(address).status_code
    seconds = perf_counter() - begun
    if status != 200:
        raise RuntimeError(f"{address} answered {status}")
    return [
        Figure(f"FIDE list, {name}: statements", len(sent), "", most=5),
        Figure("  slowest of them", 1000 * max(_seconds(sent)), "ms", most=20),
        Figure("  first visit", 1000 * seconds, "ms"),
    ]


def _seconds(sent: Sent) -> list[float]:
    """Send statements again, every row fetched; give the best of three of each."""
    best = []
    for sql, params in sent:
        tries = []
        for _ in range(3):
            begun = perf_counter()
            with connection.cursor() as cursor:
                cursor.execute(sql, params)
                cursor.fetchall()
            tries.append(perf_counter() - begun)
        best.append(min(tries))
    return best


def month(size: Size) -> list[Figure]:
    """Close a FIDE month: an imported list of everybody, the games of a month, run, proposal, list."""
    month_size = _month_size(size)
    begun = perf_counter()
    first = filling_chess.fill_list(month_size)
    rated = RatingSystem.objects.get(key="fide-standard")
    recalculation.mark_stale(rated, filling_chess.BASE_DAY)
    recalculation.apply(recalculation.compute(recalculation.request_run(rated)), account=None)
    filled = perf_counter() - begun
    publication.publish(rated, filling_chess.BASE_DAY, account=None)
    filling_chess.fill_games(month_size, first=first)
    recalculation.mark_stale(rated, filling_chess.FIRST_DAY)
    begun = perf_counter()
    run = recalculation.compute(recalculation.request_run(rated))
    computed = perf_counter()
    recalculation.apply(run, account=None)
    applied = perf_counter()
    published = publication.publish(rated, filling_chess.LIST_DAY, account=None)
    listed = perf_counter()
    with tempfile.TemporaryDirectory() as folder, override_settings(DATA_DIR=Path(folder)):
        list_files.make(published)
    downloads = perf_counter()
    recalculation.mark_stale(rated, filling_chess.FIRST_DAY)
    again = recalculation.compute(recalculation.request_run(rated))
    totals = run.totals
    return [
        Figure("filling a FIDE month, its imported list applied", filled, "s"),
        Figure(
            f"FIDE month, {totals['rated_games']} games rated, to proposal", computed - begun, "s", most=60
        ),
        Figure(f"  of {totals['new']} rows, applied", applied - computed, "s"),
        Figure("  the same again: rows of the proposal", again.totals["players"], "", most=1),
        Figure(f"publishing {published.players} players of it", downloads - applied, "s", most=60),
        Figure("  of it downloads", downloads - listed, "s"),
        Figure("  peak memory", peak_megabytes() / 1024, "GB", most=2),
    ]
