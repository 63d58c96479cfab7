"""Measurements of `manage.py bench` for files read during a request, and for pictures."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from time import process_time

from federation.vocabulary.systems.catalogue import STREAMS
from ratings.charts.share.cards import Figure as Line
from ratings.charts.share.cards import PlayerCard
from ratings.charts.share.drawing import picture
from tests.bench.figures import Figure, Size
from tournaments.formats.table import read, write
from tournaments.inspection.inspection import inspect
from tournaments.online_games import files
from tournaments.online_games.checking import check

PLAYERS, ROUNDS, DUELS = 300, 10, 100_000
FORMATS = ("h9", "tou")  # of those that are written
READ_SECONDS, DRAWN_SECONDS, DUELS_SECONDS = 0.2, 0.06, 2.0
_TIMES = 3
_NOW = datetime(2026, 3, 15, tzinfo=UTC)


def files_and_pictures(_size: Size) -> list[Figure]:
    """Read and inspect a large tournament in each format, read games of a server, draw a picture."""
    report = read(_tournament())
    figures = []
    for kind in FORMATS:
        data = write(report, kind)
        seconds = _least(partial(_inspected, data))
        name = f"{kind} of {PLAYERS} players and {ROUNDS} rounds, read and inspected"
        figures.append(Figure(name, seconds, "s of processor", READ_SECONDS))
    card = PlayerCard(
        "Federation",
        "Ann Archer",
        "ffg",
        "FFG ladder",
        Line("1652", "17k", "+68", "gain"),
        [(30.0 * day, 1700.0 + day % 9) for day in range(24)],
        ["Rank 12"],
    )
    figures.append(
        Figure("picture of a player, drawn", _least(lambda: picture(card)), "s of processor", DRAWN_SECONDS)
    )
    text = _duels()
    figures.append(
        Figure(
            f"{DUELS} duels of a file, read and checked",
            _least(lambda: _take(text)),
            "s of processor",
            DUELS_SECONDS,
        )
    )
    return figures


def _inspected(data: bytes) -> object:
    return inspect(read(data))


def _least(work: Callable[[], object]) -> float:
    """Return the least processor time of some attempts; once before, for what is loaded once."""
    work()
    taken = []
    for _ in range(_TIMES):
        begun = process_time()
        work()
        taken.append(process_time() - begun)
    return min(taken)


def _tournament() -> bytes:
    """Write a file in H9 where everybody plays his neighbour in every round."""
    lines = ["; EV[Open]", "; DT[2024-03-02]"]
    for number in range(1, PLAYERS + 1):
        other, result = (number + 1, "+") if number % 2 else (number - 1, "-")
        cells = " ".join([f"{other}{result}"] * ROUNDS)
        lines.append(f"{number} Name{number} N {number % 30 + 1}k FR 75Xa 0 {cells}")
    return "\n".join(lines).encode()


def _duels() -> str:
    rows = (
        f"G{number},2026-03-14T20:{number % 60:02}:00Z,one{number % 7919},other{number % 6007},1-0,,\n"
        for number in range(DUELS)
    )
    return "game,ended,white,black,result,order,max_points\n" + "".join(rows)


def _take(text: str) -> None:
    for part in files.read(io.StringIO(text), system="ladder"):
        check(part.games, STREAMS["ladder"].games, now=int(_NOW.timestamp() * 1000))
