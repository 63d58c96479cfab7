"""Measurements of `manage.py bench` for statistics.

Computing them from the history, and their pages. And of ten million games of a stream, by a process of its
own, so that its memory is its own.
"""

import resource
import subprocess
from time import perf_counter

import numpy as np
from django.urls import reverse

from federation.database import bulk
from federation.management.command_line import own_command
from federation.models import Federation, Player
from ratings.engines.table import stream_engine_named
from ratings.models import RatingSystem, Statistic, StreamLedger
from ratings.statistics import recompute
from ratings.statistics.kinds import KINDS
from tests.bench.figures import Figure, Size, peak_megabytes, reader, statements
from tests.bench.stream_games import LAST, Duels, code_of, invented, name_of
from tournaments.models import GameServer, TableGame

MOST_STATEMENTS = 6
STREAM, TIMES = "fics-blitz", 10  # a stream has so many times the games of a history
_PIECE = 500_000  # games written at a time


def reckon(size: Size) -> list[Figure]:
    """Compute every statistic of the history, as the job does, then ask for each page."""
    system = RatingSystem.objects.get(key="ffg")
    Statistic.objects.filter(system=system).delete()
    begun = perf_counter()
    recompute.refresh(system)
    figures = [
        Figure(f"statistics of {size.games} games", perf_counter() - begun, "s", most=30),
        Figure("  peak memory", peak_megabytes() / 1024, "GB"),
    ]
    return figures + _pages()


def _pages() -> list[Figure]:
    """Return the slowest of the pages, the best of five of each, and the most statements of a first visit."""
    query_counts: list[int] = []
    seconds: list[float] = []
    with reader() as client:
        client.get(reverse("home"))
        for kind in KINDS:
            address = reverse("statistics-kind", args=["ffg", kind])
            with statements() as sent:
                answer = client.get(address)
            if (
                answer.status_code != 200 or "ETag" not in answer
            ):  # a page that waits for its figures has none
                raise RuntimeError(f"{address} has no figures")
            query_counts.append(len(sent))
            times = []
            for _ in range(5):
                begun = perf_counter()
                client.get(address)
                times.append(perf_counter() - begun)
            seconds.append(min(times))
    return [
        Figure("statistics pages, most statements", max(query_counts), "", most=MOST_STATEMENTS + 1),
        Figure("  slowest page", 1000 * max(seconds), "ms", most=50),
    ]


def of_stream(size: Size) -> list[Figure]:
    """Compute the statistics of ten times as many games of a stream, which are there as if rated."""
    games = size.games * TIMES
    fill_stream(invented(games, size.players))
    stream_engine_named("glicko")  # compiled kernels are in the cache of a machine that runs this daily
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = perf_counter()
    subprocess.run(own_command("statistics", STREAM), check=True, stdout=subprocess.DEVNULL)
    taken = perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    counted = sum(year[1] for year in Statistic.objects.get(kind="activity").data["years"])
    return [
        Figure(f"statistics of {games} games of a stream", used, "s", most=60),
        Figure("  until they were there", taken, "s"),
        Figure("  peak memory", after.ru_maxrss / 1024 / 1024, "GB", most=2),
        Figure("  games counted", counted, "", least=games),
    ]


def fill_stream(duels: Duels) -> None:
    """Write games of a stream and note them as rated: statistics replay them all from the first."""
    RatingSystem.objects.filter(key=STREAM).update(active=True, state=1)
    server, keys = _people(int(max(duels.white.max(), duels.black.max())) + 1)
    for start in range(0, duels.ended.size, _PIECE):
        part = slice(start, start + _PIECE)
        count = duels.ended[part].size
        bulk.write_columns(
            TableGame._meta.db_table,
            {
                "server_id": np.full(count, server.pk, np.int64),
                "code": [code_of(number) for number in range(start, start + count)],
                "system": [STREAM] * count,
                "ended": duels.ended[part],
                "white_id": keys[duels.white[part]],
                "black_id": keys[duels.black[part]],
                "score": duels.score[part].astype(np.int16),
            },
        )
    bulk.refresh_statistics(TableGame)
    last = TableGame.objects.order_by("-pk").values_list("pk", flat=True)[0]
    StreamLedger.objects.create(
        system=RatingSystem.objects.get(key=STREAM), last_key=last, moment=LAST, games=duels.ended.size
    )


def _people(count: int) -> tuple[GameServer, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Enrol players, and return their server and their keys by number."""
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    server = GameServer.objects.create(key="bench", name="Bench", federation=home)
    players = [
        Player(surname=name_of(number), search_key=name_of(number), federation=home)
        for number in range(count)
    ]
    Player.objects.bulk_create(players, batch_size=5000)
    return server, np.array([player.pk for player in players], np.int64)
