"""The compiled FIDE engine against the rules written down once more, slowly, in fractions."""

from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor

import pytest

from ratings.engines.fide import engine
from ratings.engines.fide_contract import ListStanding, PeriodFacts
from ratings.engines.fide_tables import distance_of, percent_of
from ratings.rulebook.fide import FideEdition
from tests import seeds
from tests.bench.fide_facts import MonthSize, synthetic_month
from tests.declared import RAPID_AND_BLITZ, STANDARD
from tests.engines.fide_building import rules_of

EDITIONS = STANDARD + RAPID_AND_BLITZ
HALF = Fraction(1, 2)
# player -> per event: own rating, opponents, half points
Played = dict[int, list[tuple[int, list[int], list[int]]]]


def played_in(facts: PeriodFacts) -> Played:
    """Everybody's games against rated opponents."""
    found: Played = defaultdict(list)
    for event in range(facts.event_edition.size):
        mine: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for row in range(facts.game_start[event], facts.game_start[event + 1]):
            white, black = int(facts.game_white[row]), int(facts.game_black[row])
            score = int(facts.game_score[row])
            for seat, other, half_points in ((white, black, score), (black, white, 2 - score)):
                if facts.entry_seen[other] > 0:
                    mine[seat][0].append(int(facts.entry_seen[other]))
                    mine[seat][1].append(half_points)
        for seat, (opponents, scores) in sorted(mine.items()):
            found[int(facts.entry_player[seat])].append((int(facts.entry_own[seat]), opponents, scores))
    return found


def event_sum(own: int, opponents: list[int], scores: list[int], rule: FideEdition) -> tuple[Fraction, int]:
    """Score minus expectation of one event, and its games."""
    differences = [own - one for one in opponents]
    kept = [
        place
        for place, one in enumerate(differences)
        if not (rule.gap and abs(one) >= rule.gap and max(own, opponents[place]) > rule.gap_above)
    ]
    free = rule.cap == 0 or (rule.exempt_from > 0 and own >= rule.exempt_from)
    widest = max((abs(one) for one in differences), default=0)
    total, used = Fraction(0), False
    # One of several equal differences is capped; the player's benefit goes before his loss.
    for place in sorted(kept, key=lambda place: (-abs(differences[place]), -differences[place])):
        difference = differences[place]
        if (
            not free
            and abs(difference) > rule.cap
            and not (rule.cap_once and (used or abs(difference) < widest))
        ):
            difference, used = int(rule.cap) * (1 if difference > 0 else -1), True
        total += Fraction(scores[place], 2) - Fraction(percent_of(difference), 100)
    return total, len(kept)


def away_from_zero(value: Fraction) -> int:
    """To the nearest whole number."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return int(exact.quantize(Decimal(1), ROUND_HALF_UP))  # decimal's half up is away from zero


def k_of(player: int, standing: ListStanding, rule: FideEdition, year: int) -> float:
    """K on the list before."""
    peak = max(int(standing.peak[player]), int(standing.rating[player]))
    if peak >= rule.top_from:
        return rule.k_top
    born = int(standing.birth_year[player])
    if born and year - born <= rule.junior_age and peak < rule.junior_below:
        return rule.k_junior
    return rule.k_new if standing.games[player] < rule.new_below_games else rule.k


def first_rating(events: list[tuple[int, int, int]], rule: FideEdition) -> int:
    """Ru of events (games, sum of opponents, half points); 0 = none."""
    counted, begun, met = [], False, False
    for n, total, half_points in events:
        needed = not met if rule.needs_until_met else not begun
        begun = True
        if not (needed and half_points < rule.first_needs):
            met = True
            counted.append((n, total, half_points))
    n, total, half_points = (sum(column) for column in zip(*counted, strict=True)) if counted else (0, 0, 0)
    if n < rule.first_games:
        return 0
    if rule.draws:
        average = Fraction(total + 3600, n + 2)
        rating = average + distance_of(floor(Fraction(half_points + 2, 2 * (n + 2)) * 100 + HALF))
    elif half_points >= n:
        rating = Fraction(total, n) + 20 * (half_points - n)
    else:
        rating = Fraction(total, n) + distance_of(floor(Fraction(half_points, 2 * n) * 100 + HALF))
    found = floor(rating + HALF)
    found = min(found, int(rule.first_most)) if rule.first_most else found
    return found if found >= rule.floor else 0


def list_after(facts: PeriodFacts, standing: ListStanding, rule: FideEdition) -> list[int]:
    """The new list, player by player."""
    after: list[int] = standing.rating.tolist()
    waiting = {int(player): (int(standing.pool.games[row]), int(standing.pool.opponents[row]) // 100,
                             int(standing.pool.half_points[row]))
               for row, player in enumerate(standing.pool.player)}  # fmt: skip
    for player, events in played_in(facts).items():
        if standing.rating[player] == 0:
            results = [(len(opponents), sum(opponents), sum(scores)) for _, opponents, scores in events]
            if player in waiting:
                # What was carried was admitted before.
                results = [waiting[player], *results]
            after[player] = first_rating(results, rule)
            continue
        sums = [event_sum(own, opponents, scores, rule) for own, opponents, scores in events]
        n = sum(games for _, games in sums)
        if n == 0:
            continue
        k = min(k_of(player, standing, rule, (facts.month - 1) // 12), 700 // n)
        rating = int(standing.rating[player]) + away_from_zero(
            int(k) * sum((total for total, _ in sums), Fraction(0))
        )
        after[player] = rating if rating >= rule.floor else 0
    return after


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("edition", range(len(EDITIONS)))
def test_engine_makes_the_list_the_rules_make(edition: int, seed: int) -> None:
    size = MonthSize(rated=300, active=260, games=1500, tournaments=15, seed=seeds.of_run(seed))
    facts, standing = synthetic_month(size, edition=edition)

    changes, _ = engine.rate(facts, standing, rules_of(*EDITIONS))

    assert changes.after.tolist() == list_after(facts, standing, EDITIONS[edition])
    # The months have what the rules are about: first ratings and differences above 400.
    assert int(changes.first.sum()) > 0
    assert bool(changes.side_capped.any()) == (EDITIONS[edition].cap > 0)
