"""The sum of one game of Go, step by step, from what the engine noted (FFG and EGF rating rules)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop
from ratings.breakdown.steps import Figure, Note, Step, exact, points, score
from ratings.breakdown.symbols import Symbols, symbols_of
from ratings.engines.contract import GameDetail
from ratings.replay.by_event import Side
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition

GoEdition = FfgEdition | EgfEdition
_WEAKER, _STRONGER, _EQUAL = range(3)  # which of a symbol's formulas
FULL_SIZE = 19


@dataclass(frozen=True, slots=True)
class Table:
    """A printed column with equal steps, straight lines between its rows."""

    first: float
    step: float
    values: tuple[float, ...]

    @property
    def last(self) -> float:
        """Value at the end of the column."""
        return self.first + self.step * (len(self.values) - 1)


def stake(key: str, detail: GameDetail, *, rows: Table) -> Step:
    """Read K where the own rating lies in the table."""
    place = min(max((detail.before - rows.first) / rows.step, 0.0), len(rows.values) - 1.0)
    row = min(int(place), len(rows.values) - 2)
    low, high = rows.values[row], rows.values[row + 1]
    at, to = rows.first + row * rows.step, rows.first + (row + 1) * rows.step
    part = (place - row) * rows.step
    value = Figure(detail.k, 2)
    if not rows.first < detail.before < rows.last:
        words = gettext_noop("The table ends here; the value stays the same.")
        return Step(key, "", {}, value, (Note(words),))
    if part == 0.0:
        words = gettext_noop("As in the table at %(at)s.")
        return Step(key, "", {}, value, (Note(words, {"at": exact(at)}),))
    words = gettext_noop(
        "In the table it is %(low)s at %(at)s and %(high)s at %(to)s; in between, a straight line."
    )
    values = {"low": exact(low), "high": exact(high), "at": exact(at), "to": exact(to)}
    figures: Mapping[str, Figure] = {"low": exact(low), "high": exact(high), "part": points(part)}
    formula = f"{{low}} + ({{high}} − {{low}}) × {{part}} / {rows.step:g}"
    return Step(key, formula, figures, value, (Note(words, values),))


@dataclass(frozen=True, slots=True)
class _Compared:
    """The two sides as they are compared: Black raised by the handicap."""

    own: float
    other: float

    @property
    def place(self) -> int:
        return _WEAKER if self.own < self.other else _STRONGER if self.own > self.other else _EQUAL

    @property
    def higher(self) -> float:
        return max(self.own, self.other)

    @property
    def lower(self) -> float:
        return min(self.own, self.other)


def steps(side: Side, edition: GoEdition, system: str) -> list[Step]:
    """Return every step of one side's sum; the last is its change."""
    symbols = symbols_of(edition, system)
    all_steps = [*_handicap(side, edition, symbols)]
    pair = _compare_sides(side, edition)
    if isinstance(edition, FfgEdition):
        return [*all_steps, *_ffg(side, edition, symbols, pair=pair)]
    curve = _egf_2021 if edition.since_2021 else _egf_before
    all_steps += curve(side, edition, symbols, pair=pair)
    return [*all_steps, *_egf_end(side, edition, symbols)]


def _compare_sides(side: Side, edition: GoEdition) -> _Compared:
    own, other = side.detail.before, side.detail.opponent_before
    if side.is_raised:
        worth = edition.handicap_worth(side.handicap)
        own, other = (own, other + worth) if side.is_white else (own + worth, other)
    if isinstance(edition, EgfEdition) and edition.since_2021:
        own, other = min(own, edition.ceiling), min(other, edition.ceiling)
    return _Compared(own, other)


def _handicap(side: Side, edition: GoEdition, symbols: Symbols) -> Iterator[Step]:
    if not side.is_raised:
        return
    worth = edition.handicap_worth(side.handicap)
    yield Step(
        "h",
        symbols["h"].formulas[0],
        {"H": Figure(side.handicap)},
        points(worth),
        (Note(gettext_noop("What the handicap is worth in points.")),),
    )
    black = side.detail.opponent_before if side.is_white else side.detail.before
    key = "N2" if side.is_white else "N"
    words = (
        gettext_noop("The opponent has Black and is compared as if that much stronger.")
        if side.is_white
        else gettext_noop("The player has Black and is compared as if that much stronger.")
    )
    raised = black + worth
    yield Step(
        "B",
        symbols["B"].formulas[int(side.is_white)],
        {key: points(black), "h": points(worth)},
        points(raised),
        (Note(words),),
    )


def _distance(symbols: Symbols, pair: _Compared) -> Step:
    words = (
        gettext_noop("The player is the weaker of the two."),
        gettext_noop("The player is the stronger of the two."),
        gettext_noop("Both are equally strong."),
    )[pair.place]
    figures = {"m": points(pair.higher), "n": points(pair.lower)}
    return Step("D", symbols["D"].formulas[0], figures, points(pair.higher - pair.lower), (Note(words),))


def _scale(side: Side, symbols: Symbols, pair: _Compared) -> Step:
    words = gettext_noop("How much a rating gap counts, by the weaker of the two.")
    return Step(
        "a", symbols["a"].formulas[0], {"n": points(pair.lower)}, points(side.detail.a), (Note(words),)
    )


def _ffg(side: Side, edition: FfgEdition, symbols: Symbols, *, pair: _Compared) -> Iterator[Step]:
    detail = side.detail
    distance, scale = _distance(symbols, pair), _scale(side, symbols, pair)
    yield distance
    yield scale
    curve = symbols["P"].formulas[int(pair.place != _WEAKER)]
    yield Step(
        "P",
        curve,
        {"D": distance.value, "a": scale.value},
        Figure(detail.expected, 4),
        (_expectation_note(detail.expected),),
    )
    yield Step("epsilon", "", {}, exact(detail.epsilon), (_encouragement(edition, pair),))
    yield stake("K", detail, rows=Table(edition.k_first, edition.k_step, edition.k))
    yield _weight(side, edition)
    yield Step(
        "change",
        symbols["change"].formulas[0],
        {
            "K": Figure(detail.k, 2),
            "R": score(detail.score),
            "P": Figure(detail.expected, 4),
            "epsilon": exact(detail.epsilon),
            "c": exact(detail.weight),
        },
        Figure(detail.change, 2, is_signed=True),
        (_surplus(detail),),
    )


def _encouragement(edition: FfgEdition, pair: _Compared) -> Note:
    if len(set(edition.epsilon)) == 1:
        return Note(gettext_noop("A small extra for both, the same for everyone."))
    words = gettext_noop("A small extra for both: from the table, at the stronger of the two, %(m)s.")
    return Note(words, {"m": points(pair.higher)})


def _egf_before(side: Side, edition: EgfEdition, symbols: Symbols, *, pair: _Compared) -> Iterator[Step]:
    """Yield D, a, p, what the encouragement takes, and con of the table (1.3, 1.4)."""
    detail = side.detail
    distance, scale = _distance(symbols, pair), _scale(side, symbols, pair)
    yield distance
    yield scale
    share = _share_of_weaker(detail.expected, edition, pair)
    if share is not None:
        yield Step(
            "p",
            symbols["p"].formulas[0],
            {"D": distance.value, "a": scale.value},
            Figure(share, 4),
            (Note(gettext_noop("What the curve gives the weaker of the two.")),),
        )
    place = pair.place
    formulas = symbols["Se"].formulas
    formula = formulas[min(place, len(formulas) - 1)]
    figures = {"p": Figure(share or 0.0, 4)} | ({"epsilon": exact(edition.e)} if edition.e else {})
    words = (_expectation_note(detail.expected),)
    if share is None:
        formula, figures = "", {}
        words = (Note(gettext_noop("The expected score is so small that it counts as zero.")),)
    yield Step("Se", formula, figures, Figure(detail.expected, 4), words)
    yield _con_of_table(detail, edition)


def _share_of_weaker(expected: float, edition: EgfEdition, pair: _Compared) -> float | None:
    """Return p of an expectation; None where the expectation was cut off at 0."""
    if edition.e and expected <= 0.0:
        return None
    lacking = edition.e
    if not edition.e_on_stronger or pair.place == _EQUAL:
        lacking = edition.e / 2
    elif pair.place == _WEAKER:
        lacking = 0.0
    return expected + lacking if pair.place != _STRONGER else 1.0 - lacking - expected


def _con_of_table(detail: GameDetail, edition: EgfEdition) -> Step:
    rows = Table(edition.con_first, edition.con_step, edition.con)
    if detail.before <= rows.last:
        return stake("con", detail, rows=rows)
    figures = {"low": exact(rows.values[-1]), "part": points(detail.before - rows.last)}
    sign = "+" if edition.con_above > 0 else "−"
    formula = f"{{low}} {sign} {abs(edition.con_above):g} × {{part}} / {edition.con_step:g}"
    return Step("con", formula, figures, Figure(detail.k, 2), (Note(
        gettext_noop("Above the end of the table, at %(at)s, con keeps falling in a straight line."),
        {"at": exact(rows.last)}),))  # fmt: skip


def _egf_2021(side: Side, edition: EgfEdition, symbols: Symbols, *, pair: _Compared) -> Iterator[Step]:
    """Yield the expectation, con and the bonus, each a formula (1.5)."""
    detail, own = side.detail, points(min(side.detail.before, edition.ceiling))
    figures = {"N": points(pair.own), "N2": points(pair.other)}
    words: tuple[Note, ...] = (_expectation_note(detail.expected),)
    if max(pair.own, pair.other) == edition.ceiling:
        figures |= {
            key: exact(value)
            for key, value in (("N", pair.own), ("N2", pair.other))
            if value == edition.ceiling
        }
        words = (*words, Note(gettext_noop("No handicap raises a player to perfect play.")))
    yield Step("Se", symbols["Se"].formulas[0], figures, Figure(detail.expected, 4), words)
    yield Step(
        "con",
        symbols["con"].formulas[0],
        {"N": own},
        Figure(detail.k, 2),
        (Note(gettext_noop("The points at stake, by the player’s own rating: the weaker, the more.")),),
    )
    yield Step(
        "bonus",
        symbols["bonus"].formulas[0],
        {"N": points(detail.before)},
        Figure(detail.bonus, 2),
        (Note(gettext_noop("What every game adds, won or lost; it fades for strong players.")),),
    )


def _egf_end(side: Side, edition: EgfEdition, symbols: Symbols) -> Iterator[Step]:
    detail = side.detail
    words = gettext_noop("By the class of the tournament, which depends on its time control.")
    yield Step("c", "", {}, exact(detail.weight), (Note(words),))
    figures = {
        "c": exact(detail.weight),
        "con": Figure(detail.k, 2),
        "R": score(detail.score),
        "Se": Figure(detail.expected, 4),
    }
    if edition.since_2021:
        figures["bonus"] = Figure(detail.bonus, 2)
    change = Figure(detail.change, 2, is_signed=True)
    yield Step("change", symbols["change"].formulas[0], figures, change, (_surplus(detail),))


def _weight(side: Side, edition: FfgEdition) -> Step:
    """Multiply what makes a game of the ladder count less (1.3, 1.4)."""
    detail = side.detail
    value = exact(detail.weight)
    lost = side.is_white and detail.score == 0.0 and side.handicap > 0 and side.size == FULL_SIZE
    for_nobody_else = side.event_weight == 0.0 or side.handicap > edition.handicap_most
    if edition.exempt_counts_all and for_nobody_else:
        words = gettext_noop(
            "Below %(level)s before the tournament: so this game counts fully, which it does for no one else."
        )
        return Step("c", "", {}, value, (Note(words, {"level": exact(edition.exempt_below)}),))
    if detail.before < edition.exempt_below and not lost:
        words = gettext_noop("Below %(level)s every game counts fully.")
        return Step("c", "", {}, value, (Note(words, {"level": exact(edition.exempt_below)}),))
    parts: list[str] = []
    words_: list[Note] = []
    figures: dict[str, Figure] = {}
    if side.handicap > 0:
        power = f"^[{edition.white_loses_power:g}]" if lost else ""
        parts.append(f"(1 − {{H}} / {edition.handicap_divisor:g}){power}")
        figures["H"] = Figure(side.handicap)
        words_.append(
            Note(
                gettext_noop("A handicap game counts less, and less still for White who loses it.")
                if lost
                else gettext_noop("A handicap game counts less.")
            )
        )
    size = {13: edition.weight_13, 9: edition.weight_9}.get(side.size, 1.0)
    if size != 1.0:
        parts.append("{board}")
        figures["board"] = exact(size)
        words_.append(
            Note(gettext_noop("A game on a small board counts %(weight)s."), {"weight": exact(size)})
        )
    if side.event_weight != 1.0:
        parts.append("{time}")
        figures["time"] = exact(side.event_weight)
        words_.append(
            Note(
                gettext_noop("By its time control the tournament counts %(weight)s."),
                {"weight": exact(side.event_weight)},
            )
        )
    if not parts:
        return Step("c", "", {}, value, (Note(gettext_noop("The game counts fully.")),))
    return Step(
        "c",
        " × ".join(parts) if figures.keys() - {"board", "time"} or len(parts) > 1 else "",
        figures,
        value,
        tuple(words_),
    )


def _expectation_note(expected: float) -> Note:
    """Return an expectation in words."""
    figures = {"expected": Figure(expected, 2)}
    if 0.45 <= expected <= 0.55:
        return Note(gettext_noop("About an even game: expected score %(expected)s."), figures)
    if expected > 0.55:
        return Note(gettext_noop("The likely winner: expected score %(expected)s."), figures)
    return Note(gettext_noop("The likely loser: expected score %(expected)s."), figures)


def _surplus(detail: GameDetail) -> Note:
    """Return what was scored beyond expectation."""
    surplus = detail.score - detail.expected
    figures = {"score": score(detail.score), "surplus": Figure(abs(surplus), 2)}
    if surplus >= 0:
        return Note(gettext_noop("Scored %(score)s, that is %(surplus)s above expectation."), figures)
    return Note(gettext_noop("Scored %(score)s, that is %(surplus)s below expectation."), figures)
