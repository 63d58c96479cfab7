"""What must hold of any FIDE month, shown on invented ones."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from ratings.engines import fide_rules
from ratings.engines.fide import engine
from ratings.engines.fide_contract import GAME, NOT_RATED, ListStanding, PeriodChanges, PeriodFacts
from tests.bench.fide_facts import MonthSize, synthetic_month
from tests.declared import RAPID_AND_BLITZ, STANDARD
from tests.engines.fide_building import ints, rules_of
from tests.engines.test_portability import fresh

SMALL = MonthSize(rated=400, active=200, games=900, tournaments=12, seed=3)
EVERY = rules_of(*STANDARD, *RAPID_AND_BLITZ)
COLUMNS = [field.name for field in dataclasses.fields(PeriodChanges) if not field.name.startswith("side_")]
DIGEST = """
import hashlib, numpy as np
from tests.bench.fide_facts import MonthSize, synthetic_month
from ratings.engines import fide_rules
from ratings.engines.fide import engine
from ratings.rulebook.fide import pack_rules
from tests.declared import RAPID_AND_BLITZ, STANDARD
digest = hashlib.sha256()
rules = np.array([pack_rules(one) for one in STANDARD + RAPID_AND_BLITZ], np.int64)
for row in range(len(rules)):
    facts, standing = synthetic_month(MonthSize(200, 100, 300, 6, 5), edition=row)
    facts.event_robin[:] = 1
    changes, new = engine.rate(facts, standing, rules)
    for column in (changes.after, changes.sum, changes.side_expected, changes.side_capped, new.k, *new.pool):
        digest.update(np.ascontiguousarray(column).tobytes())
print(digest.hexdigest())
"""


def shuffled(facts: PeriodFacts, seed: int) -> PeriodFacts:
    """The same period with the games of every event in another order."""
    chance = np.random.default_rng(seed)
    event = np.repeat(np.arange(facts.event_edition.size), np.diff(facts.game_start))
    order = np.lexsort((chance.random(event.size), event))
    return dataclasses.replace(
        facts,
        game_white=facts.game_white[order],
        game_black=facts.game_black[order],
        game_score=facts.game_score[order],
    )


def reversed_events(facts: PeriodFacts) -> PeriodFacts:
    """The same period with its events in reverse order."""
    events = range(facts.event_edition.size - 1, -1, -1)
    entries = [np.arange(facts.entry_start[event], facts.entry_start[event + 1]) for event in events]
    games = [np.arange(facts.game_start[event], facts.game_start[event + 1]) for event in events]
    entry, game = np.concatenate(entries), np.concatenate(games)
    place = np.empty(entry.size, np.int32)
    place[entry] = np.arange(entry.size)
    return dataclasses.replace(
        facts,
        event_edition=facts.event_edition[::-1].copy(),
        entry_start=ints([0, *np.cumsum([rows.size for rows in entries])]),
        game_start=ints([0, *np.cumsum([rows.size for rows in games])]),
        entry_player=facts.entry_player[entry],
        entry_seen=facts.entry_seen[entry],
        entry_own=facts.entry_own[entry],
        game_white=place[facts.game_white[game]],
        game_black=place[facts.game_black[game]],
        game_score=facts.game_score[game],
    )


def per_player(changes: PeriodChanges, new: ListStanding) -> dict[str, list[int]]:
    """What a list shows of every player."""
    columns = {name: getattr(changes, name).tolist() for name in ("before", "after", "k", "sum", "games")}
    return columns | {"new_k": new.k.tolist(), "new_games": new.games.tolist(), "peak": new.peak.tolist()}


@pytest.mark.parametrize("edition", range(len(EVERY)))
def test_order_of_games_inside_an_event_does_not_matter(edition: int) -> None:
    facts, standing = synthetic_month(SMALL, edition=edition)

    found = [engine.rate(one, standing, EVERY) for one in (facts, shuffled(facts, 8))]

    assert [getattr(found[0][0], name).tolist() for name in COLUMNS] == [
        getattr(found[1][0], name).tolist() for name in COLUMNS
    ]
    assert [column.tolist() for column in found[0][1].pool] == [
        column.tolist() for column in found[1][1].pool
    ]


@pytest.mark.parametrize("edition", range(len(EVERY)))
def test_order_of_events_inside_a_period_does_not_matter(edition: int) -> None:
    facts, standing = synthetic_month(SMALL, edition=edition)
    # Of a newcomer without the points to begin with, which event was the first does matter.
    rules = EVERY.copy()
    rules[:, fide_rules.FIRST_NEEDS] = 0

    found = [per_player(*engine.rate(one, standing, rules)) for one in (facts, reversed_events(facts))]

    assert found[0] == found[1]


@pytest.mark.parametrize("edition", range(len(EVERY)))
def test_player_who_did_not_play_keeps_everything(edition: int) -> None:
    facts, standing = synthetic_month(SMALL, edition=edition)
    idle = np.setdiff1d(np.arange(standing.rating.size), facts.entry_player)

    changes, new = engine.rate(facts, standing, EVERY)

    assert idle.size == standing.rating.size - np.unique(facts.entry_player).size > 0
    assert changes.after[idle].tolist() == standing.rating[idle].tolist()
    assert (new.games[idle].tolist(), int(changes.k[idle].sum())) == (standing.games[idle].tolist(), 0)


def test_sides_of_a_game_expect_one_point_together_where_neither_is_capped() -> None:
    facts, standing = synthetic_month(SMALL, edition=4)

    changes, _ = engine.rate(facts, standing, EVERY)

    both = (changes.side_expected != NOT_RATED).all(axis=1) & ~changes.side_capped.any(axis=1)
    assert set(changes.side_expected[both].sum(axis=1).tolist()) == {GAME}


@pytest.mark.parametrize("edition", range(len(EVERY)))
def test_sums_of_players_are_those_of_their_entries_and_sides(edition: int) -> None:
    facts, standing = synthetic_month(SMALL, edition=edition)

    changes, _ = engine.rate(facts, standing, EVERY)

    by_entry = np.zeros(facts.entry_player.size, np.int64)
    for side, seat in enumerate((facts.game_white, facts.game_black)):
        rated = changes.side_expected[:, side] != NOT_RATED
        score = np.abs(2 * side - facts.game_score.astype(np.int64))
        np.add.at(by_entry, seat[rated], (score * (GAME // 2) - changes.side_expected[:, side])[rated])
    assert by_entry.tolist() == changes.entry_sum.tolist()


@pytest.mark.parametrize("edition", range(len(EVERY)))
def test_k_times_games_never_exceeds_700_and_nobody_is_published_below_the_floor(edition: int) -> None:
    facts, standing = synthetic_month(dataclasses.replace(SMALL, games=4000), edition=edition)

    changes, _ = engine.rate(facts, standing, EVERY)

    played = changes.games > 0
    assert int((changes.k * changes.games).max()) <= 700
    assert int(changes.after[played & (changes.after > 0)].min()) >= STANDARD[edition % 5].floor


def test_engine_leaves_what_it_was_given() -> None:
    facts, standing = synthetic_month(SMALL, edition=4)
    copies = [one.copy() for one in (standing.rating, standing.games, standing.k, facts.entry_seen)]

    engine.rate(facts, standing, EVERY)

    assert [one.tolist() for one in copies] == [
        one.tolist() for one in (standing.rating, standing.games, standing.k, facts.entry_seen)
    ]


def test_empty_period_makes_the_same_list() -> None:
    facts, standing = synthetic_month(SMALL, edition=4)
    nothing = dataclasses.replace(
        facts, **{name: getattr(facts, name)[:0] for name in ("event_edition", "event_robin", "entry_player",
                                                              "entry_seen", "entry_own", "game_white",
                                                              "game_black", "game_score")},
        entry_start=ints([0]), game_start=ints([0]),
    )  # fmt: skip

    changes, new = engine.rate(nothing, standing, EVERY)

    assert (changes.after.tolist(), new.pool.games.tolist()) == (
        standing.rating.tolist(), standing.pool.games.tolist(),
    )  # fmt: skip


def test_plain_python_gives_the_bits_of_the_compiled_engine(tmp_path: Path) -> None:
    assert fresh(DIGEST, NUMBA_DISABLE_JIT="1") == fresh(DIGEST)


def test_same_seed_invents_the_same_month_of_the_size_asked_for() -> None:
    first, second = (synthetic_month(SMALL)[0] for _ in range(2))

    assert (first.game_score.tolist(), first.game_white.size, first.event_edition.size) == (
        second.game_score.tolist(), 900, 12,
    )  # fmt: skip


def test_nobody_plays_himself_or_enters_an_invented_event_twice() -> None:
    facts, _ = synthetic_month(SMALL)

    repeated = [
        players
        for players in np.split(facts.entry_player, facts.entry_start[1:-1])
        if np.unique(players).size != players.size
    ]
    assert (repeated, int((facts.game_white == facts.game_black).sum())) == ([], 0)


def test_too_few_players_for_an_event_are_refused() -> None:
    with pytest.raises(ValueError, match="are too few"):
        synthetic_month(MonthSize(rated=10, active=3, games=500, tournaments=1))
