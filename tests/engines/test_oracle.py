"""The compiled engines against the plain reading of the clauses in oracle.py, on invented events."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engines.table import engine_named
from ratings.rulebook.editions import pack
from tests import declared, seeds
from tests.engines.building import NAN, Event, facts_of, standing_of
from tests.engines.oracle import Meeting, PlayedGame, egf_event, ffg_event

FFG = {edition.name: edition for edition in declared.FFG}
EGF = {edition.name: edition for edition in declared.EGF}


@st.composite
def meetings(draw: st.DrawFn, *, low: float, high: float) -> Meeting:
    """Two to eight entrants, up to six rounds, everything a file may hold."""
    count = draw(st.integers(2, 8))
    games = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        seats = draw(st.permutations(range(count)))
        for board in range(draw(st.integers(0, count // 2))):
            white, black = seats[2 * board : 2 * board + 2]
            score = draw(st.sampled_from([0, 0, 2, 2, 1]))
            handicap = draw(st.sampled_from([0, 0, 0, *range(1, 13)]))
            size = draw(st.sampled_from([19, 19, 19, 13, 9, 7]))
            games.append(PlayedGame(number, white, black, score, handicap, size))
    levels = st.one_of(st.none(), st.floats(low, high), st.integers(int(low), int(high)).map(float))
    values = st.one_of(st.none(), st.integers(int(low) // 100, int(high) // 100).map(lambda n: 100.0 * n))
    before = draw(st.lists(levels, min_size=count, max_size=count))
    known = [level is not None and draw(st.booleans()) for level in before]
    return Meeting(
        games,
        before,
        draw(st.lists(values, min_size=count, max_size=count)),
        known,
        draw(st.sampled_from([1.0, 1.0, 0.75, 0.5, 0.25, 0.0])),
        draw(st.lists(values, min_size=count, max_size=count)),
    )


def computed(name: str, meeting: Meeting, row: list[float]) -> tuple[list[float], list[float], int]:
    """What the engine says: start and final rating of every entrant, passes."""
    places = range(len(meeting.levels))
    games = [(g.round, g.white, g.black, g.score, g.handicap, g.size) for g in meeting.games]
    facts = facts_of(Event(places, games, values=_nan(meeting.values), weight=meeting.weight))
    standing = standing_of(
        _nan(meeting.levels), games=[int(one) for one in meeting.known], highest=_nan(meeting.highest)
    )
    changes, _ = engine_named(name).replay(facts, standing, np.array([row]))
    rated = changes.games > 0
    return (
        [value if one else NAN for value, one in zip(changes.start.tolist(), rated, strict=True)],
        [value if one else NAN for value, one in zip(changes.after.tolist(), rated, strict=True)],
        int(changes.event_passes[0]),
    )


def _nan(values: Sequence[float | None]) -> list[float]:
    return [NAN if value is None else value for value in values]


def assert_equal(found: list[float], wanted: list[float | None], *, within: float = 1e-9) -> None:
    """Compare to the last digits; no rating equals no rating."""
    plain = _nan(wanted)
    assert [math.isnan(value) for value in found] == [math.isnan(value) for value in plain]
    far = [abs(one - other) for one, other in zip(found, plain, strict=True) if not math.isnan(one)]
    assert [gap for gap in far if gap > within] == []


@pytest.mark.parametrize("edition", sorted(FFG))
@settings(max_examples=seeds.examples(300))
@given(meeting=meetings(low=-2950, high=850))
def test_ffg_event_equals_the_plain_reading_of_the_clauses(edition: str, meeting: Meeting) -> None:
    start, after, passes = computed("ffg", meeting, pack(FFG[edition]))

    wanted_start, wanted_after, wanted_passes = ffg_event(meeting, edition=edition)
    assert passes == wanted_passes
    assert_equal(start, wanted_start)
    assert_equal(after, wanted_after)


@pytest.mark.parametrize("edition", sorted(EGF))
@settings(max_examples=seeds.examples(300))
@given(meeting=meetings(low=-900, high=3000))
def test_egf_event_equals_the_plain_reading_of_the_clauses(edition: str, meeting: Meeting) -> None:
    start, after, _ = computed("gor", meeting, pack(EGF[edition]))

    wanted_start, wanted_after = egf_event(meeting, edition=edition)
    assert_equal(start, wanted_start)
    assert_equal(after, wanted_after)
