"""Online games of a system and a year that stand, and the seats of those of more than two."""

from collections.abc import Iterator
from datetime import UTC, datetime

from ratings.snapshots.parts import Part, bounds
from ratings.snapshots.values import CHUNK, Row, moment
from tournaments.models import Seat, TableGame


def games(part: Part) -> Iterator[Row]:
    """Yield the games in the order they ended."""
    rows = TableGame.objects.filter(system=part.system, withdrawn=None, ended__range=bounds(part.year))
    names = ("server__key", "code", "ended", "white_id", "black_id", "score", "max_points")
    for server, code, ended, white, black, score, points in (
        rows.order_by("ended", "server__key", "code").values_list(*names).iterator(chunk_size=CHUNK)
    ):
        at = moment(datetime.fromtimestamp(ended / 1000, UTC))
        yield server, code, at, white, black, None if white is None else score / 2, points


def seats(part: Part) -> Iterator[Row]:
    """Yield the seats of games of more than two, game by game."""
    rows = Seat.objects.filter(
        game__system=part.system, game__withdrawn=None, game__ended__range=bounds(part.year)
    )
    order = ("game__ended", "game__server__key", "game__code", "number")
    names = ("game__server__key", "game__code", "number", "player_id", "place", "team")
    yield from rows.order_by(*order).values_list(*names).iterator(chunk_size=CHUNK)
