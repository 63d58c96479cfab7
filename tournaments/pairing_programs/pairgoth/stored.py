"""Pages as JSON, so that what came of a round can be kept, and compared with what comes next."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.pairing_programs.pairgoth.pages import (
    GameRow,
    GamesPage,
    Half,
    Named,
    StandingRow,
    StandingsPage,
)


def store(page: GamesPage | StandingsPage) -> dict[str, Any]:
    """Return a page as JSON."""
    if isinstance(page, StandingsPage):
        return {"rows": [_standing(row) for row in page.rows]}
    games = [
        [_named(one.white), _named(one.black), one.handicap, one.result, one.table] for one in page.games
    ]
    return {"results": page.has_results, "games": games}


def digest(content: Mapping[str, Any]) -> str:
    """Return the digest of a stored page."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def games_of(content: Mapping[str, Any]) -> GamesPage:
    """Return the games of a stored page."""
    rows = tuple(
        GameRow(_read(white), _read(black), handicap, result, table)
        for white, black, handicap, result, table in content["games"]
    )
    return GamesPage(rows, content["results"])


def standings_of(content: Mapping[str, Any]) -> StandingsPage:
    """Return the standings of a stored page."""
    return StandingsPage(
        tuple(
            StandingRow(number, place, Named(*player), tuple(Half(*half) for half in halves))
            for number, place, player, halves in content["rows"]
        )
    )


def _standing(row: StandingRow) -> list[Any]:
    halves = [[half.opponent, half.sign, half.colour, half.handicap] for half in row.halves]
    return [row.number, row.place, _named(row.player), halves]


def _named(one: Named | None) -> list[str] | None:
    return None if one is None else [one.name, one.grade, one.country, one.club]


def _read(stored: Sequence[str] | None) -> Named | None:
    return None if stored is None else Named(*stored)
