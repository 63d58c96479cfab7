"""Load on the public site: 25 years of a federation, many readers, cold and warm caches."""

import tempfile
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from time import perf_counter
from urllib.parse import quote

import numpy as np
from django.db import connection, transaction
from django.db.models import Count, F
from django.db.models.functions import Abs

from federation.database import bulk
from federation.management.commands.serve import ADDRESS
from federation.management.demo.chance import stream
from federation.management.demo.names import full_name
from federation.models import Player
from federation.search.search import many_names
from ratings.lists import publication
from ratings.lists.selection import PAGE
from ratings.models import CurrentRating, PublishedList, RatingSystem
from ratings.runs import recalculation
from tests.bench import filling
from tests.bench.facts import heavy_tailed, synthetic_facts
from tests.bench.figures import Figure, Size, reader, statements
from tests.bench.loading import Load, load
from tests.bench.running import site as running_site
from tests.bench.running import wait
from tournaments.models import Tournament

GAMES, TOURNAMENTS, PLAYERS, LISTS = 1_000_000, 10_700, 100_000, 24
SITTING = 3.0  # seconds
PLAYING = 81_000  # of whom some 80,000 are on the lists: who stopped before there were lists is on none
# The rules of the ladder begin in 2013. Earlier games are stored and not rated.
YEARS = filling.Years(date(2001, 1, 1), 25 * 365, quiet=(date(2013, 1, 13) - date(2001, 1, 1)).days)
READER = {"Host": "localhost", "Accept-Language": "en"}
PACKED = READER | {"Accept-Encoding": "gzip, deflate, br"}  # as browsers ask


@dataclass(frozen=True, slots=True)
class Asked:
    """A page and its marks: answers a second, uncached and warm, and statements at most."""

    name: str
    path: str
    cold: float
    warm: float | None = 1500
    statements: int | None = None
    slowest: float | None = None  # ms
    unchanged: float | None = None  # answers 304 a second


def site(size: Size) -> list[Figure]:
    """Fill, rate, publish, then ask the site as it is run: two web workers, eight connections."""
    figures = _fill_history(size.share)
    _settle()
    pages = _pages()
    figures += _count_statements(pages)
    with tempfile.TemporaryDirectory() as folder:
        with running_site(Path(folder), {"PAGE_CACHE_ENABLED": "False"}) as (port, _):
            for page in pages:
                figures += _cold(page, f"http://{ADDRESS}:{port}")
        with running_site(Path(folder), {}) as (port, _):
            for page in pages:
                figures += _warm(page, f"http://{ADDRESS}:{port}")
    return figures


def _fill_history(share: float) -> list[Figure]:
    """Write the history, rate it, publish a list a month; say how unequally the players play."""
    begun = perf_counter()
    games, events = int(GAMES * share), max(40, int(TOURNAMENTS * share))
    active, everybody = int(PLAYING * share), int(PLAYERS * share)
    boards = -(-games // (events * 5))
    counted = games / (boards * events) * (1 - filling.QUIET_SHARE)
    played = heavy_tailed(active, events, mean=2 * boards * events / active, seed=1, counted=counted)
    facts, _ = synthetic_facts(games, events, active, 1, played=played)
    chance = stream(1, "players")
    names = [full_name(chance, country="FR", sex="mf"[number % 2]) for number in range(everybody)]
    with transaction.atomic(), many_names():
        last = filling.write(facts, names, YEARS).last_day
    system = RatingSystem.objects.get(key="ffg")
    recalculation.apply(
        recalculation.compute(recalculation.request_run(system, whole=True), whole=True), account=None
    )
    for month in reversed(range(LISTS)):
        published = publication.publish(system, last - timedelta(days=30 * month), account=None)
    counts = np.sort(np.array(CurrentRating.objects.values_list("games", flat=True)))
    median, many, most = (int(np.quantile(counts, share)) for share in (0.5, 0.9, 0.99))
    return [
        Figure("filling, rating, publishing", perf_counter() - begun, "s"),
        Figure(f"  players on each of {LISTS} lists", published.players, ""),
        Figure("  games of a player, median", median, ""),
        Figure("  of one in ten, at least", many, ""),
        Figure("  of one in a hundred, at least", most, ""),
        Figure("  of the busiest", int(counts[-1]), ""),
    ]


def _settle() -> None:
    """Leave the database nothing to do beside answering: tables swept and measured, no autovacuum running."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if is_postgresql else "ANALYZE")
    running = "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'"
    wait(lambda: not is_postgresql or bulk.rows(running, [])[0][0] == 0)


def _pages() -> list[Asked]:
    newest = PublishedList.objects.filter(ready=True).latest("date")
    at = f"/lists/ffg/{newest.date}/?all=1"
    last = min(1000, -(-newest.players // PAGE))
    name = Player.objects.get(pk=_player(11)).surname[:4]
    town = Tournament.objects.exclude(place="").latest("number").place
    cross = Tournament.objects.annotate(n=Count("games")).order_by(Abs(F("n") - 90), "number")[0]
    return [
        Asked("list, first page", at, 300, 2000, statements=4, slowest=60, unchanged=3500),
        Asked(f"list, page {last}", f"{at}&page={last}", 300, 2000, statements=4, slowest=60, unchanged=3500),
        *(
            Asked(f"player with {games} games", f"/players/{_player(games)}/", 200, statements=8)
            for games in (11, 320, 1374)  # one in a hundred has 320, very few 1,374
        ),
        Asked(f"crosstable of {cross.n} games", f"/tournaments/{cross.number}/", 150),
        Asked("search of a name", f"/players/?q={quote(name)}", 200, warm=None),
        Asked("search of everything", f"/search/?q={quote(name)}", 200, warm=None, statements=9),
        Asked("search of a town", f"/search/?q={quote(town)}", 200, warm=None, statements=9),
    ]


def _player(games: int) -> int:
    """Find the player with about so many games."""
    rows = CurrentRating.objects.filter(system__key="ffg").order_by(Abs(F("games") - games), "player")
    return rows.values_list("player", flat=True)[0]


def _count_statements(pages: list[Asked]) -> list[Figure]:
    """Count the statements of a first visit."""
    figures = []
    with reader() as client:
        for page in pages:
            client.get(page.path)
            with statements() as sent:
                status = client.get(_uncached_address(page.path)).status_code
            if status != 200:
                raise RuntimeError(f"{page.path} answered {status}")
            most = None if page.statements is None else page.statements + 1
            figures.append(Figure(f"{page.name}, statements", len(sent), "", most=most))
    return figures


def _uncached_address(path: str) -> str:
    """Write an address in another form than links do: not even rows of such a page are cached."""
    return f"{path}&asked=anew" if path.startswith("/lists/") else path


def _cold(page: Asked, root: str) -> list[Figure]:
    address = root + _uncached_address(page.path)
    for _ in range(8):  # either process reads its templates once, cached pages or not
        _get(address, PACKED)
    load = _usual(address, PACKED)
    return [
        Figure(f"{page.name}, nothing kept", load.rate, "/s", least=page.cold),
        Figure("  99 of 100 in", load.slowest, "ms", most=page.slowest),
    ]


def _warm(page: Asked, root: str) -> list[Figure]:
    if page.warm is None:
        return []
    # Each of the two processes keeps its own.
    tag = [_get(root + page.path, PACKED) for _ in range(8)][-1].get("ETag", "")
    load = _usual(root + page.path, PACKED)
    figures = [
        Figure(f"{page.name}, warm", load.rate, "/s", least=page.warm),
        Figure("  99 of 100 in", load.slowest, "ms"),
    ]
    if page.unchanged:
        unchanged_load = _usual(root + page.path, PACKED | {"If-None-Match": tag})
        figures.append(Figure("  answers 304", unchanged_load.rate, "/s", least=page.unchanged))
    return figures


def _usual(address: str, headers: Mapping[str, str]) -> Load:
    """Return the middle one of three sittings with connections of their own.

    The system deals eight connections out to the two processes by chance: 4 and 4, 2 and 6, once in a hundred
    all to one, which halves the answers and doubles the wait of 99 of 100.
    """
    sittings = [load(address, headers, seconds=SITTING) for _ in range(3)]
    return sorted(sittings, key=lambda sitting: sitting.rate)[1]


def _get(address: str, headers: Mapping[str, str]) -> Mapping[str, str]:
    """Ask once and give the answer's headers."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=dict(headers))) as answer:
        answer.read()
        return dict(answer.headers)
