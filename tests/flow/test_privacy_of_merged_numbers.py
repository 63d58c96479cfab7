"""Numbers merged into hidden players name nobody: addresses lead to the player kept, events have no name."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from federation.journal import journal
from federation.models import Account, Player
from federation.models.display_name import public_view
from federation.privacy import privacy
from federation.register import merging
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db
NAME = "Zyvhandle"


@pytest.fixture
def merged() -> tuple[Player, Player, Player]:
    """Return a player, the number merged into theirs, another player."""
    cache.clear()
    kept, other = small_federation.build(players=8, tournaments=1).players[:2]
    gone = Player.objects.create(
        surname=NAME, given_name="Z.", women_title="WCM", search_key="zyvhandle z", federation=kept.federation
    )
    officer = Account.objects.create_superuser("odile@example.org", "secret")
    merging.merge(kept, gone, merging.Choice(reason="the same"), account=officer)
    privacy.choose(kept, "anonymous", account=officer)
    return kept, gone, other


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("/players/{gone}/", "/players/{kept}/"),
        ("/players/{gone}/against/", "/players/{kept}/against/"),
        ("/players/{gone}/against/{other}/", "/players/{kept}/against/{other}/"),
        ("/players/{other}/against/{gone}/", "/players/{other}/against/{kept}/"),
        ("/api/v1/players/{other}/against/{gone}", "/api/v1/players/{other}/against/{kept}"),
        ("/api/v1/players/{gone}/against/{other}", "/api/v1/players/{kept}/against/{other}"),
    ],
)
def test_address_of_a_merged_number_leads_to_the_player_kept(
    client: Client, merged: tuple[Player, Player, Player], asked: str, led: str
) -> None:
    keys = {name: player.pk for name, player in zip(("kept", "gone", "other"), merged, strict=True)}

    answer = client.get(asked.format(**keys))

    assert (answer.status_code, answer["Location"]) == (302, led.format(**keys))


def test_no_card_is_drawn_of_a_merged_number(client: Client, merged: tuple[Player, Player, Player]) -> None:
    kept, gone, other = (player.pk for player in merged)

    cards = [f"/share/players/{gone}.png", f"/share/players/{other}-{gone}.png"]
    assert [client.get(card).status_code for card in cards] == [404, 404]
    assert client.get(f"/share/players/{other}-{kept}.png").status_code == 200


@pytest.mark.parametrize(
    ("own", "kept_way", "shown"),
    [
        ("public", "anonymous", "NN {}"),
        ("public", "initials", "Z. Z."),
        ("anonymous", "public", "NN {}"),
        ("public", "public", "Zyvhandle Z."),
    ],
)
def test_merged_number_is_shown_no_more_openly_than_either(
    merged: tuple[Player, Player, Player], own: str, kept_way: str, shown: str
) -> None:
    kept, gone, _other = merged
    Player.objects.filter(pk=kept.pk).update(privacy=kept_way)
    Player.objects.filter(pk=gone.pk).update(privacy=own)
    with public_view():
        told = Player.objects.get(pk=gone.pk)
        assert str(told) == shown.format(gone.pk)
        assert told.women_title == ("" if "anonymous" in (own, kept_way) else "WCM")
    assert str(Player.objects.get(pk=gone.pk)) == "Zyvhandle Z."


def test_event_of_the_merge_names_nobody_once_the_player_kept_is_hidden(
    client: Client, merged: tuple[Player, Player, Player]
) -> None:
    kept, gone, _other = merged
    begun = client.get("/api/v1/changes").json()["cursor"]
    journal.write("player.merged", kept, account=None, other=gone.pk)
    journal.seal()

    answer = client.get(f"/api/v1/changes?since={begun}&type=player.merged").json()

    event = answer["items"][-1]["data"]
    assert NAME not in json.dumps(answer)
    assert (event["gone"]["name"], event["gone"]["shown"]) == (f"NN {gone.pk}", "anonymous")
    assert event["kept"]["name"] == f"NN {kept.pk}"
