"""Who is inactive on FIDE lists is a rule chosen by name; lists, filters and the verifier follow it."""

import json
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from federation.models import Account, JournalEntry
from ratings.list_proof.checking import check, opened
from ratings.lists import publication
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log.bundles import list_bundles
from ratings.rulebook.fide import INACTIVITY, inactivity_of
from tests.ratings.chess_months import based, masters, system
from tests.ratings.chess_months import opened as held
from tests.ratings.histories import Played, recalculate, stale

pytestmark = pytest.mark.django_db
BASE, LISTED = date(2025, 11, 1), date(2026, 12, 1)


@pytest.fixture
def office() -> Client:
    cache.clear()
    client = Client(headers={"accept-language": "en"})
    client.force_login(Account.objects.create_superuser("admin@example.org"))
    return client


def choose(office: Client, rated: RatingSystem, inactivity: str, parameters: str = "{}") -> None:
    said = {
        "position": "11",
        "active": "on",
        "edition": "",
        "parameters": parameters,
        "inactivity": inactivity,
        "numeric": "2",
        "imported_replace": "on",
    }
    answer = office.post(reverse("admin:ratings_ratingsystem_change", args=[rated.pk]), said)
    assert answer.status_code == 302
    rated.refresh_from_db()


def year(rated: RatingSystem) -> PublishedList:
    """Publish the list behind a year in which four players had 4, 3, 1 and no games."""
    ann, bob, cid, dan = players = masters(4)
    for player in players:
        based(rated, player, 2000, k=20, games=100, on=BASE)
    rounds = [Played(number, 0, 1, 1) for number in (1, 2, 3)]
    held(date(2025, 12, 4), [ann, bob], rounds, number=1)
    held(date(2026, 1, 4), [ann, cid, dan], [Played(1, 0, 1, 1)], number=2)
    recalculate(stale(rated, BASE), whole=True)
    return publication.publish(rated, LISTED, account=None)


@pytest.mark.parametrize(
    ("rule", "active"),
    [("handbook", [True, True, True, False]), ("encyclopaedia", [True, False, False, False])],
)
def test_lists_filters_and_the_verifier_follow_the_rule_that_was_chosen(
    rule: str, active: list[bool], office: Client
) -> None:
    rated = system()
    if rule != "handbook":
        choose(office, rated, rule)
    published = year(rated)

    entries = ListEntry.objects.filter(list=published).order_by("player")
    assert [entry.active for entry in entries] == active
    address = f"/lists/fide-standard/{LISTED}/"
    shown, everybody = (str(office.get(f"{address}{query}").content.decode()) for query in ("", "?all=1"))
    assert len(re.findall(r'<tr id="p\d+">', shown)) == active.count(True)
    assert len(re.findall(r'<tr id="p\d+">', everybody)) == 4
    assert f"{active.count(True)} active player" in shown
    found = check(opened(list_bundles.content(published)))
    assert not found.differences


def test_choice_is_written_into_the_parameters_and_makes_the_system_stale(office: Client) -> None:
    rated = system()
    year(rated)

    choose(office, rated, "encyclopaedia", '{"k_new": 30}')

    assert rated.parameters == {"k_new": 30, "inactive_min_games": 4}
    line = JournalEntry.objects.get(act="system.changed")
    assert line.detail["after"]["parameters"] == rated.parameters
    choose(office, rated, "handbook", json.dumps(rated.parameters))
    assert rated.parameters == {"k_new": 30, "inactive_min_games": 1}


def test_choice_left_alone_changes_nothing(office: Client) -> None:
    rated = system()
    choose(office, rated, "handbook")
    choose(office, rated, "encyclopaedia")
    choose(office, rated, "encyclopaedia", '{"inactive_min_games": 7}')

    assert rated.parameters == {"inactive_min_games": 7}
    choose(office, rated, "", '{"inactive_min_games": 7}')
    assert rated.parameters == {"inactive_min_games": 7}


def chosen(office: Client, key: str) -> list[tuple[str, bool]]:
    """Return the choices the administration offers, and which of them is selected."""
    page = office.get(
        reverse("admin:ratings_ratingsystem_change", args=[RatingSystem.objects.get(key=key).pk])
    )
    field = re.search(r'<select name="inactivity".*?</select>', page.content.decode(), re.S)
    options = re.findall(r'<option value="(\w*)"( selected)?', field[0]) if field else []
    return [(value, bool(selected)) for value, selected in options]


def test_administration_offers_the_rules_by_name_and_says_what_they_do(office: Client) -> None:
    rated = system()

    assert chosen(office, "fide-standard") == [("handbook", True), ("encyclopaedia", False)]
    page: Any = office.get(reverse("admin:ratings_ratingsystem_change", args=[rated.pk]))
    text = page.content.decode()
    assert "The encyclopaedia’s rule: fewer than 4 rated games in a year" in text
    assert "inactive_min_games" in text
    RatingSystem.objects.filter(pk=rated.pk).update(parameters={"inactive_min_games": 4})
    assert chosen(office, "fide-standard") == [("handbook", False), ("encyclopaedia", True)]
    RatingSystem.objects.filter(pk=rated.pk).update(parameters={"inactive_min_games": 9})
    assert chosen(office, "fide-standard")[0] == ("", True)
    assert chosen(office, "egf") == []


@pytest.mark.parametrize(
    ("least", "words"),
    [(1, "rule of the FIDE Handbook"), (4, "encyclopaedia’s rule: 4 games"), (7, "office’s own")],
)
def test_page_of_rules_names_the_rule(least: int, words: str, office: Client) -> None:
    rated = system()
    RatingSystem.objects.filter(pk=rated.pk).update(parameters={"inactive_min_games": least})

    text = re.sub(r"\s+", " ", office.get("/rules/fide-standard/").content.decode())

    assert f"fewer rated games than {least} count for the last 12 lists" in text
    assert words in text


def test_rules_have_their_numbers() -> None:
    assert [inactivity_of(games) for games in (*INACTIVITY.values(), 2)] == ["handbook", "encyclopaedia", ""]
