"""Invented games of a server: a few play much, neighbours in strength meet, the stronger wins more often."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ratings.cadence.shared.columns import Longs

FIRST, LAST = 1_640_995_200_000, 1_767_225_600_000  # four years: 1 January 2022 to 1 January 2026, UTC
RESULTS = ("0-1", "1/2-1/2", "1-0")
_HEADING = "game,ended,white,black,result\n"
_BLOCK = 100_000


@dataclass(frozen=True, slots=True)
class Duels:
    """Games of two, in the order they ended: players by number, White's half points."""

    ended: Longs
    white: Longs
    black: Longs
    score: Longs


def invented(games: int, players: int, *, seed: int = 1) -> Duels:
    """Invent games of a server over four years."""
    chance = np.random.default_rng(seed)
    white = np.minimum((players * chance.random(games) ** 1.6).astype(np.int64), players - 1)
    black = (white + 1 + (chance.exponential(players / 40, games)).astype(np.int64)) % players
    black = np.where(black == white, (white + 1) % players, black)
    skill = chance.permutation(np.linspace(-2.5, 2.5, players))
    expected = 1 / (1 + np.exp(skill[black] - skill[white]))
    drawn = chance.random(games) < 0.08
    score = np.where(drawn, 1, np.where(chance.random(games) < expected, 2, 0))
    ended = FIRST + np.sort(chance.integers(0, (LAST - FIRST) // 1000, games)) * 1000
    return Duels(ended, white, black, score)


def code_of(number: int) -> str:
    """Name a game."""
    return f"G{number:08d}"


def name_of(player: int) -> str:
    """Name a player as his server does."""
    return f"player{player:06d}"


def write_csv(path: Path, duels: Duels) -> None:
    """Write games as a server hands them in."""
    with path.open("w", encoding="utf-8") as file:
        file.write(_HEADING)
        for start in range(0, duels.ended.size, _BLOCK):
            file.writelines(_lines(duels, start))


def _lines(duels: Duels, start: int) -> Iterator[str]:
    part = slice(start, start + _BLOCK)
    when = np.datetime_as_string(duels.ended[part].astype("datetime64[ms]"), unit="s").tolist()
    columns = (duels.white[part].tolist(), duels.black[part].tolist(), duels.score[part].tolist())
    for number, (at, white, black, score) in enumerate(zip(when, *columns, strict=True), start=start):
        yield f"{code_of(number)},{at}Z,{name_of(white)},{name_of(black)},{RESULTS[score]}\n"
