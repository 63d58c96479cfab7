"""Results of an entrant in a round, as rows and in words. Reads only."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from tournaments.models import Bye, Entry, Game, Tournament
from tournaments.reports.outcomes import ByeKind, Outcome

MOST_HANDICAP = 9
_ENDED = {
    "won": (Outcome.WHITE_WINS, Outcome.BLACK_WINS),
    "lost": (Outcome.BLACK_WINS, Outcome.WHITE_WINS),
    "draw": (Outcome.DRAW, Outcome.DRAW),
    "both-lose": (Outcome.BOTH_LOSE, Outcome.BOTH_LOSE),
    "both-win": (Outcome.BOTH_WIN, Outcome.BOTH_WIN),
    "unknown": (Outcome.UNKNOWN, Outcome.UNKNOWN),
}
ENDED = tuple(_ENDED)


@dataclass(frozen=True, slots=True)
class Played:
    """A game from one entrant's side; `opponent` is an entry's number, `colour` their own, "" unknown."""

    opponent: int
    ended: str  # one of ENDED
    colour: str = ""
    handicap: int = 0
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """The rows of one entrant in one round; as a rule one game or one bye, or nothing."""

    entrant: int
    round: int
    games: tuple[Game, ...]
    byes: tuple[Bye, ...]

    @property
    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """The rows as the corrections keep them."""
        return {"games": [game_row(row) for row in self.games], "byes": [bye_row(row) for row in self.byes]}

    @property
    def seen(self) -> str:
        """A form's value to detect that the cell was changed meanwhile."""
        return digest(self.rows)

    @property
    def played(self) -> Played | None:
        """The game as the entrant's; None without one."""
        if not self.games:
            return None
        game = self.games[0]
        white = game.white.number == self.entrant
        return Played(
            opponent=game.black.number if white else game.white.number,
            ended=next(word for word, sides in _ENDED.items() if sides[not white] == game.outcome),
            colour=("w" if white else "b") if game.colour_known else "",
            handicap=game.handicap,
            by_default=game.by_default,
        )

    @property
    def bye(self) -> ByeKind | None:
        """His bye; None without one."""
        return ByeKind(self.byes[0].kind) if self.byes else None


def cell_of(tournament: Tournament, entrant: int, number: int) -> Cell:
    """Read what an entrant did in a round; two queries."""
    sides = Q(white__number=entrant) | Q(black__number=entrant)
    games = Game.objects.filter(sides, tournament=tournament, round=number).select_related("white", "black")
    byes = Bye.objects.filter(tournament=tournament, round=number, entry__number=entrant)
    return Cell(
        entrant, number, tuple(games.order_by("pk")), tuple(byes.select_related("entry").order_by("pk"))
    )


def outcome_of(played: Played, *, white: bool) -> Outcome:
    """Return the outcome of a game by how it ended for one side."""
    return _ENDED[played.ended][not white]


def game_row(game: Game) -> dict[str, Any]:
    """Return a game as a correction keeps it."""
    return {
        "round": game.round,
        "white": game.white.number,
        "black": game.black.number,
        "outcome": Outcome(game.outcome).name.lower(),
        "by_default": game.by_default,
        "handicap": game.handicap,
        "colour_known": game.colour_known,
    }


def bye_row(bye: Bye) -> dict[str, Any]:
    """Return a bye as a correction keeps it."""
    return {"round": bye.round, "entrant": bye.entry.number, "kind": ByeKind(bye.kind).name.lower()}


def entrant_row(entry: Entry) -> dict[str, Any]:
    """Return what may be corrected of an entrant, as a correction keeps it."""
    names = (
        "surname",
        "given_name",
        "grade",
        "country",
        "club",
        "identifiers",
        "title",
        "sex",
        "birth_year",
        "rating_written",
    )
    return {name: getattr(entry, name) for name in names}


def digest(document: Mapping[str, Any]) -> str:
    """Name a state by what it is made of."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
