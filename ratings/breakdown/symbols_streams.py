"""The symbols of FICS and of the ladder (FICS help on rating changes; the ladder's formulas)."""

from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.breakdown.steps import number
from ratings.breakdown.symbol import Symbol
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition

_SCORED = gettext_noop("1 for a win, 0.5 for a draw, 0 for a loss.")
_RESULT = gettext_noop("result")
_OWN = gettext_noop("player's rating")
_OPPONENT = gettext_noop("opponent’s rating")
_CHANGE = gettext_noop("change")
_EXPECTED = gettext_noop("expected score")
_STAKE = gettext_noop("points at stake")


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
        Symbol("r", "r", gettext_noop("mean of the player's pair") if is_team else _OWN, own_words),
        Symbol("r2", "r₂", opponent, other_words),
        Symbol("RD", "RD", gettext_noop("player's deviation"), gettext_noop(
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
            "The player's average score in such a game: 1 is a certain win, 0.5 an even game."),
            "3", (f"1 / (1 + 10^[({{r2}} − {{r}}) × {{f}} / {number(edition.divisor)}])",)),
        Symbol("I", "I", gettext_noop("information from the game"), gettext_noop(
            "How much a game says about a player: most when its result was open."), "4",
            ("({q} × {f})^[2] × {E} × (1 − {E})",)),
        Symbol("K", "K", _STAKE, gettext_noop(
            "How many points the game can be worth: the less certain the player's own rating, the more. "
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
               gettext_noop("How many of the player's games were rated before this one.")),
        Symbol("n2", "n₂", gettext_noop("opponent’s games before"),
               gettext_noop("How many of the opponent's games were rated before this one.")),
        Symbol("E", "E", _EXPECTED, gettext_noop(
            "The player's average score in such a game: 1 is a certain win, 0.5 an even game."),
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
