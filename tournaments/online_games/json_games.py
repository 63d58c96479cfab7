"""Games as a program sends them: objects of JSON become records, valid or not."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tournaments.online_games import notation
from tournaments.online_games.arrivals import (
    LATEST,
    Arrival,
    Longs,
    Names,
    Refusal,
    Slice,
    duels,
    of_records,
)
from tournaments.online_games.checking import MOST_POINTS
from tournaments.online_games.notation import moment, moments
from tournaments.reports.findings import Finding, Place, error, notice

PLAIN = frozenset({"code", "ended", "white", "black", "result"})  # a game of two
FIELDS = PLAIN | {"players", "places", "max_points"}
_SHOWN = 60  # letters of what was sent that a finding repeats


def of_json(items: Sequence[Any]) -> Slice:
    """Read the games of a batch; `place` of a record or a refusal is how many came before it."""
    return _plain_duels(items) or one_by_one(items)


def _plain_duels(items: Sequence[Any]) -> Slice | None:
    """Read games of two that have the five fields of one, column by column; None where any is another.

    What a server sends by the thousand is read in a fifth of the time.
    """
    if not items or not all(type(item) is dict and item.keys() == PLAIN for item in items):
        return None
    names = [item[side] for item in items for side in ("white", "black")]
    codes, results_, ends = ([item[name] for item in items] for name in ("code", "result", "ended"))
    if {*map(type, names), *map(type, codes), *map(type, results_)} != {str}:
        return None
    scores = {text: notation.score(text) for text in set(results_)}
    ended = _read_ends(ends)
    if ended is None or None in scores.values():
        return None
    seen = Names()
    seats = seen.of(names)
    score = np.array([scores[text] for text in results_], np.int8)
    games = duels(seen, codes, (ended[0], seats, score, np.arange(len(items), dtype=np.int64)))
    return Slice(games, (), (notice("zone-assumed", count=ended[1]),) if ended[1] else ())


def _read_ends(values: list[Any]) -> tuple[Longs, int] | None:
    """Read when games ended, and how many of them name no zone; None where one cannot be read."""
    kinds = set(map(type, values))
    if kinds == {int} and min(values) >= -LATEST and max(values) <= LATEST:
        return np.array(values, np.int64), 0
    if kinds != {str}:
        return None
    ended, bad, zoneless = moments(values)
    return None if bad else (ended, zoneless)


def one_by_one(items: Sequence[Any]) -> Slice:
    """Read any games, right and wrong ones, object by object."""
    records: list[Arrival] = []
    refused: list[Refusal] = []
    zoneless = 0
    for place, item in enumerate(items):
        if not isinstance(item, dict):
            refused.append(Refusal(place, "", (error("not-a-game"),)))
            continue
        record, zone, findings = _game(item, place)
        if record is None:
            refused.append(Refusal(place, _code(item), tuple(findings)))
        else:
            records.append(record)
            zoneless += not zone
    notices = (notice("zone-assumed", count=zoneless),) if zoneless else ()
    return Slice(of_records(records), tuple(refused), notices)


def _game(item: dict[Any, Any], place: int) -> tuple[Arrival | None, bool, list[Finding]]:
    """Read one game: the record, whether its end names a zone, and what is wrong."""
    findings = [error("unknown-field", text=str(name)[:_SHOWN]) for name in item if name not in FIELDS]
    ended, zone, wrong = _read_end(item.get("ended"))
    findings += wrong
    points = item.get("max_points")
    if points is not None and not _is_number(points):
        findings.append(error("odd-points", limit=int(MOST_POINTS)))
        points = None
    players, places, score, teams, wrong = _seats(item)
    findings += wrong
    if findings:
        return None, zone, findings
    return Arrival(_code(item), ended, players, score, places, teams, points, place), zone, []


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _code(item: dict[Any, Any]) -> str:
    code = item.get("code")
    if isinstance(code, str):
        return code
    return str(code) if isinstance(code, int) and not isinstance(code, bool) and abs(code) < 10**40 else ""


def _read_end(value: object) -> tuple[int, bool, list[Finding]]:
    if value is None:
        return 0, True, [error("missing-end", Place())]
    if isinstance(value, int) and not isinstance(value, bool):
        return value, True, []  # milliseconds
    end = moment(value) if isinstance(value, str) else None
    if end is None:
        return 0, True, [error("odd-moment", text=str(value)[:_SHOWN])]
    return end[0], end[1], []


def _seats(
    item: dict[Any, Any],
) -> tuple[tuple[str, ...], tuple[int, ...], int | None, bool, list[Finding]]:
    """Return who sat there and how it ended: players, places, score, whether teams; and what is wrong."""
    nobody: tuple[str, ...] = ()
    if item.get("players") is not None or item.get("places") is not None:
        players, places = item.get("players"), item.get("places")
        if not isinstance(players, list) or not _are_names(players) or len(players) < 2:
            return nobody, (), None, False, [error("missing-player")]
        numbers = isinstance(places, list) and len(places) == len(players)
        if not numbers or not all(type(place) is int for place in places or ()):
            return nobody, (), None, False, [error("odd-places", count=len(players))]
        sides = any(item.get(name) is not None for name in ("white", "black", "result"))
        wrong = [error("two-results")] if sides else []
        return tuple(players), tuple(places or ()), None, False, wrong
    white, black = _side(item.get("white")), _side(item.get("black"))
    if not white or not black:
        return nobody, (), None, False, [error("missing-player")]
    if len(white) != len(black):
        return nobody, (), None, False, [error("wants-teams")]
    result = item.get("result")
    score = notation.score(result) if isinstance(result, str) else None
    if score is None:
        return nobody, (), None, False, [notation.missing("" if result is None else str(result))]
    return white + black, (), score, isinstance(item.get("white"), list) and len(white) > 1, []


def _side(value: object) -> tuple[str, ...]:
    """Read a side: a handle, or the handles of a team; nothing where it is neither."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) and _are_names(value) else ()


def _are_names(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) for value in values)
