"""The games of a calculator as the one event of a rating job."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from ratings.calculators.fields import RESULTS, Family

OWN = "own"
EVENT = "event"
_TURNED = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the form: a game, or a seat at the one table."""

    line: int
    score: str  # one of RESULTS; "" at a table
    handicap: float | None = None
    is_white: bool = False
    place: int = 0


def event_of(about: Mapping[str, Any], rows: Sequence[Row], *, day: date) -> dict[str, Any]:
    """Write the event: round after round in the order of the lines, or one table of several."""
    family = about["family"]
    event: dict[str, Any] = {"id": EVENT, "start": day.isoformat()}
    event |= {key: about[key] for key in ("class", "time") if about.get(key) is not None}
    if about["table"]:
        event["games"] = [_table(about, rows)] if rows else []
        return event
    games = [_game(about, row, number) for number, row in enumerate(rows, 1)]
    if family in (Family.GLICKO, Family.TEAMS):
        noon = datetime.combine(day, time(12), UTC)
        for number, game in enumerate(games):
            game["ended"] = _format_moment(noon + timedelta(minutes=10 * number))
        if "idle" in about:
            about["own"]["last_game"] = _format_moment(noon - timedelta(days=about["idle"]))
    event["games"] = games
    return event


def _game(about: Mapping[str, Any], row: Row, number: int) -> dict[str, Any]:
    result, other = RESULTS[row.score], str(row.line)
    if about["family"] is Family.TEAMS:
        return {"round": number, "teams": [[OWN, f"{other}m"], [other, f"{other}q"]], "result": result}
    # Go: a handicap is given to Black, so the colour decides who gets it; elsewhere it plays no part.
    white, black = (OWN, other) if row.is_white or not about["family"].moves_by_event else (other, OWN)
    result = result if white == OWN else _TURNED[result]
    game: dict[str, Any] = {"round": number, "white": white, "black": black, "result": result}
    if row.handicap is not None:
        game["handicap"] = row.handicap
    if about.get("size", 19) != 19:
        game["board_size"] = about["size"]
    if about.get("points") is not None:
        game["max_points"] = about["points"]
    return game


def _table(about: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    places: dict[int, list[str]] = {about["place"]: [OWN]}
    for row in rows:
        places.setdefault(row.place, []).append(str(row.line))
    game: dict[str, Any] = {"round": 1, "places": [places[place] for place in sorted(places)]}
    if about.get("points") is not None:
        game["max_points"] = about["points"]
    return game


def _format_moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
