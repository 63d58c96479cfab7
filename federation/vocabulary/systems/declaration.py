"""The declaration of a rating system: a TOML file read into records, refused with the place of a mistake.

Only what every system has is read here; which constants an edition has, and between which bounds, is the
affair of its engine (`ratings.rulebook.editions`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from federation.vocabulary import tables
from federation.vocabulary.systems.counting import (
    REASONS,
    Conditions,
    Counts,
    Refusal,
    TimeClass,
    Weight,
)
from federation.vocabulary.tables import BadDeclaration, Table

SCHEMA = 1
CLUB, FEDERATION = "club", "federation"
LISTED = ("ffg", "egd", "fide")  # registers whose numbers entries of lists have a column for
REGISTERS = (*LISTED, "aga")
LONGEST_KEY = 30
KEY = re.compile(rf"[a-z][a-z0-9-]{{1,{LONGEST_KEY - 1}}}")
LONGEST_EDITION = 20
Constant = bool | str | float | tuple[float, ...]
Constants = Mapping[str, Constant]
Named = Callable[[str, str], "DeclaredEdition"]  # key of a system, name of an edition


class Cadence(StrEnum):
    """When ratings move; the values are public names (API, addresses)."""

    BY_EVENT = "event"  # event by event; a list is a snapshot
    BY_PERIOD = "period"  # once a list, over everything that counts for it
    BY_GAME = "stream"  # game by game, as they arrive from servers; no review, a list is a snapshot


@dataclass(frozen=True, slots=True)
class Amendment:
    """Constants that change inside an edition from a day on."""

    since: date
    constants: Constants


@dataclass(frozen=True, slots=True)
class DeclaredEdition:
    """An edition of the rules; `since` None: never in force by date, only by name."""

    name: str
    since: date | None
    clause: str
    constants: Constants
    later: tuple[Amendment, ...] = ()


@dataclass(frozen=True, slots=True)
class GamesTaken:
    """Games a system takes one by one: of two players, of two teams of two, of a table in finishing order.

    `most`: players at a table; `points`: whether a game may say how many points are at stake.
    """

    duels: bool = True
    teams: bool = False
    most: int = 2
    points: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """Registers whose numbers identify the players of a system.

    `own`: the register whose ratings these are, "" for none; `listed`: those whose numbers its lists have.
    """

    own: str = ""
    listed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """One rating system as its file declares it.

    `family`: what a tournament is handed in for; `game`: the discipline, "any" where servers bring games of
    any kind; `short_name`: in a row of tabs; `hue`: of its accent, in degrees; `one_edition`: the edition the
    whole history is computed with, "": each event by its day; `scale`: of declared grades, "": none count;
    `seeds_from`: key of the system whose rating a newcomer starts from; `games_when_rated`: rated games
    assumed of a player of whom only the rating is known; `strength`: place among the systems that measure
    strength in the discipline, 0: it does not; `jobs_only`: the site has no lists of it;
    `one_offs`: FIDE's adjustments of whole lists move its ratings;
    `layout`: how its lists look; `columns`: those of the layout it has, in order, by default all;
    `compared`: what statistics put side by side, clubs or federations; `prose`: the texts of the rules page,
    the first of which is about what is special, by default that of the engine.
    """

    key: str
    order: int
    name: str
    short_name: str
    game: str
    family: str
    family_name: str
    engine: str
    hue: int
    cadence: Cadence
    layout: str
    numbers: Numbers
    counts: Counts
    games: GamesTaken
    editions: tuple[DeclaredEdition, ...]
    one_edition: str = ""
    scale: str = ""
    seeds_from: str = ""
    games_when_rated: int = 1
    strength: int = 0
    jobs_only: bool = False
    columns: tuple[str, ...] = ()
    one_offs: bool = False
    compared: str = CLUB
    prose: tuple[str, ...] = ()

    @property
    def moves_by_event(self) -> bool:
        """Return whether ratings move event by event."""
        return self.cadence is Cadence.BY_EVENT

    @property
    def moves_by_period(self) -> bool:
        """Return whether ratings move once a list."""
        return self.cadence is Cadence.BY_PERIOD

    @property
    def moves_by_game(self) -> bool:
        """Return whether ratings move game by game."""
        return self.cadence is Cadence.BY_GAME

    @property
    def rate(self) -> str:
        """Return the rate of play of the tournaments that count, "" where the game knows one only."""
        return self.counts.rate


def read(text: str, edition_named: Named) -> Declaration:
    """Read a file; `edition_named` finds editions of other systems, which `like` names "SYSTEM/EDITION".

    Raises BadDeclaration, with line and column where the file is no TOML.
    """
    whole = tables.parse(text, schema=SCHEMA)
    system, lists, start = whole.table("system"), whole.table("lists"), whole.table("start")
    name = system.text("name")
    declaration = Declaration(
        key=system.take("key", str),
        order=system.take("order", int, 0),
        name=name,
        short_name=system.text("short", name),
        game=system.take("game", str),
        family=system.take("family", str),
        family_name=system.text("family_name", ""),
        engine=system.take("engine", str),
        hue=system.take("hue", int, 264),
        cadence=Cadence(_one_of(lists, "cadence", tuple(Cadence))),
        layout=lists.take("layout", str),
        columns=lists.array("columns", str),
        numbers=_numbers(whole.table("numbers")),
        counts=_counts(whole.table("counts")),
        games=_games(whole.table("games")),
        editions=_editions(whole.tables("edition"), edition_named),
        one_edition=system.take("one_edition", str, ""),
        scale=start.take("scale", str, ""),
        seeds_from=start.take("from", str, ""),
        games_when_rated=start.take("games", int, 1),
        strength=system.take("strength", int, 0),
        jobs_only=system.truth("jobs_only"),
        one_offs=lists.truth("one_offs"),
        compared=_one_of(lists, "compared", (CLUB, FEDERATION), CLUB),
        prose=system.array("prose", str),
    )
    for table in (system, lists, start, whole):
        table.close()
    if not KEY.fullmatch(declaration.key):
        raise system.bad("key", f"2 to {LONGEST_KEY} lower-case letters, digits and hyphens, a letter first")
    names = {edition.name for edition in declaration.editions}
    if declaration.one_edition and declaration.one_edition not in names:
        raise system.bad("one_edition", f"no edition {declaration.one_edition}")
    return declaration


def _one_of(table: Table, name: str, words: Sequence[str], default: str | None = None) -> str:
    value: str = table.take(name, str, default)
    if value not in words:
        raise table.bad(name, f"one of {', '.join(words)}")
    return value


def _numbers(table: Table) -> Numbers:
    own = _one_of(table, "own", ("", *REGISTERS), "")
    listed = table.words("listed", LISTED) or tuple(name for name in LISTED if name == own)
    table.close()
    return Numbers(own, listed)


def _counts(table: Table) -> Counts:
    counts = Counts(
        table.take("rate", str, ""),
        tuple(map(_refusal, table.tables("refused"))),
        tuple(map(_weight, table.tables("weight"))),
        tuple(map(_class, table.tables("class"))),
    )
    table.close()
    return counts


def _games(table: Table) -> GamesTaken:
    usual = GamesTaken()
    games = GamesTaken(
        table.take("duels", bool, usual.duels),
        table.truth("teams"),
        table.take("most", int, usual.most),
        table.truth("points"),
    )
    table.close()
    if games.most < usual.most:
        raise table.bad("most", f"at least {usual.most}")
    return games


def _conditions(row: Table) -> Conditions:
    return Conditions(
        since=row.take("from", date, date.min),
        until=row.take("until", date, date.max),
        online=row.take("online", bool, has=False),
        time_class=row.take("class", str, ""),
        minutes_from=float(row.take("minutes_from", (int, float), 0.0)),
        minutes_below=row.take("minutes_below", (int, float, str), has=False),
        sizes_other_than=row.array("sizes_other_than", int),
    )


def _refusal(row: Table) -> Refusal:
    reason = _one_of(row, "reason", tuple(REASONS))
    refusal = Refusal(
        _conditions(row),
        REASONS[reason],
        row.truth("weightless"),
        row.take("unless", str, ""),
    )
    row.close()
    return refusal


def _weight(row: Table) -> Weight:
    weight = Weight(_conditions(row), float(row.take("weight", (int, float))))
    row.close()
    return weight


def _class(row: Table) -> TimeClass:
    basic, fischer, adjusted = (
        float(row.take(name, (int, float))) for name in ("basic", "fischer", "adjusted")
    )
    time_class = TimeClass(row.take("name", str), basic, fischer, adjusted, online=row.truth("online"))
    row.close()
    return time_class


def _editions(rows: Sequence[Table], edition_named: Named) -> tuple[DeclaredEdition, ...]:
    """Read editions in order; each may take everything it does not say itself from one it is `like`."""
    editions: dict[str, DeclaredEdition] = {}
    for row in rows:
        base = _base(row, editions, edition_named)
        constants = _constants(row.table("constants"))
        later = [
            Amendment(part.take("from", date), _constants(part.table("constants")))
            for part in row.tables("later")
        ]
        if base is None:
            edition = DeclaredEdition(
                row.take("name", str), row.take("from", date, has=False), row.text("clause"), constants
            )
        else:
            edition = replace(
                base,
                name=row.take("name", str, base.name),
                since=row.take("from", date, base.since, has=False),
                clause=row.text("clause", base.clause),
                constants={**base.constants, **constants},
                later=tuple(_without(constants, amendment) for amendment in base.later),
            )
        row.close()
        if not 0 < len(edition.name) <= LONGEST_EDITION:
            raise row.bad("name", f"1 to {LONGEST_EDITION} characters")
        if edition.name in editions:
            raise row.bad("name", f"two editions {edition.name}")
        editions[edition.name] = replace(edition, later=tuple(later)) if later else edition
    if not editions:
        raise BadDeclaration("edition: is missing")
    return tuple(editions.values())


def _without(constants: Constants, amendment: Amendment) -> Amendment:
    """Return an amendment without the constants an edition that inherits it names itself."""
    left = {name: value for name, value in amendment.constants.items() if name not in constants}
    return replace(amendment, constants=left)


def _base(
    row: Table, editions: Mapping[str, DeclaredEdition], edition_named: Named
) -> DeclaredEdition | None:
    like = row.take("like", str, "")
    if not like:
        return None
    system, _, name = like.rpartition("/")
    try:
        return edition_named(system, name) if system else editions[name]
    except LookupError:
        raise row.bad("like", f"no edition {like}") from None


def _constants(table: Table) -> dict[str, Constant]:
    constants: dict[str, Constant] = {}
    for name, value in table.rest().items():
        if isinstance(value, list) and all(
            isinstance(number, int | float) and not isinstance(number, bool) for number in value
        ):
            constants[name] = tuple(map(float, value))
        elif isinstance(value, bool | str):
            constants[name] = value
        elif isinstance(value, int | float):
            constants[name] = float(value)
        else:
            raise table.bad(name, f"is of the wrong kind: {str(value)[:40]}")
    return constants
