"""The sum of one game of a stream, step by step (FICS help on rating changes; the ladder's formulas)."""

import math
from collections.abc import Iterator

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown.steps import Figure, Note, Step, exact, points, score
from ratings.breakdown.symbols import Symbols, symbols_of, team_symbols
from ratings.engines.stream_contract import (
    AGAINST_PROVISIONAL,
    BOTH_PROVISIONAL,
    BUGHOUSE,
    ESTABLISHED,
    PROVISIONAL,
    DuelDetail,
)
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition

_FORMULAS = (BOTH_PROVISIONAL, PROVISIONAL, AGAINST_PROVISIONAL, ESTABLISHED)  # 1 to 4


def glicko(
    detail: DuelDetail, edition: FicsEdition, *, before: float, after: float, deviation: float, system: str
) -> list[Step]:
    """Return the steps of Glicko for one seat: f, E, I, K, change, results (1.1, steps 2 to 6)."""
    symbols = team_symbols(edition) if detail.rule == BUGHOUSE else symbols_of(edition, system)
    is_team = detail.rule == BUGHOUSE
    q = math.log(10.0) / (edition.team_divisor if is_team else edition.divisor)
    f, expected = Figure(detail.f, 4), Figure(detail.expected, 4)
    fisher_information = (detail.expected * (1.0 - detail.expected)) * (q * detail.f) ** 2
    information = Figure(fisher_information, 3, is_tiny=True)
    places = 1 if is_team else 0
    trust = (
        gettext_noop("How far the ratings of the three others can be trusted: 1 means fully.")
        if is_team
        else gettext_noop("How far the opponent’s rating can be trusted: 1 means fully.")
    )
    stakes = {"q": Figure(q, 6), "f": f, "RD": points(detail.deviation), "I": information}
    return [
        _step(symbols, "f", {"p": Figure(3.0 * (q / math.pi) ** 2, 3, is_tiny=True),
              "RD2": points(detail.opponent_deviation)}, f, trust),
        _step(symbols, "E", {"r": Figure(detail.rating, places), "r2": Figure(detail.opponent_rating, places),
              "f": f}, expected, gettext_noop("The expected score, from the averages of both pairs.")
              if is_team else gettext_noop("The expected score.")),
        _step(symbols, "I", {"q": Figure(q, 6), "f": f, "E": expected}, information,
              gettext_noop("How much the game says about the player: most when the result was open.")),
        _step(symbols, "K", stakes, Figure(detail.computed_k, 2),
              gettext_noop("The points at stake: the less certain the player’s own rating, the more.")),
        *_least(detail, edition),
        _step(symbols, "change", {"K": Figure(detail.k, 2), "s": score(detail.score), "E": expected},
              Figure(detail.change, 2, is_signed=True),
              gettext_noop("K times the score above expectation.")),
        _rounding_step(detail, edition, before=before, after=after),
        _step(symbols, "RD3", {"RD": points(detail.deviation), "I": information}, Figure(deviation, 1),
              gettext_noop("Every game makes a rating more certain; the minimum K plays no part in this.")),
    ]  # fmt: skip


def _step(symbols: Symbols, key: str, figures: dict[str, Figure], value: Figure, words: str) -> Step:
    return Step(key, symbols[key].formulas[0], figures, value, (Note(words),))


def _least(detail: DuelDetail, edition: FicsEdition) -> Iterator[Step]:
    """Return when the least K acts."""
    if detail.k == detail.computed_k:
        return
    least = exact(edition.k_minimum)
    words = gettext_noop(
        "Since 28 April 1997 no game has less than %(least)s at stake, so K is %(least)s here."
    )
    yield Step("K", "", {}, least, (Note(words, {"least": least}),))


def _rounding_step(detail: DuelDetail, edition: FicsEdition, *, before: float, after: float) -> Step:
    words = [Note(gettext_noop("Rounded to a whole number."))]
    if detail.games == 0:
        words.append(
            Note(
                gettext_noop("A first game is calculated from %(rating)s."),
                {"rating": exact(edition.initial_rating)},
            )
        )
    sign = "−" if after < before else "+"
    figures = {"before": Figure(before), "moved": Figure(abs(after - before))}
    return Step("after", f"{{before}} {sign} {{moved}}", figures, Figure(after), tuple(words))


def ladder(detail: DuelDetail, edition: LadderEdition) -> list[Step]:
    """Return the steps of a duel of the ladder: what was to be expected, and which formula moves (2.1)."""
    steps = []
    if not math.isnan(detail.expected):
        symbols = symbols_of(edition, "")
        formula = next(iter(symbols["E"].formulas), "")
        figures = {"r": points(detail.rating), "r2": points(detail.opponent_rating)}
        steps.append(
            Step(
                "E",
                formula,
                figures if formula else {},
                Figure(detail.expected, 4),
                (Note(gettext_noop("The expected score.")),),
            )
        )
    formula, figures = _change_formula(detail, edition)
    change = Figure(detail.change, 2, is_signed=True)
    note = Note(
        _LADDER[detail.rule],
        {
            "settled": exact(edition.provisional_games),
            "games": Figure(detail.opponent_games),
            "step": exact(0.0 if math.isnan(detail.step) else detail.step),
        },
    )
    return [*steps, Step("change", formula, figures, change, (note,))]


def formula_number(detail: DuelDetail) -> int:
    """Return the number of the ladder's formula that moves a duel, from 1."""
    return _FORMULAS.index(detail.rule) + 1


def _change_formula(detail: DuelDetail, edition: LadderEdition) -> tuple[str, dict[str, Figure]]:
    surplus = {"s": score(detail.score), "E": Figure(detail.expected, 4)}
    if detail.rule == ESTABLISHED:
        return "{K} × ({s} − {E})", {"K": exact(detail.k), **surplus}
    if detail.rule == AGAINST_PROVISIONAL:
        stake = {"K": exact(detail.computed_k), "n2": Figure(detail.opponent_games)}
        return f"{{K}} × {{n2}} / {edition.provisional_games:g} × ({{s}} − {{E}})", {**stake, **surplus}
    bonus = detail.step * (2.0 * detail.score - 1.0)
    step = f" {'−' if bonus < 0 else '+'} {abs(bonus):g}" if bonus else ""
    entering = "({r} + {r2}) / 2" if detail.rule == BOTH_PROVISIONAL else "{r2}"
    figures = {"r": points(detail.rating), "r2": points(detail.opponent_rating), "n": Figure(detail.games)}
    return f"({{r}} × {{n}} + {entering}{step}) / ({{n}} + 1) − {{r}}", figures


_LADDER = {
    BOTH_PROVISIONAL: gettext_noop(
        "Both had played fewer than %(settled)s games: the duel enters the mean of all games as the middle "
        "of the two ratings, plus %(step)s for a win, minus %(step)s for a loss."
    ),
    PROVISIONAL: gettext_noop(
        "Only the opponent had played %(settled)s games: the duel enters the mean of all games as the "
        "opponent’s rating, plus %(step)s for a win, minus %(step)s for a loss."
    ),
    AGAINST_PROVISIONAL: gettext_noop(
        "The opponent had played %(games)s of %(settled)s games: the newer the opponent, the less an "
        "established player’s rating changes."
    ),
    ESTABLISHED: gettext_noop("Both had played %(settled)s games: K times the score above expectation."),
}
