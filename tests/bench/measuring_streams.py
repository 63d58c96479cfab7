"""Measurements of `manage.py bench` for streams.

A file to the standing, batches, a late game, lists.
"""

import tempfile
from io import StringIO
from pathlib import Path
from time import perf_counter

import numpy as np
from django.core.management import call_command

from federation.models import Federation, Player
from ratings.cadence.by_game import standings, update_ratings
from ratings.cadence.by_game.moments import day_at
from ratings.engines.table import stream_engine_named
from ratings.lists import publication
from ratings.models import CurrentRating, GameHistory, RatingSystem
from tests.bench.figures import Figure, Size, peak_megabytes
from tests.bench.stream_games import LAST, Duels, code_of, invented, name_of, write_csv
from tournaments.models import GameServer, Stream
from tournaments.online_games import intake
from tournaments.online_games.arrivals import Arrival

KEY, BATCH = "fics-blitz", 500
_A_DAY = 86_400_000
_A_YEAR = 365 * _A_DAY


def stream(size: Size) -> list[Figure]:
    """Take a file of games and rate them, then batches as a server sends them, then one game years late."""
    duels = invented(size.games, size.players)
    server = _server()
    RatingSystem.objects.filter(key=KEY).update(active=True)
    stream_engine_named("glicko")  # compiled kernels are in the cache of a machine that runs this daily
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        write_csv(path, duels)
        begun = perf_counter()
        call_command("import_games", path, system=KEY, server=server.key, stdout=StringIO())
    taken = perf_counter()
    update_ratings.rate_pending(KEY)
    rated = perf_counter()
    return [
        Figure(f"{size.games} games of a file to the standing", rated - begun, "s", most=60),
        Figure("  of it taken", taken - begun, "s"),
        Figure("  of it rated", rated - taken, "s"),
        Figure("  games in the stream", Stream.objects.get(system=KEY).games, "", least=size.games),
        Figure("  parts of histories", GameHistory.objects.count(), ""),
        Figure("  peak memory", peak_megabytes() / 1024, "GB", most=1.5),
        *_batches(server, duels),
        *_late(server, duels),
        *_publish_lists(duels),
    ]


def _server() -> GameServer:
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    return GameServer.objects.create(key="bench", name="Bench", federation=home)


def _batches(server: GameServer, duels: Duels) -> list[Figure]:
    """Take and rate batches at the end of the stream; the best and the worst of some."""
    more = invented(BATCH * 6, int(duels.white.max()) + 1, seed=2)
    taking, rating = [], []
    for number in range(6):
        games = _arrivals(more, number * BATCH, shift=LAST - int(more.ended[0]) + number * _A_DAY)
        begun = perf_counter()
        intake.receive(server, KEY, games, account=None)
        taken = perf_counter()
        update_ratings.rate_pending(KEY)
        taking.append(taken - begun)
        rating.append(perf_counter() - taken)
    return [
        Figure(f"taking a batch of {BATCH}", float(np.median(taking)), "s"),
        Figure("  rating it: the standing follows after", float(np.median(rating)), "s", most=1),
        Figure("  the slowest of six", max(rating), "s"),
    ]


def _arrivals(duels: Duels, first: int, *, shift: int) -> list[Arrival]:
    return [
        Arrival(
            code=f"B{code_of(row)}",
            ended=int(duels.ended[row] - duels.ended[first] + duels.ended[0]) + shift,
            players=(name_of(int(duels.white[row])), name_of(int(duels.black[row]))),
            score=int(duels.score[row]),
        )
        for row in range(first, first + BATCH)
    ]


def _late(server: GameServer, duels: Duels) -> list[Figure]:
    """Take one game that ended three years before the last, and replay everything behind it."""
    ended = LAST - 3 * _A_YEAR
    game = Arrival("LATE", ended, (name_of(0), name_of(1)), 2)
    intake.receive(server, KEY, [game], account=None)
    behind = int((duels.ended >= ended).sum())
    begun = perf_counter()
    done = update_ratings.rate_pending(KEY)
    return [
        Figure(f"one game three years late, {behind} behind it", perf_counter() - begun, "s", most=10),
        Figure("  games rated again", done.games, ""),
        Figure("  players whose standing moved", done.new + done.moved, ""),
    ]


def _publish_lists(duels: Duels) -> list[Figure]:
    """Publish two lists and check one from the games alone."""
    system, day = RatingSystem.objects.get(key=KEY), day_at(int(duels.ended[-1]))
    begun = perf_counter()
    published = publication.publish(system, day, account=None)
    listed = perf_counter()
    verification = publication.verify(published)
    return [
        Figure(f"publishing {published.players} players", listed - begun, "s", most=3),
        Figure("verifying it from the games alone", perf_counter() - listed, "s"),
        Figure("  differences", len(verification.differences), "", most=1),
        Figure("  players", CurrentRating.objects.filter(system=system).count(), ""),
        Figure("  of the register", Player.objects.count(), ""),
        Figure("  established", published.established or 0, ""),
        Figure("  checked", standings.stood(system, day).player.size, ""),
    ]
