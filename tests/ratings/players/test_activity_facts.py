"""Until or since when a player is active, on the page, in the feed and in letters, and what changes that."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from federation.models import Licence, Player
from ratings.models import CurrentRating, ListEntry, RatingSystem
from ratings.players import news
from ratings.players.header import head
from ratings.players.held_systems import HeldSystem, held_systems
from ratings.players.list_history import lines
from ratings.views.players import systems_table
from tests.ratings import small_federation
from tests.ratings.small_federation import DAYS, Small

pytestmark = pytest.mark.django_db
LAST = date(2024, 5, 12)  # a dan player is active until the end of 2026
DECEMBER, NOVEMBER = date(2026, 12, 1), date(2026, 11, 30)


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=1)


def listed(small: Small, key: str, **columns: Any) -> Player:
    """Return a player whose entry on the newest list of a system says something else."""
    player = small.players[0]
    ListEntry.objects.filter(list__system__key=key, list__date=DAYS[-1], player=player).update(**columns)
    return player


def held(player: Player, key: str) -> HeldSystem:
    stands = head(player)
    systems = held_systems(stands, lines(player, stands.newest), datetime(2026, 11, 28, tzinfo=UTC))
    return next(one for one in systems if one.key == key)


def test_active_player_of_egf_is_told_the_last_day_and_what_keeps_the_rank(small: Small) -> None:
    player = listed(small, "egf", last_played=LAST, declared_grade="1d")

    with translation.override("en"):
        system = held(player, "egf")
        assert systems_table.activity_facts(system) == [("Active until", "31\xa0Dec. 2026")]
        assert systems_table.activity_hint(system, None) == (
            "A rated tournament before 1\xa0January 2027 keeps the rank."
        )


def test_tournament_played_since_the_list_keeps_the_rank_for_longer(small: Small) -> None:
    player = listed(small, "egf", last_played=LAST, declared_grade="1d")
    CurrentRating.objects.filter(system__key="egf", player=player).update(last_played=date(2026, 11, 20))

    with translation.override("en"):
        system = held(player, "egf")
        assert systems_table.activity_facts(system) == [("Active until", "31\xa0Dec. 2028")]
        assert (
            systems_table.activity_hint(system, None)
            == "A rated tournament before 1\xa0January 2029 keeps the rank."
        )


def test_inactive_player_is_told_since_when_and_what_ends_it(small: Small) -> None:
    player = listed(
        small,
        "egf",
        last_played=date(2023, 2, 1),
        declared_grade="1d",
        active=False,
        active_rank=None,
        active_position=None,
    )

    with translation.override("en"):
        system = held(player, "egf")
        assert systems_table.activity_facts(system) == [("Inactive since", "1\xa0Jan. 2026")]
        assert systems_table.activity_hint(system, None) == (
            "The next rated tournament brings the rank back."
        )


def test_licence_holds_to_the_end_of_the_year_unless_the_next_is_there(small: Small) -> None:
    player = listed(small, "ffg", licence="L")
    renewed = Licence(player=player, season=2027, status="L")

    with translation.override("en"):
        system = held(player, "ffg")
        assert systems_table.activity_facts(system) == [("Licence until", "31\xa0Dec. 2026")]
        assert systems_table.activity_hint(system, renewed) == ""
        assert systems_table.activity_hint(system, Licence(season=2027, status="-")) == (
            "A licence for the season 2027 keeps the exact level and the rank."
        )


def test_player_without_a_licence_is_told_the_first_list_without_one(small: Small) -> None:
    gone: dict[str, Any] = {"licence": "-", "active": False, "active_rank": None, "active_position": None}
    player = listed(small, "ffg", **gone)
    ListEntry.objects.filter(list__system__key="ffg", list__date=DAYS[1], player=player).update(**gone)

    with translation.override("en"):
        system = held(player, "ffg")
        assert systems_table.activity_facts(system) == [("Without a licence since", "4\xa0Sept. 2026")]
        assert systems_table.activity_hint(system, None) == (
            "A licence for the season brings the exact level and the rank back."
        )


def test_page_says_until_when_a_player_is_active(client: Client, small: Small) -> None:
    player = listed(small, "egf", last_played=LAST, declared_grade="1d")
    CurrentRating.objects.filter(system__key="egf", player=player).update(last_played=LAST)

    shown = client.get(f"/players/{player.pk}/?system=egf", headers={"accept-language": "en"})

    assert re.search(r"<dt>Active until</dt>\s*<dd>31\xa0Dec. 2026</dd>", shown.content.decode())


@pytest.mark.parametrize(
    ("today", "told"),
    [
        (NOVEMBER, None),
        (DECEMBER, "EGF rating: Active until 31\xa0December 2026"),
        (date(2027, 1, 1), None),
    ],
)
def test_feed_warns_a_month_ahead(
    client: Client, small: Small, monkeypatch: pytest.MonkeyPatch, today: date, told: str | None
) -> None:
    player = listed(small, "egf", last_played=LAST, declared_grade="1d")
    monkeypatch.setattr(news, "localdate", lambda: today)

    feed = client.get(f"/feeds/players/{player.pk}.atom", headers={"accept-language": "en"})

    assert ("EGF rating: Active until" in feed.content.decode()) == (told is not None)
    assert told is None or told in feed.content.decode()
    assert ("A rated tournament before 1\xa0January 2027" in feed.content.decode()) == (told is not None)


def test_office_s_own_months_are_told_from_the_next_list_on(small: Small) -> None:
    RatingSystem.objects.filter(key="egf").update(parameters={"inactive_dan_years": 1})
    player = listed(small, "egf", last_played=LAST, declared_grade="1d")

    with translation.override("en"):
        assert systems_table.activity_facts(held(player, "egf")) == []  # the list itself still says otherwise
        listed(small, "egf", last_played=date(2025, 5, 12))
        assert systems_table.activity_facts(held(player, "egf")) == [("Active until", "31\xa0Dec. 2026")]


def test_without_need_of_a_licence_nothing_ends_and_the_exact_level_is_shown(small: Small) -> None:
    player = listed(small, "ffg", licence="-")
    with_need = held(player, "ffg").standing
    RatingSystem.objects.filter(key="ffg").update(parameters={"licence_needed": False})

    with translation.override("en"):
        system = held(player, "ffg")
        assert systems_table.activity_facts(system) == []
        assert systems_table.activity_hint(system, None) == ""
        assert with_need is not None
        assert system.standing is not None
        assert (with_need.is_exact, system.standing.is_exact) == (False, True)
