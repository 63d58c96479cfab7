"""Sums say what the engines computed: to the digit shown, for every edition, whatever was played."""

import math
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.breakdown import adjustment, chess, go
from ratings.breakdown.steps import Figure, Step
from ratings.breakdown.symbols import symbols_of
from ratings.calculators.fields import family_of
from ratings.engines.contract import Facts, Standing
from ratings.engines.ffg import PASSES_MOST
from ratings.replay.by_event import EventDataset
from ratings.rulebook import egf
from ratings.rulebook.editions import pack_all, place_of
from ratings.rulebook.systems import SYSTEMS
from tests import declared, seeds
from tests.declared import STANDARD
from tests.engines.building import NAN, Event, facts_of, standing_of

PLAYERS = 6
GO = [("ffg", edition) for edition in declared.FFG] + [("egf", edition) for edition in declared.EGF]
EVERY_GO = pytest.mark.parametrize(("system", "edition"), GO, ids=[f"{key}-{one.name}" for key, one in GO])
EVERY = [(key, edition) for key, system in SYSTEMS.items() for edition in system.editions]
SHIFT = {"ffg": 0.0, "egf": 2050.0}
# What the last decimal shown of every number in a formula may do to what it gives.
LOOSE = {"P": 2e-4, "p": 2e-4, "Se": 4e-4, "K": 0.011, "con": 0.011, "change": 0.02}


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[Event, Standing]:
    """A tournament on the FFG scale: newcomers, grades, handicaps of 0 to 10, jigo, small boards, byes."""
    levels = draw(
        st.lists(st.one_of(st.just(NAN), st.floats(-2400, 400)), min_size=PLAYERS, max_size=PLAYERS)
    )
    games = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        seats = draw(st.permutations(range(PLAYERS)))
        for board in range(draw(st.integers(0, PLAYERS // 2))):  # the others have a bye or won by forfeit
            white, black = seats[2 * board : 2 * board + 2]
            handicap, size = draw(st.integers(0, 10)), draw(st.sampled_from([19, 19, 19, 13, 9]))
            games.append((number, white, black, draw(st.integers(0, 2)), handicap, size))
    grades = draw(st.lists(st.one_of(st.just(NAN), st.integers(-24, 3).map(lambda n: 100.0 * n + 50)),
                           min_size=PLAYERS, max_size=PLAYERS))  # fmt: skip
    weight = draw(st.sampled_from([1.0, 0.75, 0.5, 0.25, 0.0]))
    event = Event(range(PLAYERS), games, values=grades, weight=weight)
    return event, standing_of(levels)


def on_scale(system: str, drawn: tuple[Event, Standing]) -> tuple[Facts, Standing]:
    """Put a tournament on the scale of a system."""
    event, standing = drawn
    shift = SHIFT[system]
    moved = Event(event.players, event.games, values=[value + shift for value in event.values],
                  weight=event.weight)  # fmt: skip
    return facts_of(moved), Standing(standing.rating + shift, standing.games, standing.highest)


def shown(figure: Figure) -> float:
    """What a reader sees of a figure."""
    return round(figure.value, figure.places)


def worked_out(step: Step) -> float:
    """Work a formula out as a reader would: from the numbers shown."""
    text = step.formula.replace("^[", "**(").replace("]", ")").replace("×", "*").replace("−", "-")
    names: dict[str, Any] = {key: shown(one) for key, one in step.figures.items()}
    names |= {"e": math.e, "ln": math.log}
    return float(eval(re.sub(r"[{}]", "", text), {"__builtins__": {}}, names))


@EVERY_GO
@settings(max_examples=seeds.examples(60))
@given(drawn=tournaments())
def test_lines_of_everybody_add_up_to_the_change(
    system: str, edition: go.GoEdition, drawn: tuple[Event, Standing]
) -> None:
    facts, standing = on_scale(system, drawn)
    dataset = EventDataset(SYSTEMS[system].engine, facts, standing, pack_all([edition]))

    changes, _ = dataset.replay()
    sums = np.zeros(PLAYERS)
    for side in dataset.sides():
        sums[side.detail.entry] += go.steps(side, edition, system)[-1].value.value

    played = changes.games > 0
    low, high = edition.floor, edition.ceiling
    added = changes.start + sums
    if isinstance(edition, egf.EgfEdition) and edition.event_drop:
        added = np.maximum(added, changes.start - edition.event_drop * facts.event_weight[0])
    inside = played & (added > low + 1) & (added < high - 1) & (changes.after > low) & (changes.after < high)
    never_clamped = inside & (changes.start > low + 900)  # a ladder clamps round by round
    assert added[never_clamped] == pytest.approx(changes.after[never_clamped], abs=1e-9)


@EVERY_GO
@settings(max_examples=seeds.examples(60))
@given(drawn=tournaments())
def test_numbers_shown_give_what_is_shown(
    system: str, edition: go.GoEdition, drawn: tuple[Event, Standing]
) -> None:
    facts, standing = on_scale(system, drawn)
    dataset = EventDataset(SYSTEMS[system].engine, facts, standing, pack_all([edition]))
    symbols = symbols_of(edition, system)

    for side in dataset.sides():
        detail, made = side.detail, go.steps(side, edition, system)
        values = {step.key: step.value.value for step in made}
        stake, expected = ("con", "Se") if system == "egf" else ("K", "P")
        assert (values["change"], values[stake], values[expected], values["c"]) == (
            detail.change, detail.k, detail.expected, detail.weight,
        )  # fmt: skip
        for step in made:
            assert step.key in symbols
            if step.formula:
                about = pytest.approx(shown(step.value), abs=LOOSE.get(step.key, 0.011))
                assert worked_out(step) == about, (step, detail)


@settings(max_examples=seeds.examples(60))
@given(drawn=tournaments())
def test_staircase_ends_where_the_engine_came_to_rest(drawn: tuple[Event, Standing]) -> None:
    facts, standing = drawn[0], drawn[1]
    edition = declared.FFG[-1]
    dataset = EventDataset("ffg", facts_of(facts), standing, pack_all([edition]))
    changes, _ = dataset.replay()
    passes = int(changes.event_passes[0])

    every = adjustment.courses(dataset, passes=passes)

    assert np.array_equal(every[-1].start, changes.start, equal_nan=True)
    assert np.array_equal(every[-1].after, changes.after, equal_nan=True)
    for entry in np.flatnonzero(changes.games > 0).tolist():
        known = bool(standing.games[entry])
        told = adjustment.passes_of(every, entry, edition=edition, is_known=known)
        for one, following in pairwise(told):
            moved = math.copysign(one.excess, one.after - one.start)
            assert following.start == pytest.approx(one.start + moved, abs=1e-9)


def test_passes_are_limited_where_the_engine_reads_their_number() -> None:
    assert pack_all([declared.FFG[-1]])[0, PASSES_MOST] == declared.FFG[-1].passes_most
    assert place_of(declared.FFG[-1], "passes_most") == PASSES_MOST


@pytest.mark.parametrize(("level", "known", "far"), [(700, True, 20), (675, False, 10), (-2500, True, 80)])
def test_threshold_is_that_of_the_rules(level: float, known: bool, far: float) -> None:
    edition = declared.FFG[-1]
    assert adjustment.threshold(edition, level, is_known=known) == pytest.approx(far)


def test_handicap_never_lifts_anybody_to_perfect_play() -> None:
    edition = declared.EGF[-1]
    facts = facts_of(Event([0, 1], [(1, 0, 1, 0, 9, 19)]))
    dataset = EventDataset("gor", facts, standing_of([2700.0, 2650.0]), pack_all([edition]))
    black = dataset.sides()[1]

    made = {step.key: step for step in go.steps(black, edition, "egf")}

    assert (made["B"].value.value, made["Se"].figures["N"].value) == (3500.0, 3299.9)
    assert worked_out(made["Se"]) == pytest.approx(shown(made["Se"].value), abs=1e-4)


@pytest.mark.parametrize(("key", "edition"), EVERY, ids=[f"{key}-{one.name}" for key, one in EVERY])
def test_every_symbol_of_an_edition_is_explained_with_what_it_is_made_of(key: str, edition: Any) -> None:
    symbols = symbols_of(edition, key)

    keys = [one.key for one in symbols.every]
    used = {part for one in symbols.every for formula in one.formulas
            for part in re.findall(r"\{(\w+)\}", formula)}  # fmt: skip
    assert (len(keys), used - set(keys)) == (len(set(keys)), set())
    assert all(one.name and one.words.endswith((".", ")")) for one in symbols.every)
    assert family_of(SYSTEMS[key])


@pytest.mark.parametrize(
    ("own", "opponent", "capped", "score", "expected", "k"),
    [(1850, 1920, False, 1.0, 0.4, 20), (1650, 2050, True, 0.5, 0.08, 40), (2500, 2500, False, 0.0, 0.5, 10)],
)
def test_sum_of_fide_is_k_times_what_was_above_expectation(
    own: int, opponent: int, capped: bool, score: float, expected: float, k: int
) -> None:
    side = chess.FideSide(own, opponent, capped, score, expected, k)

    made = chess.steps(side, STANDARD[-1], "fide-standard")

    assert [step.key for step in made] == ["D", "PD", "chg", "Kchg"]
    assert made[-1].value.value == pytest.approx(k * (score - expected))
    assert [worked_out(step) for step in made if step.formula] == pytest.approx(
        [shown(step.value) for step in made if step.formula]
    )


def test_change_before_2011_takes_the_encouragement_from_the_stronger_alone() -> None:
    edition = next(one for one in declared.EGF if one.name == "1998")
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]))
    dataset = EventDataset("gor", facts, standing_of([2000.0, 2100.0]), pack_all([edition]))

    weaker, stronger = (
        {step.key: step for step in go.steps(side, edition, "egf")} for side in dataset.sides()
    )

    assert (weaker["Se"].formula, stronger["Se"].formula) == ("{p}", "1 − {epsilon} − {p}")
    assert weaker["p"].value.value == pytest.approx(stronger["p"].value.value, abs=1e-12)
