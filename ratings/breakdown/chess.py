"""The sum of one game of a FIDE list, step by step (FIDE Handbook B.02, 8.3)."""

from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown.steps import Figure, Note, Step, score
from ratings.breakdown.symbols import symbols_of
from ratings.rulebook.fide import FideEdition


@dataclass(frozen=True, slots=True)
class FideSide:
    """One game of a rated player as FIDE prints it."""

    own: int
    opponent: int  # as it counts
    is_capped: bool  # the opponent's rating was moved towards the own one
    score: float
    expected: float
    k: int

    @property
    def above(self) -> float:
        """Score above expectation."""
        return round(self.score - self.expected, 6)


def steps(side: FideSide, edition: FideEdition, system: str) -> list[Step]:
    """Return D, PD, chg and K*chg of one game."""
    symbols = symbols_of(edition, system)
    difference, expected = Figure(side.own - side.opponent), _probability(side.expected)
    return [
        Step("D", symbols["D"].formulas[0], {"Ro": Figure(side.own), "Rc": Figure(side.opponent)},
             difference, (_difference(side, edition),)),
        Step("PD", "", {}, expected, (_expectation_note(side),)),
        Step("chg", symbols["chg"].formulas[0], {"w": score(side.score), "PD": expected},
             Figure(side.above, expected.places, is_signed=True), (Note(
                 gettext_noop("Scored more than expected.") if side.above > 0
                 else gettext_noop("Scored less than expected.") if side.above < 0
                 else gettext_noop("Scored exactly as expected.")),)),
        Step("Kchg", symbols["Kchg"].formulas[0],
             {"K": Figure(side.k), "chg": Figure(side.above, expected.places)},
             Figure(side.k * side.above, 2, is_signed=True), (Note(
                 gettext_noop("The sum of all games is rounded once, at the end.")),)),
    ]  # fmt: skip


def _difference(side: FideSide, edition: FideEdition) -> Note:
    if not side.is_capped:
        return Note(gettext_noop("The difference between the ratings in force."))
    words = gettext_noop("A larger difference counts as %(most)s: the opponent is taken as %(rating)s.")
    return Note(words, {"most": Figure(edition.cap), "rating": Figure(side.opponent)})


def _probability(expected: float) -> Figure:
    """Return PD: FIDE's table has two decimals, an office's formula more."""
    return Figure(expected, 2 if round(expected, 2) == round(expected, 6) else 4)


def _expectation_note(side: FideSide) -> Note:
    figures = {"expected": _probability(side.expected)}
    if side.expected > 0.5:
        return Note(
            gettext_noop("From FIDE’s table: %(expected)s points, for the higher-rated player."), figures
        )
    if side.expected < 0.5:
        return Note(
            gettext_noop("From FIDE’s table: %(expected)s points, for the lower-rated player."), figures
        )
    return Note(gettext_noop("From FIDE’s table: %(expected)s points, for equal ratings."), figures)
