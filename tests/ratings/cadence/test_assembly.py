import numpy as np

from ratings.engines.contract import ADJUST, SET, TOURNAMENT
from ratings.replay.event_facts import Entries, Events, Games, assemble

NAN = float("nan")
NOBODY = np.zeros(0, np.int64)


def events(*lines: tuple[int, int, int, int, int]) -> Events:
    """Make events from (sequence, tournament, manual, kind, player)."""
    columns = [np.array(column, np.int64) for column in zip(*lines, strict=True)]
    one = np.ones(len(lines))
    return Events(
        sequence=columns[0], tournament=columns[1], manual=columns[2], kind=columns[3].astype(np.int8),
        edition=np.zeros(len(lines), np.int8), weight=one, factor=one, offset=0 * one,
        size=np.full(len(lines), 19, np.int8), player=columns[4], value=5 * one,
    )  # fmt: skip


def entries(*lines: tuple[int, int, int, int]) -> Entries:
    """Make entries from (key, tournament, number, player)."""
    columns = [np.array(column, np.int64) for column in zip(*lines, strict=True)]
    return Entries(columns[0], columns[1], columns[2].astype(np.int32), columns[3], np.full(len(lines), NAN))


def games(*lines: tuple[int, int, int]) -> Games:
    """Make games White won from (white, black, round)."""
    columns = [np.array(column, np.int64) for column in zip(*lines, strict=True)] if lines else [NOBODY] * 3
    score = np.full(len(lines), 2, np.int8)
    return Games(columns[0], columns[1], columns[2].astype(np.int32), score, 0 * score)


def test_events_stand_by_sequence_and_entries_by_their_number_whatever_their_keys() -> None:
    made = assemble(
        events((20, 7, 0, TOURNAMENT, 0), (10, 8, 0, TOURNAMENT, 0)),
        entries((93, 7, 1, 50), (91, 7, 2, 40), (92, 8, 1, 40)),
        games((91, 93, 1)),
        others=NOBODY,
        rated=NOBODY,
    )

    assert made.events.tournament.tolist() == [8, 7]
    assert made.players.tolist() == [40, 50]
    assert made.facts.entry_start.tolist() == [0, 1, 3]
    assert made.facts.entry_player.tolist() == [0, 1, 0]
    assert (made.facts.game_white.tolist(), made.facts.game_black.tolist()) == ([2], [1])
    assert made.facts.game_start.tolist() == [0, 0, 1]


def test_games_of_tournaments_that_do_not_count_and_of_unmatched_entries_are_left_out() -> None:
    made = assemble(
        events((10, 7, 0, TOURNAMENT, 0)),
        entries((1, 7, 1, 50), (2, 7, 2, 51), (3, 9, 1, 50), (4, 9, 2, 51)),
        games((1, 2, 1), (3, 4, 1), (1, 77, 2)),
        others=NOBODY,
        rated=NOBODY,
    )

    assert made.facts.entry_player.tolist() == [0, 1]
    assert made.facts.game_white.tolist() == [0]


def test_a_second_game_of_a_round_waits_for_a_further_one_and_keeps_its_written_round() -> None:
    made = assemble(
        events((10, 7, 0, TOURNAMENT, 0)),
        entries((1, 7, 1, 50), (2, 7, 2, 51), (3, 7, 3, 52), (4, 7, 4, 53)),
        games((1, 2, 1), (3, 1, 1), (2, 4, 1), (4, 3, 2)),
        others=NOBODY,
        rated=NOBODY,
    )

    order = zip(
        made.facts.game_white.tolist(), made.facts.game_black.tolist(), made.round.tolist(), strict=True
    )
    assert list(order) == [(0, 1, 1), (1, 3, 1), (2, 0, 1), (3, 2, 2)]
    rounds = made.facts.game_round.tolist()
    assert rounds == sorted(rounds)
    assert (rounds[0] < rounds[1] == rounds[2] < rounds[3]) is True


def test_an_adjustment_takes_who_is_rated_and_who_has_come_before_it() -> None:
    made = assemble(
        events(
            (10, 7, 0, TOURNAMENT, 0), (15, 0, 3, SET, 60), (20, 0, 4, ADJUST, 0), (30, 8, 0, TOURNAMENT, 0)
        ),
        entries((1, 7, 1, 50), (2, 8, 1, 70)),
        games(),
        others=np.array([30, 80]),
        rated=np.array([30]),
    )

    start = made.facts.entry_start
    adjusted = made.players[made.facts.entry_player[start[2] : start[3]]]
    assert adjusted.tolist() == [30, 50, 60]
    assert made.players.tolist() == [30, 50, 60, 70, 80]
