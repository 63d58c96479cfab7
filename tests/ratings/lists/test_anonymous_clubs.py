"""Anonymous players are in no category; their club is hidden where it is small on a list, in every output."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from federation.models import Club, HiddenValues, Player
from federation.privacy import privacy
from federation.register import register
from ratings.lists import anonymise
from ratings.models import ListEntry
from ratings.players.news import club_news
from ratings.snapshots import rows as snapshot
from ratings.snapshots.parts import Part
from ratings.snapshots.tables import TABLES
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.revisions import exports

pytestmark = pytest.mark.django_db


def built(players: int) -> tuple[Small, Player]:
    """Three clubs share the players; the first of the first club is a woman who played."""
    cache.clear()
    small = small_federation.build(players=players, tournaments=1)
    Player.objects.filter(pk=small.players[0].pk).update(sex="f", women_title="WIM", title="IM")
    ListEntry.objects.filter(player=small.players[0]).update(sex="f", women_title="WIM")
    return small, Player.objects.get(pk=small.players[0].pk)


def body(client: Client, path: str) -> str:
    answer: Any = client.get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def clubs(client: Client, player: Player) -> dict[str, object]:
    """Return what each output says of the club of a player."""
    entries = json.loads(body(client, "/api/v1/lists/ffg/newest/entries?all=1&limit=500"))["items"]
    (entry,) = [one for one in entries if one["number"] == player.pk]
    people = [column.name for column in TABLES["players"].columns]
    entrants = [column.name for column in TABLES["entrants"].columns]
    (row,) = [row for row in snapshot.rows_of(Part("players")) if row[0] == player.pk]
    (entered,) = [
        row for row in snapshot.rows_of(Part("entrants")) if row[entrants.index("player")] == player.pk
    ]
    tournament = json.loads(body(client, "/api/v1/tournaments/1/crosstable"))
    (crossed,) = [one for one in tournament["entrants"] if one["player"] == player.pk]
    event = player.entries.get().tournament
    (written,) = [
        one
        for one in json.loads(exports.export(event, "json", public=True).content)["entrants"]
        if str(player.pk) in one["surname"]
    ]
    club = Club.objects.get(code="75Xa")
    return {
        "list": entry["club"],
        "list page": f'id="p{player.pk}"' in body(client, "/lists/ffg/?all=1&club=75Xa"),
        "API": json.loads(body(client, f"/api/v1/players/{player.pk}"))["club_name"],
        "page": "/clubs/75Xa/" in body(client, f"/players/{player.pk}/"),
        "search": "Cercle du Pont" in body(client, f"/players/?q={player.pk}"),
        "snapshot of players": row[people.index("club_name")],
        "snapshot of entrants": entered[entrants.index("club")],
        "tournament": crossed["club"],
        "export": written["club"],
        "feed": any(
            entry.player_id == player.pk
            for _event, who in club_news(club, most=5).tournaments
            for entry in who
        ),
    }


@pytest.mark.parametrize(("players", "is_shown"), [(50, False), (80, True)])
def test_club_of_an_anonymous_player_is_shown_where_it_has_twenty_everywhere_or_nowhere(
    client: Client, players: int, *, is_shown: bool
) -> None:
    _small, player = built(players)

    privacy.choose(player, "anonymous", account=None)
    cache.clear()

    assert {name: bool(club) for name, club in clubs(client, player).items()} == dict.fromkeys(
        clubs(client, player), is_shown
    )


def test_anonymous_player_is_in_no_category_of_any_list() -> None:
    _small, player = built(30)

    privacy.choose(player, "anonymous", account=None)

    rows = ListEntry.objects.filter(player=player)
    assert set(rows.values_list("sex", "birth_year", "women_title", "club")) == {("", None, "", "")}

    privacy.choose(player, "public", account=None)
    assert set(rows.values_list("sex", "women_title", "club")) == {("f", "WIM", "75Xa")}
    assert not Player.objects.get(pk=player.pk).club_hidden


def test_initials_keep_club_and_categories() -> None:
    _small, player = built(30)

    privacy.choose(player, "initials", account=None)

    rows = ListEntry.objects.filter(player=player)
    assert set(rows.values_list("sex", "women_title", "club")) == {("f", "WIM", "75Xa")}


def test_club_that_is_small_on_one_newest_list_is_hidden_on_all() -> None:
    small, player = built(80)
    newest = ListEntry.objects.filter(list=small.lists[-1], club="75Xa").exclude(player=player)
    newest.filter(pk__in=list(newest.values_list("pk", flat=True)[:10])).update(club="38Yb")

    privacy.choose(player, "anonymous", account=None)

    assert set(ListEntry.objects.filter(player=player).values_list("club", flat=True)) == {""}


def test_new_club_is_hidden_until_a_list_counts_it() -> None:
    _small, player = built(80)
    privacy.choose(player, "anonymous", account=None)
    assert not Player.objects.get(pk=player.pk).club_hidden

    register.transfer(player, Club.objects.get(code="38Yb"), account=None)

    assert Player.objects.get(pk=player.pk).club_hidden


def test_rows_an_older_version_left_are_put_aside() -> None:
    _small, player = built(30)
    privacy.choose(player, "anonymous", account=None)
    for hidden in HiddenValues.objects.filter(player=player):
        hidden.values = {name: hidden.values[name] for name in ("surname", "given_name", "birth_year")}
        hidden.save()
    ListEntry.objects.filter(player=player).update(sex="f", club="75Xa")

    assert anonymise.complete() == 1

    assert set(ListEntry.objects.filter(player=player).values_list("sex", "club")) == {("", "")}
    assert anonymise.complete() == 0
