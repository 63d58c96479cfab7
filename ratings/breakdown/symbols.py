"""Every symbol of the sums, explained once: its sign, what it is, in words a player understands, its clause.

The pages of rules, the sums behind a rating, the calculators and the glossary all read it here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.breakdown import symbols_go
from ratings.breakdown.steps import Symbol, number
from ratings.rulebook.editions import Edition
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_clauses import FirstRatingClauses, change_clauses, first_rating_clauses
from ratings.rulebook.ladder import LadderEdition

_SCORED = gettext_noop("1 for a win, 0.5 for a draw, 0 for a loss.")
_RESULT = gettext_noop("result")
_OWN = gettext_noop("player’s rating")
_OPPONENT = gettext_noop("opponent’s rating")
_CHANGE = gettext_noop("change")
_EXPECTED = gettext_noop("expected score")
_STAKE = gettext_noop("points at stake")

PERFORMANCE = Symbol(
    "Rp",
    "Rp",
    gettext_noop("performance"),
    gettext_noop(
        "The average rating of the rated opponents of a tournament, plus or minus what FIDE’s table "
        "gives for the percentage scored against them. Large differences are not capped here, and the "
        "rating does not depend on it."
    ),
)

# Where the numbers of the clauses are counted.
_DOCUMENTS: Mapping[type[Edition], str] = {
    FfgEdition: gettext_noop("FFG ladder rules"),
    EgfEdition: gettext_noop("EGF rating rules"),
    FideEdition: gettext_noop("FIDE Handbook B.02"),
    FicsEdition: gettext_noop("FICS help on rating changes"),
    LadderEdition: gettext_noop("Days of Wonder, ranking and scoring"),
}


def of_fide(edition: FideEdition, system: str) -> tuple[Symbol, ...]:
    """Return the symbols of a list's calculation and of a first rating, with the letters FIDE prints.

    FIDE Handbook B.02, 8.1-8.3.
    """
    return (*_of_change(edition, system), *_of_first(edition, system))


def _of_change(edition: FideEdition, system: str) -> tuple[Symbol, ...]:
    clauses = change_clauses(system, edition.name)
    return (
        Symbol("Ro", "Ro", gettext_noop("player’s Elo rating"),
               gettext_noop("The rating in force on the first day of the tournament.")),
        Symbol("Rc", "Rc", gettext_noop("opponent’s Elo rating"), gettext_noop(
            "The opponent’s rating in force on that day, as counted; for a whole tournament, the mean of "
            "all opponents.")),
        Symbol("w", "w", gettext_noop("points"), gettext_noop(
            "1 for a win, 0.5 for a draw, 0 for a loss.")),
        Symbol("n", "n", gettext_noop("number of games"), gettext_noop("The number of games that count.")),
        Symbol("D", "D", gettext_noop("difference"), gettext_noop(
            "The player’s rating minus the opponent’s; a large difference may be capped, by the rule then "
            "in force."),
            clauses.difference, ("{Ro} − {Rc}",)),
        Symbol("PD", "PD", gettext_noop("expected score"), gettext_noop(
            "The player’s average score at this difference, read from FIDE’s table: 0.50 between "
            "equals."), clauses.table),
        Symbol("chg", "chg", gettext_noop("above expectation"), gettext_noop(
            "How much more, or less, was scored than expected."), clauses.change, ("{w} − {PD}",)),
        Symbol("K", "K", gettext_noop("points at stake"), gettext_noop(
            "How many points one game can be worth: many for new players and juniors, few for the "
            "strongest."),
            clauses.change),
        Symbol("Kchg", "K*chg", gettext_noop("change"), gettext_noop(
            "The change of the rating. All games of a list are added up, and the sum is rounded once, at "
            "the end."),
            clauses.change, ("{K} × {chg}",)),
        PERFORMANCE,
    )  # fmt: skip


def _of_first(edition: FideEdition, system: str) -> tuple[Symbol, ...]:
    clauses = first_rating_clauses(system, edition.name)
    return (
        Symbol("sum", "ΣR", gettext_noop("sum of the opponents’ ratings"),
               gettext_noop("The ratings of all rated opponents of a new player, added up.")),
        *(_with_draws(edition, clauses) if edition.draws else _without_draws(edition, clauses)),
        Symbol("dp", "dp", gettext_noop("difference for the percentage score"), gettext_noop(
            "How far above or below the opponents such a percentage score places a player, read from "
            "FIDE’s table."),
            clauses.table),
        Symbol("Rp2022", "Rp 2022", gettext_noop("performance of a new player, rule of 2022"), gettext_noop(
            "What FIDE shows as Rp for one tournament of a new player: 20 points for each half point above "
            "half of the points. It is not the first rating.")),
    )  # fmt: skip


_SHARE = gettext_noop("percentage score")


_AVERAGE = gettext_noop("average rating of the opponents")


_FIRST = gettext_noop("first rating")


def _with_draws(edition: FideEdition, clauses: FirstRatingClauses) -> tuple[Symbol, ...]:
    draws, half = number(edition.draws), number(edition.draws / 2)
    against = number(edition.draws_against)
    return (
        Symbol("Ra", "Ra", _AVERAGE, gettext_noop(
            "The average strength of a new player’s opponents, hypothetical draws included."),
            clauses.average, (f"({{sum}} + {draws} × {against}) / ({{n}} + {draws})",)),
        Symbol("p", "p", _SHARE, gettext_noop("A new player’s points divided by games, hypothetical draws "
                                              "included."),
               clauses.average, (f"({{w}} + {half}) / ({{n}} + {draws})",)),
        Symbol("Ru", "Ru", _FIRST, gettext_noop(
            "What all results of a new player give together, rounded to the nearest point, "
            "before the maximum and the floor."), clauses.rating, ("{Ra} + {dp}",)),
    )  # fmt: skip


def _without_draws(edition: FideEdition, clauses: FirstRatingClauses) -> tuple[Symbol, ...]:
    bonus = f"{{Ra}} + {number(edition.half_point_value)} × (2 × {{w}} − {{n}})"
    return (
        Symbol("Ra", "Ra", _AVERAGE, gettext_noop("The average strength of a new player’s opponents."),
               clauses.average, ("{sum} / {n}",)),
        Symbol("p", "p", _SHARE, gettext_noop("A new player’s points divided by games."),
               clauses.average, ("{w} / {n}",)),
        Symbol("Ru", "Ru", _FIRST, gettext_noop(
            "What all results of a new player give together, rounded to the nearest point, before the "
            "floor. The first formula is for up to half of the points, the second for more."),
            clauses.rating, ("{Ra} + {dp}", bonus)),
    )  # fmt: skip


def of_fics(edition: FicsEdition, system: str, *, of_teams: bool = False) -> tuple[Symbol, ...]:
    """Return the symbols of Glicko; the clauses are the steps of FICS's own description."""
    is_team = of_teams or (system in CATALOGUE and not CATALOGUE[system].games.duels)
    divisor = edition.team_divisor if is_team else edition.divisor
    opponent = gettext_noop("mean of the opposing pair") if is_team else _OPPONENT
    own_words = (
        gettext_noop("The mean of the player’s rating and the partner’s, before the game.")
        if is_team
        else gettext_noop("The player’s rating before the game.")
    )
    other_words = (
        gettext_noop("The mean of both opponents’ ratings, before the game.")
        if is_team
        else gettext_noop("The opponent’s rating before the game.")
    )
    uncertain = (
        gettext_noop("How uncertain the ratings of the three others are together.")
        if is_team
        else gettext_noop("How uncertain the opponent’s rating is.")
    )
    return (
        Symbol("r", "r", gettext_noop("mean of the player’s pair") if is_team else _OWN, own_words),
        Symbol("r2", "r₂", opponent, other_words),
        Symbol("RD", "RD", gettext_noop("player’s deviation"), gettext_noop(
            "How uncertain the player’s rating is: nineteen times in twenty the true rating lies "
            "within 1.96 RD. It grows without games and shrinks with every game."), "1"),
        Symbol("RD2", "RD₂", gettext_noop("deviation of the others")
               if is_team else gettext_noop("opponent’s deviation"), uncertain, "1"),
        Symbol("q", "q", gettext_noop("unit of the scale"), gettext_noop(
            "A constant that turns rating points into winning chances."), "2",
            (f"{{ln}}(10) / {number(divisor)}",)),
        Symbol("ln", "ln", gettext_noop("natural logarithm"), gettext_noop(
            "The power to which e, about 2.718, has to be raised to give a number.")),
        Symbol("p", "p", gettext_noop("weight of an uncertainty"), gettext_noop(
            "A constant: how much an uncertain rating flattens the expected score."), "2",
            ("3 × ({q} / π)^[2]",)),
        Symbol("f", "f", gettext_noop("reliability"), gettext_noop(
            "How far the other rating can be trusted: 1 means fully, and less the more uncertain it "
            "is."), "2",
            ("1 / √(1 + {p} × {RD2}^[2])",)),
        Symbol("E", "E", _EXPECTED, gettext_noop(
            "The player’s average score in such a game: 1 is a certain win, 0.5 an even game."),
            "3", (f"1 / (1 + 10^[({{r2}} − {{r}}) × {{f}} / {number(edition.divisor)}])",)),
        Symbol("I", "I", gettext_noop("information from the game"), gettext_noop(
            "How much a game says about a player: most when its result was open."), "4",
            ("({q} × {f})^[2] × {E} × (1 − {E})",)),
        Symbol("K", "K", _STAKE, gettext_noop(
            "How many points the game can be worth: the less certain the player’s own rating, the more. "
            "There is a minimum K."),
            "4", ("{q} × {f} / (1 / {RD}^[2] + {I})",)),
        Symbol("s", "s", _RESULT, _SCORED, "5"),
        Symbol("change", _CHANGE, gettext_noop("change of the rating"),
               gettext_noop("K times the score above expectation."), "5",
               ("{K} × ({s} − {E})",), is_word=True),
        Symbol("after", gettext_noop("rating"), gettext_noop("rating after the game"), gettext_noop(
            "The rating before the game plus the change, rounded to a whole number."), "5", is_word=True),
        Symbol("RD3", "RD′", gettext_noop("deviation after the game"), gettext_noop(
            "Every game makes a rating more certain; the minimum K plays no part in it."), "6",
            ("1 / √(1 / {RD}^[2] + {I})",)),
    )  # fmt: skip


def of_ladder(edition: LadderEdition, _system: str) -> tuple[Symbol, ...]:
    """Return the symbols of the ladder; the clauses are its four formulas."""
    curve = (f"1 / (1 + 10^[({{r2}} − {{r}}) / {number(edition.divisor)}])",)
    settled, step = number(edition.provisional_games), number(edition.provisional_step)
    mean = "({{r}} × {{n}} + {} ± {}) / ({{n}} + 1) − {{r}}"
    return (
        Symbol("r", "r", _OWN, gettext_noop("The player’s rating before the game.")),
        Symbol("r2", "r₂", _OPPONENT, gettext_noop("The opponent’s rating before the game.")),
        Symbol("n", "n", gettext_noop("games played before"),
               gettext_noop("How many of the player’s games were rated before this one.")),
        Symbol("n2", "n₂", gettext_noop("opponent’s games before"),
               gettext_noop("How many of the opponent’s games were rated before this one.")),
        Symbol("E", "E", _EXPECTED, gettext_noop(
            "The player’s average score in such a game: 1 is a certain win, 0.5 an even game."),
            "", curve if edition.curve == "logistic" else ()),
        Symbol("s", "s", _RESULT, _SCORED),
        Symbol("K", "K", _STAKE, gettext_noop(
            "How many points the game is worth; a game may state it itself, and more players play for "
            "more.")),
        Symbol("change", _CHANGE, gettext_noop("change of the rating"), gettext_noop(
            "New players move by the mean of all their games, established players by K times the "
            "score above expectation. The formulas: both new; only the opponent established; only "
            "the player established; both established."), "", (
                mean.format("({r} + {r2}) / 2", step),
                mean.format("{r2}", number(edition.established_step)),
                f"{{K}} × {{n2}} / {settled} × ({{s}} − {{E}})",
                "{K} × ({s} − {E})",
            ), is_word=True),
    )  # fmt: skip


_OF: Mapping[type[Edition], Callable[[Any, str], tuple[Symbol, ...]]] = {
    FfgEdition: symbols_go.of_ffg,
    EgfEdition: symbols_go.of_egf,
    FideEdition: of_fide,
    FicsEdition: of_fics,
    LadderEdition: of_ladder,
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
    return Symbols(_DOCUMENTS[FicsEdition], of_fics(edition, "", of_teams=True))


def symbols_of(edition: Edition, system: str) -> Symbols:
    """Return the symbols of an edition of a system; what is in force there stands in their formulas."""
    return Symbols(_DOCUMENTS[type(edition)], _OF[type(edition)](edition, system))
