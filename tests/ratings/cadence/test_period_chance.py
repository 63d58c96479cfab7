"""Chance histories of a period system: whatever happened, a replay from any list finds nothing to change."""

from datetime import date, timedelta

import numpy as np
import pytest

from federation.models import Player
from ratings.models import ManualEvent, RatingSystem
from ratings.runs import recalculation
from tests import seeds
from tests.ratings.chess_months import based, masters, opened, rows, swiss, system
from tests.ratings.histories import recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
FIRST, DAYS = date(2021, 6, 1), 1300  # over the round robins of 2021, October 2022 and March 2024


def day(chance: np.random.Generator, least: int = 0) -> date:
    return FIRST + timedelta(days=int(chance.integers(least, DAYS)))


def decide(rated: RatingSystem, players: list[Player], chance: np.random.Generator) -> None:
    """Import parts of lists, correct bases, reset ratings."""
    for player in players[::2]:
        based(rated, player, int(chance.integers(1000, 2450)), on=FIRST, k=int(chance.choice([10, 20, 40])),
              games=int(chance.integers(0, 60)))  # fmt: skip
    for kind in ("base", "base", "correction", "correction", "correction", "reset"):
        levels = [0, 1410, 1900, 2395] if kind == "base" else [1420, 1700, 2100, 2399]
        ManualEvent.objects.create(
            system=rated,
            kind=kind,
            player=players[int(chance.integers(len(players)))],
            date=day(chance, 60).replace(day=1),
            value=int(chance.choice(levels)),
        )


def play(players: list[Player], chance: np.random.Generator, *, number: int, rate: str) -> None:
    """Hold a Swiss, a round robin or a league; one in five is reported late, one in five is official."""
    start = day(chance)
    size = int(chance.choice([4, 6, 8]))
    chosen = [players[one] for one in chance.permutation(len(players))[:size]]
    facts: dict[str, object] = {"rate": rate, "end": start + timedelta(days=int(chance.integers(0, 9)))}
    games = round_robin(size, chance=chance) if number % 3 == 0 else swiss(size, 5, chance)
    if number % 7 == 0:
        games = swiss(size, 5, chance)
        days = [start + timedelta(days=17 * place) for place in range(5)]
        facts |= {"end": days[-1], "round_dates": [one.isoformat() for one in days]}
    if number % 5 == 0:
        facts["reported"] = start + timedelta(days=int(chance.integers(10, 160)))
    opened(start, chosen, games, number=number, official=number % 5 == 1, **facts)


@pytest.mark.parametrize("seed", seeds.share(range(3)))
@pytest.mark.parametrize("key", ["fide-standard", "fide-rapid"])
def test_chance_history_replayed_from_any_list_is_the_same(key: str, seed: int) -> None:
    chance = np.random.default_rng(seeds.of_run(seed))
    rated, players = system(key), masters(16)
    for place, player in enumerate(players):
        Player.objects.filter(pk=player.pk).update(birth_year=1990 + 2 * place if place % 4 else None)
    for one in {key, "fide-standard"}:
        decide(system(one), players, chance)
    for number in range(1, 61):
        own = key == "fide-standard" or number % 2 == 0
        play(players, chance, number=number, rate=key.removeprefix("fide-") if own else "standard")
    recalculate(stale(system(), FIRST), whole=True)
    recalculate(stale(rated, FIRST), whole=True)
    whole = rows(rated)

    for since in sorted(day(chance) for _ in range(6)):
        run = recalculation.compute(recalculation.request_run(stale(rated, since)))
        assert (since, run.totals["new"], run.totals["moved"], run.totals["gone"]) == (since, 0, 0, 0)

    assert len({place for place, _ in whole}) > 30
