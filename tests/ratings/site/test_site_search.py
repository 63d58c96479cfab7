"""The search of everything: players, tournaments, clubs and towns in one field, and nobody who is hidden."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Club, Player
from federation.privacy import privacy
from federation.register import clubs, register
from ratings.lists.list_choices import choices
from ratings.models import PublishedList
from ratings.site.site_search import find_tournaments, find_towns
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=2)


@pytest.fixture
def event(small: Small) -> Tournament:
    one = Tournament.objects.filter(stage="approved").earliest("start")
    one.name, one.place, one.country = "Open de Grenoble", "Saint-Égrève", "FR"
    one.save(update_fields=["name", "place", "country"])
    return one


def search(client: Client, typed: str, **more: str) -> Any:
    return client.get("/search/", {"q": typed, **more}, **ENGLISH)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize(
    "typed", ["Open de Grenoble", "grenoble open", "Гренобль", "saint egreve", "сент эгрев"]
)
def test_tournament_is_found_by_name_and_town(client: Client, event: Tournament, typed: str) -> None:
    assert [one.number for one in search(client, typed).context["results"].tournaments] == [event.number]


def test_tournament_is_found_by_its_number(client: Client, event: Tournament) -> None:
    found = search(client, str(event.number)).context["results"].tournaments

    assert event.number in [one.number for one in found]


def test_whole_name_of_a_tournament_puts_it_first(client: Client, small: Small, event: Tournament) -> None:
    register.rename(small.players[0], "Grenoble", "Open de", account=None)
    newer = Tournament.objects.filter(stage="approved").latest("start")
    newer.name = "Open de Grenoble, hiver"
    newer.save(update_fields=["name"])

    results = search(client, "open de grenoble").context["results"]

    assert results.sections[0] == "tournaments"
    assert [one.number for one in results.tournaments] == [event.number, newer.number]


def test_town_leads_to_its_tournaments(client: Client, event: Tournament) -> None:
    response = search(client, "Saint-Ég")

    assert [(one.name, one.tournaments) for one in response.context["results"].towns] == [("Saint-Égrève", 1)]
    assert "/tournaments/?place=Saint-%C3%89gr%C3%A8ve" in response.content.decode()


@pytest.mark.parametrize("stage", ["draft", "submitted", "returned", "superseded", "revoked", "withdrawn"])
def test_tournament_that_is_not_approved_is_not_found(client: Client, event: Tournament, stage: str) -> None:
    Tournament.objects.filter(pk=event.pk).update(stage=stage)

    results = search(client, "grenoble").context["results"]

    assert (results.tournaments, results.towns) == ([], [])


@pytest.mark.parametrize("typed", ["Zwz", "tengen de zwz", "Trou-la-Ville"])
def test_club_is_found_by_name_code_and_town(client: Client, small: Small, typed: str) -> None:
    club = Club.objects.order_by("code")[0]
    Club.objects.filter(pk=club.pk).update(code="Zwz")
    club.refresh_from_db()
    clubs.change(club, {"name": "Tengen de Zwz", "town": "Trou-la-Ville"}, account=None)

    assert [one.code for one in search(client, typed).context["results"].clubs] == ["Zwz"]


@pytest.mark.parametrize("typed", ["Ligue des Alpes", "alpes", "ALP"])
def test_region_leads_to_its_list_and_its_clubs(client: Client, small: Small, typed: str) -> None:
    response, typing = search(client, typed), search(client, typed, found="1")
    [found] = response.context["results"].regions

    assert (found.code, found.systems[0]) == ("ALP", "ffg")
    assert 'href="/lists/ffg/?region=ALP"' in response.content.decode()
    assert 'href="/clubs/?q=Ligue+des+Alpes"' in response.content.decode()
    assert 'href="/lists/ffg/?region=ALP"' in typing.content.decode()
    assert not response.context["results"].players.is_similar


def test_page_offers_the_women_and_the_young_of_the_region_found(client: Client, small: Small) -> None:
    found = choices(PublishedList.objects.filter(system__key="ffg").latest("date"))

    response = search(client, "alpes")

    groups = dict(response.context["groups"])
    assert groups["women"] == "/lists/ffg/?region=ALP&sex=f"
    assert ("under 16" in groups) == found.offers("", "u16")
    assert all(client.get(address).status_code == 200 for address in groups.values())
    assert search(client, "alpes", found="1").context["results"].groups == []


def test_whole_name_of_a_region_puts_it_first_and_one_of_no_list_leads_to_its_clubs(
    client: Client, small: Small
) -> None:
    PublishedList.objects.update(regions={})

    results = search(client, "ligue des alpes").context["results"]

    assert results.sections[0] == "regions"
    assert results.regions[0].get_absolute_url() == "/clubs/?q=Ligue+des+Alpes"


@pytest.mark.parametrize("typed", ["Дюпон", "Жан-Поль", "дюпон жан"])
def test_player_is_found_as_a_speaker_of_russian_writes_the_name(
    client: Client, small: Small, typed: str
) -> None:
    register.rename(small.players[0], "Dupont", "Jean-Paul", account=None)

    results = search(client, typed).context["results"]

    assert [one.pk for one, _lines in results.players.lines] == [small.players[0].pk]
    assert not results.players.is_similar


@pytest.mark.parametrize("more", [{}, {"found": "1"}])
@pytest.mark.parametrize("typed", ["Quelin", "Zoé Quelin", "Келен", "Zoé", "Зоэ", "quelim"])
@pytest.mark.parametrize("shown", ["initials", "anonymous"])
def test_hidden_player_is_found_by_no_name(
    client: Client, small: Small, typed: str, more: dict[str, str], shown: str
) -> None:
    hidden = small.players[0]
    register.rename(hidden, "Quelin", "Zoé", account=None)
    assert Player.objects.get(pk=hidden.pk).sound_key
    privacy.choose(hidden, Player.Privacy(shown), account=None)

    response = search(client, typed, **more)

    assert hidden.pk not in [one.pk for one, _lines in response.context["results"].players.lines]
    assert f"/players/{hidden.pk}/" not in response.content.decode()


def test_renamed_player_is_found_by_the_new_sound_alone(client: Client, small: Small) -> None:
    register.rename(small.players[0], "Courisier", "Guy", account=None)
    register.rename(small.players[0], "Beauchamp", "Guy", account=None)

    found = [len(search(client, one).context["results"].players.lines) for one in ("Бошан", "Курисье")]

    assert found[0] == 1


def test_suggestions_are_a_listbox_of_groups_with_a_count(
    client: Client, small: Small, event: Tournament
) -> None:
    content = search(client, "open de grenoble", found="1").content.decode()

    assert 'role="listbox"' in content
    assert 'role="group" aria-labelledby="found-tournaments"' in content
    assert re.findall(r'role="option" aria-selected="false" id="([^"]+)"', content) == [
        f"found-t{event.number}",
        "found-all",
    ]
    assert re.search(r'data-count="\s*1 result"', content)


def test_suggestion_of_a_player_says_where_they_stand(client: Client, small: Small) -> None:
    entry = small.lists[2].entries.get(player=small.players[0])

    response = search(client, "abel", found="1")

    said = f"Players Abelard Adèle {entry.club_name} FR {entry.grade} {entry.rating}"
    assert " ".join(text(response).split()).startswith(said)


@pytest.mark.parametrize("found", [{}, {"found": "1"}])
def test_search_for_what_nothing_is_called_says_so(
    client: Client, small: Small, found: dict[str, str]
) -> None:
    assert "Nothing" in text(search(client, "zzzzqqq", **found))


@pytest.mark.parametrize(
    "typed", ['"><script>x', "%", "_", "~", "@~", "|", "²", "9" * 30, "а" * 200, "OR AND NOT", '"*']
)
def test_search_takes_whatever_is_typed(client: Client, small: Small, typed: str) -> None:
    response = search(client, typed)

    assert response.status_code == 200
    assert "<script>x" not in response.content.decode()


@pytest.mark.parametrize(("typed", "count"), [("abel", 9), ("a", 11), ("абель", 10), ("number", 9)])
@pytest.mark.parametrize("more", [{}, {"found": "1"}])
def test_search_costs_so_many_queries(
    client: Client, small: Small, typed: str, count: int, more: dict[str, str]
) -> None:
    typed = str(small.players[0].pk) if typed == "number" else typed

    with CaptureQueriesContext(connection) as queries:
        search(client, typed, **more)

    # The page offers the groups of the region that "a" finds, by the list and what it can be filtered by.
    assert len(queries) == count + (2 if typed == "a" and not more else 0)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no trigrams")
def test_words_of_tournaments_are_looked_up_in_trigrams_not_read_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans = []
    Tournament.objects.bulk_create(
        Tournament(
            number=number,
            stage="approved",
            name=f"Open {number}",
            place="Noircaire" if number == 7 else "Valmont",
            start=date(2026, 5, 1),
            end=date(2026, 5, 2),
            rounds=5,
        )
        for number in range(1, 15_001)
    )

    def explain(statement: str, values: list[Any]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {statement}", values)
            plans.append("\n".join(row[0] for row in cursor.fetchall()))
        return []

    with connection.cursor() as cursor:
        cursor.execute("SELECT gin_clean_pending_list('tournament_words_trigrams')")
        cursor.execute("ANALYZE tournaments_tournament")
    monkeypatch.setattr("ratings.site.site_search.bulk.rows", explain)
    for typed in ("noircaire", "open de noircaire", "Нуаркер"):
        find_tournaments(typed, 10)
        find_towns(typed, 10)

    assert ["tournament_words_trigrams" in plan for plan in plans] == [True] * 6
