"""The games of a calculator's answer, each with its sum: the player's numbers in the formulas, and words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _

from ratings.calculators.answer import Answer
from ratings.engines.contract import GameDetail
from ratings.rating_job import answer_go, answer_streams
from ratings.renderings.figures import MINUS
from ratings.rulebook.editions import Edition
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.streams.histories import SeatRow
from ratings.views import sums
from ratings.views.sums import Step, plain, signed

_LESS = f" {MINUS} "


@dataclass(frozen=True, slots=True)
class GameLine:
    """One rated game seen by the player: against whom, how it ended, what it gave, step by step."""

    line: str  # in the form
    opponent: str
    opponent_rating: float
    score: float
    expected: float | None
    k: float | None
    change: float
    steps: Sequence[Step]


def lines(answer: Answer) -> list[GameLine]:
    """Set every rated game of an answer."""
    edition = answer.question.edition
    if isinstance(edition, FideEdition):
        return [_fide(answer, row, edition) for row in answer.games]
    if isinstance(edition, FicsEdition | LadderEdition):
        return [_stream(answer, one, edition) for one in answer.stream]
    return [_go(answer, one, edition) for one in answer.go]


def _name(answer: Answer, key: str) -> str:
    person = answer.question.people.get(key)
    return person.name if person else ""


def _go(answer: Answer, side: answer_go.Side, edition: Edition) -> GameLine:
    one = side.detail
    return GameLine(
        line=side.opponent,
        opponent=_name(answer, side.opponent),
        opponent_rating=one.opponent_before,
        score=one.score,
        expected=one.expected,
        k=one.k,
        change=one.change,
        steps=_go_steps(one, edition),
    )


def _go_steps(one: GameDetail, edition: Edition) -> list[Step]:
    is_gor = isinstance(edition, EgfEdition)
    clause = "1.5" if isinstance(edition, EgfEdition) and edition.since_2021 else "1.3" if is_gor else "1.2"
    words = _("The difference of the ratings, handicap stones counted in.")
    steps = [Step("D", _difference(one), plain(one.difference, 1), words, "1.3")]
    curve = _curve(one, edition)
    if curve:
        steps.append(Step("E", curve, plain(one.expected, 4), _("The score to be expected."), clause))
    words = _("At stake, by the own rating: the weaker the player, the more.")
    steps.append(Step("K", _stake(one, edition), plain(one.k, 2), words, clause))
    inner = f"({_score(one.score)}{_LESS}{plain(one.expected, 4)}"
    if is_gor:
        bonus = f" + {plain(one.bonus, 2)}" if one.bonus else ""
        formula = f"{plain(one.weight, 2)} × ({plain(one.k, 2)} × {inner}){bonus})"
        words = _("The weight is that of the class.")
    else:
        part = f" + {plain(one.epsilon, 3)} / 2" if one.epsilon else ""
        formula = f"{plain(one.k, 2)} × {inner}{part}) × {plain(one.weight, 3)}"
        words = _("The weight counts handicap, board and thinking time.")
    return [*steps, Step(_("change"), formula, signed(one.change), words, clause)]


def _stake(one: GameDetail, edition: Edition) -> str:
    """Set K: the formula of 2021, elsewhere where the table is read."""
    if isinstance(edition, EgfEdition) and edition.since_2021:
        base = f"(({plain(edition.perfect)}{_LESS}{plain(one.before, 1)}) / {plain(edition.con_divisor)})"
        return format_html("{}<sup>{}</sup>", base, plain(edition.con_power, 1))
    return f"K({plain(one.before, 1)})"


def _difference(one: GameDetail) -> str:
    """Set D: both ratings, and what the handicap adds or takes."""
    stones = one.difference - (one.before - one.opponent_before)
    ratings = f"{plain(one.before, 1)}{_LESS}({plain(one.opponent_before, 1)})"
    if one.opponent_before >= 0:
        ratings = f"{plain(one.before, 1)}{_LESS}{plain(one.opponent_before, 1)}"
    if abs(stones) < 1e-6:
        return ratings
    return f"{ratings} {MINUS if stones < 0 else '+'} {plain(abs(stones), 1)}"


def _curve(one: GameDetail, edition: Edition) -> str:
    """Set the curve where its formula gives the expectation by itself; "" where the edition corrects it."""
    power = f"{plain(abs(one.difference), 1)} / {plain(one.a, 1)}"
    base = format_html("1 / (e<sup>{}</sup> + 1)", power)
    if isinstance(edition, FfgEdition) or (isinstance(edition, EgfEdition) and not edition.since_2021):
        lacking = edition.e if isinstance(edition, EgfEdition) else 0.0
        if lacking:
            return ""
        return base if one.difference < 0 else format_html("1{}{}", _LESS, base)
    if isinstance(edition, EgfEdition) and abs(one.difference - (one.before - one.opponent_before)) < 1e-6:
        top, power = plain(edition.perfect), plain(edition.exponent)
        own, other = plain(one.before, 1), plain(one.opponent_before, 1)
        share = f"(({top}{_LESS}{own}) / ({top}{_LESS}{other}))"
        return format_html("1 / (1 + {}<sup>{}</sup>)", share, power)
    return ""


def _fide(answer: Answer, row: dict[str, Any], edition: FideEdition) -> GameLine:
    own, other, k = row["before"], row["opponent_rating"], row["k"]
    words = (
        _("A larger difference counts as %(most)s: the opponent counts as %(rating)s.")
        % {"most": plain(edition.cap), "rating": plain(other)}
        if row["capped"]
        else _("The difference of the ratings in force.")
    )
    expected = plain(row["expected"], 2)
    steps = [
        Step("D", f"{own}{_LESS}{other}", plain(own - other), words, "1.3"),
        Step(
            "PD",
            f"{_('table')} 8.1.2 ({plain(own - other)})",
            expected,
            _("The score to be expected, read in the table."),
            "8.1.2",
        ),
        Step(
            "K × chg",
            f"{k} × ({_score(row['score'])}{_LESS}{expected})",
            signed(row["change"]),
            _("The sum of all games is rounded once, at the end."),
            "8.3",
        ),
    ]
    return GameLine(
        line=row["opponent"],
        opponent=_name(answer, row["opponent"]),
        opponent_rating=other,
        score=row["score"],
        expected=row["expected"],
        k=k,
        change=row["change"],
        steps=steps,
    )


def _stream(answer: Answer, side: answer_streams.Side, edition: FicsEdition | LadderEdition) -> GameLine:
    one = side.detail
    seat = SeatRow(
        player=0,
        place=0,
        team=0,
        before=side.before,
        after=side.after,
        aged=one.deviation,
        deviation=side.deviation,
        games=one.games + 1,
    )
    if isinstance(edition, FicsEdition):
        steps = sums.glicko(one, edition, seat)
    else:
        steps = [sums.ladder(one, edition)]
    return GameLine(
        line=side.opponent,
        opponent=_name(answer, side.opponent),
        opponent_rating=one.opponent_rating,
        score=one.score,
        expected=None if math.isnan(one.expected) else one.expected,
        k=None if math.isnan(one.k) else one.k,
        change=one.change,
        steps=steps,
    )


def _score(score: float) -> str:
    return plain(score, 0 if score in (0.0, 1.0) else 1)
