"""The pages Pairgoth publishes, the games of a round and the standings after one: read, stored, compared.

Its table of games has the columns table, White, Black (or Black, White), handicap and, where results are
published, the result; cells name a player as "Surname Given (5k FR 75Pa)", who has no opponent plays "BIP".
Its standings are a crosstable: number, place, name, grade, country, wins, then a cell a round ("3+/w2", "0+"
without opponent, "0=" not paired), and what else the director shows.
Source: Pairgoth 0.25, doc/reference.md ("Published payload") and the pages its servlet renders.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.pairing_programs.pairgoth.html_tables import Cell, Page, Table, read
from tournaments.pairing_programs.pairgoth.refusals import Unusable

MOST_ROWS = 2_000  # of a table; the largest congress had 900 entrants
NOBODY = "BIP"
RESULTS = frozenset("?wb=X#0")
# Headings are in the language of the program's user: its catalogues have these.
_WHITE = frozenset({"white", "blanc", "weiß", "weiss", "백"})
_BLACK = frozenset({"black", "noir", "schwarz", "흑"})
_PLAYER = re.compile(r"(.*\S)\s*\(([0-9]{1,2}[kdp])((?: .*)?)\)", re.IGNORECASE)
_GRADE = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
_RESULT = re.compile(r"([0-9]{1,4})([-+=?])(?:/([wb]?)([0-9]{0,2}))?")
_MIRROR = {"+": "+-", "-": "-+", "=": "=", "?": "?"}  # what the other side may say: both may win, or lose
_FEWEST, _WITH_RESULT = 4, 5  # columns of a table of games


@dataclass(frozen=True, slots=True)
class Named:
    """A player as a page names one."""

    name: str
    grade: str = ""
    country: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table of a round; who has no opponent plays None. `result` is one of RESULTS, "?" not known."""

    white: Named | None
    black: Named | None
    handicap: int = 0
    result: str = "?"
    table: int | None = None


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The games of a round, with their results or without."""

    games: tuple[GameRow, ...]
    has_results: bool


@dataclass(frozen=True, slots=True)
class Half:
    """A round in the row of a player; `opponent` 0 is none, `colour` is the player's own."""

    opponent: int
    sign: str
    colour: str = ""
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of the standings; `number` is what the others call this player by."""

    number: int
    place: str
    player: Named
    halves: tuple[Half, ...]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings after a round."""

    rows: tuple[StandingRow, ...]


def read_games(text: str) -> GamesPage:
    """Read the games of a round. Raises Unusable."""
    page = _page(text)
    if len(page.tables) != 1:
        raise Unusable("not-a-table")
    table = page.tables[0]
    has_results = len(table.head) == _WITH_RESULT
    if len(table.head) not in (_FEWEST, _WITH_RESULT):
        raise Unusable("not-a-table")
    _check_rows(table, len(table.head))
    white_first = _is_white_first(table) if table.rows else True
    games = tuple(_game(row, white_first=white_first, has_results=has_results) for row in table.rows)
    _refuse_twice(games)
    return GamesPage(games, has_results)


def read_standings(text: str, *, after: int) -> StandingsPage:
    """Read the standings after a round. Raises Unusable."""
    page = _page(text)
    if "team-standings" in page.classes or len(page.tables) > 1:
        raise Unusable("team")
    if not page.tables or not any(
        "game-result" in cell.classes for row in page.tables[0].rows for cell in row
    ):
        raise Unusable("not-a-table")
    _check_rows(page.tables[0])
    rows = tuple(_standing(row, after=after) for row in page.tables[0].rows)
    _check_mirrors(rows)
    return StandingsPage(rows)


def _page(text: str) -> Page:
    page = read(text)
    if "pairgoth-published-error" in page.classes:
        raise Unusable("program-error", text=page.said.text)
    return page


def _check_rows(table: Table, expected: int = 0) -> None:
    if len(table.rows) > MOST_ROWS:
        raise Unusable("too-many-rows", count=len(table.rows), limit=MOST_ROWS)
    odd = next((row for row in table.rows if len(row) != (expected or len(row)) or len(row) < _FEWEST), None)
    if odd is not None:
        raise Unusable("short-row", count=len(odd), expected=expected or _FEWEST)


def _is_white_first(table: Table) -> bool:
    """Return whether White stands in the first of the two columns: by the heading, else by a result."""
    heading = table.head[1].text.casefold()
    if heading in _WHITE or heading in _BLACK:
        return heading in _WHITE
    decided = {"w": "1-0", "b": "0-1"}
    for row in table.rows:
        result = decided.get(row[-1].attributes.get("data-result", ""))
        if result and row[-1].text in decided.values():
            return row[-1].text == result
    raise Unusable("colours-unknown")


def _game(row: Sequence[Cell], *, white_first: bool, has_results: bool) -> GameRow:
    sides = [_player(row[1].text), _player(row[2].text)]
    white, black = sides if white_first else reversed(sides)
    if white is None and black is None:
        raise Unusable("nobody", table=row[0].text)
    result = row[4].attributes.get("data-result", "").strip() if has_results else "?"
    if result not in RESULTS:
        raise Unusable("bad-cell", text=row[4].text[:40], name="result")
    number = row[0].text
    return GameRow(
        white,
        black,
        handicap=_number(row[3].text or "0", "handicap", most=9),
        result=result,
        table=int(number) if re.fullmatch(r"[1-9][0-9]{0,3}", number) else None,
    )


def _player(text: str) -> Named | None:
    """Read the cell of a player; None where it names no player."""
    if text == NOBODY:
        return None
    match = _PLAYER.fullmatch(text)
    name, grade, rest = (match[1], match[2], match[3].strip()) if match else (text, "", "")
    if not name:
        raise Unusable("bad-cell", text=text, name="player")
    country, _, club = rest.partition(" ")
    if not re.fullmatch(r"[A-Za-z]{2}", country):
        country, club = "", rest
    return Named(name, grade.lower(), country.upper(), club.strip())


def _number(text: str, name: str, *, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > most:
        raise Unusable("bad-cell", text=text[:40], name=name)
    return int(text)


def _refuse_twice(games: Iterable[GameRow]) -> None:
    """Raise Unusable where the very same player, as written, sits at two tables."""
    seen: set[Named] = set()
    for game in games:
        for side in (game.white, game.black):
            if side is not None and side in seen:
                code = "plays-himself" if game.white == game.black else "plays-twice"
                raise Unusable(code, name=side.name)
            if side is not None:
                seen.add(side)


def _standing(row: Sequence[Cell], *, after: int) -> StandingRow:
    number, place, name = (cell.text for cell in row[:3])
    if not name:
        raise Unusable("bad-cell", text=name, name="player")
    results = [cell.text for cell in row if "game-result" in cell.classes]
    if len(results) != after:
        raise Unusable("wrong-rounds", name=name, count=len(results), round=after)
    others = [cell.text for cell in row[3:] if "game-result" not in cell.classes][:3]
    grade = next((text.lower() for text in others[:1] if _GRADE.fullmatch(text)), "")
    country = next((text.upper() for text in others if re.fullmatch(r"[A-Za-z]{2}", text)), "")
    club = next((text for text in others[1:] if not re.fullmatch(r"[A-Za-z]{2}|[0-9.½]*", text)), "")
    return StandingRow(
        _number(number, "number", most=MOST_ROWS),
        place[:8],
        Named(name, grade, country, club),
        tuple(map(_half, results)),
    )


def _half(text: str) -> Half:
    match = _RESULT.fullmatch(text.replace("½", "="))
    if match is None or int(match[4] or 0) > 9:
        raise Unusable("bad-cell", text=text[:40], name="result")
    return Half(int(match[1]), match[2], match[3] or "", int(match[4] or 0))


def _check_mirrors(rows: Sequence[StandingRow]) -> None:
    """Raise Unusable where two rows contradict each other."""
    by_number = {row.number: row for row in rows}
    if len(by_number) < len(rows):
        twice = next(row.number for row in rows if by_number[row.number] is not row)
        raise Unusable("same-number", number=twice)
    for row in rows:
        for place, half in enumerate(row.halves):
            if half.opponent:
                _check_half(row, half, by_number.get(half.opponent), place)


def _check_half(row: StandingRow, half: Half, other: StandingRow | None, place: int) -> None:
    values: dict[str, str | int] = {"name": row.player.name, "number": half.opponent, "round": place + 1}
    if other is None:
        raise Unusable("unknown-opponent", **values)
    back = other.halves[place]
    if back.opponent != row.number or other is row:
        raise Unusable("opponent-mismatch", **values)
    same_colour = bool(half.colour) and half.colour == back.colour
    if back.sign not in _MIRROR[half.sign] or same_colour or half.handicap != back.handicap:
        raise Unusable("result-mismatch", **values)


def store(page: GamesPage | StandingsPage) -> dict[str, Any]:
    """Return a page as JSON."""
    if isinstance(page, StandingsPage):
        return {"rows": [_stored_standing(row) for row in page.rows]}
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


def _stored_standing(row: StandingRow) -> list[Any]:
    halves = [[half.opponent, half.sign, half.colour, half.handicap] for half in row.halves]
    return [row.number, row.place, _named(row.player), halves]


def _named(person: Named | None) -> list[str] | None:
    return None if person is None else [person.name, person.grade, person.country, person.club]


def _read(stored: Sequence[str] | None) -> Named | None:
    return None if stored is None else Named(*stored)
