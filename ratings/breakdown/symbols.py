"""Every symbol of the sums, explained once: its sign, what it is, in words a player understands, its clause.

The pages of rules, the sums behind a rating, the calculators and the glossary all read it here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown import symbols_chess, symbols_go, symbols_streams
from ratings.breakdown.symbol import Symbol
from ratings.rulebook.editions import Edition
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition

# Where the numbers of the clauses are counted.
_DOCUMENTS: Mapping[type[Edition], str] = {
    FfgEdition: gettext_noop("FFG ladder rules"),
    EgfEdition: gettext_noop("EGF rating rules"),
    FideEdition: gettext_noop("FIDE Handbook B.02"),
    FicsEdition: gettext_noop("FICS help on rating changes"),
    LadderEdition: gettext_noop("Days of Wonder, ranking and scoring"),
}
_OF: Mapping[type[Edition], Callable[[Any, str], tuple[Symbol, ...]]] = {
    FfgEdition: symbols_go.of_ffg,
    EgfEdition: symbols_go.of_egf,
    FideEdition: symbols_chess.of_fide,
    FicsEdition: symbols_streams.of_fics,
    LadderEdition: symbols_streams.of_ladder,
}


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of an edition in the order a sum needs them."""

    document: str
    every: tuple[Symbol, ...]

    def __getitem__(self, key: str) -> Symbol:
        """Return the symbol of a key; KeyError for one the edition does not know."""
        return next((symbol for symbol in self.every if symbol.key == key), None) or _missing(key)

    def __contains__(self, key: str) -> bool:
        """Return whether the edition knows a symbol."""
        return any(symbol.key == key for symbol in self.every)


def _missing(key: str) -> Symbol:
    raise KeyError(key)


def team_symbols(edition: FicsEdition) -> Symbols:
    """Return the symbols of a game of two teams, whichever system rates it."""
    return Symbols(_DOCUMENTS[FicsEdition], symbols_streams.of_fics(edition, "", of_teams=True))


def symbols_of(edition: Edition, system: str) -> Symbols:
    """Return the symbols of an edition of a system; what is in force there stands in their formulas."""
    return Symbols(_DOCUMENTS[type(edition)], _OF[type(edition)](edition, system))
