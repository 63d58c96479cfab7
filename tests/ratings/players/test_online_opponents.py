"""Whom a player met in games that came one by one: counted as one counts by hand, for every kind of game."""

import html
import re
from collections import Counter, defaultdict
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from django.test import Client

from federation.models import Player
from ratings.cadence.by_game import histories
from ratings.cadence.by_game.packing import Rows
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.players import header, online_games
from ratings.players import people_met as online_opponents
from ratings.players.opponents import Counted, Tally
from ratings.players.people_met import people_met
from tests.ratings.stream_pages import settle
from tests.ratings.streams import DAY, HOUR, NOON, Told, World, chance_games, world

pytestmark = pytest.mark.django_db


def rows_of(made: World, player: Player) -> dict[str, Rows]:
    return {made.system.key: histories.of_player(made.system, player)}


def found_in(made: World, player: Player, rows: dict[str, Rows]) -> online_opponents.Played:
    told = online_games.read(online_opponents.keys(rows))
    return online_opponents.played(player, rows, told, few=9)[made.system.key]


def by_hand(player: Player, keys: list[int]) -> Counted:
    """Count the same game by game and seat by seat."""
    years: dict[int, Counter[str]] = defaultdict(Counter)
    met: dict[int, Counter[str]] = defaultdict(Counter)
    last: dict[int, date] = {}
    for game in online_games.played(keys).values():
        day = datetime.fromtimestamp(game.game.ended / 1000, UTC).date()
        scores = [game.score(player.pk, one.player) for one in game.opponents(player.pk)]
        ends = ["won" if score == 1 else "lost" if score == 0 else "drawn" for score in scores]
        for one, end in zip(game.opponents(player.pk), ends, strict=True):
            met[one.player][end] += 1
            last[one.player] = max(day, last.get(one.player, day))
        won = set(ends) == {"won"}
        first = "lost" not in ends
        years[day.year]["won" if won else "drawn" if first else "lost"] += 1
    often = sorted(met, key=lambda one: (met[one].total(), last[one], one), reverse=True)
    found = [(year, Tally(**years[year])) for year in range(min(years), max(years) + 1)] if years else []
    return Counted(found, [(one, Tally(**met[one]), last[one]) for one in often], len(met))


@pytest.mark.parametrize("key", ["fics-blitz", "fics-bughouse", "ladder"])
def test_career_is_what_one_counts_by_hand(key: str) -> None:
    made, chance = world(key), np.random.default_rng(7)
    games = [*chance_games(key, chance, 60), *chance_games(key, chance, 40)]
    made.arrive(*(_moved(told, at) for at, told in enumerate(games)))
    rate_pending(key)

    for player in made.players:
        rows = rows_of(made, player)
        found = found_in(made, player, rows)
        assert found.counted == by_hand(player, rows[key]["key"].tolist())  # too far apart for months
        assert (found.is_cut, found.counted.met) == (False, len(made.players) - 1)


def _moved(told: Told, at: int) -> Told:
    """Spread games over four years."""
    return Told(
        told.ended + (at % 4) * 365 * DAY, told.players, told.score, told.places, told.teams, told.code
    )


def test_decision_of_the_office_is_no_game() -> None:
    made = world()
    settle(made, 0)
    rate_pending("fics-blitz")
    rows = rows_of(made, made.players[0])

    assert (rows["fics-blitz"].size, online_opponents.keys(rows)) == (1, [])
    assert found_in(made, made.players[0], rows).counted == Counted()


@pytest.mark.parametrize("games", [1, 3])
def test_page_reads_games_and_careers_in_one_query_more_than_names(
    django_assert_num_queries: Any, games: int
) -> None:
    made = world()
    made.arrive(*(Told(NOON + n * HOUR, (0, n)) for n in range(1, games + 1)))
    rate_pending("fics-blitz")
    person = header.person(made.players[0].pk)
    assert person is not None

    with django_assert_num_queries(3):  # what is packed, the games, the people
        found = people_met(person, few=9)

    assert (found.streams["fics-blitz"].met, found.cut) == (games, frozenset())
    met = [one.player.pk for one in found.streams["fics-blitz"].opponents]
    assert met == [player.pk for player in made.players[games:0:-1]]


def test_games_near_each_other_are_counted_by_month() -> None:
    made = world()
    made.arrive(
        Told(NOON, (0, 1), 2), Told(NOON + HOUR, (1, 0), 2), Told(NOON + 62 * DAY, (0, 2), 1),
    )  # fmt: skip
    rate_pending("fics-blitz")

    found = found_in(made, made.players[0], rows_of(made, made.players[0])).counted

    assert found.months == [
        ("2023-11", Tally(1, 0, 1)), ("2023-12", Tally()), ("2024-01", Tally(0, 1, 0)),
    ]  # fmt: skip
    assert found.years == [(2023, Tally(1, 0, 1)), (2024, Tally(0, 1, 0))]


def test_only_the_newest_games_are_counted_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world()
    made.arrive(*(Told(NOON + n * HOUR, (0, 1 + n % 2), 2 if n < 3 else 0) for n in range(7)))
    rate_pending("fics-blitz")
    monkeypatch.setattr(online_opponents, "MOST", 4)

    found = found_in(made, made.players[0], rows_of(made, made.players[0]))

    assert (found.is_cut, found.counted.years) == (True, [(2023, Tally(0, 0, 4))])
    monkeypatch.setattr(online_opponents, "MOST", 7)
    found = found_in(made, made.players[0], rows_of(made, made.players[0]))
    assert (found.is_cut, found.counted.years) == (False, [(2023, Tally(3, 0, 4))])


def test_game_withdrawn_since_is_not_counted() -> None:
    made = world()
    one, _other = made.arrive(Told(NOON, (0, 1)), Told(NOON + HOUR, (0, 2)))
    rate_pending("fics-blitz")
    rows = rows_of(made, made.players[0])
    made.withdraw(one)

    found = found_in(made, made.players[0], rows).counted

    assert [number for number, _tally, _day in found.often] == [made.players[2].pk]


def test_player_page_shows_whom_he_met_in_each_stream(client: Client) -> None:
    made = world()
    made.arrive(*(Told(NOON + n * HOUR, (0, 1 + n % 2), 2 if n < 3 else 0) for n in range(7)))
    rate_pending("fics-blitz")

    content = client.get(
        f"/players/{made.players[0].pk}/", headers={"accept-language": "en"}
    ).content.decode()

    section = content[content.index('id="played-fics-blitz"') :]
    words = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", section)))
    assert "Games: FICS blitz" in words
    assert "Games by month: 7 games, 3 wins, 4 losses. From the bottom: won, drawn, lost." in words
    one, other = made.players[1:3]
    assert f"{one} 4 2 0 2 " in words
    assert f"{other} 3 1 0 2 " in words
    assert f'href="/players/{made.players[0].pk}/against/{one.pk}/"' in section
    assert 'id="played"' not in content
