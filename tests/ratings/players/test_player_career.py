"""A player's ranks in scopes, the games of his years, and whom he met most often."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from federation.models import Player
from federation.privacy.policy import Level
from ratings.charts.years import Year, bars
from ratings.lists.selection import Selection, address, born
from ratings.models import ListEntry, PublishedList
from ratings.players.group_places import age_of, scopes
from ratings.players.histories import newest_entries, newest_lists
from ratings.players.opponents import Career, Tally, career
from tests.markup import html_of
from tests.privacy_rows import turned
from tests.ratings import small_federation
from tests.ratings.histories import Played, hold, people
from tournaments.careers import stored_games
from tournaments.models import Game, Tournament

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def placed(player: Player) -> dict[str, int]:
    """Return the ranks of a player in the scopes of the first list."""
    entries = newest_entries(player, newest_lists())
    found = scopes(entries.values())
    return {scope.kind: scope.rank for scope in found.get(entries["ffg"].list_id, ())}


def counted(entry: ListEntry) -> dict[str, int]:
    """Count the same one by one, in Python."""
    active = [row for row in ListEntry.objects.filter(list=entry.list) if row.active_rank]
    own = [row for row in active if row.federation == entry.federation]
    groups = {"federation": own}
    if entry.sex == "f":
        groups["women"] = [row for row in own if row.sex == "f"]
    if age := age_of(entry):
        first, last = born(age, entry.list.date.year)
        groups["age"] = [row for row in own if first <= (row.birth_year or 0) <= last]
    if entry.region:
        groups["region"] = [row for row in active if row.region == entry.region]
    if entry.club:
        groups["club"] = [row for row in active if row.club == entry.club]
    mine = entry.active_rank or 0
    return {kind: 1 + sum((row.active_rank or 0) < mine for row in rows) for kind, rows in groups.items()}


@pytest.mark.django_db
def test_ranks_in_scopes_are_those_one_counts_on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    turned(monkeypatch, "sex", "other", to=Level.SHOWN)
    turned(monkeypatch, "age", "other", to=Level.SHOWN)
    small = small_federation.build(players=60, tournaments=1)
    kinds: set[str] = set()

    for player in small.players:
        entry = newest_entries(player, newest_lists()).get("ffg")
        if entry is not None and entry.active_rank:
            assert placed(player) == counted(entry)
            kinds |= set(placed(player))

    assert kinds == {"federation", "women", "age", "region", "club"}


@pytest.mark.django_db
def test_whoever_is_inactive_has_no_rank_in_any_scope() -> None:
    small = small_federation.build(players=26, tournaments=1)
    player = small.players[0]
    ListEntry.objects.filter(player=player).update(active=False, active_rank=None, active_position=None)

    assert scopes(newest_entries(player, newest_lists()).values()) == {}


@pytest.mark.django_db
def test_rank_in_a_scope_leads_to_the_line_of_the_player(client: Client) -> None:
    small = small_federation.build(players=200, tournaments=1)
    rows = ListEntry.objects.filter(list=small.lists[2], federation="FR", active_rank__gt=0)
    last = rows.latest("position")
    found = scopes([last])[last.list_id]

    assert found[0].selection == Selection(federation="FR", page=2)
    for scope in found:
        page = client.get(f"/lists/ffg/{address(scope.selection, page=scope.selection.page)}")
        assert f'id="p{last.player_id}"' in html_of(page)


@pytest.mark.django_db
def test_page_of_a_player_leads_to_his_line_in_every_scope(client: Client) -> None:
    small = small_federation.build(players=26, tournaments=1)
    player = small.players[0]
    entry = newest_entries(player, newest_lists())["ffg"]

    content = html_of(client.get(f"/players/{player.pk}/", **ENGLISH))

    ranks = counted(entry)
    said = re.findall(rf'<a href="/lists/ffg/\?([^"#]+)#p{player.pk}">(\d+)</a>', content)
    assert ("federation=FR", str(ranks["federation"])) in said
    assert ("club=75Xa", str(ranks["club"])) in said
    assert len(said) == len(ranks.keys() - {"women", "age"})


@pytest.mark.parametrize(
    ("year", "group"),
    [(2020, "u8"), (2010, "u16"), (2006, "u20"), (2005, ""), (1976, "o50"), (1950, "o65"), (None, "")],
)
def test_age_group_is_the_narrowest_one(year: int | None, group: str) -> None:
    entry = ListEntry(birth_year=year, list=PublishedList(date=date(2026, 11, 1)))

    assert age_of(entry) == group


@pytest.mark.django_db
def test_career_counts_years_and_opponents_as_the_player_saw_them() -> None:
    ann, bob, cid = people(3)
    hold(date(2021, 5, 1), [ann, bob], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=1)
    hold(date(2023, 5, 1), [ann, bob, cid], [Played(1, 1, 0, 2), Played(2, 0, 2, 0)], number=2)

    found = career(ann, few=1)

    assert found.years == [(2021, Tally(1, 1, 0)), (2022, Tally()), (2023, Tally(0, 0, 2))]
    assert [(one.player, one.tally, one.last) for one in found.opponents] == [
        (bob, Tally(1, 1, 1), date(2023, 5, 1))
    ]
    assert (found.met, found.tally) == (2, Tally(1, 1, 2))


@pytest.mark.django_db
def test_what_was_not_played_or_not_approved_is_no_game() -> None:
    ann, bob = people(2)
    hold(date(2021, 5, 1), [ann, bob], [Played(1, 0, 1, 2)], number=1)
    hold(date(2022, 5, 1), [ann, bob], [Played(1, 0, 1, 2)], number=2)
    Game.objects.filter(tournament__number=1).update(by_default=True)
    Tournament.objects.filter(number=2).update(stage="superseded")
    stored_games.refresh(Tournament.objects.values_list("pk", flat=True))

    assert career(ann, few=5) == Career()


@pytest.mark.django_db
def test_page_shows_years_with_their_figures_and_opponents(client: Client) -> None:
    small = small_federation.build(players=26, tournaments=2)
    player = small.players[0]
    met = career(player, few=10).opponents

    content = html_of(client.get(f"/players/{player.pk}/", **ENGLISH))

    assert content.count('class="years"') == 2
    assert re.findall(rf"/players/{player.pk}/against/(\d+)/", content) == [str(one.player.pk) for one in met]
    assert len(met) > 0


@pytest.mark.django_db
def test_names_of_tournaments_and_opponents_cannot_write_into_the_page(client: Client) -> None:
    small = small_federation.build(players=26, tournaments=2)
    Tournament.objects.update(name='<i>"Open')
    Player.objects.update(surname='<b>"Bad')

    content = html_of(client.get(f"/players/{small.players[0].pk}/", **ENGLISH))

    assert ("<i>" in content, '<b>"' in content) == (False, False)
    assert 'event-name">&lt;i&gt;&#34;Open<' in content
    assert re.search(r'against/\d+/">&lt;b&gt;&#34;Bad[^<]*</a>', content) is not None


@pytest.mark.django_db
def test_shared_link_says_who_stands_where(client: Client) -> None:
    small = small_federation.build(players=26, tournaments=1)
    player = small.players[0]
    entries = newest_entries(player, newest_lists())

    content = html_of(client.get(f"/players/{player.pk}/", **ENGLISH))
    event = html_of(client.get("/tournaments/1/", **ENGLISH))

    said, told = (
        dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', each)) for each in (content, event)
    )
    plain = {key: f"{entry.rating} ({entry.grade})".replace("-", "−") for key, entry in entries.items()}
    assert said["title"] == str(player)
    assert f'<meta name="description" content="{player}: {said["description"]}">' in content
    assert said["description"] == f"FFG ladder {plain['ffg']}. EGF rating {plain['egf']}."
    assert told["title"] == small.tournaments[0].name
    assert told["description"].endswith(" 24 players.")


def test_bars_stand_on_one_line_as_high_as_their_games() -> None:
    drawn = bars(
        [Year("2024", (2, 1, 1), "a"), Year("2025", (0, 0, 0), "b"), Year("2026", (8, 0, 0), "<c>")],
        size=(200, 120),
        label="x & y",
    )

    assert re.findall(r'class="(\w+)" [^>]*y="([\d.]+)"[^>]*height="([\d.]+)"', drawn) == [
        ("won", "78.0", "20.0"),
        ("drawn", "68.0", "10.0"),
        ("lost", "58.0", "10.0"),
        ("won", "18.0", "80.0"),
    ]
    assert ("<title>&lt;c&gt;</title>" in drawn, 'aria-label="x &amp; y"' in drawn) == (True, True)


def test_nothing_played_draws_nothing() -> None:
    assert bars([Year("2025", (0, 0, 0), "b")], size=(200, 120), label="x") == ""
