"""The games of a calculator's answer, each with its sum: the player's numbers in the formulas, and words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from ratings.breakdown import chess, go, streams
from ratings.calculators.answer import Answer
from ratings.rating_job import answer_go, answer_streams
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.views.players import breakdowns
from ratings.views.players.breakdowns import Line, Place


@dataclass(frozen=True, slots=True)
class GameLine:
    """One rated game seen by the player: against whom, how it ended, what it gave, step by step."""

    line: str  # in the form
    opponent: str
    number: int  # of the opponent in the register; 0: only a rating was typed
    opponent_rating: float
    score: float
    expected: float | None
    k: float | None
    change: float
    steps: Sequence[Line]


def place_of(answer: Answer, *, card: str = "sum") -> Place:
    """Return whose rules the sums of an answer follow."""
    return Place(answer.question.system.key, answer.question.edition, card)


def lines(answer: Answer, place: Place | None = None) -> list[GameLine]:
    """Return every rated game of an answer."""
    place = place or place_of(answer)
    if answer.stream:
        return [_stream(answer, side, place) for side in answer.stream]
    if not answer.question.system.entry.moves_by_period:
        return [_go(answer, side, place) for side in answer.go]
    return [_fide(answer, row, place) for row in answer.games]


def _opponent(answer: Answer, key: str) -> tuple[str, int]:
    person = answer.question.people.get(key)
    return (person.name, person.number) if person else ("", 0)


def _go(answer: Answer, side: answer_go.NamedSide, place: Place) -> GameLine:
    detail, (name, number) = side.side.detail, _opponent(answer, side.opponent)
    edition = cast(FfgEdition | EgfEdition, place.edition)
    return GameLine(
        line=side.opponent,
        opponent=name,
        number=number,
        opponent_rating=detail.opponent_before,
        score=detail.score,
        expected=detail.expected,
        k=detail.k,
        change=detail.change,
        steps=breakdowns.lines(go.steps(side.side, edition, place.system), place),
    )


def _fide(answer: Answer, row: dict[str, Any], place: Place) -> GameLine:
    name, number = _opponent(answer, row["opponent"])
    side = chess.FideSide(
        own=row["before"],
        opponent=row["opponent_rating"],
        is_capped=row["capped"],
        score=row["score"],
        expected=row["expected"],
        k=row["k"],
    )
    return GameLine(
        line=row["opponent"],
        opponent=name,
        number=number,
        opponent_rating=side.opponent,
        score=side.score,
        expected=side.expected,
        k=side.k,
        change=row["change"],
        steps=breakdowns.lines(chess.steps(side, cast(FideEdition, place.edition), place.system), place),
    )


def _stream(answer: Answer, side: answer_streams.Side, place: Place) -> GameLine:
    detail, (name, number) = side.detail, _opponent(answer, side.opponent)
    if place.edition.has_deviation:
        end = {"before": side.before, "after": side.after, "deviation": side.deviation}
        steps = breakdowns.lines(
            streams.glicko(detail, cast(FicsEdition, place.edition), system=place.system, **end), place
        )
    else:
        duel = streams.ladder(detail, cast(LadderEdition, place.edition))
        steps = breakdowns.lines(duel, place, clause=str(streams.formula_number(detail)))
    return GameLine(
        line=side.opponent,
        opponent=name,
        number=number,
        opponent_rating=detail.opponent_rating,
        score=detail.score,
        expected=None if math.isnan(detail.expected) else detail.expected,
        k=None if math.isnan(detail.k) else detail.k,
        change=detail.change,
        steps=steps,
    )
