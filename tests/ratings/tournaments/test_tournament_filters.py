"""The page of tournaments: filters in the address, wrong ones named, what to leave out for any."""

import csv
import io
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Club, Player, Region
from federation.privacy import privacy
from federation.register import register
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    made = small_federation.build(players=26, tournaments=3)
    for number, (name, place) in {
        1: ("Open de Grenoble", "Grenoble"),
        2: ("Coupe d'hiver", "Lyon"),
        3: ("Rapide de Lyon", "Lyon"),
    }.items():
        one = Tournament.objects.get(number=number, stage="approved")
        one.name, one.place = name, place
        one.save(update_fields=["name", "place"])
    return made


def page(client: Client, query: str) -> Any:
    return client.get(f"/tournaments/?{query}", **ENGLISH)


def numbers(response: Any) -> list[int]:
    return sorted(row.record.number for row in response.context["table"].rows)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=lyon", [2, 3]),
        ("q=hiver", [2]),
        ("q=3", [3]),
        ("q=Лион", [2, 3]),
        ("place=Lyon", [2, 3]),
        ("place=lyon&q=rapide", [3]),
        ("year=all", [1, 2, 3]),
        ("q=lyon&year=2024", [3]),
        ("q=%00", None),
        ("game=go&year=all", [1, 2, 3]),
        ("q=zzz", []),
    ],
)
def test_tournaments_are_found_by_filters(
    client: Client, small: Small, query: str, found: list[int] | None
) -> None:
    response = page(client, query)

    assert (response.status_code, found) == (400, None) or numbers(response) == found


@pytest.fixture
def won(small: Small) -> Player:
    """A player who won tournaments 1 and 3; another won the second."""
    one, other = Player.objects.order_by("pk")[:2]
    for player, surname, given_name in ((one, "Vainqueur", "Zoé"), (other, "Second", "Ann")):
        register.rename(player, surname, given_name, account=None)
    Entry.objects.update(place=None)
    for number, player in ((1, one), (2, other), (3, one)):
        held = Entry.objects.filter(tournament__number=number, tournament__stage="approved")
        held.filter(player=player).delete()
        first = held.order_by("number")[0]
        Entry.objects.filter(pk=first.pk).update(place=1, player=player)
    return Player.objects.get(pk=one.pk)


@pytest.mark.parametrize(
    ("typed", "found"), [("vainqueur", [1, 3]), ("zoe vain", [1, 3]), ("second", [2]), ("nobody", [])]
)
def test_tournaments_are_found_by_their_winner(
    client: Client, won: Player, typed: str, found: list[int]
) -> None:
    response = page(client, f"winner={typed}&year=all")

    assert numbers(response) == found


def test_winner_is_named_in_the_table_and_in_the_filter(client: Client, won: Player) -> None:
    response = page(client, f"winner={won.pk}&year=all")
    content = response.content.decode()

    assert numbers(response) == [1, 3]
    assert "Winner: Vainqueur Zoé" in content
    assert content.count('data-label="Winner">Vainqueur Zoé</td>') == 2


def test_winner_who_is_hidden_is_neither_named_nor_found_by_name(client: Client, won: Player) -> None:
    privacy.choose(won, Player.Privacy.ANONYMOUS, account=None)

    assert "Vainqueur" not in page(client, "year=all").content.decode()
    assert numbers(page(client, "winner=vainqueur&year=all")) == []


def test_tournaments_of_a_region_are_those_in_towns_of_its_clubs(client: Client, small: Small) -> None:
    club = Club.objects.select_related("federation").first()
    assert club is not None
    club.region, club.town = (
        Region.objects.create(code="TST", name="Alpes", federation=club.federation),
        "Grenoble",
    )
    club.save()

    assert numbers(page(client, "region=TST")) == [1]


def test_tournaments_of_a_club_are_those_its_players_took_part_in(client: Client, small: Small) -> None:
    player = small.players[0]
    expected = set(
        Entry.objects.filter(player=player, tournament__stage="approved").values_list(
            "tournament__number", flat=True
        )
    )
    club = Club.objects.create(code="Own", label="Own", name="Own", federation=player.federation)
    player.club = club
    player.save()

    assert numbers(page(client, "club=Own")) == sorted(expected)


def test_tournaments_of_a_system_are_those_it_takes(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=1).update(rated_for=[])

    assert (1 in numbers(page(client, "system=egf"))) is False


@pytest.mark.parametrize("few", [True, False])
def test_few_and_many_tournaments_of_a_system_are_found(client: Client, small: Small, few: bool) -> None:
    every = sorted(Tournament.objects.filter(stage="approved").values_list("number", flat=True))
    one = every[0]
    others = Tournament.objects.filter(number=one) if not few else Tournament.objects.exclude(number=one)
    others.update(rated_for=[])

    found = numbers(page(client, "system=egf&year=all"))

    assert sorted(found) == ([one] if few else every[1:])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("region=nowhere", "Ignored filter: region=nowhere"),
        ("club=none", "Ignored filter: club=none"),
        ("system=chess", "Ignored filter: system=chess"),
        ("year=MMXX", "Ignored filter: year=MMXX"),
        ("game=draughts", "Ignored filter: game=draughts"),
    ],
)
def test_filter_that_cannot_be_read_is_named(client: Client, small: Small, query: str, said: str) -> None:
    assert said in page(client, query).content.decode()


def test_filters_that_find_nothing_offer_the_one_to_leave_out(client: Client, small: Small) -> None:
    response = page(client, "q=open&place=Lyon")

    assert [chip.label for chip in response.context["selection"].chips] == [
        "Name, town or number: open",
        "Town: Lyon",
    ]
    assert response.context["nearest"].address == "?q=open"
    assert "Without “Town: Lyon”: 1 tournament" in " ".join(response.content.decode().split())


def test_year_without_any_offers_every_year(client: Client, small: Small) -> None:
    response = page(client, "q=grenoble&year=1999")

    assert response.context["nearest"].address == "?q=grenoble&year=all"
    assert numbers(page(client, "q=grenoble&year=all")) == [1]


def test_file_has_what_one_sees(client: Client, small: Small) -> None:
    rows = list(csv.reader(io.StringIO(page(client, "q=lyon&format=csv").content.decode())))

    assert len(rows) == 3


def test_winner_is_named_in_the_readers_language(client: Client, small: Small) -> None:
    content = client.get("/tournaments/?year=all", headers={"accept-language": "fr"}).content.decode()

    assert content.count("Vainqueur") >= 2
    assert ">Winner<" not in content


def test_filters_cost_eleven_queries(client: Client, small: Small) -> None:
    with CaptureQueriesContext(connection) as queries:
        page(client, "q=lyon&place=lyon&system=egf&club=none")

    assert len(queries) == 11
