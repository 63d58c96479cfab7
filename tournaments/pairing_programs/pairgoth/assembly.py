"""Assembly of a tournament from the pages of its rounds: a report, and the missing parts.

The results of a round have the most details: colours, handicaps, a cancelled game distinct from a draw. Where
they are missing, the standings are used; there "=" is a draw or a cancelled game, and such a game stays
unknown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing_programs.pairgoth.pages import GameRow, GamesPage, Named, StandingRow, StandingsPage
from tournaments.pairing_programs.pairgoth.people import Listed, Who, identify, split_name
from tournaments.pairing_programs.pairgoth.refusals import Unusable
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Entrant, Pairing, Report

_OUTCOMES = {
    "w": Outcome.WHITE_WINS,
    "b": Outcome.BLACK_WINS,
    "=": Outcome.DRAW,
    "#": Outcome.BOTH_WIN,
    "0": Outcome.BOTH_LOSE,
    "X": Outcome.UNKNOWN,
    "?": Outcome.UNKNOWN,
}
# What both signs of the standings say, White's first; "==" is a draw or a game cancelled.
_OF_SIGNS = {"+-": "w", "-+": "b", "++": "#", "--": "0"}
_BYES = {
    "w": ByeKind.FULL_POINT,
    "b": ByeKind.ZERO_POINT,
    "=": ByeKind.HALF_POINT,
    "X": ByeKind.ZERO_POINT,
    "#": ByeKind.FULL_POINT,
    "0": ByeKind.ZERO_POINT,
    "?": ByeKind.FULL_POINT,
}
_SIGN_OF_BYE = {"+": "w", "-": "b", "?": "?"}
_OTHER = {"w": "b", "b": "w"}


@dataclass(frozen=True, slots=True)
class Came:
    """Pages received: games of rounds, the newest standings and the round they follow."""

    games: Mapping[int, GamesPage]
    standings: StandingsPage | None = None
    after: int = 0

    @property
    def last(self) -> int:
        """The last round anything came of; 0 none."""
        return max([self.after, *self.games], default=0)


@dataclass(frozen=True, slots=True)
class RoundState:
    """How far a round has come: its games, those without result, those either drawn or cancelled."""

    number: int
    games: int = 0
    byes: int = 0
    unknown: int = 0
    doubtful: int = 0
    is_there: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether every game has its result."""
        return self.is_there and not self.unknown


@dataclass(frozen=True, slots=True)
class Assembled:
    """Everything that came: entrants in order, pairings, byes, the rounds, who is on no list."""

    entrants: tuple[Who, ...]
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    rounds: tuple[RoundState, ...]
    strangers: tuple[Named, ...]
    grades: Mapping[int, str]  # by place among the entrants, as the program has them

    @property
    def is_complete(self) -> bool:
        """Whether every round came and every game has its result."""
        return bool(self.rounds) and all(state.is_complete for state in self.rounds)


def assemble(came: Came, listed: Sequence[Listed], *, rounds: int) -> Assembled:
    """Assemble a tournament from its pages. Raises Unusable where namesakes are confused."""
    turns = {number: games_of(came, number) for number in range(1, max(rounds, came.last) + 1)}
    who = identify(list(_names(came)), listed)
    _refuse_twice(turns, who)
    playing = {who[side] for games in turns.values() for game in games or () for side in _sides(game)}
    entrants = tuple(_ordered(playing, came, who, listed))
    numbers = {person: place for place, person in enumerate(entrants, start=1)}
    pairings, byes, states = [], [], []
    for number, games in turns.items():
        played = [_pairing(number, game, who, numbers) for game in games or () if game.white and game.black]
        free = [_bye(number, game, who, numbers) for game in games or () if not (game.white and game.black)]
        pairings += played
        byes += free
        states.append(_state(number, games, came))
    return Assembled(
        entrants,
        tuple(pairings),
        tuple(byes),
        tuple(states),
        tuple(entrant for entrant in entrants if isinstance(entrant, Named)),
        {numbers[person]: side.grade for side, person in who.items() if person in numbers and side.grade},
    )


def report_of(assembled: Assembled, head: Report) -> Report:
    """Return the report of what came; `head` has the facts of the tournament."""
    entrants = tuple(
        _entrant(number, person, assembled.grades.get(number, ""))
        for number, person in enumerate(assembled.entrants, start=1)
    )
    return replace(
        head,
        rounds=len(assembled.rounds),
        entrants=entrants,
        pairings=assembled.pairings,
        byes=assembled.byes,
    )


def games_of(came: Came, number: int) -> tuple[GameRow, ...] | None:
    """Return the games of a round as far as they are known; None where nothing came of it.

    What the results say goes before the standings, which give what they do not.
    """
    page = came.games.get(number)
    from_standings = (
        _of_standings(came.standings, number) if came.standings and number <= came.after else None
    )
    if page is None or from_standings is None:
        return from_standings if page is None else page.games
    results = {
        (game.white.name, game.black.name): game for game in from_standings if game.white and game.black
    }
    return tuple(_with_result(game, results) for game in page.games) if page.games else from_standings


def _with_result(game: GameRow, results: Mapping[tuple[str, str], GameRow]) -> GameRow:
    """Fill in a result that is not known yet, where the standings have it."""
    if game.result != "?" or game.white is None or game.black is None:
        return game
    row = results.get((game.white.name, game.black.name))
    return game if row is None else replace(game, result=row.result)


def _of_standings(page: StandingsPage, number: int) -> tuple[GameRow, ...]:
    """Return the games of a round as a crosstable has them."""
    rows = {row.number: row for row in page.rows}
    games = []
    for row in sorted(page.rows, key=lambda row: row.number):
        half = row.halves[number - 1]
        if half.opponent == 0 and half.sign in _SIGN_OF_BYE:
            games.append(GameRow(row.player, None, result=_SIGN_OF_BYE[half.sign]))
        elif half.opponent > row.number:
            games.append(_joined(row, rows[half.opponent], number))
    return tuple(games)


def _joined(row: StandingRow, other: StandingRow, number: int) -> GameRow:
    """Join the two halves of a game."""
    mine, theirs = row.halves[number - 1], other.halves[number - 1]
    colour = mine.colour or _OTHER.get(theirs.colour, "w")
    white, black = (row, other) if colour == "w" else (other, row)
    signs = white.halves[number - 1].sign + black.halves[number - 1].sign
    return GameRow(white.player, black.player, mine.handicap, _OF_SIGNS.get(signs, "?"))


def _names(came: Came) -> Iterable[list[Named]]:
    """Yield who stands on each page."""
    for page in came.games.values():
        yield [side for game in page.games for side in _sides(game)]
    if came.standings:
        yield [row.player for row in came.standings.rows]


def _sides(game: GameRow) -> list[Named]:
    return [side for side in (game.white, game.black) if side is not None]


def _refuse_twice(turns: Mapping[int, Sequence[GameRow] | None], who: Mapping[Named, Who]) -> None:
    """Raise Unusable where one entrant sits at two tables of a round."""
    for games in turns.values():
        seen: set[Who] = set()
        for game in games or ():
            for side in _sides(game):
                if who[side] in seen:
                    raise Unusable("plays-twice", name=side.name)
                seen.add(who[side])


def _ordered(
    playing: set[Who], came: Came, who: Mapping[Named, Who], listed: Sequence[Listed]
) -> Iterable[Who]:
    """Return who played: as the standings have them, then as the list has them, then by name."""
    rows = came.standings.rows if came.standings else ()
    places = {who[row.player]: row.number for row in rows}
    keys = {entrant: place for place, entrant in enumerate(listed)}
    last = len(keys) + len(places)
    return sorted(
        playing,
        key=lambda person: (
            places.get(person, last),
            keys[person] if isinstance(person, Listed) else last,
            "" if isinstance(person, Listed) else person.name,
            "" if isinstance(person, Listed) else f"{person.grade} {person.country} {person.club}",
        ),
    )


def _pairing(number: int, game: GameRow, who: Mapping[Named, Who], numbers: Mapping[Who, int]) -> Pairing:
    white, black = (numbers[who[side]] for side in _sides(game))
    return Pairing(
        round=number,
        white=white,
        black=black,
        outcome=_OUTCOMES[game.result],
        by_default=game.result == "X",
        handicap=game.handicap,
        board=game.table,
    )


def _bye(number: int, game: GameRow, who: Mapping[Named, Who], numbers: Mapping[Who, int]) -> Bye:
    (side,) = _sides(game)
    result = game.result if game.white else _OTHER.get(game.result, game.result)
    return Bye(number, numbers[who[side]], _BYES[result])


def _state(number: int, games: Sequence[GameRow] | None, came: Came) -> RoundState:
    played = [game for game in games or () if game.white and game.black]
    unknown = sum(pairing.result == "?" for pairing in played)
    return RoundState(
        number,
        games=len(played),
        byes=len(games or ()) - len(played),
        unknown=unknown,
        doubtful=min(unknown, _doubtful(came, number)),
        is_there=games is not None and bool(games),
    )


def _doubtful(came: Came, number: int) -> int:
    """Count the games the standings call drawn, which may have been cancelled."""
    if came.standings is None or number > came.after:
        return 0
    halves = (row.halves[number - 1] for row in came.standings.rows)
    return sum(half.opponent > 0 and half.sign == "=" for half in halves) // 2


def _entrant(number: int, person: Who, grade: str) -> Entrant:
    if isinstance(person, Named):
        surname, given_name = split_name(person.name)
        return Entrant(number, surname, given_name, grade=grade, country=person.country, club=person.club)
    return Entrant(
        number,
        person.surname,
        person.given_name,
        grade=grade or person.grade,
        country=person.country,
        club=person.club,
        identifiers=person.identifiers,
    )
