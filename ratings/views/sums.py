"""The sum of one game of a stream, step by step, set with the player's own numbers and said in words."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from ratings.engines.stream_contract import (
    AGAINST_PROVISIONAL,
    BOTH_PROVISIONAL,
    BUGHOUSE,
    ESTABLISHED,
    PROVISIONAL,
    DuelDetail,
)
from ratings.renderings import figures
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.streams.histories import SeatRow

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LESS = f" {figures.MINUS} "


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is called, the formula with the numbers in it, what comes out, and why."""

    symbol: str
    formula: str
    value: str
    words: str
    clause: str  # where in the rules


def in_language(number: str) -> str:
    """Put the reader's decimal separator into a number."""
    return number.replace(".", str(get_format("DECIMAL_SEPARATOR")))


def plain(value: float, places: int = 0) -> str:
    """Set a number rounded to so many decimals, in the reader's language, with a true minus."""
    # number_format would cut decimals off instead of rounding them
    return in_language(f"{value:.{places}f}").replace("-", figures.MINUS)


def signed(value: float) -> str:
    """Set a change with its sign and two decimals, in the reader's language."""
    return in_language(figures.signed(value, places=2))


def tiny(value: float) -> str:
    """Set a very small number as digits times a power of ten."""
    if not value:
        return "0"
    power = math.floor(math.log10(abs(value)))
    return f"{plain(value / 10.0**power, 3)} × 10{str(power).translate(_RAISED)}"


def glicko(detail: DuelDetail, edition: FicsEdition, seat: SeatRow) -> list[Step]:
    """Set the steps of Glicko for one seat: f, E, I, K, change, new deviation (FICS 1.1, steps 2 to 6)."""
    is_team = detail.rule == BUGHOUSE
    q = math.log(10.0) / (edition.team_divisor if is_team else edition.divisor)
    p = 3.0 * (q / math.pi) ** 2
    f, expected = plain(detail.f, 4), plain(detail.expected, 4)
    own, others = plain(detail.deviation, 1), plain(detail.opponent_deviation, 1)
    information = (q * detail.f) ** 2 * detail.expected * (1.0 - detail.expected)
    places = 1 if is_team else 0
    exponent = (
        f"({plain(detail.opponent_rating, places)}{_LESS}{plain(detail.rating, places)}) × {f}"
        f" / {plain(edition.divisor)}"
    )
    steps = [
        Step("f", f"1 / √(1 + {tiny(p)} × {others}²)", f, _trust(detail), _step(2)),
        Step(
            "E",
            format_html("1 / (1 + 10<sup>{}</sup>)", exponent),
            expected,
            _("The score to be expected, from the means of both pairs.")
            if is_team
            else _("The score to be expected."),
            _step(3),
        ),
        Step(
            "I",
            f"({plain(q, 6)} × {f})² × {expected} × (1{_LESS}{expected})",
            tiny(information),
            _("How much the game says about the player: most when the result was open."),
            _step(4),
        ),
        Step(
            "K",
            f"{plain(q, 6)} × {f} / (1 / {own}² + I)",
            plain(detail.computed_k, 2),
            _("The points at stake: the less certain the own rating, the more."),
            _step(4),
        ),
    ]
    return [*steps, *_floor(detail, edition), *_results(detail, edition, seat)]


def _step(number: int) -> str:
    """Name a step of FICS's own description."""
    return _("step %(n)s") % {"n": number}


def _trust(detail: DuelDetail) -> str:
    if detail.rule == BUGHOUSE:
        return _("How far the ratings of the three others can be trusted: 1 would be fully.")
    return _("How far the opponent's rating can be trusted: 1 would be fully.")


def _floor(detail: DuelDetail, edition: FicsEdition) -> list[Step]:
    """Say when the least K acts."""
    if detail.k == detail.computed_k:
        return []
    least = plain(edition.k_minimum)
    words = _("Less than %(least)s is at stake in no game since 28 April 1997, so K is %(least)s here.")
    return [
        Step("K", f"max({plain(detail.computed_k, 2)}, {least})", least, words % {"least": least}, _step(4))
    ]


def _results(detail: DuelDetail, edition: FicsEdition, seat: SeatRow) -> list[Step]:
    own, expected = plain(detail.deviation, 1), plain(detail.expected, 4)
    moved = plain(abs(seat.change))
    sign = figures.MINUS if seat.change < 0 else "+"
    rounded = _("Rounded to a whole number. A first game counts from %(rating)s.") % {
        "rating": plain(edition.initial_rating)
    }
    return [
        Step(
            _("change"),
            f"{plain(detail.k, 2)} × ({_score(detail)}{_LESS}{expected})",
            signed(detail.change),
            _("K times what was scored above expectation."),
            _step(5),
        ),
        Step(
            _("rating"),
            f"{plain(seat.before)} {sign} {moved}",
            plain(seat.after),
            rounded if detail.games == 0 else _("Rounded to a whole number."),
            _step(5),
        ),
        Step(
            "RD",
            f"1 / √(1 / {own}² + I)",
            plain(seat.deviation, 1),
            _("Every game makes a rating more certain; the least K has no part in this."),
            _step(6),
        ),
    ]


def _score(detail: DuelDetail) -> str:
    return plain(detail.score, 0 if detail.score in (0.0, 1.0) else 1)


def ladder(detail: DuelDetail, edition: LadderEdition) -> Step:
    """Set a duel of the ladder: which of the four formulas it is, and why (ladder 2.1)."""
    number, formula, words = _LADDER[detail.rule]
    counts = {
        "settled": plain(edition.provisional_games),
        "games": detail.opponent_games,
        "step": "" if math.isnan(detail.step) else plain(detail.step),
    }
    clause = _("formula %(n)s") % {"n": number}
    return Step(detail.rule, formula(detail, edition), signed(detail.change), words() % counts, clause)


def _both_provisional(detail: DuelDetail, _edition: LadderEdition) -> str:
    return _mean(detail, f"({plain(detail.rating, 1)} + {plain(detail.opponent_rating, 1)}) / 2")


def _provisional(detail: DuelDetail, _edition: LadderEdition) -> str:
    return _mean(detail, plain(detail.opponent_rating, 1))


def _mean(detail: DuelDetail, entering: str) -> str:
    """Set the mean over n + 1 games, less the rating before."""
    bonus = detail.step * (2.0 * detail.score - 1.0)
    step = f" {figures.MINUS if bonus < 0 else '+'} {plain(abs(bonus))}" if bonus else ""
    own, games = plain(detail.rating, 1), detail.games
    return f"({own} × {games} + {entering}{step}) / ({games} + 1){_LESS}{own}"


def _against_provisional(detail: DuelDetail, edition: LadderEdition) -> str:
    share = f"{detail.opponent_games} / {plain(edition.provisional_games)}"
    return f"{plain(detail.computed_k)} × {share} × {_surplus(detail)}"


def _established(detail: DuelDetail, _edition: LadderEdition) -> str:
    return f"{plain(detail.k)} × {_surplus(detail)}"


def _surplus(detail: DuelDetail) -> str:
    return f"({_score(detail)}{_LESS}{plain(detail.expected, 4)})"


# The number of each formula, how it is set, and in which case it is taken.
_LADDER: dict[str, tuple[int, Callable[[DuelDetail, LadderEdition], str], Callable[[], str]]] = {
    BOTH_PROVISIONAL: (
        1,
        _both_provisional,
        lambda: _(
            "Both had played fewer than %(settled)s games: the duel enters the mean of all games as the "
            "middle of the two ratings, %(step)s more when won, as much less when lost."
        ),
    ),
    PROVISIONAL: (
        2,
        _provisional,
        lambda: _(
            "Only the opponent had played %(settled)s games: the duel enters the mean of all games as the "
            "opponent's rating, %(step)s more when won, as much less when lost."
        ),
    ),
    AGAINST_PROVISIONAL: (
        3,
        _against_provisional,
        lambda: _(
            "The opponent had played %(games)s of %(settled)s games: the newer the opponent, the less an "
            "established player is moved."
        ),
    ),
    ESTABLISHED: (
        4,
        _established,
        lambda: _("Both had played %(settled)s games: K times what was scored above expectation."),
    ),
}
