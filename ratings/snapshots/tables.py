"""Tables of the snapshot and the meaning of each column: the data dictionary, in English.

Names and values are those of the interface for programs (docs/api.md); nothing is here that it does not give.
Types of columns are those of the Data Package standard.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.player_fields import public_fields
from ratings.rulebook.list_fields import API, fields_in

TEXT, WHOLE, NUMBER, FLAG = "string", "integer", "number", "boolean"
DATE, MOMENT, JSON = "date", "datetime", "object"
CHUNK = 5000  # rows read at a time
Row = tuple[Any, ...]


class Column(NamedTuple):
    """A column: its name, its type, its meaning. A text is never missing, anything else may be."""

    name: str
    type: str
    says: str


def moment(value: datetime | None) -> str | None:
    """Write a moment: `2026-11-26T10:00:00.000Z`."""
    if value is None:
        return None
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(value: Any) -> str:
    """Write a value as JSON: keys sorted, no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


LISTS = (
    Column("system", TEXT, "key of the rating system"),
    Column("date", DATE, "date of the list"),
    Column("revision", WHOLE, "revision; a list never changes, a correction is a new revision"),
    Column("published", MOMENT, "when it was published, UTC"),
    Column("note", TEXT, "note of the office"),
    Column("players", WHOLE, "players"),
    Column("active_players", WHOLE, "active players"),
    Column("established", WHOLE, "players of the first of two tables of a list of single games"),
    Column("regions", JSON, "names of the regions of its players by their codes"),
)
ENTRIES = (
    Column("date", DATE, "date of the list"),
    Column("revision", WHOLE, "revision of the list"),
    *(Column(field.name_in(API), field.type, field.public) for field in fields_in(API)),
)

PLAYER = "public number of the player"
_TOURNAMENT = "number of the tournament"
_SYSTEM = "key of the rating system"
_CODE = "number of the game at its server"
_SERVER = "key of the game server"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its title, its columns, those that name a row, and other tables its columns lead to."""

    name: str
    title: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    foreign: Mapping[str, str]  # column -> table, by its key of one column


def _table(name: str, title: str, *columns: Column, key: str, **foreign: str) -> Table:
    return Table(name, title, columns, tuple(key.split()), foreign)


_ALL = (
    _table(
        "systems",
        gettext_noop("Rating systems"),
        Column("system", TEXT, _SYSTEM),
        Column("name", TEXT, "name"),
        Column("game", TEXT, "game: go, chess ..."),
        Column("clock", TEXT, "when ratings move: event, period (once a list) or stream (every game)"),
        Column("edition", TEXT, "edition everything is computed with; empty: the day of an event decides"),
        Column("replaced", JSON, "constants of the newest edition this office has replaced"),
        key="system",
    ),
    _table(
        "federations",
        gettext_noop("Federations"),
        Column("code", TEXT, "code"),
        Column("fide_code", TEXT, "three letters of FIDE"),
        Column("name", TEXT, "name"),
        key="code",
    ),
    _table(
        "clubs",
        gettext_noop("Clubs"),
        Column("code", TEXT, "code, as in lists and addresses"),
        Column("name", TEXT, "name"),
        Column("town", TEXT, "town"),
        Column("region", TEXT, "name of the region; empty: none"),
        Column("federation", TEXT, "code of the federation"),
        Column("members", WHOLE, "players of the club today"),
        Column("closed", DATE, "day the club closed; empty while it is open"),
        Column("website", TEXT, "website"),
        key="code",
        federation="federations",
    ),
    _table(
        "players",
        gettext_noop("Players"),
        Column("number", WHOLE, PLAYER),
        Column("surname", TEXT, "family name as shown: whole, initials, or NN and the number"),
        Column("given_name", TEXT, "given name, likewise"),
        Column("federation", TEXT, "code of the federation"),
        Column("club", TEXT, "code of the club; empty: none. It may name a club that has no row of its own"),
        Column("club_name", TEXT, "name of the club, or what files call it"),
        *(Column(field.name, field.type, field.public) for field in public_fields()),
        Column("ffg", TEXT, "FFG licence number of adults who are shown by name"),
        Column("egd", TEXT, "EGD PIN, likewise"),
        Column("fide", TEXT, "FIDE id, likewise"),
        Column("aga", TEXT, "AGA id, likewise"),
        key="number",
        federation="federations",
    ),
    _table(
        "merged_numbers",
        gettext_noop("Merged player numbers"),
        Column("number", WHOLE, "number that stands for another player now; old lists still have it"),
        Column("player", WHOLE, PLAYER),
        key="number",
        player="players",
    ),
    _table("lists", gettext_noop("Published lists"), *LISTS, key="system date revision"),
    _table("entries", gettext_noop("List entries"), *ENTRIES, key="date revision number"),
    _table(
        "tournaments",
        gettext_noop("Tournaments"),
        Column("number", WHOLE, _TOURNAMENT),
        Column("revision", WHOLE, "corrections, counted from 1"),
        Column("stage", TEXT, "approved, or revoked: taken out of the ratings"),
        Column("revoked", MOMENT, "when it was revoked"),
        Column("reason", TEXT, "why it was revoked"),
        Column("name", TEXT, "name"),
        Column("start", DATE, "first day"),
        Column("end", DATE, "last day"),
        Column("place", TEXT, "town"),
        Column("country", TEXT, "two letters of the country"),
        Column("online", FLAG, "played online"),
        Column("game", TEXT, "go or chess"),
        Column("rate", TEXT, "time control of chess: standard, rapid or blitz"),
        Column("time_class", TEXT, "class of the EGF: A, B, C or D"),
        Column("rounds", WHOLE, "rounds"),
        Column("entrants", WHOLE, "entrants"),
        key="number",
    ),
    _table(
        "entrants",
        gettext_noop("Entrants of tournaments"),
        Column("tournament", WHOLE, _TOURNAMENT),
        Column("entrant", WHOLE, "number of the entrant in the tournament, in the order of its file"),
        Column("place", WHOLE, "place in the table"),
        Column("player", WHOLE, f"{PLAYER}; empty: nobody of the register"),
        Column("name", TEXT, "name as the player chose to be shown"),
        Column("grade", TEXT, "declared grade"),
        Column("club", TEXT, "club, as the file has it"),
        Column("country", TEXT, "country; in chess the three letters of FIDE"),
        Column("title", TEXT, "chess: title, as the file has it"),
        Column("rating", WHOLE, "chess: rating, as the file has it"),
        key="tournament entrant",
        tournament="tournaments",
        player="players",
    ),
    _table(
        "games",
        gettext_noop("Games of tournaments"),
        Column("tournament", WHOLE, _TOURNAMENT),
        Column("round", WHOLE, "round"),
        Column("white", WHOLE, "White: number of the entrant in the tournament"),
        Column("black", WHOLE, "Black: number of the entrant in the tournament"),
        Column("white_player", WHOLE, f"White: {PLAYER}"),
        Column("black_player", WHOLE, f"Black: {PLAYER}"),
        Column("white_points", NUMBER, "points of White: 0, 0.5 or 1"),
        Column("black_points", NUMBER, "points of Black; both sides may win, or lose"),
        Column("known", FLAG, "0: the file does not say how the game ended"),
        Column("played", FLAG, "0: won by default, or not known"),
        Column("handicap", WHOLE, "handicap stones"),
        Column("colours_known", FLAG, "0: who had White is not known"),
        key="tournament round white",
        tournament="tournaments",
        white_player="players",
        black_player="players",
    ),
    _table(
        "byes",
        gettext_noop("Rounds without an opponent"),
        Column("tournament", WHOLE, _TOURNAMENT),
        Column("round", WHOLE, "round"),
        Column("entrant", WHOLE, "number of the entrant in the tournament"),
        Column("points", NUMBER, "points for it"),
        key="tournament round entrant",
        tournament="tournaments",
    ),
    _table(
        "online_games",
        gettext_noop("Online games"),
        Column("server", TEXT, _SERVER),
        Column("code", TEXT, _CODE),
        Column("ended", MOMENT, "when it ended, UTC"),
        Column("white", WHOLE, f"White: {PLAYER}; empty: more than two players, see online_seats"),
        Column("black", WHOLE, f"Black: {PLAYER}"),
        Column("white_points", NUMBER, "points of White: 0, 0.5 or 1"),
        Column("max_points", NUMBER, "points at stake; empty: those of the system"),
        key="server code",
        white="players",
        black="players",
    ),
    _table(
        "online_seats",
        gettext_noop("Online games of more than two players"),
        Column("server", TEXT, _SERVER),
        Column("code", TEXT, _CODE),
        Column("seat", WHOLE, "seat, counted from 1"),
        Column("player", WHOLE, PLAYER),
        Column("place", WHOLE, "1: first; who tied shares a place"),
        Column("team", WHOLE, "team, 0: everyone for themselves"),
        key="server code seat",
        player="players",
    ),
    _table(
        "statistics",
        gettext_noop("Statistics"),
        Column("system", TEXT, _SYSTEM),
        Column("kind", TEXT, "wins, forecasts, activity, drift, improvers or clubs"),
        Column("made", MOMENT, "when it was calculated, UTC"),
        Column("data", JSON, "the figures, as /api/v1/systems/{system}/statistics/{kind} gives them"),
        key="system kind",
        system="systems",
    ),
)
TABLES: Mapping[str, Table] = {table.name: table for table in _ALL}
