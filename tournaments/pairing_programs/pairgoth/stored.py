"""Pages as JSON, to store a round as received and to compare it with the next page."""

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
        [_named(game.white), _named(game.black), game.handicap, game.result, game.table]
        for game in page.games
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


def _named(person: Named | None) -> list[str] | None:
    return None if person is None else [person.name, person.grade, person.country, person.club]


def _read(stored: Sequence[str] | None) -> Named | None:
    return None if stored is None else Named(*stored)
