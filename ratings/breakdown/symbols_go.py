"""The symbols of the Go ratings (FFG ladder rules 1.1-1.9, EGF rating rules 1.1-1.5)."""

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown.steps import Symbol, number
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition

_CURVE = ("1 / ({e}^[{D} / {a}] + 1)", "1 − 1 / ({e}^[{D} / {a}] + 1)")
_EULER = Symbol(
    "e",
    "e",
    gettext_noop("Euler’s number"),
    gettext_noop("A constant, about 2.718; its powers make the curve of growth and decay."),
)
_HIGHER = gettext_noop("the higher of the two")
_LOWER = gettext_noop("the lower of the two")
_HIGHER_WORDS = gettext_noop("The stronger of the two players here, handicap included.")
_LOWER_WORDS = gettext_noop("The weaker of the two players here, handicap included.")
_CHANGE = gettext_noop("change")
_SCORED = Symbol(
    "R",
    "R",
    gettext_noop("result"),
    gettext_noop("1 for a win, 0.5 for a draw (jigo), 0 for a loss."),
    "1.2",
)


def of_ffg(edition: FfgEdition, _system: str) -> tuple[Symbol, ...]:
    """Return the symbols of the FFG ladder."""
    return (
        Symbol("N", "N", gettext_noop("player’s level"),
               gettext_noop("The player’s level at the start of the round; 100 points are one "
                            "grade."), "1.1"),
        Symbol("N2", "N₂", gettext_noop("opponent’s level"),
               gettext_noop("The opponent’s level at the start of the round."), "1.1"),
        *_handicap("N", handicap=(edition.handicap_step, edition.komi_stones), clause="1.3"),
        *_distance("1.2"),
        _scale(f"({number(edition.a_numerator)} − {{n}}) / {number(edition.divisor)}", "1.2"),
        _EULER,
        Symbol("P", "P", gettext_noop("expected score"), gettext_noop(
            "The player’s average score in such a game: 1 is a certain win, 0.5 an even game. "
            "The first formula is for the weaker player, the second for the stronger."), "1.2", _CURVE),
        Symbol("epsilon", "ε", gettext_noop("encouragement"), gettext_noop(
            "A small extra for both players: players who improve take points from the others, and "
            "this gives them back. Read from a table, at the stronger of the two."), "1.2"),
        Symbol("K", "K", gettext_noop("points at stake"), gettext_noop(
            "How many points a game can be worth, read from a table at the player’s own level: the "
            "weaker, the more, because weak players change fast."), "1.2"),
        _SCORED,
        Symbol("c", "c", gettext_noop("weight"), gettext_noop(
            "How much the game counts: 1 is fully; less with a handicap, on a small board or with "
            "a fast time control."), "1.4"),
        Symbol("change", _CHANGE, gettext_noop("change of the level"), gettext_noop(
            "K times the score above expectation, weighted."), "1.2",
            ("{K} × ({R} − {P} + {epsilon} / 2) × {c}",), is_word=True),
        *_threshold(edition),
    )  # fmt: skip


def of_egf(edition: EgfEdition, _system: str) -> tuple[Symbol, ...]:
    """Return the symbols of the GoR."""
    curve = _new_curve(edition) if edition.since_2021 else _old_curve(edition)
    clause = "1.5" if edition.since_2021 else "1.3"
    plus = " + {bonus}" if edition.since_2021 else ""
    return (
        Symbol("N", "r", gettext_noop("player’s rating"),
               gettext_noop("The player’s rating before the tournament; 100 points are one grade."), "1.1"),
        Symbol("N2", "r₂", gettext_noop("opponent’s rating"),
               gettext_noop("The opponent’s rating before the tournament."), "1.1"),
        *_handicap("N", handicap=(edition.handicap_step, edition.komi_stones), clause=clause),
        *curve,
        Symbol("R", "S", gettext_noop("result"), _SCORED.words, clause),
        Symbol("c", "c", gettext_noop("weight of the class"), gettext_noop(
            "How much the tournament counts, by its time control: class A fully, B three quarters, "
            "C half, D a quarter."), "1.4"),
        Symbol("change", _CHANGE, gettext_noop("change of the rating"), gettext_noop(
            "con times the score above expectation, plus the bonus, weighted.")
            if edition.since_2021 else gettext_noop("con times the score above expectation, weighted."),
            clause, (f"{{c}} × ({{con}} × ({{R}} − {{Se}}){plus})",), is_word=True),
    )  # fmt: skip


def _handicap(own: str, *, handicap: tuple[float, float], clause: str) -> tuple[Symbol, ...]:
    step, komi = (number(value) for value in handicap)
    return (
        Symbol("H", "H", gettext_noop("handicap"), gettext_noop(
            "Stones given to Black before the game; 1 means that Black began without giving komi."), clause),
        Symbol("h", "h", gettext_noop("value of the handicap"), gettext_noop(
            "What the stones are worth in points. Black’s rating is raised by it, for this comparison only."),
            clause, (f"{step} × ({{H}} − {komi})",)),
        Symbol("B", "B", gettext_noop("Black in the comparison"), gettext_noop(
            "Black with the value of the handicap added. The first formula if the player has "
            "Black, the second if the opponent has."), clause, (f"{{{own}}} + {{h}}", f"{{{own}2}} + {{h}}")),
    )  # fmt: skip


def _distance(clause: str) -> tuple[Symbol, ...]:
    return (
        Symbol("m", "m", _HIGHER, _HIGHER_WORDS, clause),
        Symbol("n", "n", _LOWER, _LOWER_WORDS, clause),
        Symbol(
            "D",
            "D",
            gettext_noop("gap"),
            gettext_noop("How far apart the two players are, handicap included."),
            clause,
            ("{m} − {n}",),
        ),
    )


def _scale(formula: str, clause: str) -> Symbol:
    return Symbol(
        "a",
        "a",
        gettext_noop("scale"),
        gettext_noop(
            "How much a gap counts here: among weak players the better one wins less surely, so a is larger "
            "and the gap counts less."
        ),
        clause,
        (formula,),
    )


def _threshold(edition: FfgEdition) -> tuple[Symbol, ...]:
    if edition.passes_most <= 1:
        return ()
    top = f"({number(edition.threshold_numerator)} − {number(edition.threshold_slope)} × {{N}})"
    divisors = (edition.threshold_known_divisor, edition.threshold_unknown_divisor)
    return (
        Symbol(
            "T",
            "T",
            gettext_noop("threshold"),
            gettext_noop(
                "How far one tournament may move a player before the starting level is doubted. The first "
                "formula is for a known player, the second for a new one."
            ),
            "1.9",
            tuple(f"{top} / {number(divisor)}" for divisor in divisors),
        ),
    )


def _old_curve(edition: EgfEdition) -> tuple[Symbol, ...]:
    """Return what the GoR before 2021 is computed with (1.3, 1.4)."""
    return (
        *_distance("1.3"),
        _scale(f"{number(edition.a_at_zero)} − {{n}} / {number(edition.a_divisor)}", "1.3"),
        _EULER,
        Symbol("p", "p", gettext_noop("share of the weaker"), gettext_noop(
            "What the curve gives the weaker player: 0.5 between equals, less as the gap grows."),
            "1.3", _CURVE[:1]),
        *_deflator(edition),
        Symbol("con", "con", gettext_noop("points at stake"), gettext_noop(
            "How many points a game can be worth, read from a table at the player’s own rating, "
            "with or without handicap: the weaker, the more."), "1.3"),
    )  # fmt: skip


def _deflator(edition: EgfEdition) -> tuple[Symbol, ...]:
    name = gettext_noop("expected score")
    if not edition.e:
        words = gettext_noop(
            "The player’s average score in such a game. The first formula is for the weaker player, the "
            "second for the stronger."
        )
        return (Symbol("Se", "Se", name, words, "1.3", ("{p}", "1 − {p}")),)
    epsilon = Symbol(
        "epsilon",
        "ε",
        gettext_noop("encouragement"),
        gettext_noop(
            "What the two expected scores together lack to 1: a game gives a little more than it takes, so "
            "players who improve need not take points from the others."
        ),
        "1.4",
    )
    if edition.e_on_stronger:
        words = gettext_noop(
            "The player’s average score in such a game, as counted: all of ε is taken from the stronger. The "
            "first formula is for the weaker player, the second for the stronger, the third for equals."
        )
        return (
            epsilon,
            Symbol("Se", "Se", name, words, "1.3", ("{p}", "1 − {epsilon} − {p}", "{p} − {epsilon} / 2")),
        )
    words = gettext_noop(
        "The player’s average score in such a game, as counted: half of ε is taken from each, and it is "
        "never below 0. The first formula is for the weaker player, the second for the stronger."
    )
    return (
        epsilon,
        Symbol("Se", "Se", name, words, "1.4", ("{p} − {epsilon} / 2", "1 − {p} − {epsilon} / 2")),
    )


def _new_curve(edition: EgfEdition) -> tuple[Symbol, ...]:
    """Return what the GoR since 2021 is computed with (1.5)."""
    top, power = number(edition.perfect), number(edition.exponent)
    at, scale, divisor = (
        number(value) for value in (edition.bonus_at, edition.bonus_scale_divisor, edition.bonus_divisor)
    )
    return (
        Symbol("Se", "Se", gettext_noop("expected score"), gettext_noop(
            "The player’s average score in such a game: 1 is a certain win, 0.5 an even game. The number "
            "above all ratings stands for perfect play; with a handicap Black counts as B."),
            "1.5",
            (f"1 / (1 + (({top} − {{N}}) / ({top} − {{N2}}))^[{power}])",)),
        Symbol("con", "con", gettext_noop("points at stake"), gettext_noop(
            "How many points a game can be worth, by the player’s own rating: the weaker, the more."), "1.5",
            (f"(({top} − {{N}}) / {number(edition.con_divisor)})^[{number(edition.con_power)}]",)),
        _EULER,
        Symbol("bonus", "bonus", gettext_noop("bonus"), gettext_noop(
            "Points added by every game, won or lost: weaker players improve, and without it their "
            "progress would be taken from the others. Almost nothing for strong players."), "1.5",
            (f"{{ln}}(1 + {{e}}^[({at} − {{N}}) / {scale}]) / {divisor}",)),
        Symbol("ln", "ln", gettext_noop("natural logarithm"), gettext_noop(
            "The power to which e has to be raised to give a number: it undoes the powers of e.")),
    )  # fmt: skip
