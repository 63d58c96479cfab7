# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Update of players' stored games in approved tournaments after a change.

A tournament that is approved, superseded or revoked, and players that become one or two again, report which
tournaments moved; of these every game is taken out of the careers of all concerned and put in with its
current data. So the order of changes does not matter, and the stored rows are those `from_scratch` reads.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from django.db import connection, transaction

from federation.database import bulk
from federation.database.slicing import slices
from federation.register import register
from tournaments.careers.packing import NOBODY, ROW, Rows, pack, unpack
from tournaments.models import Career, Entry
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome, is_rateable, scores

_AT_ONCE = 500
_I8, _I2, _DAY = np.dtype("i8"), np.dtype("i2"), np.dtype("datetime64[D]")
_RATED = [outcome for outcome in Outcome if is_rateable(outcome, by_default=False)]
_GAMES = (
    "SELECT w.player_id, b.player_id, g.outcome, g.tournament_id, t.start FROM tournaments_game g"
    " JOIN tournaments_tournament t ON t.id = g.tournament_id"
    " JOIN tournaments_entry w ON w.id = g.white_id JOIN tournaments_entry b ON b.id = g.black_id"
    f" WHERE t.stage = %s AND NOT g.by_default AND g.outcome IN ({', '.join(['%s'] * len(_RATED))})"
)


@transaction.atomic
def refresh(tournaments: Collection[int], *, also: Collection[int] = ()) -> None:
    """Bring the careers of all who stand in some tournaments up to the facts; revisions by their keys.

    `also`: players who no longer stand in them. Harmless when repeated.
    """
    keys = sorted(set(tournaments))
    if not keys:
        return
    # Two concurrent updates of one player would each lose the games the other adds.
    register.one_at_a_time()
    played = _games_by_player(keys)
    entered = Entry.objects.filter(tournament__in=keys, player__isnull=False)
    players = sorted({*also, *entered.values_list("player", flat=True)})
    for part in slices(players, _AT_ONCE):
        _write(part, played, keys)


@transaction.atomic
def rebuild() -> int:
    """Write every career again from the facts; return how many there are."""
    register.one_at_a_time()
    return write_all()


def write_all() -> int:
    """Write every career again with writers locked out; uses no model but by its columns."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_career")
    careers = from_scratch()
    bulk.write_columns("tournaments_career", {"player_id": list(careers), "data": list(careers.values())})
    return len(careers)


def from_scratch() -> dict[int, bytes]:
    """Return everybody's career as the facts have it, packed, by player."""
    return {player: pack(rows) for player, rows in _games_by_player().items()}


def differences() -> list[int]:
    """Name the players whose career is not what the facts say, by number."""
    stored = {player: bytes(data) for player, data in Career.objects.values_list("player_id", "data")}
    expected = from_scratch()
    return sorted(
        player for player in stored.keys() | expected.keys() if stored.get(player) != expected.get(player)
    )


def _write(players: Sequence[int], played: Mapping[int, Rows], moved: Sequence[int]) -> None:
    """Replace the games of the tournaments moved in some careers."""
    rows = Career.objects.filter(player__in=players)
    stored = {player: bytes(data) for player, data in rows.values_list("player_id", "data")}
    changed, empty = [], []
    for player in players:
        own = unpack(stored[player]) if player in stored else np.zeros(0, ROW)
        own = own[~np.isin(own["tournament"], moved)]
        own = np.concatenate((own, played[player])) if player in played else own
        if not own.size:
            empty.append(player)
        elif (data := pack(own)) != stored.get(player):
            changed.append(Career(player_id=player, data=data))
    if gone := stored.keys() & set(empty):
        Career.objects.filter(player__in=gone).delete()
    Career.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["player"], update_fields=["data"]
    )


def _games_by_player(tournaments: Sequence[int] | None = None) -> dict[int, Rows]:
    """Read the games of some tournaments, or of all, by player."""
    some = [None] if tournaments is None else slices(tournaments, _AT_ONCE)
    parts = [_read_games(part) for part in some]
    player, rows = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(player, kind="stable")
    player, rows = player[order], rows[order]
    players, first = np.unique(player, return_index=True)
    return dict(zip(players.tolist(), np.split(rows, first[1:]), strict=True)) if players.size else {}


def _read_games(tournaments: Sequence[int] | None = None) -> tuple[Rows, Rows]:
    """Read games from both sides: players, and their rows; sides without a player have none."""
    some = "" if tournaments is None else f" AND t.id IN ({', '.join(['%s'] * len(tournaments))})"
    values = [Stage.APPROVED.value, *map(int, _RATED), *(tournaments or ())]
    white, black, outcome, tournament, day = bulk.read_columns(
        _GAMES + some, values, [_I8, _I8, _I2, _I8, _DAY]
    )
    points = np.zeros((2, len(Outcome)), np.uint8)
    for outcome_code in _RATED:
        points[:, outcome_code] = scores(outcome_code)
    rows = np.zeros(2 * white.size, ROW)
    rows["day"] = np.tile(day.astype(np.int64), 2)
    rows["tournament"] = np.tile(tournament, 2)
    rows["opponent"] = np.concatenate((black, white))
    rows["points"] = np.concatenate((points[0][outcome], points[1][outcome]))
    player = np.concatenate((white, black))
    known = player != NOBODY
    return player[known], rows[known]
