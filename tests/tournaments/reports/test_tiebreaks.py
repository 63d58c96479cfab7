"""The tie-breaks of chess on tournaments small enough to reckon by hand; scores in half points."""

from dataclasses import replace
from datetime import date
from functools import partial

import pytest

from tournaments.reports import tiebreaks
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Pairing
from tournaments.reports.tiebreaks import Table, Ties, Turn, adjusted, is_round_robin, table

FIRST_DAY_OF_2026, LAST_DAY_OF_2024 = date(2026, 3, 1), date(2026, 2, 28)
ties = partial(tiebreaks.ties, on=FIRST_DAY_OF_2026)
standing = partial(tiebreaks.standing, on=FIRST_DAY_OF_2026)

WHITE, BLACK, DRAW = Outcome.WHITE_WINS, Outcome.BLACK_WINS, Outcome.DRAW
# Four players, three rounds; 1 beats 4 and 3 and draws with 2, 2 beats 3 and draws with 4, 3 beats 4.
EVERYBODY = (
    Pairing(1, 1, 4, WHITE),
    Pairing(1, 2, 3, WHITE),
    Pairing(2, 1, 2, DRAW),
    Pairing(2, 3, 4, WHITE),
    Pairing(3, 3, 1, BLACK),
    Pairing(3, 4, 2, DRAW),
)
# Six players, three rounds, everything played: 1 wins all, the others meet as a Swiss has them.
SWISS = (
    Pairing(1, 1, 4, WHITE),
    Pairing(1, 5, 2, BLACK),
    Pairing(1, 3, 6, DRAW),
    Pairing(2, 2, 1, BLACK),
    Pairing(2, 3, 4, WHITE),
    Pairing(2, 6, 5, WHITE),
    Pairing(3, 1, 3, WHITE),
    Pairing(3, 6, 2, DRAW),
    Pairing(3, 4, 5, WHITE),
)


def swiss(*byes: Bye, games: tuple[Pairing, ...] = SWISS, entrants: int = 6) -> Table:
    return table(range(1, entrants + 1), games, byes, rounds=3)


def test_swiss_with_every_game_played_sums_the_opponents_scores() -> None:
    found = ties(swiss())

    # scores: 1 has 3, 2 and 3 have 1½, 6 has 2, 4 has 1, 5 has 0
    assert found[1] == Ties(buchholz=2 + 3 + 3, cut=3 + 3, berger=2 * (2 + 3 + 3))
    assert found[2] == Ties(buchholz=0 + 6 + 4, cut=6 + 4, berger=2 * 0 + 1 * 4)
    assert found[3] == Ties(buchholz=4 + 2 + 6, cut=4 + 6, berger=1 * 4 + 2 * 2)
    assert found[6] == Ties(buchholz=3 + 0 + 3, cut=3 + 3, berger=1 * 3 + 2 * 0 + 1 * 3)
    assert standing(swiss()) == [[1], [6], [3], [2], [4], [5]]


def test_own_unplayed_round_meets_a_dummy_with_ones_own_score() -> None:
    games = tuple(game for game in SWISS if 5 not in (game.white, game.black))
    free = tuple(Bye(number, other, ByeKind.PAIRING_ALLOCATED) for number, other in ((1, 2), (2, 6), (3, 4)))

    found = ties(swiss(*free, games=games))

    # 4 has 1 point, so his dummy has; 2 has 1½, which is what a draw in every round gives: the most it may be
    assert found[4].buchholz == 6 + 3 + 2
    assert found[2].buchholz == 3 + 6 + 4
    # 6 has 2 points: his dummy stops at 1½
    assert found[6].buchholz == 3 + 3 + 3


def test_unplayed_game_is_worth_no_more_than_who_did_not_come() -> None:
    games = tuple(replace(game, by_default=True) if game.round == 3 else game for game in SWISS)

    found = ties(swiss(games=games))

    # 1 won the last round without playing: his dummy has 3 points at most, his opponent had 1½
    assert found[1].buchholz == 2 + 3 + min(6, 3)
    # 5 lost to 4 without playing; of his own 0 points and the 1 of 4 the dummy has the fewer
    assert found[5] == Ties(buchholz=3 + 4 + 0, cut=3 + 4, berger=0)


def test_dummy_of_the_edition_before_march_2026_has_no_ceiling() -> None:
    games = tuple(replace(game, by_default=True) if game.round == 3 else game for game in SWISS)
    free = (Bye(3, 6, ByeKind.PAIRING_ALLOCATED),)
    without = tuple(game for game in SWISS if game.round < 3 or 6 not in (game.white, game.black))

    won_by_default = tiebreaks.ties(swiss(games=games), on=LAST_DAY_OF_2024)
    with_a_bye = tiebreaks.ties(swiss(*free, games=without), on=LAST_DAY_OF_2024)

    # 1 has 3 points of his own, and so has his dummy, though who did not come had 1½
    assert won_by_default[1].buchholz == 2 + 3 + 6
    # 5 lost by default with no point: nothing either way
    assert won_by_default[5].buchholz == 3 + 4 + 0
    # 6 has 2½ with the bye of the pairing, more than three draws; the edition of 2026 stops at those
    assert with_a_bye[6].buchholz - ties(swiss(*free, games=without))[6].buchholz == 5 - 3


def test_cut_takes_a_round_he_chose_not_to_play_first() -> None:
    turns = {
        1: [Turn(None, 1, played=False), Turn(2, 2, played=True), Turn(3, 2, played=True)],
        2: [Turn(4, 2, played=True), Turn(1, 0, played=True), Turn(None, 0, played=False)],
        3: [Turn(None, 2, played=False), Turn(4, 2, played=True), Turn(1, 0, played=True)],
        4: [Turn(2, 0, played=True), Turn(3, 0, played=True), Turn(None, 0, played=False)],
    }

    # the dummy of 1 has 1½, a draw a round; 2, who went home, has 1½ and 3 has 2
    assert ties(turns)[1] == Ties(buchholz=3 + 3 + 4, cut=3 + 4, berger=1 * 3 + 2 * 3 + 2 * 4)
    # 2 met 4, who has ½, and 1, who has 2½; his own dummy has 1, and that is cut, not the game against 4
    assert ties(turns)[2] == Ties(buchholz=1 + 5 + 2, cut=1 + 5, berger=2 * 1)
    # nothing 3 chose: his dummy of 1½ counts, and the least opponent is cut
    assert ties(turns)[3] == Ties(buchholz=3 + 1 + 5, cut=3 + 5, berger=2 * 3 + 2 * 1)


@pytest.mark.parametrize(
    ("turns", "score"),
    [
        # went home after the first round: the two rounds he is missing are draws for his opponents
        ([Turn(2, 2, played=True), Turn(None, 0, played=False), Turn(None, 0, played=False)], 2 + 1 + 1),
        # was away in between: what he has is what he has
        ([Turn(2, 2, played=True), Turn(None, 0, played=False), Turn(3, 2, played=True)], 4),
        # a half-point bye in the last round is the draw it was
        ([Turn(2, 2, played=True), Turn(3, 0, played=True), Turn(None, 1, played=False)], 3),
        # did not come to his last game: a loss by default stays a loss, the byes before it are draws
        ([Turn(2, 2, played=True), Turn(None, 0, played=False), Turn(3, 0, played=False)], 2 + 1 + 0),
        # the pairing's bye at the end is a full point and nobody's wish
        ([Turn(2, 0, played=True), Turn(None, 0, played=False), Turn(None, 2, played=False)], 2),
    ],
)
def test_score_for_the_opponents_takes_last_byes_for_draws(turns: list[Turn], score: int) -> None:
    assert adjusted(turns) == score


def test_round_robin_reckons_with_the_real_opponents() -> None:
    games = (*EVERYBODY[:-1], replace(EVERYBODY[-1], outcome=WHITE, by_default=True))
    turns = table(range(1, 5), games, (), rounds=3)

    # 1 has 2½, 2 has 1½, 3 and 4 have 1; the game 4 did not play against 2 counts in full
    assert is_round_robin(turns)
    assert [ties(turns)[one].berger for one in (1, 2, 3, 4)] == [2 * 2 + 3 + 2 * 2, 2 * 2 + 5, 2 * 2, 2 * 3]
    assert standing(turns) == [[1], [2], [4], [3]]


def test_missing_pairing_makes_a_table_a_swiss() -> None:
    assert not is_round_robin(swiss())
    assert not is_round_robin(table(range(1, 5), EVERYBODY[1:], (), rounds=3))
    assert not is_round_robin(table([1, 2], EVERYBODY[2:3], (), rounds=1))


def pair(*games: Pairing, entrants: int) -> list[list[int]]:
    """Part a group by the games inside it alone."""
    turns = table(range(1, entrants + 1), games, (), rounds=3)
    return tiebreaks._encounter(list(range(1, entrants + 1)), turns, robin=False)


def test_direct_encounter_parts_those_who_all_met() -> None:
    two = pair(Pairing(1, 1, 2, BLACK), entrants=2)
    circle = pair(Pairing(1, 1, 2, WHITE), Pairing(2, 2, 3, WHITE), Pairing(3, 3, 1, WHITE), entrants=3)
    half = pair(Pairing(1, 1, 2, DRAW), Pairing(2, 2, 3, DRAW), Pairing(3, 3, 1, WHITE), entrants=3)

    assert two == [[2], [1]]
    assert circle == [[1, 2, 3]]
    assert half == [[3], [2], [1]]


def test_direct_encounter_with_games_missing_ranks_only_whom_they_cannot_reach() -> None:
    ahead = pair(Pairing(1, 1, 2, WHITE), Pairing(2, 3, 1, BLACK), entrants=3)
    within_reach = pair(Pairing(1, 1, 2, WHITE), entrants=3)
    unplayed = pair(Pairing(1, 1, 2, WHITE, by_default=True), entrants=2)

    # 1 beat both; 2 and 3, who never met, share what is left
    assert ahead == [[1], [2, 3]]
    # 3 met nobody: two wins would overtake
    assert within_reach == [[1, 2, 3]]
    assert unplayed == [[1, 2]]
