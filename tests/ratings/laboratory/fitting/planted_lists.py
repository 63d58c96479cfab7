"""Tournaments of FIDE drawn with known constants: every result from the list in force when it began."""

from dataclasses import replace
from datetime import date

import numpy as np

from ratings.cadence.by_period.assemble import GameColumns, Held
from ratings.cadence.by_period.decisions import BASE, NOT_SAID, Decisions
from ratings.engines.fide_contract import ListStanding
from ratings.laboratory.figures.by_period import PeriodFacts, PeriodGround
from ratings.laboratory.figures.rules import Rules
from ratings.rulebook.fide_periods import month_of

BEGIN = date(2024, 3, 1)  # the list the ratings of the beginning stand on
KEY = "fide-standard"
PLAYERS, FIELD, ROUNDS, A_MONTH = 160, 10, 9, 6
DRAWS = 0.3  # share of the games, as far as the expected scores leave room


def planted_lists(truth: Rules, base: Rules, seed: int, *, months: int) -> PeriodGround:
    """Draw tournaments of some months, `A_MONTH` each; `base` are the rules in force of the ground.

    Nobody is new, junior or at the top, so that K is the constant `k` for all.
    """
    chance = np.random.default_rng(seed)
    facts = _schedule(chance, months)
    born = np.full(PLAYERS, 1980, np.int64)
    none = np.zeros(PLAYERS, np.int32)
    standing = ListStanding(rating=none, k=none, games=none, peak=none, birth_year=born.astype(np.int32))
    ground = PeriodGround(KEY, facts, standing, np.arange(1, PLAYERS + 1), born, truth, one_offs=False)
    in_a_month = facts.games.white.size // months
    for month in range(months):  # what was drawn of earlier months decides the ratings of this one
        rows = slice(month * in_a_month, (month + 1) * in_a_month)
        expected = replace(ground).replay(truth).forecasts.expected[rows]
        facts.games.score[rows] = _scores(chance, expected)
    return replace(ground, base=base)


def _scores(chance: np.random.Generator, expected: np.ndarray) -> np.ndarray:
    """Draw half points whose mean is the expected score."""
    drawn = np.minimum(DRAWS, 2.0 * np.minimum(expected, 1.0 - expected))
    luck = chance.random(expected.size)
    won = expected - drawn / 2.0
    return np.where(luck < won, 2, np.where(luck < won + drawn, 1, 0)).astype(np.int8)


def _schedule(chance: np.random.Generator, months: int) -> PeriodFacts:
    """Arrange tournaments of players drawn at random, a round robin of nine rounds each, nobody scored."""
    events = months * A_MONTH
    boards = [(one, two) for one in range(FIELD) for two in range(one)]
    whose = np.concatenate([chance.choice(PLAYERS, FIELD, replace=False) for _ in range(events)])
    white = np.array([one for one, _ in boards] * events) + np.repeat(np.arange(events), len(boards)) * FIELD
    black = np.array([two for _, two in boards] * events) + np.repeat(np.arange(events), len(boards)) * FIELD
    held = []
    for event in range(events):
        month = month_of(BEGIN) + event // A_MONTH
        first = date(month // 12, month % 12 + 1, 2 + event % A_MONTH)
        held.append(Held(event + 1, event + 1, first, first.replace(day=first.day + 10)))
    ratings = np.clip(np.round(1900.0 + 200.0 * chance.standard_normal(PLAYERS)), 1600, 2250)
    everybody = np.full(PLAYERS, NOT_SAID, np.int32)
    return PeriodFacts(
        held=tuple(held),
        games=GameColumns(
            tournament=np.repeat(np.arange(1, events + 1), len(boards)),
            round=np.ones(white.size, np.int64),
            white=white + 1,
            black=black + 1,
            score=np.zeros(white.size, np.int8),
            by_default=np.zeros(white.size, np.bool_),
        ),
        entry=np.arange(1, whose.size + 1),
        player=whose + 1,
        decisions=Decisions(
            key=np.arange(1, PLAYERS + 1),
            kind=np.full(PLAYERS, BASE, np.int8),
            month=np.full(PLAYERS, month_of(BEGIN), np.int32),
            player=np.arange(PLAYERS),
            rating=ratings.astype(np.int32),
            k=everybody,
            games=np.full(PLAYERS, 100, np.int32),
            peak=ratings.astype(np.int32),
        ),
        seeds=None,
        seeded_list={},
    )
